import { isLoopback } from '../../src/services/transport/loopback.ts';
import type { SecretKeys } from './auth/secret-keys.ts';
import type { Resolve } from './events/addresses.ts';
import type { MailSettings } from './messages/mail.ts';

/** Which customers the storefront token endpoint enrols. */
export const ENROLMENTS = ['off', 'consent', 'always'] as const;
export type Enrolment = (typeof ENROLMENTS)[number];

export interface ServiceSettings {
  /** The public address, with `/api`: links of pages use it, never the `Host` of a request. */
  readonly baseUrl: string;
  /** Keys of the secrets in the database: without them it issues no storefront tokens. */
  readonly secretKeys?: SecretKeys;
  /** Origins whose pages may call the service, such as `https://shop.example`. Compared exactly. */
  readonly shopOrigins: readonly string[];
  /** Origins of other pages that may call the service. Links to products lead to the shop for these pages, too. */
  readonly pageOrigins?: readonly string[];
  /** Called once for each origin that is not allowed; with `null` for a page without an origin. */
  readonly onRefusedOrigin?: (origin: string) => void;
  /** Requests per minute and token; `REQUESTS_PER_MINUTE` without it. */
  readonly requestsPerMinute?: number;
  /** Requests per minute and address with a link instead of a token; `requestsPerMinute` without it. */
  readonly linkRequestsPerMinute?: number;
  /** Those of them whose link opens nothing: 20 by default. */
  readonly wrongLinksPerMinute?: number;
  /**
   * Addresses or networks (`10.0.0.0/8`) of TLS terminators, and of a proxy of this package: forwarded headers are accepted from these
   * alone. Without the proxy's, all its clients share the limits by address.
   */
  readonly trustedHops?: readonly string[];
  /** Signatures of customer ids need a time. */
  readonly requireSignedAt?: boolean;
  /** A wishlist button may save an unknown product, with the description of the page. */
  readonly acceptPageProducts?: boolean;
  /** Origins of the shop's pictures, such as its CDN, beside those of its pages: for the products that pages describe. */
  readonly pictureOrigins?: readonly string[];
  /** Whether a signed customer without a profile gets one: with consent, or always; `off` is the default. */
  readonly enrolment?: Enrolment;
  /** The folder of the files that connected systems export; without it none is read. */
  readonly syncDirectory?: string;
  /** Webhooks may call addresses that are not public: for tests, and for a shop on the same machine. */
  readonly allowPrivateWebhooks?: boolean;
  /** Resolves host names of webhooks; the system's resolver is the default. */
  readonly resolve?: Resolve;
  /** The SMTP server; without it no e-mail is sent. */
  readonly mail?: MailSettings;
  /** The clock for quiet hours; the system clock is the default. */
  readonly now?: () => Date;
  /** Called with internal errors and the id of their request. The reply only has the id. */
  readonly onError?: (error: unknown, requestId: string) => void;
}

/** The base address in links: without a port, unless it is a loopback address (spec 1 rule 1). */
export function publicAddress(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (!isLoopback(url.hostname)) url.port = '';
  return url.href.replace(/\/$/, '');
}

/** The same without `/api`: where the pages of the service are. */
export const publicRoot = (baseUrl: string): string => publicAddress(baseUrl).replace(/\/api$/, '');
