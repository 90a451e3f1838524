import type { html } from 'hono/html';
import type { SampleCustomer } from '../../sample/customers.ts';
import type { StorefrontSettings } from '../settings.ts';

/** Markup made by the `html` tag: whatever was put into it is escaped. */
export type Markup = ReturnType<typeof html>;

/** What every page knows about its visitor. */
export interface Visit {
  readonly settings: StorefrontSettings;
  /** Path and query of the page itself: where sign-in comes back to. */
  readonly path: string;
  readonly customer: SampleCustomer | undefined;
  /** HMAC of the customer's id, made for this page. */
  readonly signature?: string | undefined;
  /** When the page was signed for the customer. */
  readonly signedAt?: Date;
  readonly cartCount: number;
  /** Writing direction: `?dir=rtl` shows the shop mirrored, to prove that nothing depends on left and right. */
  readonly direction: 'ltr' | 'rtl';
}

export interface PageContent {
  readonly title: string;
  /** For search engines and previews. */
  readonly description?: string;
  /** Absolute address of a picture for previews. */
  readonly image?: string;
  readonly main: Markup | Promise<Markup>;
}

/** The way to sign in and back. From the sign-in page itself it is a plain one, or every click would make it longer. */
export const signInLink = (visit: Visit, returnTo = visit.path) =>
  returnTo.startsWith('/sign-in') ? '/sign-in' : `/sign-in?return_to=${encodeURIComponent(returnTo)}`;
