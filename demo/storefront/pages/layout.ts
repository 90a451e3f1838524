import { html, raw } from 'hono/html';
import { unixSeconds } from '../../../src/proxy/signature.ts';
import type { StorefrontSettings } from '../settings.ts';
import { signInLink, signInLinkSlot, type Markup, type PageContent, type Visit } from './page.ts';

/** The document around every page, with one provider for all elements. */
export async function layout(visit: Visit, content: PageContent): Promise<Markup> {
  const { settings, direction, preferences } = visit;
  const description = content.description ?? 'Homeware for quiet rooms, made to be used every day.';
  return html`<!doctype html>
    <html lang="${preferences.language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${content.title} · Harbour &amp; Pine</title>
        <meta name="description" content="${description}" />
        <meta property="og:title" content="${content.title}" />
        <meta
          property="og:image"
          content="${content.image ?? `${settings.publicUrl}/products/linen-lamp.svg`}"
        />
        <meta name="color-scheme" content="light dark" />
        <link rel="canonical" href="${canonical(visit)}" />
        <link rel="icon" href="/theme/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/theme/theme.css" />
        <link rel="stylesheet" href="/cdn/loyalty.css" />
        <link
          rel="preconnect"
          href="${new URL(settings.proxyUrl ?? settings.serviceUrl).origin}"
          crossorigin
        />
        ${
          preferences.language === 'en'
            ? ''
            : html`<script type="module" src="/cdn/locale-${preferences.language}.js"></script>`
        }
        <script type="module" src="/cdn/loyalty.js"></script>
        <link rel="modulepreload" href="/cdn/elements.js" />
        <script type="module" src="/theme/theme.js"></script>
      </head>
      <body class="${isGuest(visit) ? 'loyalty-guest' : ''}">
        ${provider(visit)} ${preferences.consent ? html`<loyalty-events consent></loyalty-events>` : ''}
        <a class="skip-link" href="#main">Skip to content</a>
        ${header(visit)}
        <main id="main" tabindex="-1">${await content.main}</main>
        ${footer(visit)}
      </body>
    </html>`;
}

/** The canonical address: the page number is the only query parameter that changes the content. */
function canonical({ settings, path }: Visit): string {
  const { origin, pathname, searchParams } = new URL(path, settings.publicUrl);
  const page = searchParams.get('page');
  return origin + pathname + (page ? `?page=${encodeURIComponent(page)}` : '');
}

/** With a proxy the page does not know who is signed in. */
const isGuest = ({ settings, customer }: Visit): boolean => !settings.proxyUrl && !customer;

function provider(visit: Visit): Markup {
  const { settings, customer, signature, signedAt, preferences } = visit;
  const { serviceUrl, proxyUrl, platform, platformVersion } = settings;
  const wishlist = preferences.onDevice ? html`wishlist="device"` : '';
  const signIn = html`sign-in-url="${signInLink(visit)}"`;
  if (proxyUrl)
    return html`<loyalty-provider proxy-url="${proxyUrl}" ${signIn} ${wishlist}></loyalty-provider>`;
  return customer && signature && signedAt
    ? html`<loyalty-provider
        base-url="${serviceUrl}"
        platform="${platform}"
        platform-version="${platformVersion}"
        customer-id="${customer.id}"
        signature="${signature}"
        signed-at="${unixSeconds(signedAt)}"
        ${signIn}
        ${wishlist}
      ></loyalty-provider>`
    : html`<loyalty-provider
        base-url="${serviceUrl}"
        platform="${platform}"
        platform-version="${platformVersion}"
        customer-id=""
        signed-at="${unixSeconds(new Date())}"
        ${signIn}
        ${wishlist}
      ></loyalty-provider>`;
}

function header(visit: Visit): Markup {
  const { settings, customer, cartCount } = visit;
  const here = new URL(visit.path, settings.publicUrl).pathname;
  const current = (path: string) => (path === here ? html`aria-current="page"` : '');
  return html`<header class="site-header">
    <a class="logo" href="/" translate="no">Harbour &amp; Pine</a>
    <nav class="site-nav" aria-label="Categories">
      <ul>
        ${settings.categories.map(
          ({ name, handle }) =>
            html`<li><a href="/categories/${handle}" ${current(`/categories/${handle}`)}>${name}</a></li>`,
        )}
      </ul>
    </nav>
    <loyalty-balance class="header-points ${customer || settings.proxyUrl ? 'for-member' : ''}"
      >${signInLinkSlot(visit, 'Sign in for points')}</loyalty-balance
    >
    <div class="site-tools">
      <a class="tool" href="/account" ${current('/account')}
        >${personIcon}<span class="tool-name" dir="auto"
          >${customer ? customer.firstName : withSession(settings, 'Account', 'My account')}</span
        ></a
      >
      <a class="tool" href="/wishlist" ${current('/wishlist')}
        >${heartIcon}<span class="tool-name">Wishlist</span
        ><loyalty-wishlist-count class="saved-count"></loyalty-wishlist-count
      ></a>
      <a class="tool" href="/cart" ${current('/cart')}
        >${bagIcon}<span class="tool-name">Cart</span
        ><span class="cart-count" ${cartCount ? '' : html`hidden`}
          ><span data-cart-count>${cartCount}</span
          ><span class="visually-hidden"> ${cartCount === 1 ? 'product' : 'products'}</span></span
        ></a
      >
    </div>
  </header>`;
}

function footer(visit: Visit): Markup {
  return html`<footer class="site-footer">
    <div>
      <p class="logo" translate="no">Harbour &amp; Pine</p>
      <p>
        A shop that does not exist, for elements that do: the demo storefront of loyalty-elements. Nothing
        here is sold, and the pictures are drawn by code.
      </p>
    </div>
    <nav aria-label="Service">
      <ul>
        <li><a href="/products">All products</a></li>
        <li><a href="/account">Points and rewards</a></li>
        <li><a href="/wishlist">Wishlist</a></li>
        <li><a href="/account/lists">Your lists</a></li>
        <li><a href="/registry">Gift registry</a></li>
        <li><a href="/preferences">Preferences</a></li>
        ${
          visit.customer
            ? html`<li>
                <form method="post" action="/sign-out"><button class="link-button">Sign out</button></form>
              </li>`
            : html`<li>
                ${withSession(
                  visit.settings,
                  html`<a href="${signInLink(visit)}">Sign in</a>`,
                  html`<button class="link-button" type="button" data-sign-out>Sign out</button>`,
                )}
              </li>`
        }
      </ul>
    </nav>
  </footer>`;
}

/**
 * With a proxy the shop's server does not know whether the shopper is signed in: the page contains both texts, and the theme's script
 * shows one of them.
 */
const withSession = ({ proxyUrl }: StorefrontSettings, guest: Markup | string, member: Markup | string) =>
  proxyUrl
    ? html`<span data-for="guest">${guest}</span><span data-for="member" hidden>${member}</span>`
    : guest;

/** Icons of the header, hidden from screen readers: each has its text beside it. */
const icon = (shapes: string) =>
  html`<svg
    viewBox="0 0 24 24"
    width="22"
    height="22"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${raw(shapes)}
  </svg>`;

const heartIcon = icon(
  '<path d="M12 20.5S3.5 15 3.5 8.9A4.6 4.6 0 0 1 12 6.6a4.6 4.6 0 0 1 8.5 2.3C20.5 15 12 20.5 12 20.5z"/>',
);
const bagIcon = icon('<path d="M5 8h14l1 12.5H4z"/><path d="M8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5"/>');
const personIcon = icon('<circle cx="12" cy="8" r="3.8"/><path d="M4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6"/>');
