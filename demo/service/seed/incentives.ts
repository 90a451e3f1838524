import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { histories, type SampleHistory } from '../../sample/history.ts';
import {
  achievements,
  benefits,
  ownedBenefits,
  REVIEW_EVENT,
  unclaimedPurchase,
  type SampleAchievement,
} from '../../sample/incentives.ts';
import { rewards, tiers } from '../../sample/programme.ts';
import { achievementTranslations, benefitTranslations } from '../../sample/translations.ts';
import {
  achievementDefinitionTable,
  progressIn,
  type AchievementDefinition,
} from '../achievements/achievement-progress.ts';
import { timestamp } from '../api/formats.ts';
import { benefitDefinitionTable } from '../benefits/benefit-definitions.ts';
import { addRecord } from '../crud/store.ts';
import type { Database } from '../database/tables.ts';
import type { Calendar } from './calendar.ts';
import { insertAll, sampleProfileId } from './customers.ts';
import { isFirstStart } from './first-start.ts';
import { dayReached, playHistory } from './play-history.ts';

/** Adds the sample benefits, achievements and purchases, once. The progress of achievements is computed as the service does it. */
export async function seedIncentives(work: Database, calendar: Calendar): Promise<void> {
  if (!(await isFirstStart(work, 'incentives'))) return;
  const tierRows = await work.selectFrom('tier_definitions').select(['id', 'handle']).execute();
  const tierIds = new Map(tierRows.map(({ id, handle }) => [handle, id]));
  await addBenefits(work, calendar, tierIds);
  await addPurchases(work, calendar);
  for (const achievement of achievements) {
    const definition = await addRecord(work, achievementDefinitionTable, {
      name: achievement.name,
      handle: achievement.handle,
      short_description: achievement.shortDescription,
      translations: achievementTranslations[achievement.handle],
      is_published: true,
      is_permanent: false,
      points_required: achievement.required,
      counted_from: timestamp(new Date(0)),
      ...criterionOf(achievement, tierIds),
    });
    for (const history of histories) await addProgress(work, calendar, { achievement, definition, history });
  }
}

async function addBenefits(
  work: Database,
  calendar: Calendar,
  tierIds: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = new Map<string, number>();
  for (const benefit of benefits) {
    const { id } = await addRecord(work, benefitDefinitionTable, {
      name: benefit.name,
      handle: benefit.handle,
      icon: benefit.icon,
      short_description: benefit.shortDescription,
      description: benefit.description,
      translations: benefitTranslations[benefit.handle],
      points_cost: benefit.pointsCost,
      uses: benefit.uses,
      valid_days: benefit.validDays,
      is_published: true,
      ...(benefit.limit !== undefined && { claim_limit: benefit.limit }),
      ...(benefit.tier !== undefined && { tier_definition_id: tierIds.get(benefit.tier) }),
    });
    ids.set(benefit.handle, id);
  }
  await insertAll(
    work,
    'benefits',
    ownedBenefits.map(({ customer, benefit, day, usesLeft, expiresDay }) => ({
      profile_id: sampleProfileId(customer),
      benefit_definition_id: ids.get(benefit) ?? 0,
      uses_left: usesLeft,
      issued_at: calendar.happened(day),
      claimed_at: calendar.happened(day),
      expires_at: calendar.ends(expiresDay),
    })),
  );
}

const isOrder = ({ reason }: { readonly reason: string }): boolean => reason.startsWith('Order ');
const isReview = ({ reason }: { readonly reason: string }): boolean => reason === 'Review';

/** The orders of the histories, with a euro for each point, the reviews, and a purchase at the till that a customer can claim. */
async function addPurchases(work: Database, calendar: Calendar): Promise<void> {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const orders = histories.flatMap(({ customer, earned }) =>
    earned.filter(isOrder).map(({ reason, points, day }) => ({
      external_id: `${customer}-${reason.toLowerCase().replace(' ', '-')}`,
      profile_id: sampleProfileId(customer),
      total: points,
      transacted_at: calendar.happened(day),
    })),
  );
  const { receipt, total, day } = unclaimedPurchase;
  const till = { external_id: receipt, receipt_ref: receipt, total, transacted_at: calendar.happened(day) };
  await insertAll(
    work,
    'transactions',
    [...orders, { ...till, profile_id: null }].map((purchase) => ({
      receipt_ref: null,
      order_id: null,
      location_id: null,
      currency: 'EUR',
      content_hash: hash(purchase.external_id),
      ...purchase,
    })),
  );
  const reviews = histories.flatMap(({ customer, earned }) =>
    earned.filter(isReview).map(({ day: reviewed }) => ({ customer, reviewed })),
  );
  await insertAll(
    work,
    'achievement_events',
    reviews.map(({ customer, reviewed }, index) => ({
      // Events are numbered from 1: those of the sample history were before.
      event_id: -1 - index,
      profile_id: sampleProfileId(customer),
      trigger: REVIEW_EVENT,
      happened_at: calendar.happened(reviewed),
    })),
  );
}

function criterionOf({ counts, tier }: SampleAchievement, tierIds: ReadonlyMap<string, number>) {
  switch (counts) {
    case 'points':
    case 'purchases':
      return { criterion: counts };
    case 'reviews':
      return { criterion: 'event', criterion_values: [REVIEW_EVENT] };
    case 'tier':
      return { criterion: counts, criterion_tier_definition_id: tierIds.get(tier ?? '') };
  }
}

interface Counted {
  readonly achievement: SampleAchievement;
  readonly definition: AchievementDefinition;
  readonly history: SampleHistory;
}

/** Adds the progress of a customer, with the day on which the achievement was completed. */
async function addProgress(work: Database, calendar: Calendar, counted: Counted): Promise<void> {
  const { achievement, definition, history } = counted;
  const profile_id = sampleProfileId(history.customer);
  const { rows } = await sql<{ points: number }>`
    select ${progressIn(definition, sql`${profile_id}`)} as points`.execute(work);
  const points = rows[0]?.points ?? 0;
  if (points === 0) return;
  const day = dayCompleted(achievement, history);
  await insertAll(work, 'achievement_points', [
    { profile_id, achievement_definition_id: definition.id, value: points, description: 'Counted anew' },
  ]);
  await insertAll(work, 'achievements', [
    {
      profile_id,
      achievement_definition_id: definition.id,
      points,
      completed_at: points >= achievement.required ? calendar.happened(day ?? 0) : null,
    },
  ]);
}

function dayCompleted(
  { counts, required, tier }: SampleAchievement,
  history: SampleHistory,
): number | undefined {
  const played = playHistory(history, rewards);
  const nth = (isCounted: typeof isOrder) => history.earned.filter(isCounted)[required - 1]?.day;
  switch (counts) {
    case 'points':
      return dayReached(required, played);
    case 'purchases':
      return nth(isOrder);
    case 'reviews':
      return nth(isReview);
    case 'tier':
      return dayReached(tiers.find(({ handle }) => handle === tier)?.pointsRequired ?? 0, played);
  }
}
