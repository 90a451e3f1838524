import type { ProductDisplay } from '../../services/index.ts';
import { formatMoney } from '../internal/format-money.ts';
import { localize } from '../internal/texts/messages.ts';

// What an element says about a saved product beside its price. The wishlist loads it with the first product that needs it; its look is in `wishlist-status.ts`.

/** Why the product cannot be bought, or how much less it costs than when it was saved. */
export function statusOf(item: ProductDisplay, language: string | undefined): string | undefined {
  if (item.isGone) return undefined;
  if (item.unavailable)
    return localize(item.unavailable === 'sold-out' ? 'Sold out' : 'This option is no longer sold');
  const less = priceFall(item);
  return (
    less &&
    localize('{price} less than when you saved it', { price: formatMoney(less, item.currency, language) })
  );
}

/** Decimal places of the prices that the service takes. */
const PLACES = 4;

function priceFall({ savedPrice, price }: ProductDisplay): string | undefined {
  const [before, now] = [unitsOf(savedPrice), unitsOf(price)];
  return before === undefined || now === undefined || now >= before ? undefined : amountOf(before - now);
}

/** A price as a whole number of its smallest units: sums and differences of floating-point numbers have wrong digits. */
export function unitsOf(amount: string | undefined): bigint | undefined {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,4})0*)?$/.exec(amount ?? '') ?? [];
  return whole === undefined ? undefined : BigInt(whole + part.padEnd(PLACES, '0'));
}

/** The price of such a number. */
export function amountOf(units: bigint): string {
  const digits = String(units).padStart(PLACES + 1, '0');
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}
