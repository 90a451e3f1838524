import { proxyLogin } from '../../contract/endpoints/proxy.ts';
import { LoyaltyError, unreadable } from '../../transport/errors.ts';
import { checkToken, TOKEN_FORMAT } from '../../transport/formats.ts';
import { fillPath } from '../../transport/paths.ts';
import { randomId } from '../../transport/random-id.ts';
import { record, text } from '../../transport/read.ts';
import type { Customer } from '../config.ts';
import type { FetchedToken, FetchOptions } from './fetched-token.ts';

/** The customer's own page of the shop answers sooner. */
const PROOF_DEADLINE_MS = 10_000;

/** Opens a session at the proxy for a customer whom the shop proves, without a password. */
export async function fetchProvenToken(
  options: FetchOptions,
  { id, proof }: Extract<Customer, { kind: 'proven' }>,
): Promise<FetchedToken> {
  const {
    config: { baseUrl, paths },
    http,
    signal,
  } = options;
  const token = proof === '' ? undefined : await readProof(proof, options);
  const reply = record(
    await http({
      method: 'POST',
      // A server in front that signs the address signs another one for each sign-in.
      url: `${baseUrl}${fillPath(proxyLogin, {}, paths)}?once=${randomId()}`,
      authorization: token && `Bearer ${token}`,
      // The proxy refuses where another customer has signed in to the shop since it rendered this page.
      body: { customer_id: id },
      signal,
    }),
  );
  const profileId = text(reply.profile_id);
  if (!profileId) throw unreadable('profile_id', reply.profile_id, proxyLogin.id);
  return { token: checkToken(reply.token), expiry: reply.expiry, about: { profileId, page: reply.page } };
}

async function readProof(proof: string | (() => Promise<string>), options: FetchOptions): Promise<string> {
  const token = typeof proof === 'function' ? await proof() : await fetchProof(proof, options);
  // An empty or missing token: the shop says that nobody is signed in.
  if (!token || !TOKEN_FORMAT.test(token)) throw new LoyaltyError('unauthenticated');
  return token;
}

/** Reads the text that an address of the shop answers with. Only of this origin: it gets the customer's cookies. */
async function fetchProof(address: string, { fetch, browser, signal }: FetchOptions): Promise<string> {
  const { origin } = browser?.location ?? {};
  if (!fetch || !origin || !URL.canParse(address, origin)) throw new LoyaltyError('invalid_config');
  const deadline = AbortSignal.timeout(PROOF_DEADLINE_MS);
  const response = await fetch(new URL(address, origin).href, {
    mode: 'same-origin',
    credentials: 'same-origin',
    cache: 'no-store', // the browser may have stored the answer for the customer before
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  }).catch((cause: unknown) => {
    throw new LoyaltyError('offline', undefined, { cause });
  });
  if (!response.ok) throw new LoyaltyError('unauthenticated');
  return (await response.text()).trim();
}
