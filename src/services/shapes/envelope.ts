import * as v from 'valibot';

/** One record (spec 4.1). */
export const data = <const Schema extends v.GenericSchema>(schema: Schema) => v.looseObject({ data: schema });
export interface Data<T> {
  readonly data: T;
}

/** Paging of browse replies: ASSUMPTION G7. */
export const pageMeta = v.looseObject({
  current_page: v.number(),
  last_page: v.number(),
  per_page: v.number(),
  total: v.number(),
});
export type PageMeta = v.InferOutput<typeof pageMeta>;

/** Several records; `meta` only where the reply is paged. */
export const page = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.looseObject({ data: v.array(schema), meta: v.optional(pageMeta) });
export interface Page<T> {
  readonly data: readonly T[];
  readonly meta?: PageMeta;
}

/** Error bodies (spec 7). */
export const errorBody = v.looseObject({
  message: v.string(),
  errors: v.optional(v.record(v.string(), v.array(v.string()))),
});
export type ErrorBody = v.InferOutput<typeof errorBody>;
