import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { countOf } from '../../../support/counts.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';
import { purchase } from '../../../support/service-purchases.ts';

const ROUNDS = countOf('CLAIM_RACE_ROUNDS', { share: 5, full: 50 });
const survivor = 'profile-1002';

describe('concurrent claims, merges and purges', () => {
  let service: OpenService;
  let token: string;
  let receipts = 0;
  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  afterAll(() => service.drop());

  const newProfile = async (): Promise<string> =>
    (await service.call(on.addProfile, { token, body: { first_name: 'Race' } })).body.data.id;
  const claim = (profile: string, receipt_ref: string) =>
    service.call(on.addProfileTransactionClaim, {
      token,
      path: { profile },
      body: { receipt_ref, total: 50 },
    });
  const till = (receipt_ref: string) =>
    service.call(on.addTransaction, { token, body: purchase({ receipt_ref, total: 50 }) });
  const merge = (profile: string) =>
    service.call(on.mergeProfiles, { token, path: { profile: survivor }, body: { profiles: [profile] } });
  const purge = (profile: string) => service.call(on.purgeProfile, { token, path: { profile } });
  const ownerOf = async (receipt: string) => {
    const { rows } = await sql<{ owner: string | null }>`
      select profile_id as owner from transactions where receipt_ref = ${receipt}`.execute(service.db);
    return rows[0]?.owner ?? null;
  };

  it(`claims of transactions wait for a merge or answer 404, never 500: ${ROUNDS} rounds of a merge, two claims and a purchase`, async () => {
    const seen = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const loser = await newProfile();
      const [there, early] = [`M-${++receipts}`, `M-${++receipts}`];
      await till(there);
      expect((await claim(loser, early)).status).toBe(200);
      const [merged, bought, ...claims] = await Promise.all([
        merge(loser),
        till(early),
        claim(loser, there),
        claim(loser, `M-${++receipts}`),
      ]);
      expect([merged.status, bought.status]).toEqual([200, 200]);
      for (const { status } of claims) {
        expect([200, 404]).toContain(status);
        seen.add(status);
      }
      // A claim before the merge belongs to the survivor; one after it matches nothing.
      expect(await ownerOf(there)).toBe(claims[0]?.status === 200 ? survivor : null);
      expect(await ownerOf(early)).toBe(survivor);
    }
    expect(service.errors).toEqual([]);
    expect(seen.size).toBeGreaterThan(0);
  });

  it(`claims wait for a purge or answer 404, and purchases of the purged profile cannot be claimed: ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const person = await newProfile();
      const [there, early] = [`P-${++receipts}`, `P-${++receipts}`];
      await till(there);
      await claim(person, early);
      const [purged, bought, claimed] = await Promise.all([purge(person), till(early), claim(person, there)]);
      expect([purged.status, bought.status]).toEqual([204, 200]);
      expect([200, 404]).toContain(claimed.status);
      if (claimed.status === 200) expect(await ownerOf(there)).toMatch(/^purged-/);
      const { body } = await claim(survivor, there);
      expect(body.data.status).toBe(claimed.status === 200 ? 'pending' : 'matched');
    }
    expect(service.errors).toEqual([]);
  });

  it(`the claim of a reward waits for a merge, or the merge for the claim, never 500: ${ROUNDS} rounds`, async () => {
    const definition = (await service.call(on.rewardDefinitions, { token })).body.data[0].id;
    for (let round = 0; round < ROUNDS; round++) {
      const loser = await newProfile();
      await service.call(on.addPoint, { token, body: { profile_id: loser, value: 10_000 } });
      const [merged, claimed] = await Promise.all([
        merge(loser),
        service.call(on.claimReward, {
          token,
          path: { profileId: loser },
          body: { reward_definition_id: definition },
        }),
      ]);
      expect(merged.status).toBe(200);
      expect([200, 404, 422]).toContain(claimed.status);
    }
    expect(service.errors).toEqual([]);
  });
});
