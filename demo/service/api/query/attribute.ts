import { sql, type RawBuilder } from 'kysely';
import type { Reference } from '../../../../src/services/contract/fields.ts';
import { idsWithSurvivors } from '../../profiles/merged-names.ts';

/** The type of an attribute, and of the values that it is compared with. */
export type AttributeKind = 'text' | 'number' | 'moment' | 'day' | 'boolean' | 'items';

/** Something that records can be filtered and sorted by. Its SQL comes from the code, only the values from the request. */
export interface Attribute {
  readonly kind: AttributeKind;
  /** An expression of the matching type: text, numeric, timestamptz, date, boolean, jsonb. */
  readonly sql: RawBuilder<unknown>;
  /** Equality in a form that an index supports, if there is one. */
  readonly equals?: (value: string) => RawBuilder<boolean>;
  /** Whether it is one of the values, where that is more than equal texts; never null. For eq, ne, in and not_in. */
  readonly oneOf?: (values: readonly string[]) => RawBuilder<boolean>;
  /** The records that its values name. */
  readonly refersTo?: Reference;
  /** The only values that it can have. */
  readonly words?: readonly string[];
  /** Where the name of the attribute contains a handle: it, and those of all such records. */
  readonly among?: {
    readonly what: string;
    readonly handle: string;
    readonly handles: RawBuilder<{ readonly handle: string }>;
  };
}

/** Attributes by name. A map, so that `filter[__proto__]` is an unknown name. */
export type Attributes = ReadonlyMap<string, Attribute>;

const casts: Readonly<Record<AttributeKind, RawBuilder<unknown>>> = {
  text: sql`text`,
  number: sql`numeric`,
  moment: sql`timestamptz`,
  day: sql`date`,
  boolean: sql`boolean`,
  items: sql`jsonb`,
};

/** The name of a field or column: `redemptions.profile_id`, `creator_profile_id`, `profiles.id`. */
const PROFILE_ID = /(^|[._])profile_id$|^profiles\.id$/;

/** The id of a profile. That of one that was merged finds what its survivor has now, and the audit entries of before. */
export const profileId = (expression: RawBuilder<unknown>): Attribute => ({
  kind: 'text',
  sql: expression,
  oneOf: (values) =>
    sql`(${expression} is not null and ${expression} = any(array(${idsWithSurvivors(values)})))`,
});

/** A column of a table, as `table.column`. */
export const column = (kind: AttributeKind, reference: string): Attribute =>
  PROFILE_ID.test(reference)
    ? profileId(sql.ref(reference))
    : {
        kind,
        sql: kind === 'items' ? sql`to_jsonb(${sql.ref(reference)})` : sql`${sql.ref(reference)}`,
      };

/** A field inside a jsonb column. Its name comes from a shape, never from a request. */
export function jsonField(kind: AttributeKind, reference: string, name: string): Attribute {
  if (PROFILE_ID.test(name)) return profileId(sql`(${sql.ref(reference)} ->> ${sql.lit(name)})`);
  return {
    kind,
    sql:
      kind === 'items'
        ? sql`(${sql.ref(reference)} -> ${sql.lit(name)})`
        : sql`(${sql.ref(reference)} ->> ${sql.lit(name)})::${casts[kind]}`,
    ...(kind === 'text' && {
      equals: (value: string) =>
        sql<boolean>`${sql.ref(reference)} @> jsonb_build_object(${name}::text, ${value}::text)`,
    }),
  };
}

/** Attributes by name. */
export const attributes = (named: Readonly<Record<string, Attribute>>): Attributes =>
  new Map(Object.entries(named));
