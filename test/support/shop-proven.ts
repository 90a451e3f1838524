import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { importJWK, SignJWT, type JWK, type JWTPayload } from 'jose';
import type { BrowserContext, Page, Response } from 'playwright-core';
import { startDemoProxy } from '../../demo/proxy.ts';
import { customers, type SampleCustomer } from '../../demo/sample/customers.ts';
import { proofsFrom } from '../../src/proxy/settings/proofs-environment.ts';
import { shownIn, watch, type OpenShop, type Watched } from './shop-open.ts';
import { startFrontServer, type Route } from './shop-one-origin.ts';

// A shop whose platform proves its customers, with the platforms of `docs/guides/proofs.md` as stubs.

const customerOf = (wanted: string): SampleCustomer => customers.find(({ id }) => id === wanted)!;
export const MARA = customerOf('1002');
export const MARAS_POINTS = '2,280';
export const NOOR = customerOf('1001');
export const NOORS_POINTS = '120';

/** A session of the shop itself, which its platform opened when the customer signed in there. */
interface ShopSession {
  readonly customer: SampleCustomer;
  /** The nonce of the sign-in, which the browser has in a cookie. */
  readonly nonce: string;
}
const sessions = new Map<string, ShopSession>();
const sessionOf = ({ cookie = '' }: IncomingHttpHeaders): ShopSession | undefined =>
  sessions.get(/\bshop_session=([\w-]+)/.exec(cookie)?.[1] ?? '');

const seconds = () => Math.floor(Date.now() / 1_000);

const APP_SECRET = 'hush';
/** The signature of an app proxy by the documentation of Shopify. */
export function signedByShopify(query: string): string {
  const parameters = new URLSearchParams(query);
  const message = [...new Set(parameters.keys())]
    .map((name) => `${name}=${parameters.getAll(name).join(',')}`)
    .sort()
    .join('');
  return createHmac('sha256', APP_SECRET).update(message).digest('hex');
}

const CLIENT_ID = '6sv16tfx3j5g';
const CLIENT_SECRET = 'a client secret of the app, 32+ bytes';
/** The claims are those that BigCommerce documents. */
const currentCustomerToken = ({ id, email }: SampleCustomer): Promise<string> =>
  new SignJWT({
    customer: { id: Number(id), email, group_id: '6' },
    iss: 'bc/apps',
    sub: 'abc123',
    iat: seconds(),
    exp: seconds() + 900,
    version: 1,
    aud: CLIENT_ID,
    application_id: CLIENT_ID,
    store_hash: 'abc123',
    operation: 'current_customer',
  } as JWTPayload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(CLIENT_SECRET));

const ISSUER = 'https://id.shop.example/';
/** The key that RFC 7515 publishes in appendix A.3. */
export const PUBLIC_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};
const PRIVATE_KEY = { ...PUBLIC_KEY, d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI' };
interface IssuerKey {
  readonly kid: string;
  readonly alg: string;
  readonly publicKey: JWK;
  readonly privateKey: JWK;
}
const PUBLISHED_KEY: IssuerKey = {
  kid: 'appendix-a-3',
  alg: 'ES256',
  publicKey: PUBLIC_KEY,
  privateKey: PRIVATE_KEY,
};

/** An OpenID provider. Its key can be replaced while pages are open. */
export interface Issuer {
  key: IssuerKey;
  /** A token that it issues to a customer, for ten minutes. */
  tokenFor(customer: SampleCustomer, nonce?: string): Promise<string>;
}
export const createIssuer = (): Issuer => ({
  key: PUBLISHED_KEY,
  async tokenFor({ id, email }, nonce) {
    const { kid, alg, privateKey } = this.key;
    return new SignJWT({ email, email_verified: true, ...(nonce && { nonce }) })
      .setProtectedHeader({ alg, kid })
      .setIssuer(ISSUER)
      .setAudience('shop-page')
      .setSubject(id)
      .setIssuedAt(seconds())
      .setExpirationTime(seconds() + 600)
      .sign(await importJWK(privateKey, alg));
  },
});
const publishedKeys = ({ key: { kid, alg, publicKey } }: Issuer) =>
  JSON.stringify({ keys: [{ ...publicKey, kid, alg, use: 'sig' }] });

/** The platform of a shop, and what the guide says to set and to print for it. */
export interface Platform {
  readonly name: string;
  readonly session?: 'token' | 'cookie';
  /** Path of the shop at which its pages reach the proxy. Default `/loyalty`. */
  readonly path?: string;
  /** Environment of the proxy for a shop at this origin. */
  readonly variables: (origin: string) => Readonly<Record<string, string>>;
  /** The provider of a page, for a customer or a guest. */
  readonly provider: (proxyUrl: string, customer: SampleCustomer | undefined, token: string) => string;
  /** The token that the page itself has for its customer. Default none. */
  readonly tokenInPage?: (customer: SampleCustomer) => Promise<string>;
  /** What the platform answers at its own paths. */
  readonly answers?: Readonly<Record<string, Extract<Route, { answer: unknown }>['answer']>>;
  /** How the platform changes the requests to the proxy. */
  readonly change?: Extract<Route, { to: string }>['change'];
}

/** Without a customer, `proof` says that nobody is signed in to the shop: the page removes what the customer before has left. */
const providerWithProof: Platform['provider'] = (proxyUrl, customer) =>
  `<loyalty-provider proxy-url="${proxyUrl}" customer-id="${customer?.id ?? ''}" proof></loyalty-provider>`;

export const ownSession: Omit<Platform, 'name'> = {
  variables: (origin) => ({
    PLATFORM_SESSION_URL: `${origin}/customers/me`,
    PLATFORM_SESSION_COOKIES: 'shop_session',
  }),
  provider: providerWithProof,
  answers: {
    async '/customers/me'(headers, response) {
      const customer = sessionOf(headers)?.customer;
      if (!customer) return void response.writeHead(401).end();
      const { id, email, firstName, lastName } = customer;
      response.end(JSON.stringify({ customer: { id, email, first_name: firstName, last_name: lastName } }));
    },
  },
};

const openidVariables = (origin: string) => ({
  OIDC_ISSUER: ISSUER,
  OIDC_AUDIENCE: 'shop-page',
  OIDC_JWKS_URL: `${origin}/jwks.json`,
});
/** A page that asks the shop for a token each time it needs one. */
const providerWithFunction: Platform['provider'] = (proxyUrl, customer) =>
  `<loyalty-provider proxy-url="${proxyUrl}"></loyalty-provider>
    <script>
      const provider = document.querySelector('loyalty-provider');
      provider.proof = async () => (await fetch('/token')).text();
      provider.customerId = '${customer?.id ?? ''}';
    </script>`;

const openidWithIdTokens = (issuer: Issuer): Platform => ({
  name: 'the ID token of an OpenID provider',
  variables: (origin) => ({ ...openidVariables(origin), OIDC_NONCE_COOKIE: 'sign_in_nonce' }),
  provider: providerWithFunction,
  answers: {
    async '/token'(headers, response) {
      const session = sessionOf(headers);
      response.end(session ? await issuer.tokenFor(session.customer, session.nonce) : '');
    },
    '/jwks.json': (_, response) => void response.end(publishedKeys(issuer)),
  },
});

export const openidWithAccessTokens = (issuer: Issuer): Platform => ({
  name: 'the access token of an OpenID provider',
  variables: (origin) => ({ ...openidVariables(origin), OIDC_TOKEN: 'access' }),
  provider: providerWithFunction,
  answers: {
    async '/token'(headers, response) {
      const customer = sessionOf(headers)?.customer;
      response.end(customer ? await issuer.tokenFor(customer) : '');
    },
    '/jwks.json': (_, response) => void response.end(publishedKeys(issuer)),
  },
});

/** A page that has the token of its customer, as after a sign-in by a script of the page. */
export const openidWithTokensInPages = (issuer: Issuer): Platform => ({
  ...openidWithAccessTokens(issuer),
  name: 'an access token in the page',
  provider: (proxyUrl, customer, token) =>
    `<loyalty-provider proxy-url="${proxyUrl}"></loyalty-provider>
      <script>
        const provider = document.querySelector('loyalty-provider');
        provider.proof = async () => '${token}';
        provider.customerId = '${customer?.id ?? ''}';
      </script>`,
  tokenInPage: (customer) => issuer.tokenFor(customer),
});

export const platforms: readonly Platform[] = [
  {
    name: 'the app proxy of Shopify',
    path: '/apps/loyalty',
    variables: () => ({ SHOPIFY_SHOP: 'shop-name.myshopify.com', SHOPIFY_APP_SECRET: APP_SECRET }),
    provider: providerWithProof,
    change(path, { cookie, ...headers }) {
      const added = {
        shop: 'shop-name.myshopify.com',
        logged_in_customer_id: sessionOf({ cookie })?.customer.id ?? '',
        path_prefix: '/apps/loyalty',
        timestamp: String(seconds()),
      };
      const [pathname = '', query = ''] = path.replace('/apps', '').split('?');
      const all = `${query}${query && '&'}${new URLSearchParams(added)}`;
      return { path: `${pathname}?${all}&signature=${signedByShopify(all)}`, headers };
    },
  },
  {
    name: 'the current-customer token of BigCommerce',
    variables: () => ({
      BIGCOMMERCE_STORE_HASH: 'abc123',
      BIGCOMMERCE_CLIENT_ID: CLIENT_ID,
      BIGCOMMERCE_CLIENT_SECRET: CLIENT_SECRET,
    }),
    provider: (proxyUrl, customer) =>
      `<loyalty-provider proxy-url="${proxyUrl}" customer-id="${customer?.id ?? ''}"
        proof="/customer/current.jwt?app_client_id=${CLIENT_ID}"></loyalty-provider>`,
    answers: {
      async '/customer/current.jwt'(headers, response) {
        const customer = sessionOf(headers)?.customer;
        if (!customer) return void response.writeHead(404).end();
        response.end(await currentCustomerToken(customer));
      },
    },
  },
  openidWithIdTokens(createIssuer()),
  { name: 'the session of the shop', ...ownSession },
  { name: 'the session of the shop, with a cookie of the proxy', session: 'cookie', ...ownSession },
];

/** In the page: collects the content of the balance in each frame, because a wrong one may be shown for a moment only. */
function recordShown(): void {
  const shown = new Set<string>();
  Object.assign(window, { shown });
  const record = () => {
    shown.add(document.querySelector('loyalty-balance')?.shadowRoot?.textContent ?? '');
    requestAnimationFrame(record);
  };
  record();
}
export const everShownIn = (page: Page): Promise<string> =>
  page.evaluate(() => [...(window as unknown as { shown: Set<string> }).shown].join('\n'));

export const storedIn = async (context: BrowserContext): Promise<string> =>
  JSON.stringify((await context.storageState({ indexedDB: true })).origins);
export const statusesOf = (responses: readonly Response[]) => responses.map((response) => response.status());
export const pointsIn = (page: Page) => shownIn(page.locator('loyalty-balance'));
/** Whether the balance shows its content for guests. Before it is defined, the browser shows that, too. */
export const isGuest = (page: Page) =>
  page
    .locator('loyalty-balance [slot=signed-out]')
    .evaluate((link) => link.assignedSlot !== null && link.checkVisibility());

export interface ProvenShop {
  readonly url: string;
  /** Address at which pages reach the proxy. */
  readonly proxyUrl: string;
  /** The browser of a person, who is signed in to the shop or a guest. */
  openBrowser(customer?: SampleCustomer): Promise<BrowserContext>;
  /** The shop's own sign-in and sign-out, which our elements and the proxy do not notice. */
  changeCustomer(context: BrowserContext, customer?: SampleCustomer): Promise<void>;
  /** Opens a page: the customer's own, or the one of another customer that a cache of the shop gives to everybody. */
  open(
    context: BrowserContext,
    cachedFor?: SampleCustomer,
  ): Promise<Watched & { readonly logins: Response[] }>;
  close(): Promise<void>;
}

/** Puts a platform and the proxy in front of an open shop's service, all on one origin. */
export async function openProvenShop(
  shop: OpenShop,
  { path = '/loyalty', session = 'token', variables, provider, tokenInPage, answers = {}, change }: Platform,
): Promise<ProvenShop> {
  const front = await startFrontServer();
  const environment = variables(front.url);
  const proxyUrl = front.url + path;
  const proxy = await startDemoProxy({
    serviceUrl: shop.serviceUrl,
    shopOrigin: front.url,
    secret: 's3cret',
    settings: {
      directory: undefined,
      proofs: proofsFrom((name) => environment[name], undefined),
      session,
      pathPrefix: '/loyalty',
      publicUrl: proxyUrl,
    },
  });
  // For its own name: a storefront sends requests for another one on to its own, and scripts would load from two addresses.
  front.route('/cdn/', {
    to: shop.url,
    change: (file, { host: _, ...headers }) => ({ path: file, headers }),
  });
  front.route(`${path}/`, { to: new URL(proxy.url).origin, ...(change && { change }) });
  for (const [own, answer] of Object.entries(answers)) front.route(own, { answer });
  const pageOf =
    (customerOfPage: (headers: IncomingHttpHeaders) => SampleCustomer | undefined) =>
    async (headers: IncomingHttpHeaders, response: ServerResponse): Promise<void> => {
      const customer = customerOfPage(headers);
      const token = customer && (await tokenInPage?.(customer));
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
      response.end(`<!doctype html><html lang="en-US"><head><title>Shop</title><link rel="icon" href="data:,">
        <script type="module" src="/cdn/loyalty.js"></script><link rel="stylesheet" href="/cdn/loyalty.css"></head>
        <body>${provider(proxyUrl, customer, token ?? '')}
        <loyalty-balance><a slot="signed-out" href="/sign-in">Sign in</a></loyalty-balance></body></html>`);
    };
  front.route('/', { answer: pageOf((headers) => sessionOf(headers)?.customer) });

  async function changeCustomer(context: BrowserContext, customer?: SampleCustomer): Promise<void> {
    for (const name of ['shop_session', 'sign_in_nonce']) await context.clearCookies({ name });
    if (!customer) return;
    const [id, nonce] = [randomUUID(), randomUUID()];
    sessions.set(id, { customer, nonce });
    await context.addCookies(
      Object.entries({ shop_session: id, sign_in_nonce: nonce }).map(([name, value]) => ({
        name,
        value,
        url: front.url,
        httpOnly: true,
        sameSite: 'Lax' as const,
      })),
    );
  }

  return {
    url: front.url,
    proxyUrl,
    changeCustomer,
    async openBrowser(customer) {
      const context = await shop.browser.newContext();
      await context.addInitScript(recordShown);
      await changeCustomer(context, customer);
      return context;
    },
    async open(context, cachedFor) {
      const watched = watch(await context.newPage());
      const logins: Response[] = [];
      watched.page.on('response', (response) => {
        if (new URL(response.url()).pathname === `${path}/login`) logins.push(response);
      });
      if (cachedFor) front.route('/cached/', { answer: pageOf(() => cachedFor) });
      await watched.page.goto(front.url + (cachedFor ? '/cached/' : ''));
      return { ...watched, logins };
    },
    async close() {
      await front.stop();
      await proxy.stop();
    },
  };
}
