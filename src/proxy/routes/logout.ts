import * as v from 'valibot';
import { objectOnly } from '../../services/contract/kinds.ts';
import type { Dependencies, ProxyRequest } from '../dependencies.ts';
import { malformed, SAFE_HEADERS, unauthenticated } from '../guard/answer.ts';
import { readJsonBody } from '../guard/body.ts';
import { fromStore, readBearer, sessionOf } from './authorization.ts';

const logoutBody = objectOnly(v.strictObject({ everywhere: v.optional(v.boolean(), false) }));

/**
 * `POST /logout` (ASSUMPTION G59): ends the session of the bearer token, or with `{"everywhere": true}` all sessions of its customer. The
 * next request with one of them gets 401, on every instance that shares the storage. 204, also for a session that has ended before;
 * `everywhere` needs a valid session.
 */
export async function logout(
  dependencies: Dependencies,
  { request, signal }: ProxyRequest,
): Promise<Response> {
  const { sessions, config } = dependencies;
  const token = readBearer(request.headers.get('Authorization'));
  if (token === undefined) throw unauthenticated();
  const text = await readJsonBody(request, signal);
  const body = v.safeParse(logoutBody, text === undefined ? {} : JSON.parse(text));
  if (!body.success) throw malformed();
  if (body.output.everywhere) {
    const { customerId } = await sessionOf(dependencies, request);
    await fromStore(sessions.closeAll(customerId), config.log);
  }
  await fromStore(sessions.close(token), config.log);
  return new Response(null, { status: 204, headers: SAFE_HEADERS });
}
