import { sql } from 'kysely';
import { moneySchemas } from '../../../src/services/contract/kinds.ts';
import type { AnySchema } from '../../../src/services/contract/shape.ts';
import { invalid } from '../api/problem.ts';
import { partsOf } from '../api/schema-parts.ts';
import type { Database } from '../database/tables.ts';
import { noCurrency, smallestUnits, type Currency } from './money.ts';

/** Digits of a number in a body: cash registers add in binary fractions, which leave 0.30000000000000004 for 0.30. */
const PLACES = 6;

/**
 * Throws 422 for money with more digits than its currency has: nobody could ever pay or redeem such an amount. `schema` is the schema
 * that checked the body; it says which fields are money, those of lines included.
 */
export async function checkMoney(
  db: Database,
  schema: AnySchema,
  body: unknown,
  currencyOf: () => Promise<string | null | undefined>,
): Promise<void> {
  if (amountsIn(schema, body, []).next().done) return;
  checkDigits(schema, body, await digitsOf(db, (await currencyOf()) ?? null));
}

/** The same for a currency that was read. */
export function checkDigits(schema: AnySchema, body: unknown, currency: Currency): void {
  const named = currency.code ?? 'an amount';
  for (const { field, amount } of amountsIn(schema, body, [])) {
    if (smallestUnits(amount, currency) === undefined)
      throw invalid({
        [field]: [
          `The ${field} field is ${plain(amount)}, but ${named} has at most ${currency.decimals} digits behind the point.`,
        ],
      });
  }
}

/** The code of the currency with the most digits, of this one and the tenant's: for an amount that names no currency. */
export async function currencyWithMostDigits(db: Database, code: string): Promise<string> {
  const { rows } = await sql<{ code: string; decimals: number }>`
    select fields ->> 'code' as code, (fields ->> 'decimals')::integer as decimals from records
    where resource = 'currency' and fields ->> 'decimals' is not null order by decimals desc limit 1`.execute(
    db,
  );
  const [most] = rows;
  return most && most.decimals > (await digitsOf(db, code)).decimals ? most.code : code;
}

/** The currency with a code: its digits are those of the tenant's record, otherwise those of ISO 4217. */
export async function digitsOf(db: Database, code: string | null): Promise<Currency> {
  if (code === null) return noCurrency;
  const { rows } = await sql<{ decimals: number | null }>`
    select (fields ->> 'decimals')::integer as decimals from records
    where resource = 'currency' and fields @> jsonb_build_object('code', ${code}::text) limit 1`.execute(db);
  const digits = rows[0]?.decimals ?? isoDigits(code);
  return { code, decimals: digits };
}

/** Digits behind the point by ISO 4217. */
export const isoDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
  noCurrency.decimals;

interface Amount {
  /** Its path in the body: `items.0.price`. */
  readonly field: string;
  readonly amount: string;
}

function* amountsIn(
  schema: AnySchema,
  value: unknown,
  path: readonly (string | number)[],
): Generator<Amount> {
  if (value === undefined || value === null) return;
  if (moneySchemas.has(schema)) {
    yield {
      field: path.join('.'),
      amount: typeof value === 'number' ? value.toFixed(PLACES) : String(value),
    };
    return;
  }
  const { wrapped, entries, item } = partsOf(schema);
  if (wrapped) yield* amountsIn(wrapped, value, path);
  else if (entries) {
    for (const [name, inner] of Object.entries(entries))
      yield* amountsIn(inner, Reflect.get(Object(value), name), [...path, name]);
  } else if (item && Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* amountsIn(item, one, [...path, index]);
  }
}

/** `1.999000` → `1.999`. */
const plain = (amount: string): string =>
  amount.includes('.') ? amount.replace(/0+$/, '').replace(/\.$/, '') : amount;
