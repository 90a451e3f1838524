import { sql } from 'kysely';
import { rewards } from '../../demo/sample/programme.ts';
import { claimReward, rewardDefinitions } from '../../src/services/contract/endpoints/index.ts';
import { openService, type Answered, type OpenService } from './service-open.ts';
import { pointsOf } from './service-rows.ts';

/** The profile that claims. */
export const mara = 'profile-1002';

/** The id of a definition of the sample programme. */
export const idOf = (handle: string) => 1 + rewards.findIndex((reward) => reward.handle === handle);

/** The service, and functions with which one customer browses and claims. */
export interface Claims {
  readonly service: OpenService;
  /** Token of the customer. */
  readonly token: string;
  claim(definition: string | number, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  /** All definitions that the customer sees. */
  browse(): Promise<Answered['body']>;
  offered(handle: string): Promise<Answered['body']>;
  /** Sets the available points; balance, ledger and lots still agree. */
  setPoints(points: number): Promise<void>;
}

export async function openClaims(): Promise<Claims> {
  const service = await openService();
  const token = await service.tokenOf('1002');
  const browse = async () =>
    (await service.call(rewardDefinitions, { query: '?page[size]=100', token })).body.data;
  return {
    service,
    token,
    browse,
    claim: (definition, headers = {}) =>
      service.call(claimReward, {
        path: { profileId: mara },
        body: { reward_definition_id: typeof definition === 'string' ? idOf(definition) : definition },
        token,
        headers,
      }),
    offered: async (handle) =>
      (await browse()).find((definition: { handle: string }) => definition.handle === handle),
    async setPoints(points) {
      const { balance } = await pointsOf(service.db, mara);
      if (balance !== 0) {
        await sql`update point_lots set remaining = 0 where profile_id = ${mara}`.execute(service.db);
        await sql`insert into point_entries (profile_id, kind, amount, reason)
          values (${mara}, 'expire', ${-balance}, 'Test')`.execute(service.db);
      }
      if (points === 0) return;
      await sql`insert into point_lots (profile_id, remaining) values (${mara}, ${points})`.execute(
        service.db,
      );
      await sql`insert into point_entries (profile_id, kind, amount, reason)
        values (${mara}, 'earn', ${points}, 'Test')`.execute(service.db);
    },
  };
}
