import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyProvider } from '../../../src/index.ts';
import { seededRandom } from '../../../demo/sample/seeded-random.ts';
import {
  proxyLogin,
  searchProfile,
  storefrontToken,
} from '../../../src/services/contract/endpoints/index.ts';
import { definition, item, Member } from '../../support/component-member.ts';
import {
  closeService,
  everythingIn,
  openService,
  page,
  signIn,
  until,
} from '../../support/component-page.ts';
import { countOf, measured } from '../../support/component-counts.ts';
import { BASE_URL, type ComponentService } from '../../support/component-service.ts';
import type { AnyEndpoint } from '../../support/component-answers.ts';
import { READS } from '../../support/component-states.ts';

/** `npm test` runs a part of them. Through the proxy each has a sign-in of two requests. */
const INTERLEAVINGS = countOf({ share: 1_000, full: 10_000 });
const SIGN_INS = countOf({ share: 300, full: 10_000 });
const SEED = 20_261_121;

/** A member whose texts all contain the label, so that the page shows whose data it has. */
function labelledMember(id: string, label: string): Member {
  const member = new Member(id, label === 'ADA' ? 'a'.repeat(64) : 'b'.repeat(64));
  member.points = { available: label === 'ADA' ? 717_171 : 323_232 };
  member.tier = { points: 1, definition: { id: 1, name: `${label} tier`, points_required: 1 } };
  member.definitions = [definition(1, `${label} offer`, 10)];
  member.items = [item(1, `${label} item`)];
  return member;
}
const CUSTOMER_TEXTS = { ADA: /ADA|717|a{64}/, BEN: /BEN|323|b{64}/ };

describe('customers that change while responses are pending', () => {
  let service: ComponentService;
  let provider: LoyaltyProvider;
  const members = { ADA: labelledMember('1001', 'ADA'), BEN: labelledMember('1002', 'BEN') };

  const elements = html`
    <loyalty-balance></loyalty-balance>
    <loyalty-balance variant="card"></loyalty-balance>
    <loyalty-tier></loyalty-tier>
    <loyalty-rewards></loyalty-rewards>
    <loyalty-wishlist></loyalty-wishlist>
    <loyalty-wishlist-button product-id="product-1"></loyalty-wishlist-button>
  `;

  beforeEach(() => {
    service = openService(members.ADA, members.BEN);
  });
  afterEach(closeService);

  const onPage = (): string => [...provider.children].map(everythingIn).join('\n');

  type Name = keyof typeof CUSTOMER_TEXTS;
  /** The customer of the page, and the one of a pending sign-in, who may be shown at any moment. */
  interface Customers {
    current: Name | undefined;
    next: Name | undefined;
  }

  /** Changes the customer repeatedly while responses are held back, and checks the page all the time. */
  async function interleave(
    rounds: number,
    what: string,
    held: readonly AnyEndpoint[],
    change: (to: Name | undefined, customers: Customers) => Promise<unknown>,
  ): Promise<void> {
    const random = seededRandom(SEED);
    const foreign: string[] = [];
    const events: string[] = [];
    const customers: Customers = { current: undefined, next: undefined };
    let timesShown = 0;
    const listen = (event: Event): void => void events.push(JSON.stringify((event as CustomEvent).detail));
    const types = ['loyalty-error', 'loyalty-sign-in-needed'] as const;
    for (const type of types) document.addEventListener(type, listen);
    const check = (moment: string): void => {
      const text = onPage();
      for (const [name, pattern] of Object.entries(CUSTOMER_TEXTS)) {
        if (name !== customers.current && name !== customers.next && pattern.test(text))
          foreign.push(`${moment}: ${name} on ${customers.current ?? 'a guest'}'s page`);
      }
      if (customers.current && CUSTOMER_TEXTS[customers.current].test(text)) timesShown++;
    };

    for (let round = 0; round < rounds; round++) {
      // Responses of some endpoints are held back during the change and released in random order after it.
      const releases = held.filter(() => random() < 0.4).map((read) => service.hold(read));
      await runTasks(random() * 6);
      const next = ([undefined, 'ADA', 'BEN'] as const)[Math.floor(random() * 3)];
      await change(next, customers);
      await runTasks(1);
      check(`round ${round}, at once`);
      for (const release of releases.sort(() => random() - 0.5)) release();
      await runTasks(random() * 30);
      check(`round ${round}, later`);
      if (round % 20 === 0) {
        const last = customers.next ?? customers.current;
        await until(
          () => !last || (customers.current === last && CUSTOMER_TEXTS[last].test(onPage())),
          "the customer's own data",
        );
        check(`round ${round}, settled`);
      }
    }
    for (const type of types) document.removeEventListener(type, listen);
    measured({
      tried: `${rounds} interleavings of ${what} (seed ${SEED})`,
      result: `${foreign.length} with data of another customer`,
    });
    expect(foreign).to.deep.equal([]);
    expect(timesShown, 'customers whose own data was seen').to.be.greaterThan(rounds / 50);
    expect(events.filter((detail) => /ADA|BEN|1001|1002/.test(detail))).to.deep.equal([]);
  }

  /** Waits until nothing that names a customer is stored. */
  async function expectNothingStored(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.to.match(/100[12]|ADA|BEN/);
  }

  it(`show nothing of the other customer in ${INTERLEAVINGS} interleavings (seed ${SEED})`, async () => {
    provider = await page(elements);
    await interleave(
      INTERLEAVINGS,
      'customers set by the page',
      [...READS, storefrontToken],
      async (next, customers) => {
        customers.current = next;
        await signIn(provider, next && members[next]);
      },
    );
    await signIn(provider, undefined);
    await expectNothingStored();
  }).timeout(300_000);

  it(`show nothing of the other customer in ${SIGN_INS} interleavings of sign-ins through the proxy (seed ${SEED})`, async () => {
    provider = await fixture<LoyaltyProvider>(
      html`<loyalty-provider lang="en-US" proxy-url=${BASE_URL}>${elements}</loyalty-provider>`,
    );
    const ends: Promise<unknown>[] = [];
    let signOuts = 0;
    await interleave(
      SIGN_INS,
      'sign-ins through the proxy',
      [...READS, proxyLogin, searchProfile],
      async (next, customers) => {
        customers.next = next;
        if (!next) {
          signOuts++;
          customers.current = undefined;
          ends.push(provider.signOut());
          return;
        }
        const { id } = members[next];
        const before = signOuts;
        const signIn = provider.signIn(`${id}@example.com`, `pässword-${id}`).then(
          () => {
            if (signOuts === before) customers.current = next;
          },
          (error: { code: string }) => expect(error.code).to.equal('aborted'),
        );
        ends.push(signIn);
        await runTasks(8);
      },
    );
    await Promise.all(ends);
    await provider.signOut();
    await expectNothingStored();
  }).timeout(600_000);

  it('red twin: a provider that starts no epoch shows the last customer to the next', async () => {
    provider = await page(elements);
    await signIn(provider, members.ADA);
    await until(() => CUSTOMER_TEXTS.ADA.test(onPage()), "Ada's page");
    Object.assign(provider, { requestUpdate() {} });
    await signIn(provider, members.BEN);
    await runTasks(30);
    expect(onPage()).to.match(CUSTOMER_TEXTS.ADA);
  });
});

/** Runs pending tasks and microtasks, without the 4 ms delay of nested timers. */
async function runTasks(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await (turn % 8 === 7 ? task() : undefined);
}
const { port1, port2 } = new MessageChannel();
const task = (): Promise<unknown> =>
  new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(0);
  });
