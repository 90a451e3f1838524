// The smallest answers with which the compared libraries show their content. Written for the benchmark, with no data of a vendor.

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const YEAR_2100 = 4_102_444_800;

const SALES_CHANNEL_TOKEN = [
  base64({ alg: 'none', typ: 'JWT' }),
  base64({
    organization: { id: 'bench', slug: 'bench', enterprise: false, region: 'eu-west-1' },
    application: { id: 'bench', kind: 'sales_channel', public: true },
    market: { id: ['1'], allows_external_prices: false },
    scope: 'market:code:bench',
    exp: YEAR_2100,
    iss: 'https://auth.commercelayer.io',
    test: true,
  }),
  'c2lnbmF0dXJl',
].join('.');

const PRICES = {
  data: [
    {
      id: '1',
      type: 'prices',
      attributes: {
        sku_code: 'LAMP',
        formatted_amount: '$42.17',
        formatted_compare_at_amount: '$50.00',
        amount_cents: 4_217,
      },
    },
  ],
  meta: { record_count: 1, page_count: 1 },
};

const money = { amount: '42.17', currencyCode: 'EUR' };
const noPages = { hasNextPage: false, hasPreviousPage: false };
const PRODUCT = {
  data: {
    node: {
      __typename: 'Product',
      id: 'gid://shopify/Product/1001',
      availableForSale: true,
      title: 'Linen lamp',
      handle: 'linen-lamp',
      description: 'A lamp.',
      descriptionHtml: '<p>A lamp.</p>',
      options: [{ id: '1', name: 'Title', values: ['Default Title'] }],
      images: { pageInfo: noPages, edges: [] },
      variants: {
        pageInfo: noPages,
        edges: [
          {
            cursor: '1',
            node: {
              id: 'gid://shopify/ProductVariant/1',
              title: 'Default Title',
              available: true,
              price: money,
              priceV2: money,
              compareAtPrice: null,
              compareAtPriceV2: null,
              unitPrice: null,
              unitPriceMeasurement: null,
              image: null,
              selectedOptions: [{ name: 'Title', value: 'Default Title' }],
            },
          },
        ],
      },
    },
  },
};

/** The answer to a request of a compared library; `undefined` for other paths. */
export function peerAnswer({ pathname }: URL): unknown {
  if (pathname === '/oauth/token')
    return {
      access_token: SALES_CHANNEL_TOKEN,
      token_type: 'bearer',
      expires_in: 7_200,
      scope: 'market:code:bench',
      created_at: Math.floor(Date.now() / 1_000),
    };
  if (pathname === '/api/prices') return PRICES;
  if (pathname.endsWith('/graphql')) return PRODUCT;
  return undefined;
}
