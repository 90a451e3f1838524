import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { tellDueReminders } from '../automation/reminders.ts';
import { bookExpired } from '../incentives/credit-book.ts';
import { tellDueNotices, tellOf } from '../incentives/credit-notices.ts';
import { settle } from '../incentives/settle.ts';

const AT_ONCE = 100;

/**
 * Does what time has made due, though nobody asked: releases and ends of points, ends of credits, messages about
 * credits, and reminders. Any number of processes may do so at once; each thing is done by one of them, once.
 */
export async function bookWhatIsDue(db: Database): Promise<void> {
  for (const profileId of await profilesWithDuePoints(db)) {
    await db.transaction().execute((work) => settle(work, profileId));
  }
  await untilNone(async () =>
    db.transaction().execute(async (work) => {
      const expired = await bookExpired(work, AT_ONCE);
      for (const id of expired) await tellOf(work, id, 'expiry');
      return expired.length;
    }),
  );
  await untilNone(() => db.transaction().execute((work) => tellDueNotices(work, { atOnce: AT_ONCE })));
  await untilNone(() => db.transaction().execute((work) => tellDueReminders(work, AT_ONCE)));
}

async function untilNone(next: () => Promise<number>): Promise<void> {
  while ((await next()) > 0);
}

/** Others are due when they are read, at the latest; these have had no reader. */
async function profilesWithDuePoints(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ profile_id: string }>`
    select profile_id from point_lots where remaining > 0 and expires_at <= now()
    union select profile_id from pending_points where releases_at <= now()
    union select profile_id from tier_points where not is_expired and expires_at <= now()
    order by 1`.execute(db);
  return rows.map((row) => row.profile_id);
}
