import { parseArgs } from 'node:util';
import { Problem } from '../api/problem.ts';
import { connect } from '../database/connect.ts';
import { deliveriesOf } from './delivery-log.ts';
import { resendDelivery } from './resend-delivery.ts';
import { rotateKey, signingKeys } from './signing-keys.ts';

// The delivery log and the signing keys, for operators of the service. No endpoint shows a key.

const usage = `Usage: DATABASE_URL=… npx tsx demo/service/events/log.ts [--receiver webhook:5]   shows deliveries
  --replay ID            sends a delivery again, with the same id
  --key OWNER            shows the secrets of webhook:5, target:7 or extension:shop, and creates the first
  --key OWNER --rotate   creates a new one; the old one stays valid for a day`;

const { values } = parseArgs({
  options: {
    receiver: { type: 'string' },
    replay: { type: 'string' },
    key: { type: 'string' },
    rotate: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const databaseUrl = process.env['DATABASE_URL'];
if (values.help || !databaseUrl) {
  process.stdout.write(`${usage}\n`);
  process.exit(values.help ? 0 : 2);
}
const replay = values.replay === undefined ? undefined : Number(values.replay);
if (replay !== undefined && !Number.isSafeInteger(replay)) {
  process.stderr.write(`--replay takes the number in the first column of the log, not "${values.replay}".\n`);
  process.exit(2);
}
const db = connect(databaseUrl);
const print = (line: string) => process.stdout.write(`${line}\n`);
try {
  if (replay !== undefined) {
    const { receiver, messageId } = await db.transaction().execute((work) => resendDelivery(work, replay));
    print(`Delivery ${replay} is sent again to ${receiver}, as ${messageId}.`);
  } else if (values.key !== undefined) {
    const secrets = values.rotate ? [await rotateKey(db, values.key)] : await signingKeys(db, values.key);
    secrets.forEach(print);
  } else {
    for (const { id, message_id, trigger, receiver, status, attempts, last_status, last_error } of (
      await deliveriesOf(db, { receiver: values.receiver })
    ).reverse()) {
      const result = last_status ?? last_error ?? '-';
      print([id, message_id, trigger, receiver, status, `${attempts} attempts`, result].join('  '));
    }
  }
} catch (error) {
  // What the operator asked for is not possible: the reason, not a stack.
  if (!(error instanceof Problem)) throw error;
  const reasons = Object.values(error.details.errors ?? {}).flat();
  process.stderr.write(`${reasons.length ? reasons.join('\n') : error.message}\n`);
  process.exitCode = 1;
} finally {
  await db.destroy();
}
