import { guestEndpoints, hasPermission } from '../allow-list/guests.ts';
import { checkBody, checkQuery } from '../allow-list/check-request.ts';
import { CATALOGUE } from '../allow-list/allow-list.ts';
import { createMatcher } from '../allow-list/matcher.ts';
import type { Dependencies, ProxyRequest } from '../dependencies.ts';
import type { Target } from '../guard/target.ts';
import { bodyOf, headersFor } from './forward.ts';
import { take } from './limits.ts';
import { relay } from './relay.ts';

const match = createMatcher(CATALOGUE, guestEndpoints());

/** Answers of the service to a link or secret that opens nothing. */
const WRONG_LINK: readonly number[] = [401, 403, 404];

/** No field may name a profile: the request has none. */
const NO_PROFILE = { profileId: undefined };

/**
 * Forwards a request without a session that a link or secret in the address permits (J24), without a token: the shared list and reservations
 * of its items. `undefined` for every other request.
 *
 * All guests of the shop reach the service from the address of the proxy, where wrong links and requests have one limit for all. So the
 * proxy limits both for each client before: decision 0253.
 */
export async function forwardGuest(
  { config, exchange, fieldsOf, guests }: Dependencies,
  { request, signal, address }: ProxyRequest,
  target: Target,
): Promise<Response | undefined> {
  if (request.headers.has('Authorization')) return undefined;
  const found = match(request.method, target.segments);
  if (!found || !('endpoint' in found)) return undefined;
  const { endpoint, parameters } = found;
  if (!hasPermission(endpoint, target.query)) return undefined;

  await take(guests.requests, address, config.log, 'guest_limited');
  // Counted before the answer is known, so that concurrent requests cannot pass the limit together.
  const wrongLink = await take(guests.wrongLinks, address, config.log, 'guest_limited');
  let isWrong = false;
  try {
    const fields = fieldsOf(endpoint);
    checkQuery(target.query, fields, NO_PROFILE);
    const body = await bodyOf(request, signal);
    if (body !== undefined) checkBody(body, fields, NO_PROFILE);
    const answer = await exchange({
      method: endpoint.method,
      url: config.baseUrl + config.pathTo(endpoint, parameters) + target.query,
      headers: headersFor(request, body, config.idempotencyHeader),
      body,
      signal,
    });
    isWrong = WRONG_LINK.includes(answer.status);
    return relay(answer, config.log, () => null); // these answers have no pages
  } finally {
    // A failure of the service, or an item that is reserved already, is no wrong link.
    if (!isWrong) await wrongLink.giveBack();
  }
}
