import { sql } from 'kysely';
import { ledgerShape, pointShape } from '../../../src/services/contract/incentives/points.ts';
import { pointDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import { defineModel, defineResource, type Resource, type ViewContext } from '../crud/resource.ts';
import type { Stored } from '../crud/tables.ts';
import { settleDue } from './settle.ts';

/** The entries of the ledgers of points, of tier points, and of each credit together. */
const ledger = defineModel({
  model: 'ledger',
  shape: ledgerShape,
  withRelated: withBalance,
  beforeReading: ({ db, profileId }) => settleDue(db, profileId),
});

/** Entries of the ledger of points. */
const point = defineModel({
  model: 'point',
  shape: pointShape,
  without: ['add'],
  beforeReading: ({ db, profileId }) => settleDue(db, profileId),
});

export const ledgerResources: readonly Resource[] = [
  defineResource({
    id: 'points.definitions',
    model: 'point-definition',
    shape: pointDefinitionShape,
    // Hidden until it is complete.
    defaults: { is_published: false },
  }),
  { id: 'points', ...point },
  { id: 'profiles.points', ...point },
  { id: 'ledgers', ...ledger },
  { id: 'profiles.ledgers', ...ledger },
];

/**
 * The balance of an entry's ledger right after the entry: the sum of all entries up to it. Entries are never changed, so
 * the balance is not either.
 */
async function withBalance(
  { db }: ViewContext,
  records: readonly Stored<typeof ledgerShape, 'ledger'>[],
): Promise<Stored<typeof ledgerShape, 'ledger'>[]> {
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
  return records.map((record) => ({ ...record, balance: balances.get(record.id) ?? null }));
}
