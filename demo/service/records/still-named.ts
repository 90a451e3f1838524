import { sql } from 'kysely';
import { conflict } from '../http/problem.ts';
import type { Resource } from './resource.ts';

/**
 * Refuses to delete a record that a field inside another one names: 409 (G21). Columns have references in the
 * database; fields of free form have this.
 */
export const unlessNamedIn =
  (model: string, field: string): NonNullable<Resource['removing']> =>
  async ({ db }, { id }) => {
    const named = await db
      .selectFrom('records')
      .select('id')
      .where('resource', '=', model)
      .where(sql<boolean>`fields @> jsonb_build_object(${field}::text, ${Number(id)}::bigint)`)
      .executeTakeFirst();
    if (named) throw conflict('Other records refer to this one.');
  };
