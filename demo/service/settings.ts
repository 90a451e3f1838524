export interface ServiceSettings {
  /** Where clients reach us, `/api` included: paging links are made from it, never from a request's `Host`. */
  readonly baseUrl: string;
  /** Origins whose pages may call us, such as `https://shop.example`. Compared exactly. */
  readonly shopOrigins: readonly string[];
  /** Told what went wrong inside; the caller is not. */
  readonly onError?: (error: unknown) => void;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The base address as links show it: without a port, unless it is a loopback address (spec 1 rule 1). */
export function publicAddress(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (!LOOPBACK.test(url.hostname)) url.port = '';
  return url.href.replace(/\/$/, '');
}
