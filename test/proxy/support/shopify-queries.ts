import { createHmac } from 'node:crypto';

/** The query that Shopify's app proxy sends, and attacks on it: for the proof of the proxy and every helper that checks such a query. */
export const SHOPIFY = {
  shop: 'shop-name.myshopify.com',
  secret: 'hush',
  /** Milliseconds since 1970 at which the queries are new. */
  now: 1_317_327_555_000,
};

type Parameters = readonly (readonly [name: string, value: string])[];

/** What Shopify signs, by its documentation. */
function messageOf(parameters: Parameters): string {
  const names = [...new Set(parameters.map(([name]) => name))];
  const joined = names.map(
    (name) =>
      `${name}=${parameters
        .filter(([one]) => one === name)
        .map(([, value]) => value)
        .join(',')}`,
  );
  return joined.sort().join('');
}
const sign = (parameters: Parameters, secret = SHOPIFY.secret): string =>
  createHmac('sha256', secret).update(messageOf(parameters)).digest('hex');
export const queryOf = (parameters: Parameters): string =>
  `?${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`;
const signedList = (parameters: Parameters, secret?: string): string =>
  queryOf([...parameters, ['signature', sign(parameters, secret)]]);

const OWN = {
  shop: SHOPIFY.shop,
  logged_in_customer_id: '1001',
  path_prefix: '/apps/loyalty',
  timestamp: '1317327555',
  once: 'abcdefgh',
};
/** A query that Shopify signs for customer 1001. */
export const signedQuery = (over: Readonly<Record<string, string>> = {}, secret?: string): string =>
  signedList(Object.entries({ ...OWN, ...over }), secret);
/** The same without `once`, which only pages with sessions add. */
const withoutOnce = ({ once: _, ...own }: typeof OWN = OWN) => own;
const GUEST = { ...withoutOnce(), logged_in_customer_id: '' };

const without = (name: string) => {
  const parameters = new URLSearchParams(signedQuery());
  parameters.delete(name);
  return `?${parameters}`;
};

/** A parameter of a guest that Shopify signs, and the same text cut into other parameters. */
function recut(
  own: Readonly<Record<string, string>>,
  cut: Parameters,
  given: readonly [string, string],
): string {
  const original = [...Object.entries(own), given];
  if (messageOf(cut) !== messageOf(original)) throw new Error('The cut does not read as the signed text.');
  return queryOf([...cut, ['signature', sign(original)]]);
}
const { shop } = SHOPIFY;
const OTHERS = `path_prefix=/apps/loyaltyshop=${shop}timestamp=1317327555`;

/** Queries that name a customer. */
export const NAMED: readonly { readonly what: string; readonly query: string }[] = [
  { what: 'a query of a sign-in', query: signedQuery() },
  { what: 'a query without once', query: signedList(Object.entries(withoutOnce())) },
  { what: 'the longest once', query: signedQuery({ once: 'a'.repeat(64) }) },
  { what: 'the longest path', query: signedQuery({ path_prefix: `/${'a'.repeat(100)}` }) },
  { what: 'parameters in another order', query: queryOf([...new URLSearchParams(signedQuery())].reverse()) },
];
export const GUESTS: readonly { readonly what: string; readonly query: string }[] = [
  { what: 'a query of a sign-in', query: signedQuery({ logged_in_customer_id: '' }) },
  { what: 'a query without once', query: signedList(Object.entries(GUEST)) },
];

/** Queries that name nobody, not even a guest. `passes`: a check of the signature and the time alone lets it pass. */
export const ATTACKS: readonly {
  readonly what: string;
  readonly query: string;
  readonly now?: number;
  readonly passes?: true;
}[] = [
  { what: 'the secret of another app', query: signedQuery({}, 'other') },
  {
    what: 'another shop of the same app',
    query: signedQuery({ shop: 'other-shop.myshopify.com' }),
    passes: true,
  },
  {
    what: 'a domain that only begins like the shop',
    query: signedQuery({ shop: `${shop}.evil.example` }),
    passes: true,
  },
  { what: 'the shop in capitals', query: signedQuery({ shop: shop.toUpperCase() }), passes: true },
  { what: 'a signature of 91 seconds ago', query: signedQuery(), now: SHOPIFY.now + 91_000 },
  { what: 'a signature of the future', query: signedQuery(), now: SHOPIFY.now - 91_000 },
  { what: 'another customer than the signed one', query: signedQuery().replace('=1001', '=1002') },
  { what: 'a parameter that is not signed', query: `${signedQuery()}&extra=1` },
  { what: 'a second customer that is not signed', query: `${signedQuery()}&logged_in_customer_id=1002` },
  {
    what: 'a customer beside the empty value of a guest, both signed',
    query: signedList([['logged_in_customer_id', '9'], ...Object.entries(GUEST)]),
    passes: true,
  },
  {
    what: 'a customer behind the empty value of a guest, both signed',
    query: signedList([...Object.entries(GUEST), ['logged_in_customer_id', '9']]),
    passes: true,
  },
  {
    what: 'a repeated customer that is signed',
    query: signedList([...Object.entries(OWN), ['logged_in_customer_id', '1002']]),
    passes: true,
  },
  {
    what: 'the same customer twice',
    query: signedList([...Object.entries(OWN), ['logged_in_customer_id', '1001']]),
    passes: true,
  },
  {
    what: 'a repeated shop',
    query: signedList([...Object.entries(OWN), ['shop', 'other-shop.myshopify.com']]),
    passes: true,
  },
  { what: 'a second signature', query: `${signedQuery()}&signature=${'0'.repeat(64)}` },
  {
    what: 'a customer instead of the joined values',
    query: signedQuery({ logged_in_customer_id: '1001,1002' }),
    passes: true,
  },
  { what: 'no signature', query: without('signature') },
  { what: 'no customer', query: without('logged_in_customer_id') },
  { what: 'no time', query: without('timestamp') },
  { what: 'no shop', query: without('shop') },
  { what: 'no path', query: without('path_prefix') },
  {
    what: 'no customer, although the rest is signed',
    query: signedList(Object.entries(OWN).filter(([name]) => name !== 'logged_in_customer_id')),
  },
  ...[
    '',
    '/',
    'apps/loyalty',
    'x/apps/loyalty',
    '/apps/loyalty=',
    '/apps/loyalty ',
    `/${'a'.repeat(101)}`,
  ].map((path_prefix) => ({
    what: `the path ${JSON.stringify(path_prefix)}`,
    query: signedQuery({ path_prefix }),
    passes: true as const,
  })),
  { what: 'a signature with a character behind it', query: `${signedQuery()}z` },
  { what: 'a signature with a digit before it', query: signedQuery().replace('signature=', 'signature=0') },
  { what: 'an empty signature', query: signedQuery().replace(/signature=\w+/, 'signature=') },
  { what: 'half of the signature', query: signedQuery().replace(/(signature=\w{32})\w+/, '$1') },
  {
    what: 'a signature in capitals',
    query: signedQuery().replace(/signature=(\w+)/, (_, hex: string) => `signature=${hex.toUpperCase()}`),
  },
  {
    what: 'a signature in full-width digits',
    query: signedQuery().replace(/signature=\w/, `signature=${encodeURIComponent('０')}`),
  },
  ...[
    '1001 ',
    ' 1001',
    '1001\n',
    '01001',
    '0',
    '+1001',
    '１００１',
    '١٠٠١',
    '1e3',
    '0x3e9',
    '1001.0',
    'ann',
    'Jörg',
  ].map((id) => ({
    what: `the customer ${JSON.stringify(id)}`,
    query: signedQuery({ logged_in_customer_id: id }),
    passes: true as const,
  })),
  ...['NaN', '', 'Infinity', '１３１７３２７５５５'].map((timestamp) => ({
    what: `the time ${JSON.stringify(timestamp)}`,
    query: signedQuery({ timestamp }),
  })),
  ...[' 1317327555', '+1317327555', '1317327555.0', '1.317327555e9', '01317327555', '0x4e84d2c3'].map(
    (timestamp) => ({
      what: `the time ${JSON.stringify(timestamp)}`,
      query: signedQuery({ timestamp }),
      passes: true as const,
    }),
  ),
  {
    what: 'another parameter in a sign-in, although it is signed',
    query: signedQuery({ extra: '1' }),
    passes: true,
  },
  {
    what: 'another parameter with a value as of once',
    query: signedQuery({ extra: 'abcdefgh' }),
    passes: true,
  },
  { what: 'an empty once', query: signedQuery({ once: '' }), passes: true },
  ...['abcdefg', 'abcdefgh=', '=abcdefgh', 'abcdefgh abcdefgh', 'a'.repeat(65)].map((once) => ({
    what: `once as ${JSON.stringify(once)}`,
    query: signedQuery({ once }),
    passes: true as const,
  })),
  {
    what: 'once twice',
    query: signedList([...Object.entries(OWN), ['once', 'hgfedcba']]),
    passes: true,
  },
  {
    what: 'a long value that is cut into other parameters',
    query: recut(
      { ...GUEST, once: 'abcdefgh' },
      [
        ['a', 'Z'],
        ['logged_in_customer_id', '1001'],
        ['path_prefix', '/apps/loyalty'],
        ['shop', shop],
        ['timestamp', '1317327555'],
        ['zz', `logged_in_customer_id=once=abcdefgh${OTHERS}`],
      ],
      ['a', `Zlogged_in_customer_id=1001${OTHERS}zz=`],
    ),
    passes: true,
  },
];
