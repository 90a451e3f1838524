import { readProfile, searchProfile } from '../../services/contract/endpoints/index.ts';
import { OPERATORS } from '../../services/transport/query.ts';
import { notFound, Refusal } from '../guard/answer.ts';
import type { Session } from '../storage/sessions.ts';
import { isProfileScoped } from './allow-list.ts';
import type { BodyNames, EndpointFields } from './fields.ts';
import type { Match } from './matcher.ts';

// Checks what a request names: only the profile of the session, and only fields that the endpoint accepts.

/** The request to the service. A path with another profile is answered with 404, and not sent (spec 1 rule 5). */
export function boundRequest({ endpoint, parameters }: Match, session: Session): Match {
  if (isProfileScoped(endpoint)) {
    const [profile] = Object.values(parameters);
    if (profile !== session.profileId) throw notFound();
  }
  if (endpoint !== searchProfile) return { endpoint, parameters };
  // A customer may search for their own identifiers. The request to the service has the profile id, because a search for a customer id
  // matches any namespace, and may find another person's profile.
  if (!session.names.includes(parameters['identifier'] ?? '')) throw notFound();
  return { endpoint: readProfile, parameters: { profile: session.profileId } };
}

/** Whose request it is; a guest has no profile. */
interface Owner {
  readonly profileId: string | undefined;
}

const FILTER = /^filter\[(\w+)\](?:\[(\w+)\])?$/;
/** Matches every field that names a profile. */
const PROFILE = /profile/i;
/** No body of the catalogue is nested deeper than three levels. */
const MAX_DEPTH = 16;

/** Refuses parameters that the endpoint does not take, and those that name another profile than the session's. */
export function checkQuery(query: string, fields: EndpointFields, { profileId }: Owner): void {
  // Some servers read it as a second `&`.
  if (query.includes(';')) throw unknownField();
  for (const [name, value] of new URLSearchParams(query)) {
    if (fields.query.has(name)) {
      if (name === 'sort') checkSort(value, fields);
      continue;
    }
    const [, attribute = '', operator = 'eq'] = FILTER.exec(name) ?? [];
    if (!fields.attributes.has(attribute) || !OPERATORS.has(operator)) throw unknownField();
    if (PROFILE.test(attribute) && (operator !== 'eq' || value !== profileId)) throw otherProfile();
  }
}

function checkSort(keys: string, { attributes }: EndpointFields): void {
  for (const key of keys.split(',')) {
    if (key !== '' && !attributes.has(key.replace(/^-/, ''))) throw unknownField();
  }
}

/**
 * The same for a body that is valid JSON. The service gets the text unchanged and may read the first of two equal names,
 * while the parser here reads the last. So a body that has a name twice is refused.
 */
export function checkBody(json: string, { body }: EndpointFields, session: Owner): void {
  const names = checkValue(JSON.parse(json), { allowed: body, session, depth: 0 });
  if (names !== countNames(json)) throw new Refusal(400, 'The body names a field twice.');
}

interface Position {
  readonly allowed: BodyNames;
  readonly session: Owner;
  readonly depth: number;
}

/** Checks the names in a value and returns their number. */
function checkValue(value: unknown, position: Position): number {
  if (typeof value !== 'object' || value === null) return 0;
  const { allowed, session, depth } = position;
  if (depth > MAX_DEPTH) throw unknownField();
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += checkValue(item, { ...position, depth: depth + 1 });
    return count;
  }
  for (const [name, inner] of Object.entries(value)) {
    const known = allowed.get(name);
    if (!known) throw unknownField();
    if (PROFILE.test(name) && !isId(inner, session.profileId)) throw otherProfile();
    count += 1 + checkValue(inner, { allowed: known.below, session, depth: depth + 1 });
  }
  return count;
}

/** Ids may be numbers. An object or array could name a profile in an unknown form, so it is refused. */
const isId = (value: unknown, id: string | undefined): boolean =>
  (typeof value === 'string' || typeof value === 'number') && String(value) === id;

/** In valid JSON, a string before a colon is a name. */
const STRING = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

function countNames(json: string): number {
  let count = 0;
  for (const [, colon] of json.matchAll(STRING)) if (colon !== undefined) count++;
  return count;
}

const unknownField = () => new Refusal(400, 'This address does not take one of the fields that were sent.');
const otherProfile = () => new Refusal(403, 'This session belongs to another profile.');
