import * as v from 'valibot';
import { sampleOf } from '../../../../support/service-samples.ts';

/** Parts of a valibot schema that determine a sample. */
interface Parts {
  readonly type: string;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly wrapped?: v.GenericSchema;
  readonly item?: v.GenericSchema;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  /** The schema of the records of a batch. */
  readonly record?: v.GenericSchema;
}

export interface Sampling {
  /** A number that makes samples different. */
  readonly number: number;
  /** Includes optional fields. */
  readonly whole: boolean;
  /** A value for a field by its name, when its kind is not enough: null leaves it out, undefined uses its kind. */
  readonly named: (name: string) => Promise<unknown>;
}

const OPTIONAL = new Set(['nullish', 'optional', 'exact_optional']);

/** Fields that are left out, because they would make a record its own ancestor. */
const LEFT_OUT = new Set(['parent_id']);

/** A value that a schema accepts, with all nested values. */
export async function sampleFor(schema: v.GenericSchema, sampling: Sampling): Promise<unknown> {
  const parts = schema as unknown as Parts;
  if (parts.record && parts.type === 'array') return [await sampleFor(parts.record, sampling)];
  if (parts.wrapped) return sampleFor(parts.wrapped, sampling);
  if (parts.entries) return sampleEntries(parts.entries, sampling);
  if (parts.item) return [await sampleFor(parts.item, sampling)];
  if (parts.type === 'union' || parts.type === 'variant')
    return sampleFor(parts.options?.[0] as v.GenericSchema, sampling);
  if (parts.type === 'literal') return parts.literal;
  if (parts.type === 'number') return numberFor(schema, sampling.number);
  return sampleOf(schema, sampling.number);
}

/** A number within the limits of a schema, a different one for each sample if the limits allow it. */
function numberFor(schema: v.GenericSchema, number: number): number {
  const fits = (candidate: number) => v.safeParse(schema, candidate).success;
  const found = [number, 1 + (number % 20), ...Array(1_000).keys()].find(fits);
  if (found === undefined) throw new Error('There is no sample of a number.');
  return found;
}

async function sampleEntries(
  entries: Readonly<Record<string, v.GenericSchema>>,
  sampling: Sampling,
): Promise<Record<string, unknown>> {
  const sample: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(entries)) {
    const optional = OPTIONAL.has(schema.type);
    if (optional && (!sampling.whole || LEFT_OUT.has(name))) continue;
    const value = await sampling.named(name);
    if (value === null || (value === undefined && optional && name.endsWith('_id'))) continue;
    sample[name] = value ?? (await sampleFor(schema, sampling));
  }
  return sample;
}
