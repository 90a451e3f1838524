import { sql } from 'kysely';
import { customerScopes, issue } from '../../../../demo/service/auth/tokens.ts';
import { seed } from '../../../../demo/service/seed/seed.ts';
import {
  claimReward,
  mergeProfiles,
  purgeProfile,
} from '../../../../src/services/contract/endpoints/index.ts';
import { SECRET, SECRET_KEYS } from '../../../support/database-fresh.ts';
import { idOf } from '../../../support/service-claims.ts';
import type { OpenService } from '../../../support/service-open.ts';

/** Number of answers by status. */
export type Statuses = Readonly<Record<string, number>>;

/**
 * In each round purges one profile and merges two others while all three claim. Every third claim has an idempotency key,
 * whose row belongs to the profile as well.
 */
export async function claimWhilePurging(
  service: OpenService,
  { rounds, claims }: { readonly rounds: number; readonly claims: number },
): Promise<{ readonly claimed: Statuses; readonly ended: Statuses }> {
  const definition = idOf('wreath-evening');
  await sql`
    update reward_definitions set stock = 1000000, points_cost = 1, claim_limit = null where id = ${definition}`.execute(
    service.db,
  );
  await seed(service.db, { secret: SECRET, secretKeys: SECRET_KEYS, profiles: rounds * 3, users: true });
  const staff = await service.machineToken();
  const claimed: Record<string, number> = {};
  const ended: Record<string, number> = {};
  const count = (counts: Record<string, number>, status: number) => {
    counts[status] = (counts[status] ?? 0) + 1;
  };

  async function tokenOf(profileId: string): Promise<string> {
    const { value } = await issue(service.db, { kind: 'customer', profileId, scopes: customerScopes });
    return value;
  }

  async function claimAs(profileId: string, token: string, times: number): Promise<void> {
    const answers = Array.from({ length: times }, (_, at) =>
      service.call(claimReward, {
        path: { profileId },
        token,
        body: { reward_definition_id: definition },
        ...(at % 3 === 0 && { headers: { 'Idempotency-Key': `claim-${profileId}-${at}` } }),
      }),
    );
    for (const { status } of await Promise.all(answers)) count(claimed, status);
  }

  for (let round = 0; round < rounds; round++) {
    const [purged = '', survivor = '', merged = ''] = [1, 2, 3].map((at) => `generated-${round * 3 + at}`);
    const third = Math.ceil(claims / 3);
    // Before the purge: a profile that is gone gets no token.
    const tokens = await Promise.all([purged, survivor, merged].map(tokenOf));
    const claiming = [purged, survivor, merged].map((one, at) => claimAs(one, tokens[at] ?? '', third));
    const ends = [
      service.call(purgeProfile, { path: { profile: purged }, token: staff }),
      service.call(mergeProfiles, {
        path: { profile: survivor },
        token: staff,
        body: { profiles: [merged] },
      }),
    ];
    await Promise.all(claiming);
    for (const { status } of await Promise.all(ends)) count(ended, status);
  }
  return { claimed, ended };
}
