import type { DialectName, Tenant } from './service/start.ts';

/** One element on the page of customer 1001, and what is true of it. */
export interface Subject {
  tag: string;
  /** Attributes, with what the shop's theme knows: ids of lists, handles of shares, products. */
  attributes(tenant: Tenant): string;
  /** What a reader must find where the element works. */
  shows: RegExp[];
  /** What is not true, besides `NEVER`. */
  never?: RegExp[];
  /** What it shows where it knows nothing of the customer. */
  saysNothing?: RegExp;
  /** The element shows nothing by itself. */
  isSilent?: boolean;
}

/** Not true for a signed-in customer of a service that answers every request. */
export const NEVER = /You’re offline|Sign in to|We didn’t get an answer/;
/** The element says that it could not show its part. */
export const SAYS_SO =
  /couldn’t|aren’t available right now|isn’t available|can’t be shown|don’t have access/i;

const listId = (at: number) => (tenant: Tenant) => String(tenant.world.member('1001').lists[at]!.id);
/** Of the rug and the stool on the registry. */
const QUANTITIES = {
  'loyalty-registry': [/1 of 2 reserved/, /1 of 4 bought/],
  'loyalty-shared-list': [/1 of 2 still wanted/, /3 of 4 still wanted/],
};
const none = (): string => '';

export const SUBJECTS: Subject[] = [
  { tag: 'loyalty-balance', attributes: none, shows: [/2,280/], never: [/\b0\b/] },
  {
    tag: 'loyalty-tier',
    attributes: none,
    shows: [/Silver/, /2,340/, /Platinum/],
    never: [/highest tier/i, /Copper/],
  },
  {
    tag: 'loyalty-status',
    attributes: none,
    shows: [/2,280/, /Silver/, /Platinum/],
    never: [/highest tier/i],
  },
  {
    tag: 'loyalty-rewards',
    attributes: () => 'use-button',
    shows: [/Five euro off/, /Free delivery/, /A whole sofa/, /RW-\d+/],
    never: [/Summer bag/, /Spring mug/, /no rewards/],
  },
  {
    tag: 'loyalty-benefits',
    attributes: none,
    shows: [/Birthday cake/, /Early access/],
    never: [/Dinner with the board/, /Workshop seat/, /no benefits/],
  },
  {
    tag: 'loyalty-earn',
    attributes: () => 'product-id="SKU-4711" price="49.90" currency="EUR"',
    shows: [/\b98 points/],
    never: [/\b(?!98)\d+ points/],
  },
  {
    tag: 'loyalty-redeem',
    attributes: none,
    shows: [/Five euro off/],
    never: [/no reward/],
  },
  {
    tag: 'loyalty-history',
    attributes: none,
    shows: [/Free delivery/, /380/, /Order 4998/],
    never: [/will be listed/],
  },
  {
    tag: 'loyalty-credits',
    attributes: none,
    shows: [/Gift card/, /32\.50/, /Goodwill/, /Locked/],
    never: [/No gift cards/],
  },
  {
    tag: 'loyalty-achievements',
    attributes: none,
    shows: [/Visit three shops/, /Ten orders/, /\b4 (of|\/) 10/],
    never: [/contest of last year/, /no achievements/, /\b0 (of|\/)/],
  },
  {
    tag: 'loyalty-dates',
    attributes: none,
    shows: [/Birthday/, /(May 14|14 May|5\/14|05-14).*1990|1990.*05.*14/],
  },
  {
    tag: 'loyalty-receipt',
    attributes: () => 'expanded',
    shows: [/R-990/, /R-991/, /R-992/, /In review/, /Points added/, /Declined/],
    never: [/In review.*In review/, /appear here/],
  },
  {
    tag: 'loyalty-wishlist',
    attributes: () => 'layout="list" expanded',
    shows: [/Oak Chair/, /Linen Throw/, /Brass Lamp/, /49[.,]90/],
    never: [/Nothing saved/],
  },
  {
    tag: 'loyalty-wishlist-button',
    attributes: () => 'product-id="SKU-4711" product-name="Oak Chair"',
    shows: [/pressed/],
    // Without a state: whether the product is saved is not known.
    saysNothing: /^Save Oak Chair to your wishlist$/,
    never: [/not pressed/],
  },
  { tag: 'loyalty-wishlist-count', attributes: none, shows: [/\b3\b/], never: [/\b[012]\b/] },
  {
    tag: 'loyalty-lists',
    attributes: () => 'list-url="/list?{handle}" share-url="/shared?{handle}" registries',
    shows: [/Things I like/, /Our housewarming/, /Living room/, /Gift registry/, /Style guide/],
    never: [/no lists yet/, /Wishlist.*Wishlist/, /celebrations (Wishlist|Gift registry)/],
  },
  {
    tag: 'loyalty-share',
    attributes: (tenant) => `list="${listId(1)(tenant)}" share-url="/shared?{handle}"`,
    shows: [/shared\?x9/],
    never: [/nothing to share/],
  },
  {
    tag: 'loyalty-shared-list',
    attributes: (tenant) => `share="${tenant.world.member('1001').lists[1]!.shares[0]!.handle}"`,
    shows: [/Our housewarming/, /Wool Rug/, /Ash Stool/, ...QUANTITIES['loyalty-shared-list']],
    never: [/x9\d+qTz/, /list is empty/, /no longer shared/, /SKU-/],
  },
  {
    tag: 'loyalty-registry',
    attributes: (tenant) => `list="${listId(1)(tenant)}"`,
    shows: [/Our housewarming/, /Wool Rug/, /Ash Stool/, ...QUANTITIES['loyalty-registry']],
    never: [/list is empty/, /can’t find this list/, /SKU-/, /celebrations/, /No longer available/],
  },
  { tag: 'loyalty-panel', attributes: none, shows: [/2,280/], saysNothing: /^Points and rewards$/ },
  { tag: 'loyalty-account', attributes: none, shows: [/signed in/], never: [/Password/] },
  { tag: 'loyalty-events', attributes: () => 'consent', shows: [], isSilent: true },
];

/** What a tenant file says that the service has not: the element is hidden. */
export const HIDDEN: Partial<Record<DialectName, string[]>> = { dotnet: ['loyalty-earn'] };

export type Verdict = 'works' | 'says so' | 'nothing' | 'partly' | 'false' | 'unclear';

export function verdictOf(
  { shows, never = [], saysNothing, isSilent = false }: Subject,
  text: string,
): Verdict {
  if (isSilent) return 'works';
  if (NEVER.test(text) || never.some((untrue) => untrue.test(text))) return 'false';
  const shown = shows.filter((wanted) => wanted.test(text)).length;
  if (shown === shows.length) return 'works';
  if (SAYS_SO.test(text)) return 'says so';
  if (text === '' || saysNothing?.test(text)) return 'nothing';
  return shown > 0 ? 'partly' : 'unclear';
}
