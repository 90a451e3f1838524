import { inTransaction } from '../database/transactions.ts';
import type { Database } from '../database/tables.ts';
import { publishDueReminders } from '../automation/reminders.ts';
import { expireCredits } from '../../credits/credit-ledger.ts';
import { sendDueNotices, sendNotice } from '../../credits/credit-notices.ts';
import { profilesWithDuePoints, settle } from '../../points/settle.ts';
import { publishPriceChanges } from '../notices/price-changes.ts';

const AT_ONCE = 100;

/**
 * Books what time has made due: releases and ends of points, ends of credits, messages about credits, and reminders; each is
 * published as an event. Any number of processes may do so at once; each thing is done by one of them, once. What fails
 * for one profile does not stop the others: it is thrown at the end.
 */
export async function processDueWork(db: Database): Promise<void> {
  const errors: unknown[] = [];
  const attempt = (step: () => Promise<unknown>) => step().catch((error: unknown) => errors.push(error));
  for (const profileId of await profilesWithDuePoints(db)) {
    await attempt(() => inTransaction(db, (work) => settle(work, profileId)));
  }
  await attempt(() =>
    untilNone(() =>
      inTransaction(db, async (work) => {
        const expired = await expireCredits(work, AT_ONCE);
        for (const id of expired) await sendNotice(work, id, 'expiry');
        return expired.length;
      }),
    ),
  );
  await attempt(() =>
    untilNone(() => inTransaction(db, (work) => sendDueNotices(work, { atOnce: AT_ONCE }))),
  );
  await attempt(() => untilNone(() => publishPriceChanges(db)));
  await attempt(() => untilNone(() => inTransaction(db, (work) => publishDueReminders(work, AT_ONCE))));
  if (errors.length > 0) throw new AggregateError(errors, 'What is due could not be booked for all.');
}

async function untilNone(next: () => Promise<number>): Promise<void> {
  while ((await next()) > 0);
}
