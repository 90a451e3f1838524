import { html, render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';

// Registers the elements, as they are in the package.
await import('../dist/npm/index.js');

/** What a shop's server writes into an example. The site's service worker knows this customer. */
const VALUES = {
  customer_id: 'ada',
  signed_at: '0', // the frame writes the present time
  signature: 'a'.repeat(64),
};
const filled = (text) =>
  text.replace(/\{\{ (\w+) \}\}/g, (_, name) => {
    if (!(name in VALUES)) throw new Error(`An example has {{ ${name} }}, which has no value.`);
    return VALUES[name];
  });

const PROVIDER = `<loyalty-provider base-url="https://api.acme.example.com/api" platform="acme-shop"
  customer-id="{{ customer_id }}" signature="{{ signature }}"></loyalty-provider>`;
/** Each load of an example has records of its own, which know no token that an earlier load stored. */
const withoutStore = (body) => body.replaceAll('<loyalty-provider', '<loyalty-provider cache="memory"');

/** The links of an example lead to pages that only a shop has: here they lead nowhere, also in a new tab. */
const withoutShopPages = (body) => body.replace(/(<a\b[^>]*?\shref=")[^"#][^"]*/g, '$1#');

/** An example's HTML, its elements rendered in their waiting state: they show before a script has run, and without one. */
export async function frameOf(source) {
  const body = source.replace(/^<(script|link)\b.*$/gm, '').trim();
  const example = filled(body.includes('<loyalty-provider') ? body : `${PROVIDER}\n${body}`);
  const page = withoutShopPages(withoutStore(example));
  return collectResult(render(html(Object.assign([page], { raw: [page] }))));
}
