// What the page benchmark measures, as data: pages, lines, visits and sizes.

/** Addresses that a page's HTML needs. */
export interface Addresses {
  /** The service, on another origin than the page. */
  readonly service: string;
  /** The page's own origin, where the proxy answers below `/loyalty`. */
  readonly shop: string;
}

/** An element, and a text of it that shows that its content is there. A pressed button has the text `[pressed]`. */
export interface Shown {
  readonly selector: string;
  readonly text: string;
}

export interface ComparedPage {
  readonly id: string;
  readonly title: string;
  /** Its HTML: scripts, then the elements. `count` repeats the element. */
  readonly html: (addresses: Addresses, count: number) => string;
  readonly shown: Shown | readonly Shown[];
  /** The packages of a peer, which the benchmark installs. */
  readonly packages?: readonly string[];
  /** Signs in through the proxy before the first visit. Such a page has no cold visit: its files were loaded for the sign-in. */
  readonly signsIn?: boolean;
}

/** The balance in every answer: no other text of a page has it. */
export const POINTS = 4217;
const POINTS_TEXT = '4,217';
/** The points that a purchase earns, by the service. */
export const ESTIMATE = 183;
export const PROFILE = 'profile-1001';
export const SIGNATURE = 'fd91015933eaadcbb042489f6f0d71935d6b9dd02b1974ba6430cfd0057507fa';

const repeated = (count: number, html: string) => Array.from({ length: count }, () => html).join('');

const bare = (tag: string) => ({
  html: ({ service }: Addresses, count: number) =>
    `<script type="module" src="/${tag}.js"></script>` +
    repeated(
      count,
      `<${tag} base-url="${service}/api" platform="harbour" customer-id="1001" signature="${SIGNATURE}" profile-id="${PROFILE}"></${tag}>`,
    ),
  shown: { selector: `${tag}:last-of-type`, text: POINTS_TEXT },
});

const FILES = ({ service }: Addresses) =>
  `<link rel="preconnect" href="${service}" crossorigin>` +
  '<script type="module" src="/cdn/loyalty.js"></script><link rel="stylesheet" href="/cdn/loyalty.css"><link rel="modulepreload" href="/cdn/elements.js">';
const storefront = ({ service }: Addresses, more = '') =>
  `<loyalty-provider base-url="${service}/api" platform="harbour" customer-id="1001" signature="${SIGNATURE}"${more}></loyalty-provider>`;
const BALANCE = '<loyalty-balance></loyalty-balance>';
const shownBalance = { selector: 'loyalty-balance:last-of-type', text: POINTS_TEXT };

/** Of a server that has just asked the service. */
const firstAnswers = () =>
  JSON.stringify({
    customer_id: '1001',
    signature: SIGNATURE,
    answered_at: Math.floor(Date.now() / 1_000),
    balances: { points: { available: POINTS } },
  }).replaceAll('"', '&quot;');

/** The page that ratios are relative to. */
export const BASE_PAGE = 'bare-lit';
/** The page of ours that is compared in the table of the issue: the same two calls. */
export const OWN_PAGE = 'ours';

export const PAGES: readonly ComparedPage[] = [
  { id: 'bare-vanilla', title: 'Custom element without a library', ...bare('bare-vanilla') },
  { id: BASE_PAGE, title: 'One Lit element', ...bare('bare-lit') },
  {
    id: OWN_PAGE,
    title: 'loyalty-elements, profile id given',
    html: (addresses, count) =>
      FILES(addresses) + storefront(addresses, ` profile-id="${PROFILE}"`) + repeated(count, BALANCE),
    shown: shownBalance,
  },
  {
    id: 'ours-first-answers',
    title: 'loyalty-elements, points in the first HTML',
    html: (addresses) =>
      `<meta name="loyalty-first-answers" content="${firstAnswers()}"><script type="module" src="/cdn/first-answers.js"></script>` +
      FILES(addresses) +
      storefront(addresses, ` profile-id="${PROFILE}"`) +
      BALANCE,
    shown: shownBalance,
  },
  {
    id: 'ours-snippet',
    title: 'loyalty-elements, as the README shows',
    html: (addresses, count) => FILES(addresses) + storefront(addresses) + repeated(count, BALANCE),
    shown: shownBalance,
  },
  {
    id: 'ours-proxy',
    title: 'loyalty-elements, proxy: balance, tier, rewards',
    html: (addresses, count) =>
      `${FILES(addresses)}<loyalty-provider proxy-url="${addresses.shop}/loyalty"></loyalty-provider>` +
      `${repeated(count, BALANCE)}<loyalty-tier></loyalty-tier><loyalty-rewards></loyalty-rewards>`,
    shown: shownBalance,
    signsIn: true,
  },
  {
    id: 'voucherify',
    title: 'Voucherify React widget 2.0.2 (no call)',
    packages: [
      '@voucherify/react-widget@2.0.2',
      '@voucherify/sdk@2.9.0',
      'react@17.0.2',
      'react-dom@17.0.2',
      'axios@1.21.1',
    ],
    html: () =>
      '<link rel="stylesheet" href="/peers/@voucherify/react-widget/dist/voucherify.css">' +
      '<div id="widget"></div><script type="module" src="/voucherify.js"></script>',
    shown: { selector: '#widget', text: 'Validate' },
  },
  {
    id: 'buy-button',
    title: 'Shopify Buy Button 3.0.6 (one call)',
    packages: ['@shopify/buy-button-js@3.0.6'],
    html: () =>
      '<div id="widget"></div><script src="/peers/@shopify/buy-button-js/dist/buybutton.min.js"></script>' +
      '<script type="module" src="/buy-button.js"></script>',
    shown: { selector: '#widget', text: 'Linen lamp' },
  },
  {
    id: 'drop-in',
    title: 'Commerce Layer drop-in 2.27.0 (token, then price)',
    packages: ['@commercelayer/drop-in.js@2.27.0'],
    html: () =>
      '<link rel="stylesheet" href="/peers/@commercelayer/drop-in.js/dist/drop-in/drop-in.css">' +
      '<script type="module" src="/drop-in.js"></script>' +
      '<script type="module" src="/peers/@commercelayer/drop-in.js/dist/drop-in/drop-in.esm.js"></script>' +
      '<cl-price code="LAMP"><cl-price-amount type="price"></cl-price-amount></cl-price>',
    shown: { selector: 'cl-price-amount', text: '42.17' },
  },
];

/** A network line, and how much slower than this machine's the processor is. */
export interface Line {
  readonly id: string;
  readonly title: string;
  readonly cpu: number;
  readonly bitsPerSecond?: number;
  readonly roundTripMs?: number;
}
export const LINES: readonly Line[] = [
  { id: 'fast', title: 'this machine, no limit', cpu: 1 },
  {
    id: 'slow',
    title: 'processor ÷ 4, 1.6 Mbit/s, 150 ms round trip',
    cpu: 4,
    bitsPerSecond: 1_600_000,
    roundTripMs: 150,
  },
];

/** What the browser has from before. */
export interface Visit {
  readonly id: string;
  readonly title: string;
  /** Visits in the same profile of the browser before the measured one. */
  readonly before: number;
  /** Entries of `localStorage` that are removed before the visit: those whose name begins so. */
  readonly without?: string;
  /** The visit comes back to the page from the next one, by the browser's Back. */
  readonly back?: boolean;
}
export const VISITS: readonly Visit[] = [
  { id: 'cold', title: 'cold: nothing cached', before: 0 },
  { id: 'next', title: 'next page: HTTP cache and, where the page stores one, a live token', before: 1 },
];

/** How long the service takes for an answer, in milliseconds. */
export const SERVICE_MS = 50;

/** Growth with the number of elements. */
export const ELEMENT_COUNTS = [1, 10, 100, 1_000] as const;
export const GROWTH_PAGES = [BASE_PAGE, OWN_PAGE] as const;

/** Growth with the number of records. */
export const RECORD_COUNTS = [10, 100, 1_000, 10_000] as const;
export const RECORD_ELEMENTS = [
  { tag: 'loyalty-rewards', attributes: '', title: 'rewards', first: 'Reward 1' },
  { tag: 'loyalty-wishlist', attributes: '', title: 'list items', first: 'Product 1' },
  { tag: 'loyalty-registry', attributes: 'list="registry"', title: 'registry items', first: 'Product 1' },
] as const;

/** Rows of a history that is scrolled. */
export const ROW_COUNTS = [100, 1_000, 10_000] as const;

/** An element without code: what the browser itself keeps of elements that were removed. */
export const EMPTY_ELEMENT = 'empty-element';
/** Elements that are mounted and unmounted, and when the heap is read. */
export const MOUNTED_ELEMENTS = [
  EMPTY_ELEMENT,
  'loyalty-provider',
  'loyalty-account',
  'loyalty-balance',
  'loyalty-tier',
  'loyalty-rewards',
  'loyalty-wishlist',
  'loyalty-wishlist-button',
] as const;
export const MOUNTS = 500;
export const HEAP_READ_EVERY = 100;
