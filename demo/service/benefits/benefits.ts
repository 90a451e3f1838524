import { sql } from 'kysely';
import { benefitDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import { benefitShape } from '../../../src/services/contract/incentives/benefits.ts';
import type { Database, Row } from '../database/tables.ts';
import { invalid } from '../api/problem.ts';
import { defineModel, type Resource } from '../crud/resource.ts';
import { findRecord } from '../crud/store.ts';
import { lockSettledBalance } from '../points/settle.ts';
import { spend } from '../points/spend.ts';
import { checkIssuable } from '../programme/definitions.ts';
import { eligibilityOf, type Eligibility } from '../programme/eligibility.ts';
import { afterDays, endAfterDays } from '../programme/periods.ts';
import { programmeOf } from '../programme/programme.ts';
import { withDefinition, type DefinitionSource } from '../programme/with-definition.ts';
import { stockLeft } from '../rewards/definitions.ts';
import {
  benefitDefinitionResource,
  benefitDefinitionTable,
  benefitOffers,
  offerOf,
  type BenefitDefinition,
  type BenefitOffer,
} from './benefit-definitions.ts';

/** The definition that a benefit shows. */
export const definitionOfBenefit = {
  model: 'benefit-definition',
  field: 'benefit_definition_id',
  shape: benefitDefinitionShape,
  computed: stockLeft,
} as const satisfies DefinitionSource;

/** Benefits: advantages of a profile that can be used once or several times. */
export const benefit = defineModel({
  model: 'benefit',
  shape: benefitShape,
  withRelated: withDefinition(definitionOfBenefit),
  adding: async ({ db }, values) => {
    const named = String(values.benefit_definition_id);
    const definition = await findRecord(db, benefitDefinitionTable, {}, named);
    checkIssuable(definition, 'benefit_definition_id');
    const isLimited = typeof definition.stock === 'number';
    if (isLimited && !(await takeBenefit(db, definition.id))) throw refused('Out of stock.');
    return { ...initialValues(definition, (await programmeOf(db)).timezone), ...values };
  },
});

export const benefitResources: readonly Resource[] = [
  benefitDefinitionResource,
  { id: 'benefits', ...benefit },
  { id: 'profiles.benefits', ...benefit },
];

/** Uses, release and expiry of a new benefit, by its definition. */
const initialValues = (definition: BenefitDefinition, zone: string) => ({
  uses_left: definition.uses ?? 1,
  released_at: afterDays(definition.release_period),
  expires_at: endAfterDays(definition.valid_days ?? definition.period, zone),
});

/** An allocation for the profile needs neither points nor stock; otherwise the terms apply. */
export const benefitEligibility = (offer: BenefitOffer): Eligibility =>
  offer.allocated > 0
    ? eligibilityOf({ ...offer, points_cost: 0, stock: null, claim_limit: null }, offer)
    : eligibilityOf(offer, offer);

/**
 * Issues a benefit that a profile claims. The balance is locked first, as for rewards. Throws 422 with the
 * reason.
 */
export async function claimBenefit(
  work: Database,
  profileId: string,
  definitionId: number,
): Promise<Row<'benefits'>> {
  await lockSettledBalance(work, profileId);
  const row = await benefitOffers(work, profileId).where('records.id', '=', definitionId).executeTakeFirst();
  if (!row) throw refused('There is no such benefit.');
  const offer = offerOf(row);
  const { definition } = offer;
  const { claimable, message } = benefitEligibility(offer);
  if (!claimable) throw refused(`${message}.`);
  const isAllocated = await takeAllocation(work, profileId, definitionId);
  if (!isAllocated && offer.stock !== null && !(await takeBenefit(work, definition.id)))
    throw refused('Out of stock.');
  const points = isAllocated ? 0 : offer.points_cost;
  const claimed = await work
    .insertInto('benefits')
    .values({
      ...initialValues(definition, (await programmeOf(work)).timezone),
      profile_id: profileId,
      benefit_definition_id: definitionId,
      points_spent: points,
      claimed_at: sql`now()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await spend(work, {
    profileId,
    amount: points,
    reason: String(definition.name),
    source: { type: 'benefit', id: String(claimed.id) },
  });
  return claimed;
}

/** Reduces an allocation of a profile by one; false if there is none. */
async function takeAllocation(work: Database, profileId: string, definitionId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update allocations set quantity = quantity - 1, updated_at = now()
    where id = (
      select id from allocations
      where profile_id = ${profileId} and benefit_definition_id = ${definitionId} and quantity > 0
      order by id limit 1 for update)`.execute(work);
  return numAffectedRows > 0n;
}

/** Reduces the limited stock of a benefit by one; false if it is empty. */
async function takeBenefit(work: Database, definitionId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update records set fields = jsonb_set(fields, '{stock}', to_jsonb((fields ->> 'stock')::bigint - 1))
    where id = ${definitionId} and (fields ->> 'stock')::bigint > 0`.execute(work);
  return numAffectedRows > 0n;
}

const refused = (message: string) => invalid({ benefit_definition_id: [message] });
