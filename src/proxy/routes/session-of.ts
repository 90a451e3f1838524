import { Refusal, unauthenticated } from '../guard/answer.ts';
import type { Log } from '../log.ts';
import type { Session } from '../storage/sessions.ts';
import { readBearer } from './credentials.ts';
import type { Parts } from './parts.ts';

/** The session of a request. @throws Refusal 401, or 503 when it cannot be looked up */
export async function sessionOf(
  { sessions, config }: Pick<Parts, 'sessions' | 'config'>,
  { headers }: Request,
): Promise<Session> {
  const token = readBearer(headers.get('Authorization'));
  if (token === undefined) throw unauthenticated();
  const session = await stored(sessions.find(token), config.log);
  if (!session) throw unauthenticated();
  return session;
}

/** What the store of sessions answers. @throws Refusal 503 when it does not */
export function stored<T>(work: Promise<T>, log: Log): Promise<T> {
  return work.catch(() => {
    log({ level: 'error', event: 'storage_failed' });
    throw new Refusal(503, 'The session cannot be looked up at the moment.', {
      headers: { 'Retry-After': '5' },
    });
  });
}
