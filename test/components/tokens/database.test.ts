import {
  clearSharedTokens,
  openSharedTokenStore,
  type SharedTokenStore,
} from '../../../src/services/customer/tokens/shared-token-store.ts';
import { aTimeout, expect } from '@open-wc/testing';
import { until } from '../../support/component-page.ts';
import {
  browserWith,
  databaseText,
  tokenShop,
  uncaughtDuring,
  type TokenShop,
} from '../../support/component-tokens.ts';
import { ownTime } from '../../support/own-time.ts';

const ROUNDS = 50;
const LIMIT_MS = 2_000;

/** A request with the given outcome; `undefined` never fires an event. */
function request(fire?: (request: Record<string, unknown>) => void): IDBOpenDBRequest {
  const dbRequest: Record<string, unknown> = { error: new DOMException('fault', 'UnknownError') };
  if (fire) setTimeout(() => fire(dbRequest));
  return dbRequest as never;
}
const call = (dbRequest: Record<string, unknown>, handler: string): void =>
  (dbRequest[handler] as (() => void) | undefined)?.();

/** A database whose store has the given behaviour. */
const opening = (database: object): IDBFactory =>
  ({
    open: () =>
      request((dbRequest) => {
        dbRequest['result'] = { close() {}, ...database };
        call(dbRequest, 'onsuccess');
      }),
  }) as never;
const storeOf = (store: object) => ({
  transaction: () => ({ objectStore: () => ({ clear() {}, put() {}, ...store }) }),
});

const FAULTS: Readonly<Record<string, () => IDBFactory | undefined>> = {
  'is not there': () => undefined,
  'throws when it is opened': () =>
    ({
      open() {
        throw new DOMException('denied', 'SecurityError');
      },
    }) as never,
  'never answers': () => ({ open: () => request() }) as never,
  'cannot be opened': () => ({ open: () => request((dbRequest) => call(dbRequest, 'onerror')) }) as never,
  'is of a newer version': () =>
    ({
      open: () =>
        request((dbRequest) => {
          dbRequest['error'] = new DOMException('newer', 'VersionError');
          call(dbRequest, 'onerror');
        }),
    }) as never,
  'is blocked': () => ({ open: () => request((dbRequest) => call(dbRequest, 'onblocked')) }) as never,
  'has lost its store': () =>
    opening({
      transaction() {
        throw new DOMException('no store', 'NotFoundError');
      },
    }),
  'was closed under us': () =>
    opening({
      transaction() {
        throw new DOMException('closing', 'InvalidStateError');
      },
    }),
  'never gives a record': () => opening(storeOf({ get: () => request() })),
  'fails to give a record': () =>
    opening(storeOf({ get: () => request((dbRequest) => call(dbRequest, 'onerror')) })),
  'gives rubbish': () =>
    opening(
      storeOf({
        get: () =>
          request((dbRequest) => {
            dbRequest['result'] = { token: 'a\r\nX-Evil: 1', expiresAt: 9e15, __proto__: null };
            call(dbRequest, 'onsuccess');
          }),
      }),
    ),
  'answers late': () =>
    ({
      open: () => {
        const dbRequest: Record<string, unknown> = { result: { close() {} } };
        setTimeout(() => call(dbRequest, 'onsuccess'), 900);
        return dbRequest;
      },
    }) as never,
};

describe('token database that', () => {
  let shop: TokenShop;
  beforeEach(() => (shop = tokenShop()));
  afterEach(() => shop.close());

  for (const [fault, make] of Object.entries(FAULTS)) {
    it(`${fault}: ${ROUNDS} pages have their token in time, without an uncaught error`, async () => {
      const tabs = Array.from({ length: ROUNDS }, (_, at) =>
        shop.tab({ browser: browserWith({ indexedDB: make() }), customerId: `f${at}` }),
      );
      let time = Infinity;
      const uncaught = await uncaughtDuring(async () => {
        time = await ownTime(() => Promise.all(tabs.map((tab) => tab.profileId())));
      });
      expect(uncaught).to.deep.equal([]);
      expect(time).to.be.lessThan(LIMIT_MS);
      expect(shop.calls()).to.equal(ROUNDS);
    });
  }

  /** Waits until the database no longer contains a text, after pending writes had time to finish. */
  async function gone(text: string): Promise<void> {
    await aTimeout(400);
    await until(async () => !(await databaseText()).includes(text), `${text} is gone`);
  }

  /** The shared store stops waiting for a database after 0.3 s; on a busy machine the test asks again. */
  async function sharedTier(owner: string): Promise<{ tier: SharedTokenStore; generation: number }> {
    for (;;) {
      const tier = openSharedTokenStore(window, owner);
      const shared = await tier.read();
      if (shared) return { tier, generation: shared.generation };
      tier.close();
    }
  }

  it('shares the first token is closed when that is stored', async () => {
    let opened = 0;
    let closed = 0;
    const indexedDB = {
      open(name: string, version: number) {
        const opening = window.indexedDB.open(name, version);
        opening.addEventListener('success', () => {
          opened++;
          const database = opening.result;
          const close = database.close.bind(database);
          database.close = () => {
            closed++;
            close();
          };
        });
        return opening;
      },
    } as never;
    await shop.tab({ browser: browserWith({ indexedDB }), customerId: 'closed' }).profileId();
    await until(() => opened > 0 && closed === opened, 'the end of each connection');
  });

  it('opens too late for the page keeps no token of a previous customer', async () => {
    const stored = async () => /"token":"([^"]+)"/.exec(await databaseText())?.[1];
    await shop.tab({ customerId: 'before' }).profileId();
    await until(stored, 'the token');
    const before = await stored();
    const late = {
      open(name: string, version: number) {
        const real = window.indexedDB.open(name, version);
        const request: Record<string, unknown> = {};
        real.onsuccess = () =>
          setTimeout(() => {
            request['result'] = real.result;
            call(request, 'onsuccess');
          }, 400);
        return request;
      },
    } as never;
    const next = openSharedTokenStore(browserWith({ indexedDB: late }), 'next');
    expect(await next.read()).to.equal(undefined);
    await next.save({ token: 'token-of-next', expiresAt: Date.now() + 60_000 } as never, undefined);
    await until(async () => (await stored()) !== before, 'its end');
    next.close();
  });

  it('another tab deletes: pages continue to work', async () => {
    const uncaught = await uncaughtDuring(async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const asked = shop.tab({ customerId: `d${round}` }).profileId();
        const gone = new Promise((resolve) => {
          const deleting = indexedDB.deleteDatabase('loyalty-elements');
          deleting.onsuccess = deleting.onerror = resolve;
        });
        await Promise.all([asked, gone]);
      }
    });
    expect(uncaught).to.deep.equal([]);
    expect(shop.calls()).to.equal(ROUNDS);
  }).timeout(60_000);

  it('is written to around the sign-out stores nothing, at any moment of the write', async () => {
    for (let moment = 0; moment < 60; moment++) {
      const tab = shop.tab({ customerId: `s${moment}` });
      const asked = tab.profileId().catch(() => {});
      for (let step = 0; step < moment; step++) {
        await (step % 3 === 2 ? new Promise((resolve) => setTimeout(resolve)) : Promise.resolve());
      }
      tab.close(true);
      await asked;
    }
    await gone('"t');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.to.include('"token"');
  });

  it('another tab has cleared by signing out stores no pending token', async () => {
    for (let round = 0; round < 20; round++) {
      const customerId = `o${round}`;
      const [own, other] = [shop.tab({ customerId }), shop.tab({ customerId })];
      let release = (): void => {};
      const gate = new Promise<void>((resolve) => (release = resolve));
      const usual = shop.token;
      shop.token = async (number, signal) => {
        await gate;
        return usual(number, signal);
      };
      const asked = own.profileId().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 20));
      other.close(true); // the tab that fetches has not received the message
      await new Promise((resolve) => setTimeout(resolve, 20));
      release();
      await asked;
      shop.token = usual;
    }
    await gone('"token"');
    expect(JSON.stringify({ ...localStorage })).not.to.include('"token"');
  });

  it('red twin: a token that is stored without the sign-out check is found', async () => {
    await gone('"token"'); // sign-outs of earlier tests
    const { tier, generation } = await sharedTier('twin');
    await tier.save({ token: 'twin', expiresAt: 1 }, generation);
    expect(await databaseText()).to.include('"token"');
    await tier.save({ token: 'late', expiresAt: 1 }, generation - 1);
    expect(await databaseText()).not.to.include('late');
    tier.close();
    await clearSharedTokens(indexedDB);
    expect(await databaseText()).not.to.include('"token"');
  });
});
