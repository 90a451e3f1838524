import { sql } from 'kysely';
import {
  benefitDefinitionShape,
  benefitShape,
} from '../../../src/services/contract/shapes/records/incentives.ts';
import type { Database, Row } from '../platform/database/tables.ts';
import { invalid } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import type { Resource } from '../crud/resource.ts';
import { type Values, type Stored, tableOf } from '../crud/tables.ts';
import { findRecord } from '../crud/store.ts';
import { checkIssuable } from '../programme/archived.ts';
import { benefitOffers, offerOf, type BenefitOffer } from './benefit-definitions.ts';
import { stockLeft } from '../rewards/definitions.ts';
import { eligibilityOf, type Eligibility } from '../programme/eligibility.ts';
import { withDefinition, type Definitions } from '../programme/joined.ts';
import { afterDays, endAfterDays } from '../programme/periods.ts';
import { programmeOf } from '../programme/programme.ts';
import { lockSettledBalance } from '../points/settle.ts';
import { spend } from '../points/spend.ts';
import { takeBenefit } from '../rewards/stock.ts';

/** Whose definition a benefit shows. */
export const definitionOfBenefit: Definitions = {
  model: 'benefit-definition',
  field: 'benefit_definition_id',
  shape: benefitDefinitionShape,
  computed: stockLeft,
};

/** Benefits: advantages of a profile that can be used once or several times. */
export const benefit = {
  model: 'benefit',
  shape: benefitShape,
  withRelated: withDefinition(definitionOfBenefit),
  adding: async ({ db }: Pick<KnownCall, 'db'>, values: Values) => {
    const named = String(values['benefit_definition_id']);
    const definition = await findRecord(db, tableOf('benefit-definition'), {}, named);
    checkIssuable(definition, 'benefit_definition_id');
    const isLimited = typeof definition['stock'] === 'number';
    if (isLimited && !(await takeBenefit(db, Number(definition.id)))) throw refused('All gone.');
    return { ...issued(definition, (await programmeOf(db)).timezone), ...values };
  },
} satisfies Omit<Resource, 'id'>;

/** What a benefit begins with, as its definition says. */
function issued(definition: Stored, zone: string): Values {
  return {
    uses_left: Number(definition['uses'] ?? 1),
    released_at: afterDays(definition['release_period']),
    expires_at: endAfterDays(definition['valid_days'] ?? definition['period'], zone),
  };
}

/** What is set aside for a profile needs neither points nor stock; everything else obeys the terms. */
export const benefitEligibility = (offer: BenefitOffer): Eligibility =>
  offer.setAside > 0
    ? eligibilityOf({ ...offer, points_cost: 0, stock: null, claim_limit: null }, offer)
    : eligibilityOf(offer, offer);

/**
 * Issues a benefit to a profile that asks for it. The balance is locked first, as for rewards. Throws 422 with the
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
  const { claimable, message } = benefitEligibility(offer);
  if (!claimable) throw refused(`${message}.`);
  const free = await takeSetAside(work, profileId, definitionId);
  if (!free && offer.stock !== null && !(await takeBenefit(work, Number(offer.id))))
    throw refused('All gone.');
  const points = free ? 0 : offer.points_cost;
  const claimed = await work
    .insertInto('benefits')
    .values({
      ...(issued(offer, (await programmeOf(work)).timezone) as { uses_left: number }),
      profile_id: profileId,
      benefit_definition_id: definitionId,
      points_spent: points,
      claimed_at: sql`now()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await spend(work, {
    ...{ profileId, amount: points, reason: String(offer['name']) },
    source: { type: 'benefit', id: String(claimed.id) },
  });
  return claimed;
}

/** Takes one of what is set aside; false where there is nothing. */
async function takeSetAside(work: Database, profileId: string, definitionId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update allocations set quantity = quantity - 1, updated_at = now()
    where id = (
      select id from allocations
      where profile_id = ${profileId} and benefit_definition_id = ${definitionId} and quantity > 0
      order by id limit 1 for update)`.execute(work);
  return numAffectedRows > 0n;
}

const refused = (message: string) => invalid({ benefit_definition_id: [message] });
