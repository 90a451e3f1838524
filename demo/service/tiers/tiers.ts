import { sql } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { timestamp } from '../api/formats.ts';
import { translatedBy } from '../languages/in-language.ts';
import { settingOf } from '../tenant-settings.ts';
import { isOpenTier } from './tier-changes.ts';

const DAY_MS = 86_400_000;

/** A profile's tier, the next tier, and the points that it requires. */
export async function tierOf(db: Database, profileId: string) {
  const mine = await db
    .selectFrom('profile_tiers')
    .selectAll()
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  const definitions = await db
    .selectFrom('tier_definitions')
    .selectAll()
    .select(isOpenTier.as('is_open'))
    .orderBy('points_required')
    .execute();
  const isReached = ({ points_required: from, is_open: isOpen }: (typeof definitions)[number]) =>
    isOpen && from <= (mine?.points ?? 0);
  // Points of a new member are not counted yet, but a tier that begins at 0 points is reached.
  const reached =
    mine?.tier_definition_id === null && !mine.is_assigned
      ? definitions.findLast(isReached)
      : definitions.find(({ id }) => id === mine?.tier_definition_id);
  // The next tier is above both the points and the assigned tier.
  const beyond = Math.max(mine?.points ?? 0, reached?.points_required ?? 0);
  const next = definitions.find(({ points_required: from, is_open: isOpen }) => isOpen && from > beyond);
  const endsAt = endOf(mine, reached);
  return {
    points: mine?.points ?? 0,
    issued_at: timestamp(mine?.issued_at ?? null),
    definition: reached ? tierView(reached) : null,
    next: next ? tierView(next) : null,
    ends_at: timestamp(endsAt),
    points_to_keep: endsAt && reached ? await pointsToKeep(db, profileId, reached.id, endsAt) : null,
    is_at_risk:
      endsAt !== null &&
      ((mine?.at_risk_since ?? null) !== null || endsAt <= within(await settingOf(db, 'notices.days'))),
  };
}

/** When the tier ends without further points, its grace period included. */
function endOf(
  mine: Row<'profile_tiers'> | undefined,
  tier: Row<'tier_definitions'> | undefined,
): Date | null {
  if (!mine?.reassess_at || !tier) return null;
  const graceDays = mine.at_risk_since ? 0 : Number(tier.fields['grace_days'] ?? 0);
  return new Date(mine.reassess_at.getTime() + graceDays * DAY_MS);
}

/** Points without which fewer than the tier requires are left when it ends: others expire or leave its period until then. */
async function pointsToKeep(db: Database, profileId: string, tierId: number, endsAt: Date): Promise<number> {
  const { rows } = await sql<{ missing: number }>`
    with definition as (
      select points_required, (fields ->> 'qualifying_days')::integer as days from tier_definitions where id = ${tierId}
    ), leaving as (
      select value, earned_at + days * interval '1 day' as leaves_at
      from definition, counted_points(${profileId}, now() - days * interval '1 day')
      union all
      select value, least(expires_at, earned_at + days * interval '1 day')
      from definition, tier_points where profile_id = ${profileId} and not is_expired
    )
    select greatest(0, points_required - points_towards_tier(${profileId}, days)
      + coalesce((select sum(value) from leaving where leaves_at > now() and leaves_at <= ${endsAt}), 0))::bigint as missing
    from definition`.execute(db);
  return rows[0]?.missing ?? 0;
}

const within = (days: readonly number[]): Date => new Date(Date.now() + Math.max(...days) * DAY_MS);

function tierView({
  id,
  name,
  handle,
  points_required,
  primary_colour,
  description,
  fields: { translations },
}: Row<'tier_definitions'>) {
  return {
    id,
    name,
    handle,
    points_required,
    primary_colour,
    description,
    ...translatedBy(translations),
  };
}
