import { endpointOf, sectionOf, type Section } from '../../../src/services/contract/catalogue.ts';
import { forbidden } from '../api/problem.ts';
import { mayUse, type Principal } from './principal.ts';
import { EVERYTHING, scopeFor, type Scope } from './scopes.ts';

// The scope of an address is not enough where its answer, or what it sends elsewhere, has records of another section.

/** The sections of the records in an event, by the beginning of its name. */
const EVENT_SECTIONS: Readonly<Record<string, Section | readonly Section[]>> = {
  profile: 'profiles',
  date: 'profiles',
  reward: 'incentives',
  benefit: 'incentives',
  credit: 'incentives',
  // It shows the profile, too (spec 2.3).
  redemption: ['incentives', 'profiles'],
  tier: 'incentives',
  points: 'incentives',
  achievement: 'incentives',
  'list-item': 'lists',
  reservation: 'lists',
  order: 'commerce',
  transaction: 'commerce',
  reminder: 'platform',
  extension: 'automation',
  automation: 'automation',
};

/** The scopes that are needed to read the records in an event. A custom event has data of a profile. */
export function scopesOfEvent(trigger: string): Scope[] {
  const [name = ''] = trigger.split('.');
  const sections = (Object.hasOwn(EVENT_SECTIONS, name) && EVENT_SECTIONS[name]) || 'profiles';
  return [sections].flat().map((section) => scopeFor(section, false));
}

/** The scope to read what an operation changed; all scopes for what has no endpoint. */
export function scopeOfOperation(id: string): string {
  const endpoint = endpointOf(id);
  const section = endpoint && sectionOf(endpoint);
  return section ? scopeFor(section, false) : EVERYTHING;
}

/** Throws 403 for a principal without a scope that the records in an answer or a message need. */
export function checkReadable(principal: Principal, scopes: Iterable<string>, what: string): void {
  const missing = [...new Set(scopes)].filter((scope) => !mayUse(principal, scope));
  if (missing.length > 0)
    throw forbidden(`${what} needs scopes that this token lacks: ${missing.join(', ')}.`);
}
