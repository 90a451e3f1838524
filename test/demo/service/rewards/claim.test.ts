import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayOf, endOfDay, plusDays } from '../../../../demo/service/programme/time-zone.ts';
import { profileBalances, profileRewards } from '../../../../src/services/contract/endpoints/index.ts';
import { idOf, mara, openClaims, type Claims } from '../../../support/service-claims.ts';
import type { OpenService } from '../../../support/service-open.ts';
import { pointsOf } from '../../../support/service-rows.ts';

/** The time zone of the sample programme. */
const ZONE = 'Europe/Amsterdam';

describe('claiming a reward', () => {
  let service: OpenService;
  let token: string;
  let claim: Claims['claim'];
  let browse: Claims['browse'];
  let setPoints: Claims['setPoints'];
  beforeAll(async () => void ({ service, token, claim, browse, setPoints } = await openClaims()));
  afterAll(() => service.drop());
  beforeEach(() => setPoints(2_280));

  it('debits the points, issues a reward with a code, and answers the balance', async () => {
    const answer = await claim('stoneware-mug');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          profile_id: mara,
          reward_definition_id: idOf('stoneware-mug'),
          definition: { name: 'Stoneware mug' },
          code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
          points_spent: 800,
          redeemed_at: null,
        },
        meta: { balances: { points: { available: 1_480 } } },
      },
    });
    const asked = await service.call(profileBalances, { path: { profile: mara }, token });
    expect(asked.body.data).toEqual(answer.body.meta.balances);
    const owned = await service.call(profileRewards, { path: { id: mara }, token });
    expect(owned.body.data[0]).toEqual(answer.body.data);
    expect(await pointsOf(service.db, mara)).toEqual({ balance: 1_480, ledger: 1_480, lots: 1_480 });
  });

  it('sets the expiry to the end of the last valid day', async () => {
    const { issued_at, expires_at } = (await claim('free-delivery')).body.data;
    const last = plusDays(dayOf(new Date(issued_at), ZONE), 60);
    expect(Date.parse(expires_at)).toBe(endOfDay(last, ZONE).getTime());
  });

  it('costs no points for a free reward', async () => {
    const answer = await claim('gift-wrapping');
    expect(answer.body).toMatchObject({
      data: { points_spent: 0 },
      meta: { balances: { points: { available: 2_280 } } },
    });
    expect((await claim('gift-wrapping')).body.errors.reward_definition_id).toEqual([
      'You have had this one.',
    ]);
  });

  it('never shows customers unpublished definitions, internal notes, stock or limits', async () => {
    const definitions = await browse();
    expect(definitions.map(({ handle }: { handle: string }) => handle)).not.toContain('summer-draft');
    const owned = await service.call(profileRewards, { path: { id: mara }, token });
    expect(JSON.stringify([definitions, owned.body])).not.toMatch(
      /internal_notes|Twelve chairs|"stock":|claim_limit/,
    );
  });
});
