import { parseArgs } from 'node:util';
import { notAnOrigin, readOrigin } from '../origin.ts';
import { historyRetentionDays } from './platform/housekeeping.ts';
import { startService } from './index.ts';
import { mailSettings, type MailSettings } from './messages/mail.ts';
import { ENROLMENTS, type Enrolment } from './settings.ts';

const usage = `Usage: main.ts [--port N] [--host H] [--shop-origin ORIGIN]… [--data-directory FOLDER] [--profiles N]
--shop-origin allows the pages of an origin to call the service. The first one is the shop, to which links lead.
Environment: DATABASE_URL, SHOP_SECRET, SHOP_PREVIOUS_SECRET,
SERVICE_KEYS (name:key, comma separated, keys of 32 bytes in base64url: the first one encrypts the secrets in the database, all decrypt;
without it a key in the data folder), PORT, SHOP_ORIGINS (comma separated), REQUESTS_PER_MINUTE,
ALLOW_PRIVATE_WEBHOOKS (1: webhooks may call addresses that are not public),
LINK_REQUESTS_PER_MINUTE and WRONG_LINKS_PER_MINUTE (limits of an address for shared lists without a token; default REQUESTS_PER_MINUTE and 20),
TRUSTED_HOPS (comma separated addresses and networks of TLS terminators and of the proxy, whose X-Forwarded-For and -Proto are trusted),
REQUIRE_SIGNED_AT (1: signatures of customer ids must include their time),
ACCEPT_PAGE_PRODUCTS (1: a wishlist button may save a product that the service does not know, with the description of the page),
PICTURE_ORIGINS (comma separated origins of the shop's pictures, such as its CDN, for these products),
ENROL_CUSTOMERS (creates a profile for a signed customer without one. consent: if the page sends the consent; always: also without),
SYNC_DIRECTORY (folder of the files that connected systems export),
SMTP_URL (smtp://user:password@host:port): server for e-mail, and MESSAGES_FROM (such as "Shop <hello@example.com>"): its sender,
HISTORY_KEPT_DAYS (days until audit entries and the action history are deleted: a number or "forever"; default 400).`;

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    host: { type: 'string' },
    'shop-origin': { type: 'string', multiple: true },
    'data-directory': { type: 'string' },
    profiles: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}

const { env } = process;
const starting = startService({
  databaseUrl: env['DATABASE_URL'],
  secret: env['SHOP_SECRET'],
  secretKeys: env['SERVICE_KEYS'],
  previousSecret: env['SHOP_PREVIOUS_SECRET'],
  host: values.host,
  port: wholeNumber('port', values.port ?? env['PORT']),
  profiles: wholeNumber('profiles', values.profiles),
  requestsPerMinute: wholeNumber('requests-per-minute', env['REQUESTS_PER_MINUTE']),
  linkRequestsPerMinute: wholeNumber('LINK_REQUESTS_PER_MINUTE', env['LINK_REQUESTS_PER_MINUTE']),
  wrongLinksPerMinute: wholeNumber('WRONG_LINKS_PER_MINUTE', env['WRONG_LINKS_PER_MINUTE']),
  allowPrivateWebhooks: env['ALLOW_PRIVATE_WEBHOOKS'] === '1',
  trustedHops: env['TRUSTED_HOPS']?.split(/\s*,\s*/).filter(Boolean),
  requireSignedAt: env['REQUIRE_SIGNED_AT'] === '1',
  acceptPageProducts: env['ACCEPT_PAGE_PRODUCTS'] === '1',
  pictureOrigins: (env['PICTURE_ORIGINS'] || undefined)
    ?.split(',')
    .map((text) => originFrom('PICTURE_ORIGINS', text.trim())),
  enrolment: enrolment(env['ENROL_CUSTOMERS']),
  mail: mailFrom(env),
  historyRetentionDays: retentionDays(env['HISTORY_KEPT_DAYS']),
  syncDirectory: env['SYNC_DIRECTORY'] || undefined,
  dataDirectory: values['data-directory'],
  shopOrigins:
    values['shop-origin']?.map((text) => originFrom('--shop-origin', text)) ??
    (env['SHOP_ORIGINS'] || undefined)?.split(',').map((text) => originFrom('SHOP_ORIGINS', text.trim())) ??
    [],
  onRefusedOrigin: (origin) =>
    process.stderr.write(
      origin === 'null'
        ? 'Refused a page without an origin, such as a file opened from the disk: serve it over http and allow that origin.\n'
        : `Refused a page of ${origin}: it is not an allowed origin. To allow it, add ${values['shop-origin'] ? `--shop-origin ${origin}` : `it to SHOP_ORIGINS`}.\n`,
    ),
});

// While it starts, too: its database would outlive this process.
let ending: Promise<never> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void (ending ??= end()));

const service = await starting.catch((error: unknown) => {
  process.stderr.write(`The service does not start: ${messageOf(error)}\n`);
  process.exit(1);
});
process.stdout.write(`Service: ${service.url}\n`);

async function end(): Promise<never> {
  await (await starting).stop();
  process.exit(0);
}

function originFrom(name: string, text: string): string {
  const origin = readOrigin(text);
  if (origin) return origin;
  process.stderr.write(`${notAnOrigin(name, text)}\n${usage}\n`);
  process.exit(2);
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  process.stderr.write(`--${name} has to be a whole number.\n${usage}\n`);
  process.exit(2);
}

function enrolment(text: string | undefined): Enrolment {
  const found = ENROLMENTS.find((one) => one === (text || 'off'));
  if (found) return found;
  process.stderr.write(`ENROL_CUSTOMERS has to be one of ${ENROLMENTS.join(', ')}.\n${usage}\n`);
  process.exit(2);
}

function mailFrom(environment: Readonly<Record<string, string | undefined>>): MailSettings | undefined {
  try {
    return mailSettings(environment);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(2);
  }
}

function retentionDays(text: string | undefined): number {
  try {
    return historyRetentionDays(text);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(2);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
