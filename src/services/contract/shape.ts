import * as v from 'valibot';
import type { Field, Fields, Presence } from './fields.ts';
import { objectOnly, type AnySchema } from './kinds.ts';

export type { AnySchema } from './kinds.ts';

// The fields of records that the interface does not show: ASSUMPTION. What operations take and answer, where it is not shown:
// ASSUMPTION. `shown` says which schemas the interface shows; the API document marks the others with `x-assumption`.

/** What the API document says about a schema. */
export interface Named {
  /** Its component: `Order`, `OrderAdd`. */
  readonly name: string;
  readonly text?: string | undefined;
  readonly shown: boolean;
  /** The shape of a record, and which of its schemas this is. */
  readonly shape?: Pick<AnyShape, 'fields' | 'record' | 'sent'> & Partial<AnyShape>;
  readonly part?: 'record' | 'sent' | 'add' | 'edit';
}

/** What the API document says about a schema; `undefined` where it has no name and stands inside others. */
export const nameOf = (schema: AnySchema): Named | undefined => (schema as { named?: Named }).named;

/** Gives a schema a name in the API document, and a description. A pipe of the schema keeps the name. */
export const named = <S extends AnySchema>(name: string, schema: S, text?: string, shown?: 'shown'): S =>
  Object.assign(schema, { named: { name, text, shown: shown === 'shown' } satisfies Named });

/** The key of the description of a schema, the first line in a table of fields. */
export const about: unique symbol = Symbol('about');
export interface About {
  readonly [about]?: string | undefined;
}
type Names<T> = keyof T & string;

type EntriesOf<E extends v.ObjectEntries> = { readonly [N in Names<E>]: E[N] };
/** A named object that a call sends: fields it does not name are dropped (ASSUMPTION). */
export function body<E extends v.ObjectEntries & About>(
  name: string,
  fields: E,
): v.ObjectSchema<EntriesOf<E>, undefined>;
export function body(name: string, { [about]: text, ...entries }: v.ObjectEntries & About): AnySchema {
  return named(name, v.object(entries), text);
}

/** A named object of a reply: fields that the interface does not know are kept. */
export function reply<E extends v.ObjectEntries & About>(
  name: string,
  fields: E,
): v.LooseObjectSchema<EntriesOf<E>, undefined>;
export function reply(name: string, { [about]: text, ...entries }: v.ObjectEntries & About): AnySchema {
  return named(name, v.looseObject(entries), text);
}

/** Gives other checks of a record the name of its shape: in the API document both are one record. */
export const namedLike = <S extends AnySchema>({ record }: AnyShape, schema: S): S =>
  Object.assign(schema, { named: nameOf(record) });

type ReadEntries<F extends Fields> = {
  [N in keyof F as F[N]['presence'] extends 'never' ? never : N]: F[N]['presence'] extends 'always'
    ? F[N]['kind']['read']
    : v.NullishSchema<F[N]['kind']['read'], undefined>;
};
type SentEntries<F extends Fields> = {
  [N in keyof F as F[N]['presence'] extends 'never' ? never : N]: F[N]['presence'] extends 'always'
    ? F[N]['kind']['sent']
    : v.NullableSchema<F[N]['kind']['sent'], undefined>;
};
type AddEntries<F extends Fields> = {
  [N in keyof F as F[N]['write'] extends 'never' ? never : N]: F[N]['write'] extends `required${string}`
    ? F[N]['kind']['write']
    : v.NullishSchema<F[N]['kind']['write'], undefined>;
};
type EditEntries<F extends Fields> = {
  [
    N in keyof F as F[N]['write'] extends 'required' | 'optional' ? N : never
  ]: F[N]['write'] extends 'required'
    ? v.OptionalSchema<F[N]['kind']['write'], undefined>
    : v.NullishSchema<F[N]['kind']['write'], undefined>;
};

/** A table of fields, and the schemas that are derived from it. */
export interface Shape<F extends Fields = Fields> {
  readonly fields: F;
  /** A record as a client reads it: fields that the spec does not know are kept. */
  readonly record: v.LooseObjectSchema<ReadEntries<F>, undefined>;
  /** A record as the reference service sends it: every field, null where there is no value (ASSUMPTION), no other. */
  readonly sent: v.StrictObjectSchema<SentEntries<F>, undefined>;
  /** What is sent to add one; fields it does not name are dropped (ASSUMPTION). */
  readonly add: v.ObjectSchema<AddEntries<F>, undefined>;
  /** What is sent to change one: fields left out stay (ASSUMPTION). */
  readonly edit: v.ObjectSchema<EditEntries<F>, undefined>;
}

/** Any shape, where its fields do not matter. */
export interface AnyShape {
  readonly fields: Fields;
  readonly record: AnySchema;
  readonly sent: AnySchema;
  readonly add: AnySchema;
  readonly edit: AnySchema;
}

/** A record. */
export type Reading<S extends AnyShape> = v.InferOutput<S['record']>;
/** The body that adds one. */
export type Adding<S extends AnyShape> = v.InferInput<S['add']>;
/** The body that changes one. */
export type Editing<S extends AnyShape> = v.InferInput<S['edit']>;

type FieldsOf<F extends Fields> = { readonly [N in Names<F>]: F[N] };
/** The shape of a record. Without a name it stands inside others in the API document. */
export function shape<F extends Fields & About>(
  name: string | undefined,
  fields: F,
  shown?: Shown,
): Shape<FieldsOf<F>>;
export function shape(
  name: string | undefined,
  { [about]: text, ...fields }: Fields & About,
  shown: Shown = [],
): AnyShape {
  const checks: AnyShape = {
    fields,
    record: objectOnly(
      v.looseObject(
        entries(fields, ({ presence, kind }) =>
          presence === 'never' ? false : presence === 'nullable' ? v.nullish(kind.read) : kind.read,
        ),
      ),
    ),
    sent: objectOnly(
      v.strictObject(
        entries(fields, ({ presence, kind }) =>
          presence === 'never' ? false : presence === 'nullable' ? v.nullable(kind.sent) : kind.sent,
        ),
      ),
    ),
    add: objectOnly(
      v.object(
        entries(
          fields,
          ({ write, kind }) =>
            write !== 'never' && (write.startsWith('required') ? kind.write : v.nullish(kind.write)),
        ),
      ),
    ),
    edit: objectOnly(
      v.object(
        entries(
          fields,
          ({ write, kind }) =>
            (write === 'required' && v.optional(kind.write)) ||
            (write === 'optional' && v.nullish(kind.write)),
        ),
      ),
    ),
  };
  if (name !== undefined) nameParts(checks, name, text, shown);
  return checks;
}

/** Which schemas of a shape the interface shows: what may be written is shown for the webhook alone (spec 2.1). */
type Shown = readonly ('record' | 'add')[];
const SUFFIXES = { record: '', sent: '', add: 'Add', edit: 'Edit' } as const;

/** Gives names to those schemas of a record that it has: an item of a redemption is never written by itself. */
export function nameParts<S extends Pick<AnyShape, 'fields' | 'record' | 'sent'> & Partial<AnyShape>>(
  shape: S,
  name: string,
  text?: string,
  shown: Shown = [],
): S {
  for (const part of ['record', 'sent', 'add', 'edit'] as const) {
    const schema = shape[part];
    const isShown = part === 'sent' ? shown.includes('record') : part !== 'edit' && shown.includes(part);
    const named = { name: name + SUFFIXES[part], text, shown: isShown, shape, part };
    if (schema) Object.assign(schema, { named });
  }
  return shape;
}

type Nullable<F extends Fields> = {
  [N in Names<F>]: F[N] extends Field<infer K, Presence, infer W> ? Field<K, 'nullable', W> : never;
};

/**
 * A record of spec 2.3 to 2.8, which says the types and not whether a value is there: every field nullable and
 * optional for a client, whatever is needed to add one.
 */
export function shownShape<F extends Fields & About>(name: string | undefined, fields: F): Shape<Nullable<F>>;
export function shownShape(name: string | undefined, { [about]: text, ...fields }: Fields & About): AnyShape {
  const nullable = Object.fromEntries(
    Object.entries(fields).map(([field, one]) => [field, { ...one, presence: 'nullable' as const }]),
  );
  return shape(name, { [about]: text, ...nullable }, ['record']);
}

function entries(fields: Fields, schemaOf: (field: Field) => AnySchema | false): Record<string, AnySchema> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, one]) => {
      const schema = schemaOf(one);
      return schema ? [[name, schema]] : [];
    }),
  );
}

/** A record inside a record. */
export const nested = <F extends Fields>({ record, sent, add }: Shape<F>) => ({
  read: record,
  sent,
  write: add,
});
/** Records inside a record. */
export const listOf = <F extends Fields>({ record, sent, add }: Shape<F>) => ({
  read: v.array(record),
  sent: v.array(sent),
  write: v.pipe(v.array(add), v.maxLength(500)),
});
