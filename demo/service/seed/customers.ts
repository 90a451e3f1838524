import { createHash } from 'node:crypto';
import { customers, memberNumber, type SampleCustomer } from '../../sample/customers.ts';
import { histories, type SampleHistory } from '../../sample/history.ts';
import { products } from '../../sample/products.ts';
import { rewards, TIMEZONE } from '../../sample/programme.ts';
import { shop } from '../../sample/shop.ts';
import type { Database, NewRow, Tables } from '../database/tables.ts';
import { assignTier } from '../points/settle.ts';
import { dayOf } from '../programme/time-zone.ts';
import { addRecord } from '../crud/store.ts';
import type { Calendar } from './calendar.ts';
import { dayReached, playHistory, rewardOf, type Played } from './play-history.ts';
import { tableOf } from '../crud/tables.ts';

const ROWS_PER_STATEMENT = 1_000;

export const sampleProfileId = (customerId: string): string => `profile-${customerId}`;

/** Adds the sample customers with their history. Customers that exist already are not changed. */
export async function seedCustomers(
  work: Database,
  calendar: Calendar,
  withRedemptions: boolean,
): Promise<void> {
  const definitions = await work.selectFrom('reward_definitions').select(['id', 'handle']).execute();
  const definitionIds = new Map(definitions.map(({ id, handle }) => [handle, id]));
  for (const customer of customers) {
    const history = histories.find((one) => one.customer === customer.id);
    if (!history || !(await addProfile(work, customer, calendar.happened(history.enrolmentDay)))) continue;
    const profile: SampleProfile = {
      work,
      profileId: sampleProfileId(customer.id),
      history,
      calendar,
      definitionIds,
    };
    const played = playHistory(history, rewards);
    const rewardIds = await addRewards(profile);
    await addPoints(profile, played, rewardIds);
    if (withRedemptions) await addRedemptions(profile, rewardIds);
    await addTier(profile, played);
    await addWishlist(profile);
    if (customer.hasBirthday) await addBirthday(profile);
  }
}

interface SampleProfile {
  readonly work: Database;
  readonly profileId: string;
  readonly history: SampleHistory;
  readonly calendar: Calendar;
  readonly definitionIds: ReadonlyMap<string, number>;
}

async function addProfile(work: Database, customer: SampleCustomer, enrolledAt: Date): Promise<boolean> {
  const profile_id = sampleProfileId(customer.id);
  const { firstName: first_name, lastName: last_name, email } = customer;
  const added = await work
    .insertInto('profiles')
    .values({
      id: profile_id,
      external_id: memberNumber(customer),
      first_name,
      last_name,
      email,
      created_at: enrolledAt,
      updated_at: enrolledAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return false;
  await insertAll(work, 'identities', [
    { profile_id, namespace: shop.platform, value: customer.id, created_at: enrolledAt },
    { profile_id, namespace: 'email', value: email, created_at: enrolledAt },
  ]);
  await insertAll(work, 'point_balances', [{ profile_id }]);
  await insertAll(work, 'profile_tiers', [{ profile_id, tier_definition_id: null, issued_at: enrolledAt }]);
  return true;
}

/** Adds the claimed rewards and returns the reward id of each claim, for the ledger entries. */
async function addRewards({ work, profileId, history, calendar, definitionIds }: SampleProfile) {
  const claims = history.claimed ?? [];
  const rows = claims.map((claim, index) => ({
    profile_id: profileId,
    reward_definition_id: definitionIds.get(claim.reward) ?? 0,
    code: sampleCode(`${history.customer} ${index}`),
    points_spent: rewardOf(claim, rewards).pointsCost,
    issued_at: calendar.happened(claim.day),
    created_at: calendar.happened(claim.day),
    updated_at: calendar.happened(claim.usedDay ?? claim.day),
    expires_at: claim.expiresDay === undefined ? null : calendar.ends(claim.expiresDay),
    redeemed_at: claim.usedDay === undefined ? null : calendar.happened(claim.usedDay),
  }));
  await insertAll(work, 'rewards', rows);
  const added = await work
    .selectFrom('rewards')
    .select(['id', 'code'])
    .where('profile_id', '=', profileId)
    .execute();
  const idByCode = new Map(added.map(({ id, code }) => [code, id]));
  return new Map(claims.map((claim, index) => [claim, idByCode.get(rows[index]?.code ?? '') ?? null]));
}

/** The redemptions of the used rewards, for nothing: their cost was debited by the claim. */
async function addRedemptions(
  { work, profileId: profile_id, history, calendar, definitionIds }: SampleProfile,
  rewardIds: Awaited<ReturnType<typeof addRewards>>,
): Promise<void> {
  const used = (history.claimed ?? []).flatMap(({ usedDay, ...claim }, index) =>
    usedDay === undefined
      ? []
      : [{ at: calendar.happened(usedDay), ...claim, id: [...rewardIds.values()][index] ?? null }],
  );
  for (const { at, reward, id } of used) {
    const dates = { created_at: at, updated_at: at };
    const redemption = await work
      .insertInto('redemptions')
      .values({ profile_id, type: 'reward', total: '0', has_reward: true, redeem_at: at, ...dates })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertAll(work, 'redemption_items', [
      {
        redemption_id: redemption.id,
        profile_id,
        type: 'reward',
        value: 0,
        reward_id: id,
        definition_id: definitionIds.get(reward) ?? null,
        ...dates,
      },
    ]);
  }
}

async function addPoints(
  { work, profileId, history, calendar }: SampleProfile,
  { entries, lots }: Played,
  rewardIds: Awaited<ReturnType<typeof addRewards>>,
): Promise<void> {
  const profile_id = profileId;
  const end = (day: number | undefined) => (day === undefined ? null : calendar.ends(day));
  await insertAll(
    work,
    'point_entries',
    entries.map(({ kind, amount, reason, day, claim }) => ({
      profile_id,
      kind,
      amount,
      reason,
      reward_id: (claim && rewardIds.get(claim)) ?? null,
      created_at: calendar.happened(day),
    })),
  );
  await insertAll(
    work,
    'point_lots',
    lots.map(({ remaining, expiresDay }) => ({ profile_id, remaining, expires_at: end(expiresDay) })),
  );
  await insertAll(
    work,
    'pending_points',
    (history.pending ?? []).map(({ points, reason, releasesDay, expiresDay }) => ({
      profile_id,
      amount: points,
      reason,
      releases_at: calendar.ends(releasesDay),
      expires_at: end(expiresDay),
    })),
  );
}

/** The service assigns the tier; the day on which it was reached comes from the history. */
async function addTier({ work, profileId, calendar }: SampleProfile, played: Played): Promise<void> {
  await assignTier(work, profileId, { publish: false });
  const tier = await work
    .selectFrom('profile_tiers')
    .innerJoin('tier_definitions', 'tier_definitions.id', 'profile_tiers.tier_definition_id')
    .select('points_required')
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  const day = tier && dayReached(tier.points_required, played);
  if (day === undefined) return;
  await work
    .updateTable('profile_tiers')
    .set({ issued_at: calendar.happened(day) })
    .where('profile_id', '=', profileId)
    .execute();
}

async function addWishlist({ work, profileId, history, calendar }: SampleProfile): Promise<void> {
  if (!history.wishlist) return;
  const { id } = await work
    .insertInto('lists')
    .values({ profile_id: profileId, type: 'wishlist', handle: 'wishlist', name: 'Wishlist' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const items = history.wishlist.map(({ product, day }) => ({
    list_id: id,
    profile_id: profileId,
    product_id: products[product]?.id ?? `discontinued-${product}`,
    created_at: calendar.happened(day),
    updated_at: calendar.happened(day),
  }));
  await insertAll(work, 'list_items', items);
}

/** A birthday in this month, and the consent to get e-mail about it. */
async function addBirthday({ work, profileId: profile_id }: SampleProfile): Promise<void> {
  const month = dayOf(new Date(), TIMEZONE).slice(4, 7);
  const birthday = {
    name: 'Birthday',
    handle: 'birthday',
    date: `1979${month}-14`,
    is_recurring: '1',
    written_by: 'staff',
  };
  await addRecord(work, tableOf('profile-date'), { ...birthday, profile_id });
  const consent = { email_opt_in: true, sms_opt_in: false, push_opt_in: false, post_opt_in: false };
  await addRecord(work, tableOf('comms'), { ...consent, handle: 'comms', profile_id });
}

export async function insertAll<Name extends keyof Tables>(
  work: Database,
  table: Name,
  rows: readonly NewRow<Name>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    await work
      .insertInto(table as keyof Tables)
      // Kysely does not relate the rows of `Name` to a table that is known as a type parameter only.
      .values(rows.slice(from, from + ROWS_PER_STATEMENT) as never)
      .execute();
  }
}

const sampleCode = (seed: string): string =>
  (createHash('sha256').update(seed).digest('hex').toUpperCase().slice(0, 12).match(/.{4}/g) ?? []).join('-');
