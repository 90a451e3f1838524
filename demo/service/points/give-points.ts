import type { TakenLot } from '../database/incentive-tables.ts';
import { sql } from 'kysely';
import { countTowardsAchievements } from '../achievements/achievements.ts';
import { hasCountingDefinitions } from '../achievements/achievement-progress.ts';
import { compiledStatement } from '../database/compiled-statement.ts';
import type { Database } from '../database/tables.ts';
import { eventValueNames, eventValues, eventWithJob, type EventValues } from '../events/publish.ts';
import { earnedEvent } from './points-earned.ts';
import { assignTier } from './settle.ts';
import type { PointSource } from './taking.ts';
import { payDebts } from './debts.ts';
import { lockBalance } from './balance-account.ts';

export interface Giving {
  readonly profileId: string;
  /** Whole points, above 0; 0 where something is counted. */
  readonly value: number;
  /** Points that count towards tiers and achievements, if that is another number. */
  readonly counted?: number;
  readonly reason: string;
  /** The rule that caused them, shown to staff. */
  readonly rule?: string | null;
  readonly definitionId?: number | null;
  readonly source?: PointSource;
  /** Until then the points are pending. */
  readonly releasedAt?: Date | null;
  readonly expiresAt?: Date | null;
}

/** Issues points to a profile: a ledger entry and a lot, or pending points. Returns the id of the entry. */
export async function givePoints(work: Database, giving: Giving): Promise<number> {
  const { profileId, value, counted = value, reason, source, releasedAt = null, expiresAt = null } = giving;
  await lockBalance(work, profileId);
  const origin = {
    profile_id: profileId,
    amount: value,
    counted: counted === value ? null : counted,
    reason,
    rule: giving.rule ?? null,
    point_definition_id: giving.definitionId ?? null,
    ...columnsOf(source),
    expires_at: expiresAt,
  };
  if (releasedAt && releasedAt > new Date()) {
    const { id } = await work
      .insertInto('pending_points')
      .values({ ...origin, releases_at: releasedAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  const event = earnedEvent(profileId, { amount: value, reason });
  const [given] = await give(work, {
    ...eventValues(event),
    profileId,
    value,
    counted: origin.counted,
    reason,
    rule: origin.rule,
    definitionId: origin.point_definition_id,
    sourceType: origin.source_type,
    sourceId: origin.source_id,
    releasedAt,
    expiresAt,
  });
  if (given?.owes) await payDebts(work, profileId);
  if (given?.counts) await countTowardsAchievements(work, profileId, { description: reason });
  await assignTier(work, profileId);
  return given?.id ?? 0;
}

interface GivenValues extends EventValues {
  readonly profileId: string;
  readonly value: number;
  readonly counted: number | null;
  readonly reason: string;
  readonly rule: string | null;
  readonly definitionId: number | null;
  readonly sourceType: string | null;
  readonly sourceId: string | null;
  readonly releasedAt: Date | null;
  readonly expiresAt: Date | null;
}

/** Writes lot, ledger entry and event. A purchase can count towards tiers and achievements without points to spend. */
const give = compiledStatement<
  GivenValues,
  { readonly id: number; readonly owes: boolean; readonly counts: boolean }
>(
  [
    ...eventValueNames,
    'value',
    'counted',
    'reason',
    'rule',
    'definitionId',
    'sourceType',
    'sourceId',
    'releasedAt',
    'expiresAt',
  ],
  (values) => sql`
    with lot as (
      insert into point_lots (profile_id, remaining, expires_at, point_definition_id, source_type, source_id)
      select ${values.profileId}::text, ${values.value}::bigint, ${values.expiresAt}::timestamptz, ${values.definitionId}::bigint,
        ${values.sourceType}::text, ${values.sourceId}::text
      where ${values.value}::bigint > 0
    ), entry as (
      insert into point_entries (profile_id, kind, amount, counted, reason, rule, point_definition_id, source_type, source_id,
        released_at, expires_at)
      values (${values.profileId}::text, 'earn', ${values.value}::bigint, ${values.counted}::bigint, ${values.reason}::text,
        ${values.rule}::text, ${values.definitionId}::bigint, ${values.sourceType}::text, ${values.sourceId}::text,
        ${values.releasedAt}::timestamptz, ${values.expiresAt}::timestamptz)
      returning id
    ), ${eventWithJob(values, sql<boolean>`${values.value}::bigint > 0`)}
    select id, exists (select from point_debts where profile_id = ${values.profileId}::text) as owes,
      ${hasCountingDefinitions} as counts
    from entry`,
);

export interface ReturnedPoints {
  readonly profileId: string;
  /** The lots from which they were debited: points of a lot that has expired since then expire again. */
  readonly lots: readonly TakenLot[];
  readonly reason: string;
  readonly source: PointSource;
}

/** Returns points that were spent. They do not count towards tiers and achievements a second time. */
export async function returnPoints(
  work: Database,
  { profileId, lots, reason, source }: ReturnedPoints,
): Promise<void> {
  const amount = lots.reduce((sum, lot) => sum + lot.amount, 0);
  if (amount === 0) return;
  await lockBalance(work, profileId);
  await addLots(work, profileId, lots);
  await work
    .insertInto('point_entries')
    .values({
      profile_id: profileId,
      kind: 'return',
      amount,
      reason,
      reward_id: null,
      source_type: source.type,
      source_id: source.id,
    })
    .execute();
  await payDebts(work, profileId);
}

async function addLots(
  work: Database,
  profileId: string,
  lots: readonly TakenLot[],
  source?: PointSource,
): Promise<void> {
  await work
    .insertInto('point_lots')
    .values(
      lots.map(({ amount, expires_at, point_definition_id = null }) => ({
        profile_id: profileId,
        remaining: amount,
        expires_at,
        point_definition_id,
        ...columnsOf(source),
      })),
    )
    .execute();
}

const columnsOf = (source: PointSource | undefined) => ({
  source_type: source?.type ?? null,
  source_id: source?.id ?? null,
});
