import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { meaningOf } from '../platform/events/endpoint-events.ts';
import { raising, sendEvent } from '../platform/events/publish.ts';
import { auditing, type Deed } from './audit.ts';

/**
 * What a deed leaves behind: its audit, and the event where something was created or changed, in one statement and in the
 * transaction of the deed. A repeated create answers what is there already (G54): only what this transaction made is new.
 */
export async function writeDown(work: Database, deed: Deed): Promise<void> {
  const meaning = meaningOf(deed.route, deed.reply, deed.profileId);
  if (!meaning) {
    await auditing(deed).execute(work);
    return;
  }
  // The interface shows milliseconds of what the database has in microseconds.
  const isNew =
    meaning.createdAt === undefined
      ? undefined
      : sql<boolean>`date_trunc('milliseconds', now()) = ${meaning.createdAt}::timestamptz`;
  const { rows } = await sql<{ id: number }>`
    with audit as (${auditing(deed)}) ${raising(meaning.happening, isNew)}`.execute(work);
  for (const { id } of rows) await sendEvent(work, id);
}
