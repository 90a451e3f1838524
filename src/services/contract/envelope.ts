import * as v from 'valibot';
import { about, reply, type AnySchema, type AnyShape } from './shape.ts';

/** The type of the `data` of a reply: a shape, whose records are sent, or any other schema. */
type Content = AnySchema | Pick<AnyShape, 'fields' | 'record'>;
type ContentOf<C extends Content> = v.InferOutput<
  C extends { readonly record: infer Schema extends AnySchema } ? Schema : Extract<C, AnySchema>
>;
const schemaOf = (content: Content): AnySchema => ('fields' in content ? content.record : content);

/** One record (spec 4.1). */
export const data = <C extends Content>(content: C) =>
  v.looseObject({ data: schemaOf(content) }) as v.GenericSchema<unknown, Data<ContentOf<C>>>;
export interface Data<T> {
  readonly data: T;
}

/** A record that was stored, and sentences on what of the request was not understood or has had no effect: ASSUMPTION. */
export const withWarnings = <C extends Content>(content: C) =>
  v.looseObject({
    data: schemaOf(content),
    warnings: v.optional(v.array(v.string())),
  }) as v.GenericSchema<unknown, Warned<ContentOf<C>>>;
export interface Warned<T> extends Data<T> {
  readonly warnings?: readonly string[] | undefined;
}

export const pageMeta = reply('PageMeta', {
  [about]: 'Paging of browse replies.',
  current_page: v.number(),
  last_page: v.number(),
  per_page: v.number(),
  total: v.number(),
});
export type PageMeta = v.InferOutput<typeof pageMeta>;

export const pageLinks = reply('PageLinks', {
  [about]:
    'URLs of the other pages; a client requests pages by number and never follows these to another host.',
  first: v.nullish(v.string()),
  last: v.nullish(v.string()),
  prev: v.nullish(v.string()),
  next: v.nullish(v.string()),
});
export type PageLinks = v.InferOutput<typeof pageLinks>;

/** Several records; `links` and `meta` only where the reply is paged. */
export const page = <C extends Content>(content: C) =>
  v.looseObject({
    data: v.array(schemaOf(content)),
    links: v.nullish(pageLinks),
    meta: v.nullish(pageMeta),
  }) as v.GenericSchema<unknown, Page<ContentOf<C>>>;
export interface Page<T> {
  readonly data: readonly T[];
  readonly links?: PageLinks | null | undefined;
  readonly meta?: PageMeta | null | undefined;
}

/** What one batch takes: more records, or bytes of its body, belong into an import. ASSUMPTION. */
export const MAX_RECORDS = 1_000;
export const MAX_BATCH_BYTES = 5 * 1024 * 1024;

/**
 * The array that a batch takes (spec 1 rule 8). Only that it is one is checked when it arrives: each record is checked
 * later, by its own schema, and a bad one does not undo the good ones.
 */
export const records = <const Schema extends v.GenericSchema>(record: Schema): RecordsSchema<Schema> =>
  Object.assign(v.pipe(v.array(v.looseObject({})), v.maxLength(MAX_RECORDS)), { record }) as never;
export type Records<T> = readonly T[];
export type RecordsSchema<Schema extends v.GenericSchema> = v.GenericSchema<
  Records<v.InferInput<Schema>>,
  Record<string, unknown>[]
> & {
  /** What each record has to be. */
  readonly record: Schema;
};

/** Error bodies (spec 7). */
export const errorBody = v.looseObject({
  message: v.string(),
  errors: v.optional(v.record(v.string(), v.array(v.string()))),
});
export type ErrorBody = v.InferOutput<typeof errorBody>;
