import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimReward, rewardDefinitions } from '../../../../src/services/contract/endpoints/index.ts';
import { idOf, mara, openClaims, type Claims } from '../../../support/service-claims.ts';
import type { OpenService } from '../../../support/service-open.ts';
import { pointsOf } from '../../../support/service-rows.ts';

describe('claiming a reward', () => {
  let service: OpenService;
  let claim: Claims['claim'];
  let browse: Claims['browse'];
  let offered: Claims['offered'];
  let setPoints: Claims['setPoints'];
  beforeAll(async () => void ({ service, claim, browse, offered, setPoints } = await openClaims()));
  afterAll(() => service.drop());
  beforeEach(() => setPoints(2_280));

  describe('answers 422 with the reason that browsing shows', () => {
    it.each<[string, string, string, number]>([
      ['workshop-in-lisbon', 'points', '3,720 points to go', 2_280],
      ['five-off', 'points', '1 point to go', 499],
      ['linen-apron', 'stock', 'Out of stock', 9_000],
      ['spring-bundle', 'dates', 'Available from ', 9_000],
    ])('%s: %s', async (handle, reason, message, points) => {
      await setPoints(points);
      const { eligibility } = await offered(handle);
      expect(eligibility).toEqual({ claimable: false, reason, message: expect.stringContaining(message) });
      const answer = await claim(handle);
      expect(answer).toMatchObject({
        status: 422,
        body: { message: expect.any(String), errors: { reward_definition_id: [`${eligibility.message}.`] } },
      });
      expect(await pointsOf(service.db, mara)).toMatchObject({ balance: points, ledger: points });
    });

    it('a tier', async () => {
      const noor = await service.tokenOf('1001');
      const { body } = await service.call(rewardDefinitions, { query: '?page[size]=100', token: noor });
      const dinner = body.data.find(({ handle }: { handle: string }) => handle === 'keepers-table');
      expect(dinner.eligibility).toEqual({
        claimable: false,
        reason: 'tier',
        message: 'For Lighthouse members',
      });
      const answer = await service.call(claimReward, {
        path: { profileId: 'profile-1001' },
        body: { reward_definition_id: dinner.id },
        token: noor,
      });
      expect(answer.body.errors).toEqual({ reward_definition_id: ['For Lighthouse members.'] });
    });

    it('a limit', async () => {
      await setPoints(9_000);
      expect((await claim('early-access')).status).toBe(200);
      expect((await offered('early-access')).eligibility).toMatchObject({ reason: 'limit' });
      expect((await claim('early-access')).status).toBe(422);
    });

    it('all others can be claimed', async () => {
      await setPoints(100_000);
      const claimable = (await browse()).filter(
        ({ eligibility }: { eligibility: { claimable: boolean } }) => eligibility.claimable,
      );
      expect(claimable.length).toBeGreaterThan(4);
      for (const { id, eligibility } of claimable) {
        expect(eligibility).toEqual({ claimable: true, reason: null, message: null });
        expect((await claim(id)).status).toBe(200);
      }
    });
  });

  it.each([0, -1, 999_999, 2 ** 53, 1e300, idOf('summer-draft')])(
    'answers 422 for definition %d, which customers do not see',
    async (id) => {
      expect(await claim(id)).toMatchObject({
        status: 422,
        body: { errors: { reward_definition_id: ['There is no such reward.'] } },
      });
    },
  );
});
