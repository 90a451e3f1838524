import * as v from 'valibot';
import { objectOnly } from '../../services/contract/kinds.ts';
import type { Dependencies, ProxyRequest } from '../dependencies.ts';
import { malformed, SAFE_HEADERS, unauthenticated } from '../guard/answer.ts';
import { readJsonBody } from '../guard/body.ts';
import { fromStore, readBearer, sessionOf } from './authorization.ts';
import { DELETE_SECRET, secretOf } from './session-cookie.ts';

const logoutBody = objectOnly(v.strictObject({ everywhere: v.optional(v.boolean(), false) }));

/**
 * `POST /logout` (ASSUMPTION): ends the session of the bearer token, or with `{"everywhere": true}` all sessions of its customer. The
 * next request with one of them gets 401, on every instance that shares the storage. 204, also for a session that has ended before;
 * `everywhere` needs a valid session.
 */
export async function logout(dependencies: Dependencies, incoming: ProxyRequest): Promise<Response> {
  const { sessions, config } = dependencies;
  const { request, signal } = incoming;
  const token = readBearer(request.headers.get('Authorization'));
  if (token === undefined) throw unauthenticated();
  const text = await readJsonBody(request, signal);
  const body = v.safeParse(logoutBody, text === undefined ? {} : JSON.parse(text));
  if (!body.success) throw malformed();
  if (body.output.everywhere) {
    const { customerId } = await sessionOf(dependencies, incoming);
    await fromStore(sessions.closeAll(customerId), config.log);
  }
  if (config.session !== 'cookie') {
    await fromStore(sessions.close(token), config.log);
    return new Response(null, { status: 204, headers: SAFE_HEADERS });
  }
  const secret = secretOf(request.headers);
  const session = secret === undefined ? undefined : await fromStore(sessions.find(secret), config.log);
  // The cookie may be of a customer who has signed in since: an earlier page must not end that session.
  const isOther = session !== undefined && session.handle !== token;
  if (secret !== undefined && !isOther) await fromStore(sessions.close(secret), config.log);
  return new Response(null, { status: 204, headers: { ...SAFE_HEADERS, ...(!isOther && DELETE_SECRET) } });
}
