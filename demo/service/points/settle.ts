import { sql, type CompiledQuery } from 'kysely';
import { compiledStatement } from '../database/compiled-statement.ts';
import { together } from '../database/pipeline.ts';
import { inTransaction } from '../database/transactions.ts';
import type { Database } from '../database/tables.ts';
import { publish } from '../events/publish.ts';
import { payDebts } from './debts.ts';
import { lockBalance } from './balance-account.ts';
import { processEarnings } from './points-earned.ts';
import { isOpenTier, publishTierAtRisk, publishTierChange, type TierChange } from '../tiers/tier-changes.ts';

/** Whether points of a profile are due: released or expired, without a ledger entry yet; or whether its tier has to be reassessed. */
const due = (profileId: string) => sql<boolean>`(
  exists (select from pending_points where profile_id = ${profileId} and releases_at <= now())
  or exists (select from point_lots where profile_id = ${profileId} and remaining > 0 and expires_at <= now())
  or exists (select from tier_points where profile_id = ${profileId} and not is_expired and expires_at <= now())
  or exists (select from profile_tiers where profile_id = ${profileId} and reassess_at <= now()))`;

/** Profiles with due points, or whose tier has to be reassessed. */
export async function profilesWithDuePoints(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ profile_id: string }>`
    select profile_id from point_lots where remaining > 0 and expires_at <= now()
    union select profile_id from pending_points where releases_at <= now()
    union select profile_id from tier_points where not is_expired and expires_at <= now()
    union select profile_id from profile_tiers where reassess_at <= now()
    order by 1`.execute(db);
  return rows.map((row) => row.profile_id);
}

/** Writes the entries of due points before they are read: of one profile, or of all. */
export async function settleDue(db: Database, profileId?: string): Promise<void> {
  const due = profileId === undefined ? await profilesWithDuePoints(db) : [profileId];
  for (const id of due) {
    if (profileId !== undefined && !(await isDue(db, id))) continue;
    await (db.isTransaction ? settle(db, id) : inTransaction(db, (work) => settle(work, id)));
  }
}

export async function isDue(db: Database, profileId: string): Promise<boolean> {
  const [row] = await readDue(db, { profileId });
  return row?.due ?? false;
}

interface OfProfile {
  readonly profileId: string;
}

const readDue = compiledStatement<OfProfile, { due: boolean }>(
  ['profileId'],
  ({ profileId }) => sql`select ${due(profileId)} as due`,
);

const lockWithDue = compiledStatement<OfProfile, { available: number; due: boolean }>(
  ['profileId'],
  ({ profileId }) => sql`
    select available, ${due(profileId)} as due
    from point_balances where profile_id = ${profileId} for update`,
);

/** As `lockBalance`, after due points were settled. */
export async function lockSettledBalance(work: Database, profileId: string): Promise<number> {
  const [row] = await lockWithDue(work, { profileId });
  if (row && !row.due) return row.available;
  if (row) await settle(work, profileId);
  return await lockBalance(work, profileId);
}

/** The same in one round trip with a statement that reads under the lock. Returns its rows. */
export async function readUnderLock<Row>(
  work: Database,
  profileId: string,
  reading: CompiledQuery<Row>,
): Promise<Row[]> {
  const [[balance], rows] = await together(work, lockWithDue.of(work, { profileId }), reading);
  if (balance && !balance.due) return rows;
  await lockSettledBalance(work, profileId);
  return (await work.executeQuery(reading)).rows;
}

/** Writes the entries of released and of expired points, in that order: points can expire at the time of their release. */
export async function settle(work: Database, profileId: string): Promise<void> {
  await lockBalance(work, profileId);
  const { rows: released } = await sql<{
    amount: number;
    counted: number;
    reason: string;
    source_type: string | null;
    source_id: string | null;
  }>`
    with released as (
      delete from pending_points where profile_id = ${profileId} and releases_at <= now()
      returning *
    ), lots as (
      insert into point_lots (profile_id, remaining, expires_at, point_definition_id, source_type, source_id)
      select profile_id, amount, expires_at, point_definition_id, source_type, source_id from released where amount > 0
    )
    insert into point_entries
      (id, profile_id, kind, amount, counted, reason, rule, point_definition_id, source_type, source_id, released_at,
        expires_at)
    select id, profile_id, 'earn', amount, counted, reason, rule, point_definition_id, source_type, source_id, releases_at,
      expires_at
    from released order by id
    returning amount, reason`.execute(work);
  if (released.length > 0) await payDebts(work, profileId);
  const { rows: expired } = await sql<{ points: number }>`
    with expired as (
      select id, remaining from point_lots
      where profile_id = ${profileId} and remaining > 0 and expires_at <= now()
    ), emptied as (
      update point_lots set remaining = 0, expired = remaining where id in (select id from expired)
    )
    insert into point_entries (profile_id, kind, amount, reason)
    select ${profileId}, 'expire', -sum(remaining), 'Points expired' from expired
    having sum(remaining) > 0
    returning -amount as points`.execute(work);
  await sql`
    with expired as (
      update tier_points set is_expired = true
      where profile_id = ${profileId} and not is_expired and expires_at <= now()
      returning id, profile_id, value
    )
    insert into tier_point_entries (profile_id, amount, reason, tier_point_id)
    select profile_id, -value, 'Tier points expired', id from expired where value <> 0`.execute(work);
  await processEarnings(work, profileId, released);
  const publishPoints = (trigger: 'points.released' | 'points.expired', points: number) =>
    publish(work, { trigger, namespace: 'loyalty', profileId, payload: { profile_id: profileId, points } });
  if (released.length > 0)
    await publishPoints(
      'points.released',
      released.reduce((sum, { amount }) => sum + amount, 0),
    );
  for (const { points } of expired) await publishPoints('points.expired', points);
  await assignTier(work, profileId);
}

interface Reassessed extends TierChange {
  readonly required: number | null;
  /** The end of a grace period that begins. */
  readonly risk_until: Date | null;
}

/**
 * Sets the tier of a profile. Every point ever earned counts, or those of the qualifying period of a tier; spending never lowers a tier;
 * tier points are added. A member whose points no longer reach the tier keeps it for its grace period, unless `grace` is false. A tier that
 * a user assigned stays until the user assigns null. Publishes a change, except for generated history (`publish: false`).
 */
export async function assignTier(
  work: Database,
  profileId: string,
  { publish: publishes = true, grace = true } = {},
): Promise<void> {
  const { rows } = await sql<Reassessed>`
    with standing as materialized (
      select mine.*, reached_tier(profile_id) as reached from profile_tiers as mine where profile_id = ${profileId}
    ), judged as (
      select standing.*, definition.points_required as required,
        -- A grace period begins when the points have left, also if nothing was running then.
        case when at_risk_since is not null then reassess_at else
          least(coalesce(reassess_at, now()), now()) + coalesce((definition.fields ->> 'grace_days')::integer, 0) * interval '1 day'
        end as grace_ends_at,
        not is_assigned and ${grace}::boolean and ${isOpenTier}
          and definition.points_required > coalesce((select points_required from tier_definitions where id = reached), -1) as falls
      from standing left join tier_definitions as definition on definition.id = tier_definition_id
    ), decided as materialized (
      select judged.*, coalesce(falls and grace_ends_at > now(), false) as keeps,
        case when is_assigned or coalesce(falls and grace_ends_at > now(), false) then tier_definition_id else reached end as after,
        (select (fields ->> 'qualifying_days')::integer from tier_definitions
          where points_required >= coalesce((select points_required from tier_definitions where id = reached), -1)
            and (id = reached or ${isOpenTier})
          order by id = reached, points_required limit 1) as days
      from judged
    )
    update profile_tiers as mine
    set points = points_towards_tier(mine.profile_id, decided.days),
        tier_definition_id = decided.after,
        issued_at = case when decided.after is not distinct from mine.tier_definition_id then mine.issued_at else now() end,
        at_risk_since = case when decided.keeps then coalesce(mine.at_risk_since, now()) end,
        reassess_at = case when mine.is_assigned then null when decided.keeps then decided.grace_ends_at
          else tier_ends_at(mine.profile_id, decided.after) end
    from decided
    where mine.profile_id = decided.profile_id
    returning mine.points, mine.tier_definition_id as after, decided.tier_definition_id as before, decided.required,
      case when decided.keeps and decided.at_risk_since is null then decided.grace_ends_at end as risk_until`.execute(
    work,
  );
  if (!publishes) return;
  for (const change of rows) {
    await publishTierChange(work, profileId, change);
    if (change.risk_until) await publishTierAtRisk(work, profileId, change, change.risk_until);
  }
}
