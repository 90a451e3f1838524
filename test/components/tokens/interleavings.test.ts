import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyProvider } from '../../../src/index.ts';
import { dice } from '../../../demo/sample/dice.ts';
import { storefrontToken } from '../../../src/services/endpoints/index.ts';
import { definition, item, Member } from '../../support/component-member.ts';
import {
  closeService,
  everythingIn,
  openService,
  page,
  signIn,
  until,
} from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';
import { READS } from '../../support/component-states.ts';

const INTERLEAVINGS = 10_000;
const SEED = 20_261_121;

/** Everything that belongs to a customer says so. */
function marked(id: string, mark: string): Member {
  const member = new Member(id, mark === 'ADA' ? 'a'.repeat(64) : 'b'.repeat(64));
  member.points = { available: mark === 'ADA' ? 717_171 : 323_232 };
  member.tier = { points: 1, definition: { id: 1, name: `${mark} tier`, points_required: 1 } };
  member.definitions = [definition(1, `${mark} offer`, 10)];
  member.items = [item(1, `${mark} item`)];
  return member;
}
const TRACES = { ADA: /ADA|717|a{64}/, BEN: /BEN|323|b{64}/ };

describe('A10 customers that change while answers are on their way', () => {
  let service: ComponentService;
  let provider: LoyaltyProvider;
  const members = { ADA: marked('1001', 'ADA'), BEN: marked('1002', 'BEN') };

  beforeEach(async () => {
    service = openService(members.ADA, members.BEN);
    provider = await page(html`
      <loyalty-balance></loyalty-balance>
      <loyalty-balance variant="card"></loyalty-balance>
      <loyalty-tier></loyalty-tier>
      <loyalty-rewards></loyalty-rewards>
      <loyalty-wishlist></loyalty-wishlist>
      <loyalty-wishlist-button product-id="product-1"></loyalty-wishlist-button>
    `);
  });
  afterEach(closeService);

  const onPage = (): string => [...provider.children].map(everythingIn).join('\n');

  it(`show nothing of the other one in ${INTERLEAVINGS} interleavings (seed ${SEED})`, async () => {
    const random = dice(SEED);
    const foreign: string[] = [];
    const events: string[] = [];
    let current: 'ADA' | 'BEN' | undefined;
    let shownOften = 0;
    for (const type of ['loyalty-error', 'loyalty-sign-in-needed'] as const) {
      document.addEventListener(type, (event) => events.push(JSON.stringify(event.detail)));
    }
    const look = (moment: string): void => {
      const text = onPage();
      for (const [name, trace] of Object.entries(TRACES)) {
        if (name !== current && trace.test(text))
          foreign.push(`${moment}: ${name} on ${current ?? 'a guest'}'s page`);
      }
      if (current && TRACES[current].test(text)) shownOften++;
    };

    for (let round = 0; round < INTERLEAVINGS; round++) {
      // Answers of some endpoints are held over the change, and let go in any order after it.
      const releases = [...READS, storefrontToken]
        .filter(() => random() < 0.4)
        .map((read) => service.hold(read));
      await turns(random() * 6);
      current = ([undefined, 'ADA', 'BEN'] as const)[Math.floor(random() * 3)];
      await signIn(provider, current && members[current]);
      await turns(1);
      look(`round ${round}, at once`);
      for (const release of releases.sort(() => random() - 0.5)) release();
      await turns(random() * 30);
      look(`round ${round}, later`);
      if (round % 20 === 0) {
        await new Promise((resolve) => setTimeout(resolve, 30));
        look(`round ${round}, settled`);
      }
    }
    expect(foreign).to.deep.equal([]);
    expect(shownOften, 'customers whose own data was seen').to.be.greaterThan(INTERLEAVINGS / 50);
    expect(events.filter((detail) => /ADA|BEN|1001|1002/.test(detail))).to.deep.equal([]);
    await signIn(provider, undefined);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.to.match(/100[12]|ADA|BEN/);
  }).timeout(300_000);

  it('red twin: a provider that begins no epoch shows the last customer to the next', async () => {
    await signIn(provider, members.ADA);
    await until(() => TRACES.ADA.test(onPage()), "Ada's page");
    Object.assign(provider, { updated() {} });
    await signIn(provider, members.BEN);
    await turns(30);
    expect(onPage()).to.match(TRACES.ADA);
  });
});

/** Lets the page work for a moment: tasks and microtasks, without the 4 ms that nested timers wait. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await (turn % 8 === 7 ? task() : undefined);
}
const { port1, port2 } = new MessageChannel();
const task = (): Promise<unknown> =>
  new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(0);
  });
