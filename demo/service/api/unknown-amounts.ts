import { sectionOf } from '../../../src/services/contract/catalogue.ts';
import type { AnySchema } from '../../../src/services/contract/shape.ts';
import { invalid, type FieldErrors } from './problem.ts';
import type { Route } from './route.ts';
import { partsOf } from './schema-parts.ts';

/** Sections whose writes move money or points, or define how much they move. */
const SECTIONS: ReadonlySet<string | undefined> = new Set(['incentives', 'commerce', 'configuration']);

/** Words in the name of a field that holds an amount. */
const WORDS =
  /(^|_)((sub)?totals?|amounts?|values?|prices?|points?|quantity|quantities|qty|counts?|sums?|costs?|balances?|remaining|refunds?|refunded|discounts?|paid|spent|uses|stock|steps?)(_|$)/;
/** Endings of names of something else: `point_definition_id`, `points_expire_at`. */
const OTHER = /_(id|ids|at|until|from|type|ref|name|handle|days|period|definition)$/;

const isAmountName = (name: string): boolean => {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  return WORDS.test(words) && !OTHER.test(words);
};

const isAmount = (value: unknown): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && /^\s*-?\d+([.,]\d+)?\s*$/.test(value));

/**
 * Throws 422 for amounts in a body that the endpoint does not take: ignoring `value` in a return would give all of it back. An amount
 * that the service calculates, such as the `total` of an order, may be sent if the reply has the same one. Call it in the transaction
 * of the write, which is then rolled back. Other unknown fields are ignored.
 */
export function refuseUnknownAmounts(
  route: Pick<Route, 'endpoint' | 'body'>,
  sent: unknown,
  reply: unknown,
): void {
  if (!route.body || !SECTIONS.has(sectionOf(route.endpoint))) return;
  refuseAmountsOutside(route.body, sent, propertyOf(reply, 'data'));
}

/** The same for a body with another schema, and the record that was made of it. */
export function refuseAmountsOutside(schema: AnySchema, sent: unknown, record: unknown): void {
  const errors: Record<string, string[]> = {};
  for (const { field, value, answer } of unknownAmounts(schema, sent, record, [])) {
    if (isAmount(answer) && Number(answer) === Number(value)) continue;
    errors[field] = [
      isAmount(answer)
        ? `The ${field} field is calculated, and is ${answer}: leave it out, or change what it is calculated from.`
        : `There is no field ${field} here, and an amount is not ignored: leave it out, or use the field that is meant.`,
    ];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors satisfies FieldErrors);
}

interface UnknownAmount {
  readonly field: string;
  readonly value: number | string;
  /** What the reply has in its place. */
  readonly answer: unknown;
}

function* unknownAmounts(
  schema: AnySchema,
  sent: unknown,
  answer: unknown,
  path: readonly (string | number)[],
): Generator<UnknownAmount> {
  const { wrapped, entries, item } = partsOf(schema);
  // Such an object keeps every field: the records of a batch are checked one by one, when they are written.
  if (schema.type === 'loose_object' || sent === null || typeof sent !== 'object') return;
  if (wrapped) return yield* unknownAmounts(wrapped, sent, answer, path);
  if (item && Array.isArray(sent)) {
    for (const [index, one] of sent.entries())
      yield* unknownAmounts(item, one, propertyOf(answer, index), [...path, index]);
    return;
  }
  if (!entries) return;
  for (const [name, value] of Object.entries(sent)) {
    const place = [...path, name];
    const known = Object.hasOwn(entries, name) ? entries[name] : undefined;
    if (known) yield* unknownAmounts(known, value, propertyOf(answer, name), place);
    else if (isAmount(value) && isAmountName(name))
      yield { field: place.join('.'), value, answer: propertyOf(answer, name) };
  }
}

const propertyOf = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
