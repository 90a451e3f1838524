import { profileIdentities } from '../../contract/endpoints/first-requests.ts';
import { readProfile } from '../../contract/endpoints/read-profile.ts';
import { toLoyaltyError, unreadable, type LoyaltyError } from '../../transport/errors.ts';
import { integer, moment, record, text } from '../../transport/read.ts';
import { isTransient } from '../../transport/unanswered.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { balances } from './balances.ts';
import { tier } from './tier.ts';

/** What a member shows at the till. */
export interface Card {
  /** First and last name. */
  readonly name: string | undefined;
  /** The member number as the service has it, such as `2000 1002`; `undefined` where it has none. */
  readonly number: string | undefined;
  /** `null` below the first tier, `undefined` where the service does not say it. */
  readonly tier: string | null | undefined;
  /** BCP 47 tag of the language of that name; `undefined` where it is not known. */
  readonly tierLanguage: string | undefined;
  /** Points that can be spent. */
  readonly points: number | undefined;
  /** When the service said so: of a card that an earlier page stored, because the service does not answer now. */
  readonly asOf: Date | undefined;
}

/**
 * The card of the profile (spec 4.6 read-profile; the fields are assumed). Points and tier are those of the page; without them the card has
 * the rest. A card that was loaded is stored beside the token, and is what a page has whose requests get no answer.
 *
 * @param namespace of the identity that has the member number (spec 4.6); without one it is the `external_id` of the profile: ASSUMPTION
 */
export const card = (namespace = ''): ResourceDefinition<Card> => ({
  key: `card ${namespace}`,
  async load(loyalty) {
    const stored = loyalty.config?.snapshot ? readStored(loyalty.cache.read()?.card, namespace) : undefined;
    let member: Pick<Card, 'name' | 'number'> | undefined;
    try {
      member = await loadMember(loyalty, namespace);
    } catch (thrown) {
      if (!stored || !mayBeAnsweredLater(toLoyaltyError(thrown))) throw thrown;
    }
    // After the answer above: what is loaded again together with this card has begun by then.
    const [points, standing] = await Promise.all([valueOf(loyalty, balances), valueOf(loyalty, tier)]);
    const isComplete = member && points !== 'unanswered' && standing !== 'unanswered';
    const current = typeof standing === 'object' ? standing.current : undefined;
    const found: Card = {
      ...(member ?? stored!),
      ...(standing === 'unanswered' && stored
        ? { tier: stored.tier, tierLanguage: stored.tierLanguage }
        : { tier: current && current.name, tierLanguage: text(current?.languages?.['name']) }),
      points:
        points === 'unanswered' ? stored?.points : typeof points === 'object' ? points.available : undefined,
      asOf: isComplete ? undefined : stored?.asOf,
    };
    if (!found.asOf) store(loyalty, namespace, found);
    return found;
  },
  restore: (stored) => readStored(stored.card, namespace),
});

/** A temporary failure, or no answer of the service, such as the page of a network that asks to sign in. */
const mayBeAnsweredLater = (error: LoyaltyError): boolean =>
  isTransient(error) || (error.code === 'bad_response' && !error.field);

async function loadMember(loyalty: Loyalty, namespace: string): Promise<Pick<Card, 'name' | 'number'>> {
  const profile = await loyalty.profileId();
  const [reply, identities] = await Promise.all([
    loyalty.call(readProfile, { profile }),
    namespace && loyalty.call(profileIdentities, { profile, query: { 'filter[namespace]': namespace } }),
  ]);
  const { id, full_name, first_name, last_name, external_id } = record(record(reply).data);
  // A cache between page and service may have the answer about another customer.
  if (text(id) !== profile) throw unreadable('id', id, readProfile.id);
  return {
    name: text(full_name) ?? ([first_name, last_name].map(text).filter(Boolean).join(' ') || undefined),
    number: namespace
      ? readIdentity(record(identities).data, namespace, profile)
      : readNumber('external_id', external_id, readProfile.id),
  };
}

/** The first identity of the namespace, in the order of the service. */
function readIdentity(wire: unknown, namespace: string, profile: string): string | undefined {
  if (!Array.isArray(wire)) throw unreadable('data', wire, profileIdentities.id);
  const own = wire.map(record).find((identity) => identity['namespace'] === namespace);
  const { profile_id: owner = profile, value } = own ?? {};
  if (text(owner) !== profile) throw unreadable('profile_id', owner, profileIdentities.id);
  return readNumber('value', value, profileIdentities.id);
}

/** A number that cannot be read is not "none", and never another one: JavaScript rounds numbers of more than 15 digits. */
function readNumber(field: string, wire: unknown, operation: string): string | undefined {
  const number = text(wire);
  if (number === undefined && wire !== undefined && wire !== null && wire !== '')
    throw unreadable(field, wire, operation);
  return number;
}

/** The value of a resource of the page, once it is loaded; `undefined` where the service refuses it or does not have it. */
function valueOf<T>(
  loyalty: Loyalty,
  definition: ResourceDefinition<T>,
): Promise<T | 'unanswered' | undefined> {
  const resource = loyalty.resource(definition);
  if (resource.state.status === 'error') void resource.refresh();
  return new Promise((resolve) => {
    const onChange = (): void => {
      const { status, value, error } = resource.state;
      if (status !== 'complete' && status !== 'error') return;
      unsubscribe();
      resolve(error ? (mayBeAnsweredLater(error) ? 'unanswered' : undefined) : value);
    };
    const unsubscribe = resource.subscribe(onChange);
    onChange();
  });
}

function store(loyalty: Loyalty, namespace: string, found: Card): void {
  const { environment, config } = loyalty;
  const at = new Date(environment.now?.() ?? Date.now()).toISOString();
  // `undefined` removes what an earlier page stored, before `snapshot` was off.
  const stored = { ...found, tierLanguage: found.tierLanguage ?? environment.language, namespace, at };
  loyalty.cache.save({ card: config?.snapshot ? stored : undefined });
}

/** Any script of the origin can write it, and other versions of this one. */
function readStored(wire: unknown, namespace: string): Card | undefined {
  const { namespace: storedNamespace, at, name, number, tier: tierName, tierLanguage, points } = record(wire);
  const asOf = moment(at);
  if (!asOf || storedNamespace !== namespace) return undefined;
  return {
    name: text(name),
    number: text(number),
    tier: tierName === null ? null : text(tierName),
    tierLanguage: text(tierLanguage),
    points: integer(points),
    asOf,
  };
}
