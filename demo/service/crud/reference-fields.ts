import { contracts } from '../../../src/services/contract/catalogue.ts';
import type { Field, Fields, Reference } from '../../../src/services/contract/fields.ts';
import { nameOf, type AnySchema } from '../../../src/services/contract/shape.ts';

export type { Reference };

type References = Readonly<Record<string, Reference>>;

/** Schemas that show records of other models, or lines that are stored as parts of a record. */
const VIEWS: readonly string[] = [
  'found-profile',
  'loose-order-item',
  'shared-list',
  'redemption-profile',
  'redemption-location',
  'redemption-transaction',
  'redemption-transaction-location',
  'redemption-item',
];

/** References in columns that no shape shows. */
const withoutShape: Readonly<Record<string, References>> = {
  'profile-tier': { tier_definition_id: { model: 'tier-definition', by: ['id'], mustExist: true } },
  redemption: { currency: { model: 'currency', by: ['code'], mustExist: false } },
};

/** The fields of every model, by the shapes of the catalogue: the shape `OrderItem` is the one of the model `order-item`. */
export const shapesByModel: ReadonlyMap<string, Fields> = new Map(
  contracts
    .flatMap(({ body, reply }) => [...shapesIn(body), ...shapesIn(reply)])
    .filter(([model]) => !VIEWS.includes(model)),
);

/**
 * References between records, by model and field, as the shapes declare them (`refersTo`, `mayName`, `containing`). A field inside of
 * another is `settings.reward_definition_id`. Writes check that a record exists where it must; deletions, that no record names it.
 */
export const referenceFields: Readonly<Record<string, References>> = declared();

/** Models whose records can be deleted while others name them, and why. */
export const deletableWhileReferenced: ReadonlyMap<string, string> = new Map([
  ['profile', 'Purging a profile deletes or reassigns everything about it.'],
  ['product', 'Purchases and orders keep name and price, lists show it as discontinued.'],
  ['product-variant', 'Purchases and orders keep name and price.'],
  ['import', 'Its jobs keep their numbers and errors.'],
]);

function declared(): Record<string, References> {
  const found: Record<string, References> = { ...withoutShape };
  for (const [model, fields] of shapesByModel) {
    const own = Object.fromEntries(Object.entries(fields).flatMap(referencesOf));
    if (Object.keys(own).length > 0) found[model] = { ...own, ...found[model] };
  }
  return found;
}

function referencesOf([name, { refersTo, contains = {} }]: [string, Field]): [string, Reference][] {
  const inside = Object.entries(contains).map(([field, model]): [string, Reference] => [
    `${name}.${field}`,
    { model, by: ['id'], mustExist: true },
  ]);
  return refersTo ? [[name, refersTo], ...inside] : inside;
}

/** The shapes of a schema and of the schemas inside it, by the names of their models. */
function* shapesIn(schema: unknown): Generator<[string, Fields]> {
  if (typeof schema !== 'object' || schema === null || !('type' in schema)) return;
  const { name = '', shape } = nameOf(schema as AnySchema) ?? {};
  if (shape) yield [modelOf(name), shape.fields];
  const { wrapped, item, entries = {}, options = [] } = schema as Parts;
  for (const one of [wrapped, item, ...Object.values(entries), ...options]) yield* shapesIn(one);
}

/** `OrderItemAdd` → `order-item`. */
function modelOf(name: string): string {
  const words = name.replace(/(Add|Edit)$/, '').replace(/([a-z])([A-Z])/g, '$1-$2');
  return words.toLowerCase();
}

/** What schemas of valibot contain, which have no common type. */
interface Parts {
  readonly wrapped?: unknown;
  readonly item?: unknown;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly options?: readonly unknown[];
}
