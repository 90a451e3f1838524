import * as v from 'valibot';
import { objectOnly } from '../../services/contract/shapes/object-only.ts';
import { malformed, SAFE_HEADERS, unauthenticated } from '../guard/answer.ts';
import { readJsonBody } from '../guard/json-body.ts';
import { readBearer } from './credentials.ts';
import type { Parts, Visit } from './parts.ts';
import { sessionOf, stored } from './session-of.ts';

const logoutBody = objectOnly(v.strictObject({ everywhere: v.optional(v.boolean(), false) }));

/**
 * `POST /logout` (ASSUMPTION G59): ends the session of the bearer token, or with `{"everywhere": true}` all sessions of its customer. The next call
 * with one of them is 401, on every instance that shares the storage. 204, also for a session that has ended before; everywhere
 * needs one that lives.
 */
export async function logout(parts: Parts, { request, signal }: Visit): Promise<Response> {
  const { sessions, config } = parts;
  const token = readBearer(request.headers.get('Authorization'));
  if (token === undefined) throw unauthenticated();
  const text = await readJsonBody(request, signal);
  const body = v.safeParse(logoutBody, text === undefined ? {} : JSON.parse(text));
  if (!body.success) throw malformed();
  if (body.output.everywhere) {
    const { customerId } = await sessionOf(parts, request);
    await stored(sessions.closeAll(customerId), config.log);
  }
  await stored(sessions.close(token), config.log);
  return new Response(null, { status: 204, headers: SAFE_HEADERS });
}
