import { isLoopback } from '../../src/services/transport/loopback.ts';
import type { Resolve } from './platform/events/addresses.ts';
import type { MailSettings } from './platform/messages/mail.ts';

/** Who is enrolled by the storefront token endpoint. */
export const ENROLMENTS = ['off', 'consent', 'always'] as const;
export type Enrolment = (typeof ENROLMENTS)[number];

export interface ServiceSettings {
  /** Where clients reach us, `/api` included: paging links are made from it, never from a request's `Host`. */
  readonly baseUrl: string;
  /** Origins whose pages may call us, such as `https://shop.example`. Compared exactly. */
  readonly shopOrigins: readonly string[];
  /** Origins of other pages that may call us. Links to products lead to the shop, whichever of them asks. */
  readonly pageOrigins?: readonly string[];
  /** Called with the origin of a page that may not, once for each, and with `null` for a page without one. */
  readonly onRefusedOrigin?: (origin: string) => void;
  /** Requests per minute and token; `REQUESTS_PER_MINUTE` without it (G22). */
  readonly requestsPerMinute?: number;
  /** Addresses or networks (`10.0.0.0/8`) of TLS terminators: forwarded headers are accepted from these alone. */
  readonly trustedHops?: readonly string[];
  /** Signatures of customer ids have to name when they were made (G56). */
  readonly requireSignedAt?: boolean;
  /** A heart may save a product that the service does not know, as the page describes it (G61). */
  readonly acceptPageProducts?: boolean;
  /** A signed customer without a profile gets one (G62): with the consent that the page names, or always. Without it, none does. */
  readonly enrolment?: Enrolment;
  /** The folder of the files that connected systems export; without it none is read. */
  readonly syncDirectory?: string;
  /** Webhooks may lead to addresses that are not public: for tests, and a shop on one's own machine. */
  readonly allowPrivateWebhooks?: boolean;
  /** How host names of webhooks become addresses; the system's way without it. */
  readonly resolve?: Resolve;
  /** Where e-mail is handed in; without it none is sent. */
  readonly mail?: MailSettings;
  /** What time it is, for quiet hours; that of the system without it. */
  readonly now?: () => Date;
  /** Told what went wrong inside, and in which request; the caller is told the request alone. */
  readonly onError?: (error: unknown, requestId: string) => void;
}

/** The base address as links show it: without a port, unless it is a loopback address (spec 1 rule 1). */
export function publicAddress(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (!isLoopback(url.hostname)) url.port = '';
  return url.href.replace(/\/$/, '');
}
