import * as v from 'valibot';
import { transactionItemShape } from '../../../src/services/contract/commerce/transactions.ts';
import { record } from '../../../src/services/transport/read.ts';
import { rounded } from './amounts.ts';

/** A line of a purchase: each field as far as it could be read. */
export interface PurchaseLine {
  readonly product_id?: string;
  readonly variant_id?: number;
  readonly sku?: string;
  readonly name?: string;
  readonly description?: string;
  /** Above zero. */
  readonly quantity?: number;
  /** Decimal text; below zero for what was given back. */
  readonly price?: string;
  readonly meta?: readonly unknown[];
}

const DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/;
const MAX_QUANTITY = 1_000_000_000;

const { entries } = transactionItemShape.add as unknown as {
  readonly entries: Readonly<Record<string, v.GenericSchema>>;
};

/** Each field of a line: the value as it is stored, undefined where it cannot be read. */
const fields: Readonly<Record<keyof PurchaseLine, (value: unknown) => unknown>> = {
  product_id: (value) => asText('product_id', value),
  variant_id: (value) => checked('variant_id', typeof value === 'string' ? Number(value) : value),
  sku: (value) => asText('sku', value),
  name: (value) => asText('name', value),
  description: (value) => checked('description', value),
  quantity: (value) => {
    const amount = decimalOf(value);
    const isQuantity =
      amount !== undefined && Number(amount) !== 0 && Math.abs(Number(amount)) <= MAX_QUANTITY;
    return isQuantity ? Number(amount) : undefined;
  },
  price: decimalOf,
  meta: (value) => checked('meta', value),
};

/** Tills write codes as numbers. */
const asText = (field: string, value: unknown) =>
  checked(field, typeof value === 'number' && Number.isFinite(value) ? String(value) : value);

function checked(field: string, value: unknown): unknown {
  const schema = entries[field];
  const read = schema && v.safeParse(schema, value);
  return read?.success ? (read.output ?? undefined) : undefined;
}

/** A number, or decimal text, as decimal text. */
function decimalOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? plain(value) : typeof value === 'string' ? value.trim() : '';
  return DECIMAL.test(text) ? text : undefined;
}

/** Without an exponent, and without the rounding error of binary fractions. */
const plain = (value: number): string =>
  value
    .toFixed(Math.abs(value) < 1e9 ? 6 : 0)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

/**
 * Reads the lines of a purchase. Points are calculated from the total, so that a line which cannot be read is no reason to refuse the
 * purchase: its unreadable fields are left out, and a warning names each.
 */
export function readLines(sent: readonly unknown[]): {
  readonly lines: readonly PurchaseLine[];
  readonly warnings: readonly string[];
} {
  const warnings: string[] = [];
  const lines = sent.flatMap((one, index): PurchaseLine[] => {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) {
      warnings.push(`items.${index} is no line, and was left out.`);
      return [];
    }
    const line: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(record(one))) {
      if (value === null || value === undefined) continue;
      const read = Object.hasOwn(fields, name) ? fields[name as keyof PurchaseLine](value) : undefined;
      if (read !== undefined) line[name] = read;
      // What the service answers of a line may be sent again.
      else if (!Object.hasOwn(transactionItemShape.fields, name) || Object.hasOwn(fields, name))
        warnings.push(`items.${index}.${name.slice(0, 64)} could not be read, and was left out.`);
    }
    const stored = withPositiveQuantity(line);
    const { total } = record(one);
    if (decimalOf(total) !== undefined && Number(total) !== totalOfLine(stored))
      warnings.push(`items.${index}.total was left out: it is calculated of quantity and price.`);
    return [stored];
  });
  return { lines, warnings };
}

const totalOfLine = ({ quantity, price }: PurchaseLine): number | undefined =>
  quantity === undefined || price === undefined ? undefined : rounded(quantity * Number(price));

/** A returned product: some tills send a negative quantity, others a negative price. The sign of the quantity moves to the price. */
function withPositiveQuantity({ quantity, price, ...line }: PurchaseLine): PurchaseLine {
  if (quantity === undefined || quantity > 0)
    return { ...line, ...(quantity !== undefined && { quantity }), ...(price !== undefined && { price }) };
  const opposite = price?.startsWith('-') ? price.slice(1) : `-${price}`;
  return { ...line, quantity: -quantity, ...(price !== undefined && { price: opposite }) };
}
