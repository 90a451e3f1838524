import { sql } from 'kysely';
import type { Attribute, Attributes } from '../api/query/attribute.ts';

/** A field that shows what a record is part of: the number behind the colon where `parent` says `list:5`. */
export const partOf = (field: string): Attributes => new Map([[field, parentNumber]]);

const parentNumber: Attribute = {
  kind: 'number',
  sql: sql`nullif(split_part(records.parent, ':', 2), '')::numeric`,
};
