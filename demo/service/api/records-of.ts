import * as v from 'valibot';
import { readBody } from './body.ts';

/** The records of a request that is refused as a whole: 422 names each by its place, such as `0.value`. */
export function checkRecords<Schema extends v.GenericSchema>(
  schema: Schema,
  sent: readonly unknown[],
  maxBytes?: number,
): v.InferOutput<Schema>[] {
  const rules = maxBytes === undefined ? {} : { maxBytes };
  return readBody(
    v.array(schema),
    'application/json',
    JSON.stringify(sent),
    rules,
  ) as v.InferOutput<Schema>[];
}
