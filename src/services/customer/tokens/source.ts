import type { Config } from '../config.ts';
import { storefrontToken } from '../../contract/endpoints/auth.ts';
import { LoyaltyError, toLoyaltyError } from '../../transport/errors.ts';
import type { Http } from '../../transport/http.ts';
import { fillPath } from '../../transport/paths.ts';
import { record } from '../../transport/read.ts';
import { checkToken } from '../../transport/token-reply.ts';

/** A token as its source gave it. */
export interface FetchedToken {
  readonly token: string;
  /** What the source says about its end, in whatever form. */
  readonly expiry?: unknown;
}

/**
 * Asks the source that the settings call for: the storefront token endpoint for a signed customer id (spec 5.3). A proxy gives
 * tokens to those who sign in, and its sessions end when they end (spec 5.4).
 */
export async function fetchToken(
  { baseUrl, platform, platformVersion, customer, paths }: Config,
  http: Http,
  signal: AbortSignal | undefined,
): Promise<FetchedToken> {
  if (customer.kind !== 'signed') throw new LoyaltyError('unauthenticated');
  const { id, signature, signedAt: signed_at, consent } = customer;
  const path = fillPath(storefrontToken, { storefront_platform: platform, version: platformVersion }, paths);
  const body = { id, signature, signed_at, consent };
  const request = { method: 'POST', url: baseUrl + path, body, signal };
  const reply = await http(request).catch((thrown) => {
    throw refusal(toLoyaltyError(thrown));
  });
  const data = record(record(reply).data);
  return { token: checkToken(data.token), expiry: data.expiry };
}

/**
 * A 401 here is about the customer that the page names, not about a guest or a session that has ended: `forbidden`, so that
 * elements do not offer a sign-in that cannot help.
 */
const refusal = (error: LoyaltyError): LoyaltyError =>
  error.code === 'unauthenticated'
    ? new LoyaltyError('forbidden', error.message, { status: error.status!, cause: error })
    : error;
