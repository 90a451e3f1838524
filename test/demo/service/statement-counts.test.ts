import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../src/services/contract/endpoints/index.ts';
import { idOf, mara } from '../../support/service-claims.ts';
import { incentivesOf } from '../../support/service-incentive-records.ts';
import { openProgramme, type Programme } from '../../support/service-programme.ts';
import { purchase } from '../../support/service-purchases.ts';
import { recordStatements, type Statements } from './redemptions/statements.ts';

// The numbers of docs/scale.md.

describe('statements of a request', () => {
  let programme: Programme;
  let token: string;
  let statements: Statements;
  beforeAll(async () => {
    programme = await openProgramme();
    token = await programme.service.tokenOf('1002');
    statements = recordStatements();
  });
  afterAll(async () => {
    statements?.stop();
    await programme?.service.drop();
  });

  type Call = Parameters<Programme['service']['call']>;
  /** What a request sends, with that of its token. The one before it stores the last use of the token, once in a minute. */
  async function sentBy(endpoint: Call[0], call: Call[1]) {
    await programme.service.call(on.profileBalances, { path: { profile: mara }, token });
    await programme.ask(on.tierDefinitions);
    statements.take();
    const { status, text } = await programme.service.call(endpoint, { token, ...call });
    const roundTrips = statements.roundTrips();
    expect(status, text).toBe(200);
    return { statements: statements.take().length, roundTrips };
  }
  const browse = () => sentBy(on.profileRedemptions, { path: { profile: mara } });
  /** The second purchase of the member. */
  async function purchaseOf(member: string) {
    await programme.buy(50, { profile_id: member });
    const items = [{ product_id: 'hp-1001', name: 'Candle', quantity: 2, price: '24.75' }];
    const body = purchase({ profile_id: member, items });
    return await sentBy(on.addTransaction, { token: programme.machine, body });
  }

  it('are one for redemptions and what belongs to them, after that of the token', async () => {
    const body = { points: 10 };
    const path = { profile: mara };
    expect((await programme.service.call(on.redeemProfilePoints, { path, token, body })).status).toBe(200);
    expect(await browse()).toEqual({ statements: 2, roundTrips: 2 });
  });

  it('are one more for staff: whether the profile exists', async () => {
    const sent = await sentBy(on.profileRedemptions, { path: { profile: mara }, token: programme.machine });
    expect(sent.statements).toBe(3);
  });

  it('are one more for a purchase that a redemption names before it is stored', async () => {
    const body = { points: 1, transaction_external_id: 'later' };
    await programme.ask(on.redeemProfilePoints, { path: { profile: mara }, body });
    expect(await browse()).toEqual({ statements: 3, roundTrips: 3 });
  });

  it('are ten for a claim, in five round trips', async () => {
    const body = { reward_definition_id: idOf('gift-wrapping') };
    const sent = await sentBy(on.claimReward, { path: { profileId: mara }, body });
    expect(sent).toEqual({ statements: 10, roundTrips: 5 });
  });

  it('are eleven for a purchase of a member', async () => {
    expect((await purchaseOf(await programme.join())).statements).toBe(11);
  });

  describe('with a reward and an achievement', () => {
    let reward: number | undefined;
    beforeAll(async () => {
      ({ reward } = await incentivesOf(programme.service.db, mara));
    });

    it('are one more for redemptions with a definition: the language of its texts', async () => {
      await programme.ask(on.redeemProfileReward, { path: { profile: mara }, body: { reward_id: reward } });
      expect(await browse()).toEqual({ statements: 4, roundTrips: 4 });
    });

    it('are three more for a purchase that an achievement counts', async () => {
      expect((await purchaseOf(await programme.join())).statements).toBe(14);
    });
  });
});
