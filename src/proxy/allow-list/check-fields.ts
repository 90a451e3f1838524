import { OPERATORS } from '../../services/transport/filter.ts';
import { Refusal } from '../guard/answer.ts';
import type { Session } from '../storage/sessions.ts';
import type { BodyNames, EndpointFields } from './fields.ts';

const FILTER = /^filter\[(\w+)\](?:\[(\w+)\])?$/;
/** A field that names a profile, under whatever name. */
const PROFILE = /profile/i;
/** No body of the catalogue is nested deeper than three times. */
const MAX_DEPTH = 16;

/** Lets through the parameters that the endpoint takes. One that names a profile has to name the session's own. */
export function checkQuery(query: string, fields: EndpointFields, { profileId }: Session): void {
  // Some servers take it for a second `&`.
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
 * The same for a body that is known to be JSON. The service gets the text as it came and may read the first of two equal names,
 * where the parser here keeps the last: so each name stands once.
 */
export function checkBody(json: string, { body }: EndpointFields, session: Session): void {
  const names = checkValue(JSON.parse(json), { allowed: body, session, depth: 0 });
  if (names !== countNames(json)) throw new Refusal(400, 'The body names a field twice.');
}

interface Place {
  readonly allowed: BodyNames;
  readonly session: Session;
  readonly depth: number;
}

/** Counts the names in a value, after it has checked them. */
function checkValue(value: unknown, place: Place): number {
  if (typeof value !== 'object' || value === null) return 0;
  const { allowed, session, depth } = place;
  if (depth > MAX_DEPTH) throw unknownField();
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += checkValue(item, { ...place, depth: depth + 1 });
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

/** G4: ids come as numbers, too. A list or an object in that place names a profile in a way we do not know. */
const isId = (value: unknown, id: string): boolean =>
  (typeof value === 'string' || typeof value === 'number') && String(value) === id;

/** In a text that is known to be JSON, a string before a colon is a name. */
const STRING = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

function countNames(json: string): number {
  let count = 0;
  for (const [, colon] of json.matchAll(STRING)) if (colon !== undefined) count++;
  return count;
}

const unknownField = () => new Refusal(400, 'This address does not take one of the fields that were sent.');
const otherProfile = () => new Refusal(403, 'This session belongs to another profile.');
