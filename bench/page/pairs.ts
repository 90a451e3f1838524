import {
  BASE_PAGE,
  ESTIMATE,
  OWN_PAGE,
  PAGES,
  PROFILE,
  SIGNATURE,
  type Addresses,
  type ComparedPage,
  type Shown,
} from './scenarios.ts';

// Pages of a shop, with our elements and with bare Lit elements that share one token, send the same calls once and show the same content.

/** A press that is measured, and what it changes. */
export interface Press {
  /** Name of the element after `loyalty-` and `bare-`. */
  readonly host: string;
  /** In its shadow root. */
  readonly button: string;
  /** In its shadow root, once the press has an effect. */
  readonly effect: string;
  /** Text of the element when what it opens is loaded. */
  readonly content?: string;
}

export interface Pair {
  readonly id: string;
  readonly title: string;
  readonly ours: ComparedPage;
  readonly bare: ComparedPage;
  readonly press?: Press;
}

interface PairOfPages {
  readonly id: string;
  readonly title: string;
  /** The elements; `<x-…>` stands for `<loyalty-…>` and `<bare-…>`. */
  readonly elements: string;
  readonly shown: readonly Shown[];
  /** Records of each list, if not 10. */
  readonly press?: Press;
}

/** Hearts of a grid. */
export const HEARTS = 48;
const product = (id: number) =>
  `<article style="display:inline-block;inline-size:45%;block-size:200px">Product ${id} <x-heart product-id="p${id}"></x-heart></article>`;
const EARN = '<x-earn product-id="p1" price="183.00"></x-earn>';

const heart: Press = {
  host: 'heart',
  button: '[part~=heart-button]',
  effect: '[part~=heart-button][aria-pressed=false]',
};

const PAIR_PAGES: readonly PairOfPages[] = [
  {
    id: 'balance',
    title: 'balance',
    elements: '<x-balance></x-balance>',
    shown: [{ selector: 'x-balance', text: '4,217' }],
  },
  {
    id: 'grid',
    title: `grid of ${HEARTS} hearts`,
    elements: Array.from({ length: HEARTS }, (_, at) => product(at + 1)).join(''),
    // All hearts are in one frame or the next: the last one is the last to be defined.
    shown: [{ selector: 'article:last-of-type x-heart', text: '[pressed]' }],
    press: heart,
  },
  {
    id: 'product',
    title: 'product: heart and earn',
    elements: `<x-heart product-id="p1"></x-heart>${EARN}`,
    shown: [
      { selector: 'x-heart', text: '[pressed]' },
      { selector: 'x-earn', text: String(ESTIMATE) },
    ],
    press: heart,
  },
  {
    id: 'account',
    title: 'account: tier, rewards, wishlist, history',
    elements: '<x-tier></x-tier><x-rewards></x-rewards><x-wishlist></x-wishlist><x-history></x-history>',
    shown: [
      { selector: 'x-tier', text: 'Gold' },
      { selector: 'x-rewards', text: 'Reward 1' },
      { selector: 'x-wishlist', text: 'Product 1' },
      { selector: 'x-history', text: 'Order 1' },
    ],
  },
  {
    id: 'drawer',
    title: 'drawer, closed',
    elements: '<x-panel></x-panel>',
    shown: [{ selector: 'x-panel', text: '4,217' }],
    press: { host: 'panel', button: '[part=launcher]', effect: 'dialog[open]', content: 'Reward 1' },
  },
  {
    id: 'wishlist',
    title: 'wishlist',
    elements: '<x-wishlist></x-wishlist>',
    shown: [{ selector: 'x-wishlist', text: 'Product 1' }],
  },
];

/** The bare element of a heart is not named as ours. */
const OWN_NAMES: Readonly<Record<string, string>> = { heart: 'wishlist-button' };
export const tagOf = (name: string, side: 'ours' | 'bare'): string =>
  side === 'bare' ? `bare-${name}` : `loyalty-${OWN_NAMES[name] ?? name}`;

const named = (text: string, side: 'ours' | 'bare') =>
  text.replace(/\bx-(\w+)/g, (_, name) => tagOf(name, side));
const shownBy = (shown: readonly Shown[], side: 'ours' | 'bare') =>
  shown.map(({ selector, text }) => ({ selector: named(selector, side), text }));

const own = PAGES.find(({ id }) => id === OWN_PAGE)!;
const bareService = ({ service }: Addresses) =>
  `<bare-service base-url="${service}/api" platform="harbour" customer-id="1001" signature="${SIGNATURE}" profile-id="${PROFILE}"></bare-service>`;

export const PAIRS: readonly Pair[] = PAIR_PAGES.map(({ id, title, elements, shown, press }) => ({
  id,
  title,
  ...(press && { press }),
  ours: {
    id: `${OWN_PAGE}-${id}`,
    title,
    html: (addresses) => own.html(addresses, 0) + named(elements, 'ours'),
    shown: shownBy(shown, 'ours'),
  },
  bare: {
    id: `${BASE_PAGE}-${id}`,
    title,
    html: (addresses) =>
      // The same hint as ours.
      `<link rel="preconnect" href="${addresses.service}" crossorigin><script type="module" src="/${BASE_PAGE}-${id}.js"></script>${bareService(addresses)}${named(elements, 'bare')}`,
    shown: shownBy(shown, 'bare'),
  },
}));

/** The bare elements of a page: its script consists of their files. */
export const bareElementsOf = ({ bare }: Pair): string[] => [
  ...new Set(
    [bare.html({ service: '', shop: '' }, 1)].flatMap((html) =>
      [...html.matchAll(/<bare-(\w+)/g)].map(([, name]) => name!).filter((name) => name !== 'service'),
    ),
  ),
];
