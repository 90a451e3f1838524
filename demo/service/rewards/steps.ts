import { rewardDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import { invalid } from '../api/problem.ts';
import type { Stored, Values } from '../crud/tables.ts';
import type { Database, Row } from '../database/tables.ts';
import { checkDigits, digitsOf } from '../programme/check-money.ts';
import { decimalText, localised, smallestUnits } from '../programme/money.ts';

/** How a definition says that a reward is money per points: ASSUMPTION. */
export type Steps = Pick<
  Row<'reward_definitions'>,
  'points_cost' | 'step_amount' | 'step_currency' | 'minimum_steps' | 'maximum_steps'
>;

/** What a reward is worth: decimal text, and a code of ISO 4217; both null without steps. */
export type Worth = Pick<Row<'rewards'>, 'amount' | 'currency'>;

type Definition = Stored<typeof rewardDefinitionShape, 'reward-definition'>;
type DefinitionValues = Values<typeof rewardDefinitionShape, 'reward-definition'>;

/** Of one step, in smallest units of the currency: with the most steps of a claim, its worth is below 2^53. */
const MAX_STEP_UNITS = 1_000_000_000n;

const OTHERS = ['step_currency', 'minimum_steps', 'maximum_steps'] as const;
const DECIDING = ['points_cost', 'step_amount', ...OTHERS] as const;

/**
 * The values of a definition that is added or changed: `step_amount` with all digits of its currency, and `minimum_steps` 1 by default.
 * Without `step_amount` the others are emptied. Throws 422 for a part of the fields, and for steps that no claim could have.
 */
export async function withValidSteps(
  db: Database,
  before: Partial<Definition>,
  values: DefinitionValues,
): Promise<DefinitionValues> {
  if (!DECIDING.some((field) => field in values)) return values;
  const all = { ...before, ...values };
  const { step_amount: amount, step_currency: currency, maximum_steps: maximum } = all;
  if (isNone(amount)) {
    const alone = OTHERS.find((field) => !isNone(values[field]));
    if (alone) throw invalid({ [alone]: [`The ${alone} field needs step_amount.`] });
    return isNone(before.step_amount)
      ? values
      : { ...values, step_currency: null, minimum_steps: null, maximum_steps: null };
  }
  if (isNone(currency))
    throw invalid({ step_currency: ['The step_currency field is required with step_amount.'] });
  if (all.points_cost === 0)
    throw invalid({ points_cost: ['The points_cost field has to be above 0 with step_amount.'] });
  const minimum = all.minimum_steps ?? 1;
  if (!isNone(maximum) && maximum < minimum)
    throw invalid({ maximum_steps: ['The maximum_steps field cannot be below minimum_steps.'] });
  const digits = await digitsOf(db, currency);
  // The stored amount may have too many digits for another currency.
  checkDigits(rewardDefinitionShape.add, { step_amount: amount }, digits);
  const units = smallestUnits(amount, digits) ?? 0n;
  if (units > MAX_STEP_UNITS)
    throw invalid({
      step_amount: [`The step_amount field is too large: at most ${decimalText(MAX_STEP_UNITS, digits)}.`],
    });
  return { ...values, step_amount: decimalText(units, digits), minimum_steps: minimum };
}

const isNone = (value: unknown): value is null | undefined => value === null || value === undefined;

/** The steps of a claim: those that it names, or else the fewest. Throws 422 for steps that the definition or the balance does not allow. */
export function stepsOfClaim(definition: Steps, available: number, named: number | undefined): number {
  const {
    step_amount: amount,
    points_cost: cost,
    minimum_steps: minimum,
    maximum_steps: maximum,
  } = definition;
  const fewest = minimum ?? 1;
  if (named === undefined) return fewest;
  if (amount === null && named !== 1) throw refused('is only for a reward with steps: leave it out.');
  if (named < fewest) throw refused(`is too small: at least ${fewest}.`);
  if (maximum !== null && named > maximum) throw refused(`is too large: at most ${maximum}.`);
  if (named * cost > available)
    throw refused(`is too large: the points are enough for ${Math.floor(available / cost)}.`);
  return named;
}

const refused = (why: string) => invalid({ steps: [`The steps field ${why}`] });

/** What a reward of so many steps is worth, by default of the fewest. */
export function worthOf(
  { step_amount: amount, step_currency: currency, minimum_steps: minimum }: Steps,
  steps = minimum ?? 1,
): Worth {
  if (amount === null) return { amount: null, currency: null };
  const decimals = amount.split('.')[1]?.length ?? 0;
  return {
    amount: decimalText(BigInt(unitsOf(amount)) * BigInt(steps), { code: currency, decimals }),
    currency,
  };
}

/** An amount in the smallest units of its currency, all of whose digits it has. */
export const unitsOf = (amount: string): number => Number(amount.replace('.', ''));

/** The name of a reward with its worth, for the ledger: `Money off (€12.00)`. */
export const nameWithWorth = (name: string, { amount, currency }: Worth): string =>
  amount === null ? name : `${name} (${localised(amount, currency)})`;
