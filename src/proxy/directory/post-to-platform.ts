import type { Fetch } from '../../services/transport/http.ts';
import { createExchange, fetchSend, type UpstreamResponse } from '../upstream/exchange.ts';

/** How the platform is asked. */
export interface PlatformSettings {
  /** Sent with each request, such as the platform's key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly fetch?: Fetch | undefined;
}

/** Posts JSON to an address of the platform, with the limits of every request of the proxy. */
export type PostToPlatform = (url: string, body: unknown, signal: AbortSignal) => Promise<UpstreamResponse>;

export function postToPlatform({
  headers,
  fetch: ask = (url, init) => fetch(url, init),
}: PlatformSettings): PostToPlatform {
  const exchange = createExchange(fetchSend(ask), () => undefined);
  return (url, body, signal) =>
    exchange({
      method: 'POST',
      url,
      headers: { ...headers, Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
}
