import { storefrontToken } from '../../contract/endpoints/first-requests.ts';
import { LoyaltyError, toLoyaltyError } from '../../transport/errors.ts';
import type { Http } from '../../transport/http.ts';
import { fillPath } from '../../transport/paths.ts';
import { record } from '../../transport/read.ts';
import { checkToken } from '../../transport/formats.ts';
import type { Config } from '../config.ts';

/** A token from the service. */
export interface FetchedToken {
  readonly token: string;
  /** `expiry` of the reply, not validated. */
  readonly expiry?: unknown;
}

/**
 * Fetches a token for a signed customer id (spec 5.3). The session of a proxy cannot be renewed: when its token ends, the customer signs in
 * again (spec 5.4).
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

/** `forbidden` for a 401: the signature was refused, so elements must not offer a sign-in, which would not help. */
const refusal = (error: LoyaltyError): LoyaltyError =>
  error.code === 'unauthenticated'
    ? new LoyaltyError('forbidden', error.message, { status: error.status!, cause: error })
    : error;
