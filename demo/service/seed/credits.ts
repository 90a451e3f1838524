import { sql } from 'kysely';
import { creditDefinitions, credits, type SampleCredit } from '../../sample/credits.ts';
import { addRecord } from '../crud/store.ts';
import { tableOf } from '../crud/tables.ts';
import type { Database } from '../database/tables.ts';
import { randomCode } from '../rewards/issue-reward.ts';
import type { Calendar } from './calendar.ts';
import { sampleProfileId } from './customers.ts';

const CURRENCY = 'EUR';
const NUMBER_CHARACTERS = 16;
const SECURITY_CODE_CHARACTERS = 8;

/** Adds the credits of the sample customers with what was spent of them, unless their definitions exist already. */
export async function seedCredits(work: Database, calendar: Calendar): Promise<void> {
  const definitions = tableOf('credit-definition');
  const existing = await work
    .selectFrom('records')
    .select('id')
    .where('resource', '=', 'credit-definition')
    .where(sql<boolean>`fields ->> 'handle' = any(${creditDefinitions.map(({ handle }) => handle)})`)
    .execute();
  const currency = await work
    .selectFrom('records')
    .select('id')
    .where('resource', '=', 'currency')
    .where(sql<boolean>`fields ->> 'code' = ${CURRENCY}`)
    .executeTakeFirst();
  if (existing.length || !currency) return;
  const ids = new Map<string, number>();
  for (const { handle, name, shortDescription } of creditDefinitions) {
    const definition = await addRecord(work, definitions, {
      handle,
      name,
      short_description: shortDescription,
      currency_id: currency.id,
      is_published: true,
      is_archived: false,
      period_type: 'day',
      release_period_type: 'day',
    });
    ids.set(handle, Number(definition.id));
  }
  for (const credit of credits) await addCredit(work, calendar, credit, ids.get(credit.definition) ?? 0);
}

async function addCredit(
  work: Database,
  calendar: Calendar,
  credit: SampleCredit,
  definitionId: number,
): Promise<void> {
  const { name, value, lock } = credit;
  const end = (day: number | undefined) => (day === undefined ? null : calendar.ends(day));
  const profile_id = sampleProfileId(credit.customer);
  const issued = calendar.happened(credit.issuedDay);
  const definitionName = creditDefinitions.find(({ handle }) => handle === credit.definition)?.name;
  const { id } = await work
    .insertInto('credits')
    .values({
      profile_id,
      credit_definition_id: definitionId,
      value_initial: value,
      credit_number: randomCode(NUMBER_CHARACTERS),
      security_code: randomCode(SECURITY_CODE_CHARACTERS),
      issued_at: issued,
      released_at: end(credit.releasesDay),
      expires_at: end(credit.expiresDay),
      locked: lock !== undefined,
      lock_expires_at: end(lock?.expiresDay),
      fields: JSON.stringify({ name: name ?? definitionName }),
      created_at: issued,
      updated_at: issued,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entry = { credit_id: id, profile_id };
  await work
    .insertInto('credit_entries')
    .values({ ...entry, kind: 'issue', amount: value, reason: 'Credit issued', created_at: issued })
    .execute();
  for (const { day, amount } of credit.spent ?? []) {
    const at = calendar.happened(day);
    await work
      .insertInto('credit_entries')
      .values({ ...entry, kind: 'redeem', amount: `-${amount}`, reason: 'Credit redeemed', created_at: at })
      .execute();
    const redemption = await work
      .insertInto('redemptions')
      .values({
        profile_id,
        type: 'credit',
        total: amount,
        currency: CURRENCY,
        has_credit: true,
        redeem_at: at,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await work
      .insertInto('redemption_items')
      .values({
        redemption_id: redemption.id,
        profile_id,
        type: 'credit',
        value: Math.round(Number(amount) * 100),
        amount,
        credit_id: id,
        definition_id: definitionId,
        created_at: at,
        updated_at: at,
      })
      .execute();
  }
}
