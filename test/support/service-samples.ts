import * as v from 'valibot';
import { referenceFields, type Reference } from '../../demo/service/crud/reference-fields.ts';
import type { Resource } from '../../demo/service/crud/resource.ts';
import { countryCode } from '../../src/services/contract/kinds.ts';
import type { Fields } from '../../src/services/contract/fields.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const countries = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter((code) =>
  v.is(countryCode.write, code),
);

/** Currencies with two digits, without those of the sample data. */
const currencies = Intl.supportedValuesOf('currency').filter(
  (currency) =>
    !['EUR', 'USD', 'GBP'].includes(currency) &&
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ===
      2,
);

/** Values of every kind. The sample of a field is the first one that it accepts; `n` makes samples different. */
const candidates = (n: number): readonly unknown[] => [
  `sample-${n}`,
  `long-sample-${n}`,
  n,
  1 + (n % 4),
  `${n}.50`,
  `2026-05-${String(1 + (n % 28)).padStart(2, '0')}`,
  `2026-05-${String(1 + (n % 28)).padStart(2, '0')}T10:00:00Z`,
  n % 2 === 0,
  `sample${n}@example.com`,
  `https://example.com/${n}`,
  countries[n % countries.length],
  'pt-BR',
  currencies[n % currencies.length],
  `#${String(100000 + (n % 899999)).slice(0, 6)}`,
  'Europe/Amsterdam',
  `€${n}`.slice(0, 2),
  '0',
  '1',
  '1.5',
  [`sample-${n}`],
  [],
  { sample: n },
  { de: { name: `sample-${n}` } },
];

/** A value that the schema accepts. */
export function sampleOf(schema: v.GenericSchema, n: number): unknown {
  const options = (schema as { options?: readonly unknown[] }).options;
  const found = [...(options ? [options[n % options.length]] : []), ...candidates(n)].find(
    (candidate) => v.safeParse(schema, candidate).success,
  );
  if (found === undefined) throw new Error(`There is no sample of ${schema.expects}.`);
  return found;
}

/** Returns a record that a field may refer to. */
export type Referred = (reference: Reference) => Promise<unknown>;

/** A body that adds a record, with every field that can be written. */
export async function bodyToAdd(
  { shape, model }: Pick<Resource, 'shape' | 'model'>,
  n: number,
  referred: Referred,
): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape.fields as Fields)) {
    if (field.write === 'never') continue;
    const reference = referenceFields[model]?.[name];
    const takesList = Array.isArray(sampleOf(field.kind.write, n));
    if (name === 'parent_id') continue;
    // A name that need not exist, such as a currency, is a value like any other.
    if (!reference?.mustExist)
      body[name] = name === 'password' ? `a long sample ${n}` : sampleOf(field.kind.write, n);
    else body[name] = takesList ? [await referred(reference)] : await referred(reference);
  }
  return body;
}

/** A body that changes every field that can be changed. */
export async function bodyToEdit(resource: Resource, n: number, referred: Referred) {
  const all = await bodyToAdd(resource, n, referred);
  const fields = resource.shape.fields as Fields;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !fields[name]?.write.endsWith('Once')));
}
