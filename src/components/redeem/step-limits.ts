import type { RewardOffer, RewardSteps, Worth } from '../../services/index.ts';
import { formatMoney } from '../internal/format-money.ts';
import { localize } from '../internal/texts/messages.ts';

// How many steps of a reward a cart and a balance allow. Amounts stay texts and whole numbers, so that no cent is lost in a floating-point
// number.

/** A reward with steps. */
export type SteppedOffer = RewardOffer & { readonly steps: RewardSteps };

export const isStepped = (offer: RewardOffer): offer is SteppedOffer => !!offer.steps;

/** The cart, as the page sets it; `undefined`: not known. */
export interface Cart {
  readonly total: number | string | null | undefined;
  readonly currency: string | null | undefined;
}

/** The steps from which the shopper chooses. Without enough points or too small a cart, the maximum is below the minimum. */
export interface StepLimits {
  readonly minimum: number;
  readonly maximum: number;
}

/** The most steps of a claim in the interface. */
const MOST_STEPS = 1_000_000;

/** The limits by balance, cart and reward. Where none of them is known, there is no choice: a claim has the fewest steps. */
export function stepLimits({ steps }: SteppedOffer, points: number | undefined, cart: Cart): StepLimits {
  const { minimum, maximum = Infinity, pointsCost, amount } = steps;
  const total = totalOf(cart);
  const most = Math.min(
    maximum,
    points === undefined ? Infinity : Math.floor(points / pointsCost),
    total === undefined ? Infinity : timesWithin(amount, total ?? '0'),
  );
  return { minimum, maximum: most === Infinity ? minimum : Math.min(most, MOST_STEPS) };
}

/** The offer with as many steps: its points, and what it is worth. */
export const chooseSteps = (offer: SteppedOffer, count: number): SteppedOffer => {
  const { pointsCost, amount, currency } = offer.steps;
  return {
    ...offer,
    pointsCost: pointsCost * count,
    chosen: { count, worth: { amount: times(amount, count), currency } },
  };
};

/** Why the fewest steps do not fit the cart, as a sentence; `undefined` where they do. */
export function cartObstacle(
  offer: SteppedOffer,
  cart: Cart,
  language: string | undefined,
): string | undefined {
  const { worth } = chooseSteps(offer, offer.steps.minimum).chosen!;
  if (cart.currency && cart.currency.toUpperCase() !== worth.currency)
    return localize('Only for carts in {currency}', { currency: worth.currency });
  const total = totalOf(cart);
  if (total === null) return localize('Couldn’t load this.'); // the console says what is wrong with the attribute
  if (total === undefined || timesWithin(worth.amount, total) > 0) return undefined;
  return Number(total)
    ? localize('Spend {price} more to use it', { price: missingPrice(worth, total, language) })
    : localize('Your cart is empty.');
}

const missingPrice = ({ amount, currency }: Worth, total: string, language: string | undefined): string => {
  const digits = Math.max(digitsOf(amount), digitsOf(total));
  return formatMoney(decimal(scaled(amount, digits) - scaled(total, digits), digits), currency, language);
};

/** The total as decimal text; `undefined` without one, `null` for what is none. */
function totalOf({ total }: Cart): string | null | undefined {
  if (total === undefined || total === null || total === '') return undefined;
  const amount = String(total).trim();
  return /^\d+(\.\d+)?$/.test(amount) ? amount : null;
}

const digitsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;

/** `12.5` with two digits is 1250. */
const scaled = (amount: string, digits: number): bigint =>
  BigInt(amount.replace('.', '') + '0'.repeat(digits - digitsOf(amount)));

/** 1250 with two digits is `12.50`. */
function decimal(value: bigint, digits: number): string {
  const text = String(value).padStart(digits + 1, '0');
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
}

const times = (amount: string, count: number): string => {
  const digits = digitsOf(amount);
  return decimal(scaled(amount, digits) * BigInt(count), digits);
};

/** How many times the amount is in the total, in whole numbers. */
function timesWithin(amount: string, total: string): number {
  const digits = Math.max(digitsOf(amount), digitsOf(total));
  return Number(scaled(total, digits) / scaled(amount, digits));
}
