import { endpointOf } from '../../../src/services/contract/catalogue.ts';
import type { Endpoint } from '../../../src/services/contract/endpoints/index.ts';
import { profileParameter } from '../api/access.ts';
import type { Resource } from './resource.ts';
import type { Values } from './tables.ts';

/** An endpoint of a resource: its body is what its shape accepts. */
type ResourceEndpoint = Endpoint<string, unknown, Values>;

/** The five verbs of a resource, as far as the catalogue has them (rule R49: no others). */
export interface Family {
  readonly browse: ResourceEndpoint | undefined;
  readonly add: ResourceEndpoint | undefined;
  readonly read: ResourceEndpoint | undefined;
  readonly edit: ResourceEndpoint | undefined;
  readonly remove: ResourceEndpoint | undefined;
}

// What the catalogue knows of a body is in its contract, by which requests are checked; an operation id has no types.
const named = (id: string) => endpointOf(id) as ResourceEndpoint | undefined;

export const familyOf = ({ id }: Resource): Family => ({
  browse: named(`${id}.index`),
  add: named(`${id}.store`),
  read: named(`${id}.show`),
  edit: named(`${id}.update`),
  remove: named(`${id}.destroy`),
});

/** Names of the parameters of a path, by their meaning: the record, and the one it is part of. */
export interface PathNames {
  readonly parent: string | undefined;
  readonly record: string | undefined;
}

/** `/v3/triggers/{triggerId}/actions/{action}` → the trigger is the parent, the action the record. */
export function pathNamesOf(endpoint: Endpoint): PathNames {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const others = names.slice(profileParameter(endpoint) === undefined ? 0 : 1);
  const record = endpoint.path.endsWith('}') ? others.at(-1) : undefined;
  return { record, parent: others.find((name) => name !== record) };
}
