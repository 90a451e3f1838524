import { guestEndpoints, hasPermission } from '../allow-list/guests.ts';
import { checkBody, checkQuery } from '../allow-list/check-request.ts';
import { CATALOGUE } from '../allow-list/allow-list.ts';
import { createMatcher } from '../allow-list/matcher.ts';
import type { Dependencies, ProxyRequest } from '../dependencies.ts';
import type { Target } from '../guard/target.ts';
import { forwardedFor } from '../upstream/forwarded-for.ts';
import { bodyOf, forwardMapped, headersFor, type SentRequest } from './forward.ts';
import { consume } from './limits.ts';
import { relay } from './relay.ts';

const match = createMatcher(CATALOGUE, guestEndpoints());

/** Answers of the service to a link or secret that opens nothing. */
const WRONG_LINK: readonly number[] = [401, 403, 404];

/** No field may name a profile: the request has none. */
const NO_PROFILE = { profileId: undefined };

/**
 * Forwards a request without a session that a link or secret in the address permits, without a token: the shared list and reservations
 * of its items. `undefined` for every other request.
 *
 * All guests of the shop reach the service from the address of the proxy. So the proxy tells the service the client's address, and limits
 * each client before: decision 0253.
 */
export async function forwardGuest(
  { config, exchange, fieldsOf, guests }: Dependencies,
  { request, signal, address, clientAddress }: ProxyRequest,
  target: Target,
): Promise<Response | undefined> {
  if (request.headers.has('Authorization')) return undefined;
  const found = match(request.method, target.segments);
  if (!found || !('endpoint' in found)) return undefined;
  const { endpoint, parameters } = found;
  if (!hasPermission(endpoint, target.query)) return undefined;

  await consume(guests.requests, address, config.log, 'guest_limited');
  // Counted before the answer is known, so that concurrent requests cannot pass the limit together.
  const wrongLink = await consume(guests.wrongLinks, address, config.log, 'guest_limited');
  let isWrong = false;
  try {
    const fields = fieldsOf(endpoint);
    checkQuery(target.query, fields, NO_PROFILE);
    const body = await bodyOf(request, signal);
    if (body !== undefined) checkBody(body, fields, NO_PROFILE);
    const send = ({ address, ...sent }: SentRequest) =>
      exchange({
        ...sent,
        headers: { ...sent.headers, ...forwardedFor(clientAddress) },
        url: config.baseUrl + address,
        signal,
      });
    const answer = config.mapping
      ? await forwardMapped({ config }, config.mapping, { request, target, bound: found, body, send })
      : await send({
          method: endpoint.method,
          address: config.pathTo(endpoint, parameters) + target.query,
          headers: headersFor(request, body, config.idempotencyHeader),
          body,
        });
    isWrong = WRONG_LINK.includes(answer.status);
    return relay(answer, config.log, () => null, request.method); // these answers have no pages
  } finally {
    // A failure of the service, or an item that is reserved already, is no wrong link.
    if (!isWrong) await wrongLink.giveBack();
  }
}
