import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../../../demo/service/database/transactions.ts';
import { mergeLists } from '../../../../demo/service/profiles/merge-lists.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { countOf } from '../../../support/counts.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';
import { waitsForLock } from '../../../support/waits-for-lock.ts';

// A page of a list says until which day its owner does not see who reserved, or, without a day, that the owner does not see it.

const HOUR_MS = 3_600_000;
const NEVER = Number.POSITIVE_INFINITY;
const PAST = '2020-01-01';
const FAR = '2099-06-01';

describe('names of givers', () => {
  let service: OpenService;
  let owner: string;
  let friend: string;
  let staff: string;
  let number = 0;
  const profile = 'profile-1003';

  interface Registry {
    readonly handle: string;
    readonly item: string;
    readonly link: string;
  }

  async function registry(day: string | null, share: object | null = {}): Promise<Registry> {
    const handle = `hidden-${++number}`;
    const path = { profile, list: handle };
    const body = { type: 'registry', handle, name: 'Wedding', event_at: day };
    expect((await service.call(on.addList, { path: { profile }, body, token: owner })).status).toBe(200);
    const wanted = { product_id: 'hp-1001', quantity: 9 };
    const item = (await service.call(on.addListItem, { path, body: wanted, token: owner })).body.data;
    const link = share && (await service.call(on.addProfileListShare, { path, body: share, token: owner }));
    return { handle, item: String(item.id), link: link?.body.data.handle ?? '' };
  }
  const put = ({ handle }: Registry, day: string | null, token = owner) =>
    service.call(on.editProfileList, {
      path: { profile, list: handle },
      body: { event_at: day },
      token,
    });
  const reserve = ({ item, link }: Registry, name = 'Uncle Bo', sent: object = {}) =>
    service.call(on.addListItemReservation, {
      path: { itemId: item },
      query: link && `?share=${link}`,
      body: { name },
      ...sent,
    });
  const undo = ({ item }: Registry, { id, secret }: { id: number; secret: string }, cancels: boolean) =>
    service.call(cancels ? on.editListItemReservation : on.deleteListItemReservation, {
      path: { itemId: item, reservationId: String(id) },
      query: `?secret=${secret}`,
      ...(cancels && { body: { status: 'cancelled' } }),
    });
  /** What the owner reads at a time. */
  async function namesAt({ item }: Registry, time: number, token = owner): Promise<string[]> {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.min(time, Date.UTC(9000, 0)) });
    try {
      const reply = await service.call(on.listItemReservations, { path: { itemId: item }, token });
      expect(reply.status).toBe(200);
      return reply.body.data.map(({ name }: { name: string }) => name);
    } finally {
      vi.useRealTimers();
    }
  }

  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
    [owner = '', friend = ''] = await Promise.all(['1003', '1002'].map((id) => service.tokenOf(id)));
  });
  beforeEach(() => service.db.deleteFrom('request_windows').execute());
  afterAll(() => service.drop());

  it('are readable from the day that the giver was shown', async () => {
    const made = await registry(FAR);
    await reserve(made);
    expect(await namesAt(made, Date.parse(FAR) - 1)).toEqual([]);
    expect(await namesAt(made, Date.parse(FAR))).toEqual(['Uncle Bo']);
    expect(await namesAt(made, Date.now(), staff)).toEqual(['Uncle Bo']);
  });

  it('are readable at once on a list whose day was over when it was shared', async () => {
    const made = await registry(PAST);
    await reserve(made);
    expect(await namesAt(made, Date.now())).toEqual(['Uncle Bo']);
  });

  it('are never readable on a list that was shared without a day', async () => {
    const made = await registry(null);
    await reserve(made);
    const soon = new Date(Date.now() + 30).toISOString();
    expect((await put(made, soon)).status).toBe(200);
    expect((await put(made, PAST)).status).toBe(200);
    expect(await namesAt(made, NEVER)).toEqual([]);
    await reserve(made, 'Mara');
    expect(await namesAt(made, NEVER)).toEqual([]);
  });

  it('stay hidden from givers who reserve from a page that is older than the day', async () => {
    const made = await registry(FAR);
    await put(made, PAST);
    await reserve(made);
    expect(await namesAt(made, Date.parse(FAR) - 1)).toEqual([]);
    expect(await namesAt(made, Date.parse(FAR))).toEqual(['Uncle Bo']);
  });

  it('follow a changed day as long as nobody could see the list', async () => {
    const made = await registry(FAR, null);
    await put(made, null);
    await put(made, PAST);
    await reserve(made, 'Mara', { token: staff });
    expect(await namesAt(made, Date.now())).toEqual(['Mara']);
  });

  it('are not readable earlier after a change by staff', async () => {
    const made = await registry(FAR);
    await reserve(made);
    expect((await put(made, PAST, staff)).status).toBe(200);
    expect(await namesAt(made, Date.now())).toEqual([]);
  });

  it('are not readable earlier after a merge of profiles', async () => {
    for (const [theirs, ours, readable] of [
      [FAR, PAST, Date.parse(FAR)],
      [PAST, FAR, Date.parse(FAR)],
      [null, PAST, NEVER],
    ] as const) {
      const made = await registry(theirs);
      await reserve(made);
      await service.call(on.addList, {
        path: { profile: 'profile-1002' },
        body: { type: 'registry', handle: made.handle, name: 'Mine', event_at: ours },
        token: friend,
      });
      await inTransaction(service.db, (work) => mergeLists(work, profile, 'profile-1002'));
      const path = { profile: 'profile-1002', list: made.handle };
      const list = (await service.call(on.readProfileList, { path, token: friend })).body.data;
      expect(list.event_at).toContain(ours);
      expect(await namesAt(made, readable - 1, friend)).toEqual([]);
      if (readable !== NEVER) expect(await namesAt(made, readable, friend)).toEqual(['Uncle Bo']);
    }
  });

  const days = { past: PAST, soon: 'soon', far: FAR, none: null };
  type Write = keyof typeof days | 'reserve' | 'undo' | 'cancel';

  it('are never readable earlier than a page told, in any order of four writes', async () => {
    const write = fc.constantFrom<Write>('past', 'soon', 'far', 'none', 'reserve', 'undo', 'cancel');
    const start = fc.constantFrom(...(Object.keys(days) as (keyof typeof days)[]));
    const dayOf = (name: keyof typeof days, soon: number) =>
      name === 'soon' ? new Date(soon).toISOString() : days[name];
    const timeOf = (day: string | null) => (day === null ? NEVER : Date.parse(day));

    await fc.assert(
      fc.asyncProperty(
        start,
        fc.boolean(),
        fc.array(write, { minLength: 4, maxLength: 4 }),
        async (first, isShared, writes) => {
          const soon = Date.now() + HOUR_MS;
          const day = dayOf(first, soon);
          const made = await registry(day, isShared ? {} : null);
          // A page may show any of the days since the list was shared; who reserves in the shop reads the present one.
          let shown = [timeOf(day)];
          const told = new Map<string, number>();
          const reserved: { id: number; secret: string }[] = [];
          for (const [index, one] of writes.entries()) {
            if (one === 'reserve') {
              const sent = isShared ? {} : { token: staff };
              const { status, body } = await reserve(made, `Giver ${index}`, sent);
              expect(status).toBe(200);
              told.set(`Giver ${index}`, Math.max(...shown));
              if (isShared) reserved.push(body.data);
            } else if (one === 'undo' || one === 'cancel') {
              const mine = reserved.pop();
              if (mine) expect((await undo(made, mine, one === 'cancel')).status).toBeLessThan(300);
            } else {
              const changed = dayOf(one, soon);
              expect((await put(made, changed)).status).toBe(200);
              shown = [...(isShared ? shown : []), timeOf(changed)];
            }
            for (const time of [Date.now(), soon, NEVER])
              for (const name of await namesAt(made, time))
                expect(told.get(name), `${name} at ${time}`).toBeLessThanOrEqual(
                  time === NEVER ? 1e15 : time,
                );
          }
        },
      ),
      {
        numRuns: countOf('HIDDEN_NAMES', { share: 30, full: 5_000 }),
        examples: [
          ['none', true, ['reserve', 'past', 'none', 'past']],
          ['none', false, ['reserve', 'past', 'none', 'past']],
          ['far', true, ['past', 'reserve', 'none', 'soon']],
          ['soon', true, ['reserve', 'cancel', 'past', 'reserve']],
        ],
      },
    );
  });

  describe('in a race', () => {
    it('of twelve first reservations with a past day none is readable', async () => {
      for (let round = 0; round < 12; round++) {
        const made = await registry(null);
        const [reserved] = await Promise.all([reserve(made), put(made, PAST)]);
        expect(reserved.status).toBe(200);
        expect(await namesAt(made, Date.now())).toEqual([]);
      }
    });

    it('a reservation and a new share wait for a change of the day', async () => {
      const made = await registry(FAR);
      const path = { profile, list: made.handle };
      for (const request of [
        () => reserve(made),
        () => service.call(on.addProfileListShare, { path, body: {}, token: owner }),
      ]) {
        let answered: Promise<unknown> = Promise.resolve();
        let isAnswered = false;
        await inTransaction(service.db, async (work) => {
          await work.selectFrom('lists').select('id').where('handle', '=', made.handle).forUpdate().execute();
          answered = request().then(() => (isAnswered = true));
          await expect.poll(async () => isAnswered || (await waitsForLock(service.db))).toBe(true);
          expect(isAnswered).toBe(false);
        });
        await answered;
      }
    });
  });
});
