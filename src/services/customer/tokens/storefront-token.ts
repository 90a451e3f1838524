import { storefrontToken } from '../../contract/endpoints/first-requests.ts';
import { LoyaltyError, toLoyaltyError } from '../../transport/errors.ts';
import { fillPath } from '../../transport/paths.ts';
import { record } from '../../transport/read.ts';
import { checkToken } from '../../transport/formats.ts';
import type { FetchedToken, FetchOptions } from './fetched-token.ts';

/**
 * Fetches a token for a signed customer id (spec 5.3). The session of a proxy cannot be renewed: when its token ends, the customer signs in
 * again (spec 5.4).
 */
export async function fetchToken(options: FetchOptions): Promise<FetchedToken> {
  const {
    config: { baseUrl, platform, platformVersion, customer, paths },
    http,
    mapping,
    signal,
  } = options;
  if (customer.kind === 'proven')
    return (await import('./proven-token.ts')).fetchProvenToken(options, customer);
  if (customer.kind !== 'signed') throw new LoyaltyError('unauthenticated');
  const { id, signature, signedAt: signed_at, consent } = customer;
  const values = { storefront_platform: platform, version: platformVersion };
  const body = { id, signature, signed_at, consent };
  const request = mapping
    ? mapping.then(({ call }) =>
        call(storefrontToken, { ...values, body, signal }, async ({ address, ...wire }) => ({
          body: await http({ ...wire, url: baseUrl + address }),
        })),
      )
    : http({ method: 'POST', url: baseUrl + fillPath(storefrontToken, values, paths), body, signal });
  const reply = await request.catch((thrown) => {
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
