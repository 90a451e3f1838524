import type { Endpoint } from '../../../src/services/contract/endpoints/index.ts';
import { endpointOf } from '../api/catalogue.ts';
import { profileParameter } from '../api/access.ts';
import type { Resource } from './resource.ts';

/** The five verbs of a plain resource, as far as the catalogue has them (rule R49: no others). */
export interface Family {
  readonly browse: Endpoint | undefined;
  readonly add: Endpoint | undefined;
  readonly read: Endpoint | undefined;
  readonly edit: Endpoint | undefined;
  readonly remove: Endpoint | undefined;
}

export const familyOf = ({ id }: Resource): Family => ({
  browse: endpointOf(`${id}.index`),
  add: endpointOf(`${id}.store`),
  read: endpointOf(`${id}.show`),
  edit: endpointOf(`${id}.update`),
  remove: endpointOf(`${id}.destroy`),
});

/** Names of the parameters of a path, by what they mean: a profile, a record, and what that is part of. */
export interface Places {
  readonly parent: string | undefined;
  readonly record: string | undefined;
}

/** `/v3/triggers/{triggerId}/actions/{action}` → the trigger is the parent, the action the record. */
export function placesOf(endpoint: Endpoint): Places {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const others = names.slice(profileParameter(endpoint) === undefined ? 0 : 1);
  const record = endpoint.path.endsWith('}') ? others.at(-1) : undefined;
  return { record, parent: others.find((name) => name !== record) };
}
