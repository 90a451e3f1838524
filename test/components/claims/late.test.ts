import { expect } from '@open-wc/testing';
import type { LitElement } from 'lit';
import { ClaimController } from '../../../src/components/claims/claim-controller.ts';
import { rewardClaim } from '../../../src/components/claims/reward-claim.ts';
import { createLoyalty, type Loyalty, type RewardOffer } from '../../../src/services/index.ts';
import { eventsOf } from '../../support/component-page.ts';

// The request of the last customer is aborted, so its response arrives only if it was there already. This tests the controller alone,
// with a response that arrives in any case.

const offer: RewardOffer = {
  id: 2,
  name: 'Ten euros off',
  pointsCost: 1_000,
  description: undefined,
  imageUrl: undefined,
  icon: undefined,
  refusal: undefined,
  minimumSpend: undefined,
};

/** A controller; the test decides when the claim of its customer is answered. */
function openClaim() {
  const host = document.createElement('div') as unknown as LitElement;
  Object.assign(host, { addController: () => {}, requestUpdate: () => {} });
  document.body.append(host);
  const loyalties = [1, 2].map(() =>
    createLoyalty({}, { fetch: () => Promise.reject(new Error('unused')) }),
  ) as [Loyalty, Loyalty];
  let current: Loyalty = loyalties[0];
  let answer: (outcome: unknown) => void = () => {};
  const answered = new Promise((resolve) => (answer = resolve));
  Object.assign(loyalties[0], {
    profileId: async () => 'profile-1001',
    call: async () => {
      const outcome = await answered;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  });
  const controller = new ClaimController(host, () => current, rewardClaim);
  controller.hostUpdate();
  controller.open(offer);
  const done = controller.confirm();
  return {
    controller,
    done,
    answer,
    switchCustomer() {
      [, current] = loyalties;
      controller.hostUpdate();
    },
  };
}
const REPLY = {
  data: { id: 9, reward_definition_id: 2, definition: { name: 'Ten euros off' }, points_spent: 1_000 },
  meta: { balances: { points: { available: 1, pending: 0, earned: 1 } } },
};

describe('late response to a claim', () => {
  afterEach(() => document.querySelectorAll('body > div').forEach((host) => host.remove()));

  it('is announced to the customer who claimed', async () => {
    const claims = eventsOf('loyalty-reward-claimed');
    const { controller, done, answer } = openClaim();
    answer(REPLY);
    expect(await done).to.equal(true);
    expect(controller.announcement).to.equal('Ten euros off is yours.');
    expect(claims).to.have.length(1);
  });

  for (const [what, outcome] of [
    ['a reward', REPLY],
    ['a failure', new Error('offline')],
  ] as const) {
    it(`is not announced to the next customer: ${what}`, async () => {
      const events = [eventsOf('loyalty-reward-claimed'), eventsOf('loyalty-error')];
      const { controller, done, answer, switchCustomer } = openClaim();
      switchCustomer();
      answer(outcome);
      expect(await done).to.equal(false);
      expect(controller.announcement).to.equal('');
      expect(controller.current).to.equal(undefined);
      expect(events.map(({ length }) => length)).to.deep.equal([0, 0]);
    });
  }
});
