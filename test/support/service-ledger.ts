import { sql } from 'kysely';
import * as on from '../../src/services/contract/endpoints/index.ts';
import { openService, type Answered, type OpenService } from './service-open.ts';

/** The profile of the ledger tests. */
export const ines = 'profile-1005';

/** The path parameters of the profile. */
export const path = { profile: ines };

/** The service, tokens, and functions that read the balances of the profile. */
export interface Ledger {
  readonly service: OpenService;
  readonly machine: string;
  /** Token of the customer. */
  readonly token: string;
  /** Adds points, by default to the profile of the tests. */
  give(body: Readonly<Record<string, unknown>>): Promise<Answered>;
  balances(): Promise<Answered['body']>;
  tier(): Promise<Answered['body']>;
  /** Profiles whose ledger and balance differ; always empty. */
  wrongBalances(): Promise<unknown[]>;
}

export async function openLedger(): Promise<Ledger> {
  const service = await openService();
  const machine = await service.machineToken();
  const token = await service.tokenOf('1005');
  return {
    service,
    machine,
    token,
    give: (body) => service.call(on.addPoint, { token: machine, body: { profile_id: ines, ...body } }),
    balances: async () => (await service.call(on.profileBalances, { path, token })).body.data.points,
    tier: async () => (await service.call(on.profileTier, { path, token })).body.data,
    async wrongBalances() {
      const { rows } = await sql`
        select profile_id from point_balances as balance
        where available <> (select coalesce(sum(amount), 0) from point_entries as entry
                where entry.profile_id = balance.profile_id)
           or available <> (select coalesce(sum(remaining), 0) from point_lots as lot
                where lot.profile_id = balance.profile_id)
        union all
        select profile_id from profile_tiers as mine
        where extra <> (select coalesce(sum(amount), 0) from tier_point_entries as entry
                where entry.profile_id = mine.profile_id)`.execute(service.db);
      return rows;
    },
  };
}
