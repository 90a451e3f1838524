import path from 'node:path';
import { parseArgs } from 'node:util';
import { progressLine, progressOn } from '../../progress.ts';
import { shop } from '../../sample/shop.ts';
import { keysOfFolder, readKeys, SecretKeyError } from '../auth/secret-keys.ts';
import { connect } from '../database/connect.ts';
import { startEmbedded } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { seedGenerated } from './generated.ts';
import { checkReplaced, PublishedSecretError } from './check-published.ts';
import { seed } from './seed.ts';

const usage = `Usage: npm run seed -- --profiles N [--chunk N] [--data-directory FOLDER]
Fills a database with the sample data and N generated profiles; a second run continues where the first one stopped.
Environment: DATABASE_URL, SHOP_SECRET, SERVICE_KEYS; without DATABASE_URL the embedded database of the service.`;

const { values } = parseArgs({
  options: {
    profiles: { type: 'string' },
    chunk: { type: 'string' },
    'data-directory': { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (values.help || values.profiles === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exit(values.help ? 0 : 2);
}
const profiles = wholeNumber('profiles', values.profiles);
const chunk = values.chunk === undefined ? undefined : wholeNumber('chunk', values.chunk);
const log = (line: string) => void process.stderr.write(`${line}\n`);

// An empty DATABASE_URL counts as not set.
const given = process.env['DATABASE_URL'];
const folder = values['data-directory'] ?? path.join('.data', 'service');
const keys = process.env['SERVICE_KEYS'];
const secretKeys = keys ? readKeys(keys) : await keysOfFolder(folder);
const embedded = given ? undefined : await startEmbedded({ folder, log });
const db = connect(given || (embedded?.url ?? ''), { maintenance: true });
try {
  await migrate(db);
  if (given) await checkReplaced(db, secretKeys, shop.secret);
  await seed(db, { secret: shop.secret, secretKeys });
  const lineOf = progressLine({ total: profiles, unit: 'profiles' });
  const bar = progressOn(process.stderr);
  const progress = (done: number) => bar.show(lineOf(done));
  await seedGenerated(db, profiles, { progress, ...(chunk !== undefined && { chunk }) });
  bar.end();
} catch (error) {
  // One line for what the user can change.
  if (!(error instanceof PublishedSecretError || error instanceof SecretKeyError)) throw error;
  log(error.message);
  process.exitCode = 1;
} finally {
  await db.destroy();
  await embedded?.stop();
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || (name === 'chunk' && value === 0)) {
    process.stderr.write(`--${name} has to be a whole number.\n`);
    process.exit(2);
  }
  return value;
}
