import { sections, type Section } from '../../../src/services/contract/catalogue.ts';

export type Scope = `${Section}.${'read' | 'write'}`;

/** All scopes (spec 5.1). */
export const EVERYTHING = '*';

/** The scope that a token needs in a section: one for reading, one for acting. ASSUMPTION. */
export const scopeFor = (section: Section, acts: boolean): Scope => `${section}.${acts ? 'write' : 'read'}`;

export const scopes: readonly Scope[] = sections.flatMap((section) => [
  scopeFor(section, false),
  scopeFor(section, true),
]);

export const isScope = (name: string): boolean =>
  name === EVERYTHING || scopes.some((scope) => scope === name);

/** Whether the granted scopes include a scope. */
export const covers = (granted: readonly string[], scope: string): boolean =>
  granted.includes(EVERYTHING) || granted.includes(scope);
