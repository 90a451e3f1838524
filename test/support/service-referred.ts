import { sql } from 'kysely';
import type { Database } from '../../demo/service/database/tables.ts';
import { resources } from '../../demo/service/resources.ts';
import { addRecord } from '../../demo/service/crud/store.ts';
import { tableOf } from '../../demo/service/crud/tables.ts';
import { bodyToAdd, type Referred } from './service-samples.ts';

/** Records for references: an existing one, or a new one of the model. */
export function referredIn(db: Database): Referred {
  let count = 100;
  const referred: Referred = async ({ model, by: [by = 'id'] }) => {
    const { name, fixed } = tableOf(model);
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(name)} ${fixed['resource'] ? sql`where resource = ${fixed['resource']}` : sql``}
      order by id limit 1`.execute(db);
    const existing = rows[0];
    if (existing) return existing[by] ?? (existing['fields'] as Record<string, unknown>)[by];
    const resource = resources.find((one) => one.model === model);
    if (!resource) throw new Error(`Nothing to refer to: ${model}.`);
    const values = await bodyToAdd(resource, count++, referred);
    const record = await addRecord(db, tableOf(model), values);
    return record[by];
  };
  return referred;
}
