import { DEFAULT_PLATFORM_VERSION } from '../src/services/transport/formats.ts';
import { signCustomerId, unixSeconds } from '../src/proxy/signature.ts';
import { exampleCustomer } from './sample/customers.ts';
import { products } from './sample/products.ts';

export interface SnippetSettings {
  /** Origin of the shop, which serves the elements under `/cdn/`. */
  readonly shopUrl: string;
  readonly serviceUrl: string;
  /** If set, customers sign in on the page, through the proxy. */
  readonly proxyUrl?: string | undefined;
  readonly secret: string;
  readonly platform: string;
  readonly platformVersion: string;
}

/** HTML that shows the programme to a sample customer, for pages of an origin that the service allows. */
export function snippet({ shopUrl, ...settings }: SnippetSettings): string {
  const [product] = products;
  return `<script type="module" src="${shopUrl}/cdn/loyalty.js"></script>
<link rel="stylesheet" href="${shopUrl}/cdn/loyalty.css" />
<link rel="modulepreload" href="${shopUrl}/cdn/elements.js" />

${provider(settings)}

<loyalty-balance></loyalty-balance>
<loyalty-tier></loyalty-tier>
<loyalty-rewards></loyalty-rewards>
<loyalty-wishlist-button product-id="${product?.id}" product-name="${product?.name}"></loyalty-wishlist-button>`;
}

function provider({
  serviceUrl,
  proxyUrl,
  secret,
  platform,
  platformVersion,
}: Omit<SnippetSettings, 'shopUrl'>): string {
  if (proxyUrl) {
    return `<loyalty-provider proxy-url="${proxyUrl}"></loyalty-provider>
<loyalty-account></loyalty-account>`;
  }
  const { id } = exampleCustomer;
  const signedAt = new Date();
  const attributes = {
    'base-url': serviceUrl,
    platform,
    ...(platformVersion !== DEFAULT_PLATFORM_VERSION && { 'platform-version': platformVersion }),
    'customer-id': id,
    'signed-at': unixSeconds(signedAt),
    signature: signCustomerId(id, secret, { signedAt }),
  };
  const lines = Object.entries(attributes).map(([name, value]) => `  ${name}="${value}"`);
  return `<loyalty-provider\n${lines.join('\n')}\n></loyalty-provider>`;
}
