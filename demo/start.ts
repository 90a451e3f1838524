import { startAtFreePort } from './free-port.ts';
import { SAMPLE_PASSWORD, startDemoProxy } from './proxy.ts';
import { proxyCommand } from './proxy-variables.ts';
import { customers, exampleCustomer } from './sample/customers.ts';
import { shop } from './sample/shop.ts';
import { users } from './sample/users.ts';
import { startMailSink } from './mail-sink.ts';
import { startService } from './service/index.ts';
import { DatabaseUrlError } from './service/database/check-url.ts';
import { SecretKeyError } from './service/auth/secret-keys.ts';
import { mailSettings } from './service/messages/mail.ts';
import { PublishedSecretError } from './service/seed/check-published.ts';
import { snippet } from './snippet.ts';
import { OptionError, readStartOptions, USAGE, type StartOptions } from './start-options.ts';
import { listenStorefront } from './storefront/index.ts';

// `npm start`: starts the reference service with its database, and the shop on another origin, as in production. With `-- --proxy` the
// shop's pages contain no signature: customers sign in on the page, through the proxy.

const HOST = '127.0.0.1';

const args = process.argv.slice(2);
const options = readOptions();
/** Stops what has started. */
const stops: (() => Promise<void>)[] = [];
const starting = startAll();

// Before anything has started: a database that is starting would outlive this process.
let ending: Promise<never> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void (ending ??= end(0)));

const { storefront, service, proxy, sink } = await starting.catch((error: unknown) => {
  console.error(describeFailure(error));
  return (ending ??= end(1));
});
storefront.open({
  secret: shop.secret,
  serviceUrl: service.url,
  proxyUrl: proxy?.url,
  signInMethod: options.code ? 'code' : 'password',
});

// A password or secret from the environment is not printed.
const { username, password } = users.administrator;
const administrator = process.env['ADMIN_PASSWORD'] ? username : `${username}, ${password}`;
const secret = process.env['SHOP_SECRET'] ? 'SHOP_SECRET' : shop.secret;
console.log(`
  Harbour & Pine is open:   ${storefront.url}
  Reference service:        ${service.url}
  Its dashboard:            ${new URL('/dashboard', service.url).href}  (${administrator})
  Its API document:         ${new URL('/docs', service.url).href}
${sink ? `  E-mail to customers:      ${sink.pageUrl}  (shown, not delivered)\n` : ''}${proxy ? `  Proxy:                    ${proxy.url}\n  Sign in on the page as    ${exampleCustomer.email}, ${options.code ? 'with the code of the e-mail' : `password ${SAMPLE_PASSWORD}`}\n` : ''}${
  options.origins.length > 0 ? forPages(options.origins) : forOwnPage()
}
  A proxy of your own with this service, here or in a folder after npm install loyalty-elements:

    ${proxyCommand(service.url, options.origins[0] ?? 'http://localhost:5173', exampleCustomer)}

  Stop with Ctrl+C.
`);

async function startAll() {
  const { secret } = shop;
  const storefront = await keep(
    options.isPortGiven ? listenStorefront(options.port) : startAtFreePort(options.port, listenStorefront),
  );
  // Without an SMTP server in the settings, e-mail is shown on a page and not delivered.
  const ownMail = mailSettings(process.env);
  const sink = ownMail ? undefined : await keep(startMailSink({ host: HOST }));
  const mail = ownMail ?? (sink && { url: sink.smtpUrl, from: `${shop.name} <hello@example.com>` });
  const service = await keep(
    startAtFreePort(portAfter(storefront.url), (port) =>
      startService({
        host: HOST,
        secret,
        secretKeys: process.env['SERVICE_KEYS'],
        mail,
        databaseUrl: process.env['DATABASE_URL'],
        port,
        shopOrigins: [storefront.url],
        pageOrigins: options.origins,
        // A page of one's own has products and customers that this service does not know.
        ...(options.origins.length > 0 && { acceptPageProducts: true, enrolment: 'consent' as const }),
        profiles: options.profiles,
        // The proxy of this shop tells the addresses of its clients.
        trustedHops: options.proxy ? [HOST] : [],
        onRefusedOrigin: printRefused,
      }),
    ),
  );
  const proxy = options.proxy
    ? await keep(
        startAtFreePort(portAfter(service.url), (port) =>
          startDemoProxy({
            secret,
            port,
            serviceUrl: service.url,
            shopOrigin: storefront.url,
            pageOrigins: options.origins,
            mail: options.code ? mail : undefined,
            onRefusedOrigin: printRefused,
          }),
        ),
      )
    : undefined;
  return { storefront, service, proxy, sink };
}

/** What a part resolves to, which `end` stops. */
async function keep<T extends { stop(): Promise<void> }>(part: Promise<T>): Promise<T> {
  const started = await part;
  stops.push(() => started.stop());
  return started;
}

/** Waits for what is starting, and stops everything, the last part first. */
async function end(status: number): Promise<never> {
  await starting.catch(() => undefined);
  for (const stop of stops.reverse()) await stop();
  process.exit(status);
}

/** One line for what the user can change, otherwise the whole error. */
function describeFailure(error: unknown): string {
  const isSetting = [DatabaseUrlError, PublishedSecretError, SecretKeyError].some(
    (kind) => error instanceof kind,
  );
  if (isSetting) return (error as Error).message;
  const { code, syscall, message, stack } = error as NodeJS.ErrnoException;
  if (options.isPortGiven && syscall === 'listen' && (code === 'EADDRINUSE' || code === 'EACCES'))
    return code === 'EACCES'
      ? `PORT: this user may not open port ${options.port}. Choose another one, such as: PORT=4100 npm start`
      : `PORT: another program uses port ${options.port} of ${HOST}. Stop it, or choose another port, such as: PORT=4100 npm start`;
  return stack ?? message ?? String(error);
}

/** The next port; 0 if the system chooses all of them, and after the last port. */
function portAfter(url: string): number {
  return options.port && (Number(new URL(url).port) + 1) % 65_536;
}

function readOptions(): StartOptions {
  try {
    const read = readStartOptions(args, process.env);
    if (!read.help) return read;
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    console.error(`${error.message}\nAll options: npm start -- --help`);
    process.exit(2);
  }
}

/** The command line of this process with an additional origin. */
function commandWith(origin: string): string {
  return ['npm start --', ...args, '--origin', origin].join(' ');
}

function forOwnPage(): string {
  return `  On a page of your own:    ${commandWith('http://localhost:5173')}  (your page's origin)\n`;
}

function forPages(origins: readonly string[]): string {
  const html = snippet({
    shopUrl: storefront.url,
    serviceUrl: service.url,
    proxyUrl: proxy?.url,
    secret: shop.secret,
    platform: shop.platform,
    platformVersion: shop.platformVersion,
  });
  const { id, firstName, lastName } = exampleCustomer;
  const others = customers.map((customer) => customer.id).filter((one) => one !== id);
  const signed = `
  It shows customer ${id}, ${firstName} ${lastName}. Other customers: ${others.join(', ')}; sign their ids on your server
  (HMAC-SHA256, lower-case hex) with the secret ${secret}.
`;
  return `
  Paste this into the <body> of a page of ${origins.join(' or ')}:

${html}
${proxy ? '' : signed}`;
}

function printRefused(origin: string): void {
  console.error(
    origin === 'null'
      ? 'Refused a page without an origin, such as a file opened from the disk: serve it over http and allow that origin.'
      : `Refused a page of ${origin}: it is not an allowed origin. To allow it: ${commandWith(origin)}`,
  );
}
