import { sql } from 'kysely';
import { ledgerShape, pointShape } from '../../../src/services/contract/incentives/points.ts';
import { pointDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import { defineModel, defineResource, type Resource, type ViewContext } from '../crud/resource.ts';
import type { Stored } from '../crud/tables.ts';
import { settingOf } from '../tenant-settings.ts';
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
 * Adds what is calculated for an entry: the balance of its ledger right after it, and what a refund of its purchase would take back. The
 * balance is the sum of all entries up to it: the present one without what was posted later. Entries are never changed, so the balance
 * is not either.
 */
async function withBalance(
  { db }: ViewContext,
  records: readonly Stored<typeof ledgerShape, 'ledger'>[],
): Promise<Stored<typeof ledgerShape, 'ledger'>[]> {
  if (records.length === 0) return [];
  const isOwed = await settingOf(db, 'refunds.spent_points_are_owed');
  const { rows } = await sql<{ id: number; balance: string; refund_takes: number | null }>`
    with page as (
      select * from ledger where id in (${sql.join(records.map(({ id }) => id))})
    ), oldest as (
      select profile_id, min(id) as id from page where type = 'points' group by profile_id
    ), points_after as (
      -- From the balance backwards, so that a page of the newest entries reads no older ones.
      select entry.id, available - sum(entry.amount) over (partition by entry.profile_id order by entry.id desc)
        + entry.amount as balance
      from oldest join point_balances using (profile_id)
      join point_entries as entry on entry.profile_id = oldest.profile_id and entry.id >= oldest.id
    )
    select entry.id, case entry.type
        when 'points' then (select balance from points_after where points_after.id = entry.id)
        when 'tier_points' then (
          select sum(amount) from tier_point_entries as past
          where past.profile_id = entry.profile_id and past.id <= entry.id)
        else (select sum(amount) from credit_entries as past where past.credit_id = entry.account and past.id <= entry.id)
      end as balance,
      case when entry.type = 'points' and entry.source_type = 'transaction' and entry.value > 0 then (
        -- What was taken back for it has the same source. Spent points are taken only if the programme lets them be owed.
        select greatest(0, least(sum(amount), case when ${isOwed}::boolean then sum(amount) else (
          select available from point_balances where profile_id = entry.profile_id) end))
        from point_entries as of_purchase
        where of_purchase.profile_id = entry.profile_id and of_purchase.source_type = 'transaction'
          and of_purchase.source_id = entry.source_id)::bigint
      end as refund_takes
    from page as entry`.execute(db);
  const calculated = new Map(rows.map((row) => [row.id, row]));
  return records.map((record) => {
    const { balance = null, refund_takes = null } = calculated.get(record.id) ?? {};
    return { ...record, balance, refund_takes };
  });
}
