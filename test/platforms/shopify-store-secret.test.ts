import { beforeEach, describe, expect, it } from 'vitest';
import { storeSecret } from '../../platforms/shopify/store-secret.mjs';

// A shop at Shopify, as its documents describe the two addresses. The command has not run against Shopify itself.

const VARIABLES = {
  SHOPIFY_SHOP: 'acme.myshopify.com',
  SHOPIFY_CLIENT_ID: 'client',
  SHOPIFY_APP_SECRET: 'app-secret',
  LOYALTY_SHOP_SECRET: 's3cret "with" $signs',
};
const OWNER = 'gid://shopify/AppInstallation/1';

let stored: Map<string, unknown>;
/** Replaces the answer to the request with this number. */
let answers: Record<number, Response>;
let asked: string[];

const shopify: typeof fetch = async (address, init) => {
  const { pathname, host } = new URL(address as string);
  asked.push(`${init?.method} ${host}${pathname} ${init?.redirect}`);
  const answer = answers[asked.length];
  if (answer) return answer;
  if (pathname === '/admin/oauth/access_token') {
    const form = Object.fromEntries(new URLSearchParams(init?.body as string));
    const known =
      form['grant_type'] === 'client_credentials' &&
      form['client_id'] === 'client' &&
      form['client_secret'] === 'app-secret';
    return known
      ? Response.json({ access_token: 'shpat_1', scope: '', expires_in: 86_399 })
      : Response.json({ error: 'invalid_client' }, { status: 400 });
  }
  if (new Headers(init?.headers).get('X-Shopify-Access-Token') !== 'shpat_1')
    return Response.json({ errors: 'Invalid token' }, { status: 401 });
  const { query, variables } = JSON.parse(init?.body as string) as {
    query: string;
    variables: { owner: string; secret: string };
  };
  if (query.includes('currentAppInstallation'))
    return Response.json({ data: { currentAppInstallation: { id: OWNER } } });
  const [, namespace, key] = /namespace: "(\w+)", key: "(\w+)"/.exec(query) ?? [];
  stored.set(`${variables.owner} ${namespace}.${key}`, variables.secret);
  return Response.json({ data: { metafieldsSet: { metafields: [{ id: '1' }], userErrors: [] } } });
};
const store = (over: Partial<typeof VARIABLES> = {}) => storeSecret({ ...VARIABLES, ...over }, shopify);
const message = (work: Promise<void>) =>
  work.then(
    () => 'stored',
    (error: Error) => error.message,
  );

describe('storing the secret in a live shop', () => {
  beforeEach(() => {
    [stored, answers, asked] = [new Map(), {}, []];
  });

  it('puts it where the block of the theme app extension reads it', async () => {
    await store();
    expect([...stored]).toEqual([[`${OWNER} loyalty.secret`, VARIABLES.LOYALTY_SHOP_SECRET]]);
    expect(new Set(asked)).toEqual(
      new Set([
        'POST acme.myshopify.com/admin/oauth/access_token error',
        'POST acme.myshopify.com/admin/api/2026-07/graphql.json error',
      ]),
    );
  });

  it.each(Object.keys(VARIABLES))('asks nobody without %s', async (name) => {
    expect(await message(store({ [name]: '' }))).toBe(`Set ${name}.`);
    expect(asked).toEqual([]);
  });

  it('sends the secrets to no other host', async () => {
    expect(await message(store({ SHOPIFY_SHOP: 'acme.example' }))).toMatch(/permanent name/);
    expect(await message(store({ SHOPIFY_SHOP: 'evil.example/.myshopify.com' }))).toMatch(/permanent name/);
    expect(asked).toEqual([]);
  });

  const refusals = [
    [
      'a wrong app secret',
      1,
      Response.json({ error: 'invalid_client' }, { status: 400 }),
      /no token.*400.*SHOPIFY_APP_SECRET/,
    ],
    ['an answer that is not JSON', 1, new Response('<html>'), /no token/],
    [
      'an app that is not installed',
      2,
      Response.json({ data: { currentAppInstallation: null } }),
      /install it first/,
    ],
    ['an error of the API', 2, Response.json({ errors: [{ message: 'Throttled' }] }), /Throttled/],
    ['an API version that is gone', 2, new Response('', { status: 404 }), /status 404/],
    [
      'a refused value',
      3,
      Response.json({
        data: {
          metafieldsSet: { metafields: [], userErrors: [{ field: [], message: 'Value is too long' }] },
        },
      }),
      /Value is too long/,
    ],
    ['an answer that says nothing', 3, Response.json({ data: { metafieldsSet: null } }), /did not store/],
  ] as const;
  it.each(refusals)('says what is wrong, without a secret: %s', async (_, at, answer, expected) => {
    answers = { [at]: answer };
    const said = await message(store());
    expect(said).toMatch(expected);
    for (const secret of ['app-secret', 's3cret', 'shpat_1']) expect(said).not.toContain(secret);
    expect(stored.size).toBe(0);
  });
});
