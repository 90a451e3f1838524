import { sql } from 'kysely';
import { ledgerShape } from '../../../src/services/contract/shapes/records/incentives.ts';
import { settleDue } from './settle.ts';
import type { Resource, ViewContext } from '../crud/resource.ts';
import type { Stored } from '../crud/tables.ts';

/** The three books together: points, tier points, and each credit's. */
export const ledger: Omit<Resource, 'id'> = {
  ...{ model: 'ledger', shape: ledgerShape, withRelated: withBalance },
  beforeReading: ({ db, profileId }) => settleDue(db, profileId),
};

/**
 * The balance of an entry's own book right after it: the sum of all up to it. Entries are never changed, so neither is
 * this.
 */
async function withBalance({ db }: ViewContext, records: readonly Stored[]): Promise<Stored[]> {
  if (records.length === 0) return [];
  const { rows } = await sql<{ id: number; balance: string }>`
    select entry.id, case entry.type
        when 'points' then (
          select sum(amount) from point_entries as past
          where past.profile_id = entry.profile_id and past.id <= entry.id)
        when 'tier_points' then (
          select sum(amount) from tier_point_entries as past
          where past.profile_id = entry.profile_id and past.id <= entry.id)
        else (select sum(amount) from credit_entries as past where past.credit_id = entry.account and past.id <= entry.id)
      end as balance
    from ledger as entry where entry.id in (${sql.join(records.map(({ id }) => id))})`.execute(db);
  const balances = new Map(rows.map(({ id, balance }) => [id, balance]));
  return records.map((record) => ({ ...record, balance: balances.get(Number(record.id)) ?? null }));
}
