import { parseArgs } from 'node:util';
import { connect } from '../database/connect.ts';
import { deliveriesOf } from './delivery-log.ts';
import { resendDelivery } from './resend-delivery.ts';
import { rotateKey, signingKeys } from './signing-keys.ts';

// The delivery log and the signing keys, for operators of the service. No endpoint shows a key.

const usage = `Usage: DATABASE_URL=… npx tsx demo/service/platform/events/log.ts [--receiver webhook:5]   shows deliveries
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
const db = connect(databaseUrl);
const print = (line: string) => process.stdout.write(`${line}\n`);
try {
  if (values.replay !== undefined)
    await db.transaction().execute((work) => resendDelivery(work, Number(values.replay)));
  else if (values.key !== undefined) {
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
} finally {
  await db.destroy();
}
