import { endpointOf } from '../../../src/services/contract/catalogue.ts';
import type { Endpoint } from '../../../src/services/contract/endpoints/index.ts';
import { profileParameter } from '../api/access.ts';
import type { Resource } from './resource.ts';
import type { Values } from './tables.ts';

/** An endpoint of a resource; its body is checked by the shape. */
type ResourceEndpoint = Endpoint<string, unknown, Values>;

/** The five verbs of a resource, as far as the catalogue has them: no others. */
export interface Family {
  readonly browse: ResourceEndpoint | undefined;
  readonly add: ResourceEndpoint | undefined;
  readonly read: ResourceEndpoint | undefined;
  readonly edit: ResourceEndpoint | undefined;
  readonly remove: ResourceEndpoint | undefined;
}

// An operation id has no types: the body is checked by the contract of the endpoint.
const named = (id: string) => endpointOf(id) as ResourceEndpoint | undefined;

export const familyOf = ({ id }: Resource): Family => ({
  browse: named(`${id}.index`),
  add: named(`${id}.store`),
  read: named(`${id}.show`),
  edit: named(`${id}.update`),
  remove: named(`${id}.destroy`),
});

/** The path parameters of the record and of its parent. */
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
