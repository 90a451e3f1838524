import type { Database, Row } from '../platform/database/tables.ts';
import { timestamp } from '../api/formats.ts';
import { isOpenTier } from './tier-changes.ts';

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
  return {
    points: mine?.points ?? 0,
    issued_at: timestamp(mine?.issued_at ?? null),
    definition: reached ? tierView(reached) : null,
    next: next ? tierView(next) : null,
  };
}

function tierView({
  id,
  name,
  handle,
  points_required,
  primary_colour,
  description,
}: Row<'tier_definitions'>) {
  return { id, name, handle, points_required, primary_colour, description };
}
