import { inTransaction } from '../database/transactions.ts';
import type { Database } from '../database/tables.ts';
import { publishDueReminders } from '../automation/reminders.ts';
import { expireCredits } from '../credits/credit-ledger.ts';
import { sendDueNotices, sendNotice } from '../credits/credit-notices.ts';
import { profilesWithDuePoints, settle } from '../points/settle.ts';
import { publishCatalogueChanges } from '../platform/notices/catalogue-changes.ts';

const BATCH_SIZE = 100;

/**
 * Processes what has become due: releases and expiries of points, expiries of credits, notices about credits, changes of the
 * catalogue and reminders; each publishes an event. Several processes may run it at the same time: row locks let one of them process each
 * item, once. A failure for one profile does not stop the others: it is thrown at the end.
 */
export async function processDueWork(db: Database): Promise<void> {
  const errors: unknown[] = [];
  const attempt = (step: () => Promise<unknown>) => step().catch((error: unknown) => errors.push(error));
  for (const profileId of await profilesWithDuePoints(db)) {
    await attempt(() => inTransaction(db, (work) => settle(work, profileId)));
  }
  await attempt(() =>
    repeatUntilZero(() =>
      inTransaction(db, async (work) => {
        const expired = await expireCredits(work, BATCH_SIZE);
        for (const id of expired) await sendNotice(work, id, 'expiry');
        return expired.length;
      }),
    ),
  );
  await attempt(() =>
    repeatUntilZero(() => inTransaction(db, (work) => sendDueNotices(work, { atOnce: BATCH_SIZE }))),
  );
  await attempt(() => repeatUntilZero(() => publishCatalogueChanges(db)));
  await attempt(() =>
    repeatUntilZero(() => inTransaction(db, (work) => publishDueReminders(work, BATCH_SIZE))),
  );
  if (errors.length > 0) throw new AggregateError(errors, 'Some of the due work failed.');
}

async function repeatUntilZero(next: () => Promise<number>): Promise<void> {
  while ((await next()) > 0);
}
