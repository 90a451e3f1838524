import { html } from 'hono/html';
import type { SampleCustomer } from '../../sample/customers.ts';
import type { Preferences } from '../preferences.ts';
import type { PublicCampaign } from '../public-campaigns.ts';
import type { StorefrontSettings } from '../settings.ts';

/** Markup of the `html` tag, which escapes every value. */
export type Markup = ReturnType<typeof html>;

/** The request that a page is rendered for. */
export interface Visit {
  readonly settings: StorefrontSettings;
  /** Path and query of the page, to return to after signing in. */
  readonly path: string;
  readonly customer: SampleCustomer | undefined;
  /** HMAC of the customer's id, computed for this request. */
  readonly signature?: string | undefined;
  /** When the signature was computed. */
  readonly signedAt?: Date;
  readonly cartCount: number;
  readonly preferences: Preferences;
  /** Campaigns that guests see. */
  readonly campaigns: readonly PublicCampaign[];
  /** Writing direction: that of the language; `?dir=rtl` mirrors the shop, to check that no style depends on left and right. */
  readonly direction: 'ltr' | 'rtl';
}

export interface PageContent {
  readonly title: string;
  /** For search engines and link previews. */
  readonly description?: string;
  /** Absolute address of a picture for link previews. */
  readonly image?: string;
  readonly main: Markup | Promise<Markup>;
}

/** Link to the sign-in page with the address to return to. On the sign-in page itself it has none, so that the link does not grow. */
export const signInLink = (visit: Visit, returnTo = visit.path) =>
  returnTo.startsWith('/sign-in') ? '/sign-in' : `/sign-in?return_to=${encodeURIComponent(returnTo)}`;

// A customer's page does not ask to sign in, also where neither the script nor the style sheet loads.

/** For guests a link to the sign-in page, as the content of an element's slot `signed-out`. */
export const signInLinkSlot = (visit: Visit, text: string): Markup | string =>
  visit.customer ? '' : html`<a slot="signed-out" href="${signInLink(visit)}">${text}</a>`;

/** For guests a sentence that begins with this link. */
export const signInFirst = (visit: Visit, text: string): Markup | string =>
  visit.customer ? '' : html`<p slot="signed-out"><a href="${signInLink(visit)}">Sign in</a> ${text}</p>`;

const euros = new Intl.NumberFormat('en-IE', {
  style: 'currency',
  currency: 'EUR',
  trailingZeroDisplay: 'stripIfInteger',
});

const numbers = new Intl.NumberFormat('en');

/** Such as `1 point` or `2,280 points`. */
export const formatPoints = (points: number): string =>
  `${numbers.format(points)} ${points === 1 ? 'point' : 'points'}`;

/** Such as `€89` or `€12.50`. */
export const formatPrice = (amount: string | number): string => euros.format(Number(amount));
