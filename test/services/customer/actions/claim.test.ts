import { describe, expect, it } from 'vitest';
import { randomId } from '../../../../src/services/transport/random-id.ts';
import { balances } from '../../../../src/services/customer/resources/balances.ts';
import { claimReward } from '../../../../src/services/customer/actions/claim-reward.ts';
import { rewards, type RewardOffer } from '../../../../src/services/customer/resources/rewards.ts';
import { json, later, refusal, settled } from '../../../support/client-fetch.ts';
import {
  BALANCES,
  DEFINITION,
  openLoyalty,
  PROFILE,
  REWARD,
  type Answers,
} from '../../../support/client-programme.ts';

const CLAIM = `POST /v3/profiles/${PROFILE}/rewards`;
const BALANCES_ROUTE = `GET /v3/profiles/${PROFILE}/balances`;
const CLAIMED = { ...REWARD, id: 72, code: 'NEW' };
const OFFER: RewardOffer = {
  id: 7,
  name: 'Coffee',
  pointsCost: 500,
  imageUrl: undefined,
  icon: undefined,
  description: undefined,
  refusal: undefined,
  minimumSpend: undefined,
};
const after = (available: number) => ({ balances: { points: { available } } });

/** A page that shows points and rewards, and a service that answers a claim so. */
async function shown(answers: Answers) {
  const opened = openLoyalty(answers);
  opened.loyalty.resource(balances).subscribe(() => {});
  opened.loyalty.resource(rewards).subscribe(() => {});
  await settled();
  opened.sent.length = 0;
  return opened;
}

describe('claimReward', () => {
  it('sends the definition and the idempotency key', async () => {
    const { loyalty, sent } = await shown({ [CLAIM]: () => json({ data: CLAIMED, meta: after(3700) }) });
    const claim = await claimReward(loyalty, OFFER, 'attempt-1');
    expect(claim).toMatchObject({ reward: { id: 72, code: 'NEW', name: 'Coffee' }, pointsSpent: 500 });
    expect(sent[0]).toMatchObject({ method: 'POST', body: { reward_definition_id: 7 } });
    expect(sent[0]!.headers['idempotency-key']).toBe('attempt-1');
  });

  describe('of a reward with steps', () => {
    const worth = { amount: '12.00', currency: 'EUR' };
    const steps = { pointsCost: 100, amount: '1.00', currency: 'EUR', minimum: 2, maximum: undefined };
    const offer: RewardOffer = { ...OFFER, pointsCost: 200, steps };
    const chosen: RewardOffer = { ...offer, pointsCost: 1200, chosen: { count: 12, worth } };

    it.each([
      ['the chosen steps', chosen, 12],
      ['the fewest steps where none are chosen', offer, 2],
    ])('sends %s', async (_, wanted, count) => {
      const { loyalty, sent } = await shown({ [CLAIM]: () => json({ data: CLAIMED, meta: after(3700) }) });
      await claimReward(loyalty, wanted, 'attempt-1');
      expect(sent[0]!.body).toEqual({ reward_definition_id: 7, steps: count });
    });

    it('has the worth of the response', async () => {
      const { loyalty } = await shown({
        [CLAIM]: () =>
          json({
            data: { ...CLAIMED, amount: '11.00', currency: 'EUR', points_spent: 1100 },
            meta: after(3700),
          }),
      });
      expect(await claimReward(loyalty, chosen, 'a')).toMatchObject({
        reward: { worth: { amount: '11.00', currency: 'EUR' } },
        pointsSpent: 1100,
      });
    });

    it('has the chosen worth where the response says nothing but that it is claimed', async () => {
      const { loyalty } = await shown({ [CLAIM]: () => json({ data: {} }) });
      expect(await claimReward(loyalty, chosen, 'a')).toMatchObject({ reward: { worth }, pointsSpent: 1200 });
    });

    /** A service that claims a reward of this worth, of another claim or of this one, and whose answer is lost. */
    const lostWith = (made: object) => {
      let claimed = [REWARD];
      return shown({
        [CLAIM]: () => {
          claimed = [{ ...CLAIMED, ...made }, REWARD];
          throw new TypeError('Failed to fetch');
        },
        [`GET /v3/profiles/${PROFILE}/rewards`]: () => json({ data: claimed }),
        [BALANCES_ROUTE]: () => json({ data: { points: { available: claimed.length > 1 ? 3000 : 4200 } } }),
      });
    };

    it.each([
      ['the chosen steps', chosen, { amount: '12', currency: 'EUR' }],
      ['the fewest steps', offer, { amount: '2.0', currency: 'EUR' }],
    ])('recognises a reward worth %s after a lost answer', async (_, wanted, made) => {
      const { loyalty } = await lostWith(made);
      expect(await claimReward(loyalty, wanted)).toMatchObject({ reward: { id: 72, worth: made } });
    });

    it.each([
      ['other steps', { amount: '13.00', currency: 'EUR' }],
      ['another currency', { amount: '12.00', currency: 'SEK' }],
      ['no worth', {}],
    ])('takes a reward of %s for the result of another claim', async (_, made) => {
      const { loyalty } = await lostWith(made);
      await expect(claimReward(loyalty, chosen)).rejects.toMatchObject({ code: 'offline' });
      await settled();
      // It is shown among the owned rewards nevertheless.
      expect(loyalty.resource(rewards).state.value?.owned.map(({ id }) => id)).toEqual([72, 71]);
    });
  });

  it('sets the balances from the response, without a request', async () => {
    const { loyalty, count } = await shown({ [CLAIM]: () => json({ data: CLAIMED, meta: after(3700) }) });
    const before = count(BALANCES_ROUTE);
    const claim = claimReward(loyalty, OFFER, 'a');
    await claim;
    expect(loyalty.resource(balances).state).toMatchObject({
      status: 'complete',
      value: { available: 3700 },
    });
    await settled();
    expect(count(BALANCES_ROUTE)).toBe(before);
  });

  it.each([undefined, null, {}, { balances: {} }, { balances: { points: { available: 'x' } } }])(
    'asks for the balances when the response has %j',
    async (meta) => {
      let available = 4200;
      const { loyalty } = await shown({
        [CLAIM]: () => {
          available = 3700;
          return json({ data: CLAIMED, meta });
        },
        [BALANCES_ROUTE]: () => json({ data: { points: { available } } }),
      });
      await claimReward(loyalty, OFFER, 'a');
      await settled();
      expect(loyalty.resource(balances).state).toMatchObject({
        status: 'complete',
        value: { available: 3700 },
      });
    },
  );

  it('adds the reward first at once, then loads the lists again', async () => {
    const again = later<Response>();
    let loads = 0;
    const { loyalty } = await shown({
      [CLAIM]: () => json({ data: CLAIMED, meta: after(3700) }),
      [`GET /v3/profiles/${PROFILE}/rewards`]: () => (++loads > 1 ? again.promise : json({ data: [REWARD] })),
    });
    await claimReward(loyalty, OFFER, 'a');
    const list = loyalty.resource(rewards);
    expect(list.state.status).toBe('pending');
    expect(list.state.value?.owned.map(({ id }) => id)).toEqual([72, 71]);
    again.resolve(json({ data: [CLAIMED, REWARD, { ...REWARD, id: 70 }] }));
    await settled();
    expect(list.state).toMatchObject({ status: 'complete' });
    expect(list.state.value?.owned.map(({ id }) => id)).toEqual([72, 71, 70]);
  });

  it('a refusal has the message of the service, is sent once, and changes nothing', async () => {
    const errors = { reward_definition_id: ['Not enough points.'] };
    const { loyalty, sent } = await shown({
      [CLAIM]: () => json({ message: 'Not enough points.', errors }, 422),
    });
    await expect(claimReward(loyalty, OFFER, 'a')).rejects.toMatchObject({
      code: 'validation',
      message: 'Not enough points.',
      fields: errors,
    });
    expect(sent).toHaveLength(1);
    expect(loyalty.resource(balances).state.value?.available).toBe(BALANCES.points.available);
  });

  it.each([429, 500, 502, 503, 504])('a %i is never repeated on its own', async (status) => {
    const { loyalty, count } = await shown({ [CLAIM]: () => refusal(status, { 'Retry-After': '0' }) });
    await expect(claimReward(loyalty, OFFER, 'a')).rejects.toMatchObject({ status });
    expect(count(CLAIM)).toBe(1);
  });

  it('a claim with an expired token is repeated with the same idempotency key', async () => {
    let tries = 0;
    const { loyalty, sent } = await shown({
      [CLAIM]: () => (++tries === 1 ? refusal(401) : json({ data: CLAIMED, meta: after(3700) })),
    });
    await claimReward(loyalty, OFFER, 'a');
    const claims = sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/rewards'));
    expect(claims.map(({ headers }) => [headers.authorization, headers['idempotency-key']])).toEqual([
      ['Bearer token-1', 'a'],
      ['Bearer token-2', 'a'],
    ]);
  });

  it('a reward without its definition gets the name of the claimed one', async () => {
    for (const definition of [undefined, null, {}]) {
      const { loyalty } = await shown({
        [CLAIM]: () => json({ data: { ...CLAIMED, definition }, meta: after(3700) }),
      });
      const { reward } = await claimReward(loyalty, OFFER, 'a');
      expect(reward).toMatchObject({ id: 72, name: 'Coffee', code: 'NEW', definitionId: 7 });
      expect(loyalty.resource(balances).state.value?.available).toBe(3700);
    }
  });

  it('a reply that cannot be read is a claim that is done, and the page loads the current state', async () => {
    for (const reply of [{}, { data: null }, { data: { ...CLAIMED, id: '' } }, undefined]) {
      let available = 4200;
      const { loyalty, count } = await shown({
        [CLAIM]: () => {
          available = 3700; // the points are gone, whatever the answer says
          return reply ? json(reply) : json(undefined, 204);
        },
        [BALANCES_ROUTE]: () => json({ data: { points: { available } } }),
      });
      const inFrench = { ...OFFER, languages: { name: 'fr' } };
      expect(await claimReward(loyalty, inFrench, 'a')).toMatchObject({
        reward: { name: 'Coffee', languages: { name: 'fr' }, code: undefined },
        pointsSpent: 500,
      });
      expect(count(CLAIM)).toBe(1);
      await settled();
      expect(loyalty.resource(balances).state).toMatchObject({
        status: 'complete',
        value: { available: 3700 },
      });
    }
  });

  it('the points spent are those of the reply, otherwise the price', async () => {
    for (const [points_spent, expected] of [
      [450, 450],
      [0, 0],
      ['450', 450],
      [null, 500],
      [undefined, 500],
      ['x', 500],
    ]) {
      const data = { ...CLAIMED, points_spent, definition: DEFINITION };
      const { loyalty } = await shown({ [CLAIM]: () => json({ data, meta: after(1) }) });
      expect((await claimReward(loyalty, OFFER, 'a')).pointsSpent).toBe(expected);
    }
  });
});

it('every idempotency key has 128 random bits', () => {
  const names = Array.from({ length: 1_000 }, randomId);
  expect(new Set(names).size).toBe(1_000);
  expect(names.filter((name) => !/^[\da-f]{32}$/.test(name))).toEqual([]);
});
