import { integer, text } from '../../transport/read.ts';
import { requireValue } from '../../transport/read-records.ts';

// Rewards of which the customer chooses how many points they cost. Loaded for programmes that have one.

/** An amount of money. */
export interface Worth {
  /** Decimal text, more than zero, such as `12.50`. */
  readonly amount: string;
  /** ISO 4217, such as `EUR`. */
  readonly currency: string;
}

/** What one step of a claim is worth and costs, and how many a claim may have. */
export interface RewardSteps extends Worth {
  /** Points of one step, a whole number from 1. */
  readonly pointsCost: number;
  /** The fewest steps of a claim, from 1. */
  readonly minimum: number;
  /** The most steps of a claim; `undefined`: as many as the points are enough for. */
  readonly maximum: number | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

/**
 * The steps of a reward definition, and the points of its smallest claim; nothing for one without steps.
 * @throws LoyaltyError `bad_response` for a field that is missing or not understood: a default would sell the points for another amount
 */
export function readSteps(definition: Fields): {
  readonly steps?: RewardSteps;
  readonly pointsCost?: number;
} {
  const { points_cost, step_amount, step_currency, minimum_steps, maximum_steps } = definition;
  if (!isGiven(step_amount) && !isGiven(step_currency)) return {};
  const stepCost = requireValue(count(points_cost), 'points_cost', points_cost);
  const minimum = requireValue(
    isGiven(minimum_steps) ? count(minimum_steps) : 1,
    'minimum_steps',
    minimum_steps,
  );
  const maximum = isGiven(maximum_steps)
    ? requireValue(count(maximum_steps, minimum), 'maximum_steps', maximum_steps)
    : undefined;
  return {
    pointsCost: requireValue(count(minimum * stepCost), 'minimum_steps', minimum_steps),
    steps: {
      pointsCost: stepCost,
      minimum,
      maximum,
      ...readMoney('step_', step_amount, step_currency),
    },
  };
}

/**
 * What a claimed reward is worth; nothing for one without an amount.
 * @throws LoyaltyError `bad_response` for an amount or a currency that is not understood
 */
export const readWorth = ({ amount, currency }: Fields): { readonly worth?: Worth } =>
  isGiven(amount) ? { worth: readMoney('', amount, currency) } : {};

/** Millionths, of which an amount of money has no parts. */
const millionths = (amount: string): number => Math.round(Number(amount) * 1e6);

/** Whether a claimed reward is worth so many steps. */
export const isWorth = (
  worth: Worth | undefined,
  { amount, currency }: RewardSteps,
  count: number,
): boolean => worth?.currency === currency && millionths(worth.amount) === millionths(amount) * count;

/** A whole number, not below the least. */
const count = (value: unknown, least = 1): number | undefined => {
  const number = integer(value);
  return number !== undefined && number >= least ? number : undefined;
};

const isAmount = (value: string): boolean => /^\d{1,15}(\.\d{1,6})?$/.test(value) && Number(value) > 0;

function readMoney(prefix: string, amount: unknown, currency: unknown): Worth {
  const decimal = typeof amount === 'number' ? String(amount) : text(amount);
  const code = text(currency);
  return {
    amount: requireValue(decimal && isAmount(decimal) ? decimal : undefined, `${prefix}amount`, amount),
    currency: requireValue(code && /^[A-Z]{3}$/.test(code) ? code : undefined, `${prefix}currency`, currency),
  };
}
