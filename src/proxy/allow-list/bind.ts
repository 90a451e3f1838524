import { readProfile, searchProfile } from '../../services/endpoints/index.ts';
import { notFound, Refusal } from '../guard/answer.ts';
import type { PathTo } from '../settings/settings.ts';
import type { Session } from '../storage/sessions.ts';
import { isProfileScoped } from './allow-list.ts';
import type { Match } from './matcher.ts';

/**
 * The path to ask the service for. The profile in it is the session's own; another one does not exist, and is not asked for
 * (spec 1 rule 5).
 */
export function boundPath({ endpoint, parameters }: Match, session: Session, pathTo: PathTo): string {
  if (isProfileScoped(endpoint)) {
    const [profile] = Object.values(parameters);
    if (profile !== session.profileId) throw notFound();
  }
  if (endpoint !== searchProfile) return pathTo(endpoint, parameters);
  // A customer is found under the names they go by. The service is asked by profile id: its search matches a customer id in any
  // namespace, so it may answer with another person's profile.
  if (!session.names.includes(parameters['identifier'] ?? '')) throw notFound();
  return pathTo(readProfile, { profile: session.profileId });
}

/** Names under which a query or a body could ask for another profile than the path does. */
const PROFILE_NAME = /^profile(_id|Id)?$/;

/** A query parameter beside the path's profile names the same one or is refused. Filters are left to the service (R15). */
export function checkQuery(query: string, { profileId }: Session): void {
  if (!query.includes('profile')) return;
  for (const [name, value] of new URLSearchParams(query)) {
    if (PROFILE_NAME.test(name.replace(/\[.*/, '')) && value !== profileId) throw otherProfile();
  }
}

// One after the other through a text known to be JSON: a string, and the scalar that follows if the string is a key.
const STRING_AND_VALUE = /"((?:[^"\\]|\\.)*)"(?:\s*:\s*("(?:[^"\\]|\\.)*"|[\d\w.+-]*))?/g;

/**
 * The same for a JSON body, at any depth. Looks at the text, because a parsed object has lost all but the last of two equal
 * keys, and the service may take the first.
 */
export function checkBody(json: string, { profileId }: Session): void {
  if (!/profile|\\u/i.test(json)) return;
  for (const [, name = '', value] of json.matchAll(STRING_AND_VALUE)) {
    if (value === undefined || !PROFILE_NAME.test(JSON.parse(`"${name}"`) as string)) continue;
    // An object or a list in that place names a profile in a way we do not know.
    if (value === '' || String(JSON.parse(value)) !== profileId) throw otherProfile();
  }
}

const otherProfile = () => new Refusal(403, 'This session belongs to another profile.');
