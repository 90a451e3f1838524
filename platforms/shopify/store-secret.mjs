// Stores the secret of the loyalty service in the app data of a live shop, or replaces it there: no server is needed. See docs/guides/shopify.md.
//   SHOPIFY_SHOP=acme.myshopify.com SHOPIFY_CLIENT_ID=… SHOPIFY_APP_SECRET=… LOYALTY_SHOP_SECRET=… node store-secret.mjs
import { pathToFileURL } from 'node:url';

const API_VERSION = '2026-07';
const NEEDED = ['SHOPIFY_SHOP', 'SHOPIFY_CLIENT_ID', 'SHOPIFY_APP_SECRET', 'LOYALTY_SHOP_SECRET'];
const SHOP = /^[a-z\d][a-z\d-]*\.myshopify\.com$/;
const DEADLINE_MS = 20_000;

const INSTALLATION = 'query { currentAppInstallation { id } }';
const STORE = `mutation ($owner: ID!, $secret: String!) {
  metafieldsSet(metafields: [
    { ownerId: $owner, namespace: "loyalty", key: "secret", type: "single_line_text_field", value: $secret }
  ]) { metafields { id } userErrors { field message } }
}`;

/**
 * @param {Record<string, string | undefined>} variables see the head of this file
 * @param {typeof fetch} send
 * @throws Error that says what to change; it has none of the secrets
 */
export async function storeSecret(variables, send = fetch) {
  const missing = NEEDED.filter((name) => !variables[name]);
  if (missing.length > 0) throw new Error(`Set ${missing.join(', ')}.`);
  const {
    SHOPIFY_SHOP: shop,
    SHOPIFY_CLIENT_ID,
    SHOPIFY_APP_SECRET,
    LOYALTY_SHOP_SECRET: secret,
  } = variables;
  if (!SHOP.test(shop))
    throw new Error('SHOPIFY_SHOP must be the permanent name of the shop, such as acme.myshopify.com.');
  if (/[\r\n]/.test(secret)) throw new Error('LOYALTY_SHOP_SECRET must be one line.');

  async function post(path, headers, body) {
    const response = await send(`https://${shop}/admin/${path}`, {
      method: 'POST',
      headers: { Accept: 'application/json', ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MS),
    }).catch(() => {
      throw new Error(`https://${shop} did not answer. Check SHOPIFY_SHOP and the network.`);
    });
    return { status: response.status, json: await response.json().catch(() => undefined) };
  }

  const grant = await post(
    'oauth/access_token',
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: SHOPIFY_CLIENT_ID,
      client_secret: SHOPIFY_APP_SECRET,
    }).toString(),
  );
  const token = grant.json?.access_token;
  if (grant.status !== 200 || typeof token !== 'string')
    throw new Error(
      `Shopify gives no token (status ${grant.status}). Check SHOPIFY_CLIENT_ID and SHOPIFY_APP_SECRET (Dev Dashboard → the app → Settings). ` +
        'The app has to be installed in this shop, and app and shop have to belong to the same organization.',
    );

  async function ask(query, values) {
    const { status, json } = await post(
      `api/${API_VERSION}/graphql.json`,
      { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': token },
      JSON.stringify({ query, variables: values }),
    );
    if (status !== 200 || json?.errors !== undefined || json?.data === undefined)
      throw new Error(
        `Shopify did not accept the request (status ${status}): ${json?.errors?.[0]?.message ?? 'no reason given'}`,
      );
    return json.data;
  }

  const owner = (await ask(INSTALLATION, {})).currentAppInstallation?.id;
  if (!owner) throw new Error('Shopify names no installation of the app in this shop: install it first.');
  const { metafieldsSet } = await ask(STORE, { owner, secret });
  const [refused] = metafieldsSet?.userErrors ?? [];
  if (refused || metafieldsSet?.metafields?.length !== 1)
    throw new Error(`Shopify did not store the secret: ${refused?.message ?? 'no reason given'}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await storeSecret(process.env);
    process.stdout.write('The secret is stored. Sign in to the shop as a customer to try it.\n');
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
