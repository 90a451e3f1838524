import { freePort } from './free-port.ts';
import { SAMPLE_PASSWORD, startDemoProxy } from './proxy.ts';
import { startService } from './service/index.ts';
import { users } from './sample/users.ts';
import { startStorefront } from './storefront/index.ts';

// `npm start`: the reference service on its database, and the shop that uses it. Two origins, as in life. With `-- --proxy` the
// shop's own server signs nobody: customers sign in on the page, through the proxy.

const SHOP_PORT = Number(process.env['PORT'] ?? 4000);
const HOST = '127.0.0.1';

const profiles = readProfiles(process.argv.slice(2));
const shopPort = await freePort(SHOP_PORT);
const servicePort = await freePort(shopPort + 1);
const secret = process.env['SHOP_SECRET'];
const common = { host: HOST, ...(secret && { secret }) };

const service = await startService({
  ...common,
  databaseUrl: process.env['DATABASE_URL'],
  port: servicePort,
  shopOrigins: [`http://${HOST}:${shopPort}`],
  profiles,
});
const proxy = process.argv.includes('--proxy')
  ? await startDemoProxy({
      ...common,
      port: await freePort(servicePort + 1),
      serviceUrl: service.url,
      shopOrigin: `http://${HOST}:${shopPort}`,
    })
  : undefined;
const storefront = await startStorefront({
  ...common,
  port: shopPort,
  serviceUrl: service.url,
  proxyUrl: proxy?.url,
});

// A password that was set from outside is not printed.
const { username, password } = users.administrator;
const administrator = process.env['ADMIN_PASSWORD'] ? username : `${username}, ${password}`;
console.log(`
  Harbour & Pine is open:   ${storefront.url}
  Reference service:        ${service.url}
  Its dashboard:            ${new URL('/dashboard', service.url).href}  (${administrator})
  Its API document:         ${new URL('/docs', service.url).href}
${proxy ? `  Proxy:                    ${proxy.url}\n  Sign in on the page as    mara.lindqvist@example.com, password ${SAMPLE_PASSWORD}\n` : ''}
  Stop with Ctrl+C.
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void storefront
      .stop()
      .then(() => proxy?.stop())
      .then(() => service.stop())
      .then(() => process.exit(0));
  });
}

/** `--profiles N`: that many generated customers beside the sample ones. */
function readProfiles(words: readonly string[]): number {
  const at = words.indexOf('--profiles');
  if (at < 0) return 0;
  const count = Number(words[at + 1]);
  if (Number.isInteger(count) && count >= 0) return count;
  console.error('--profiles takes a whole number, such as: npm start -- --profiles 10000');
  process.exit(2);
}
