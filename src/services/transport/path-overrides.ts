import type { ListedEndpoint } from '../contract/endpoint.ts';
import { PATH_FORMAT } from './formats.ts';
import { LoyaltyError } from './errors.ts';
import { endpointOf, type OperationId } from '../contract/catalogue.ts';

/** Other path templates by operation id: `{ 'profiles.balances.show': '/v3/profiles/{profile}/wallet' }`. */
export type PathOverrides = { readonly [Id in OperationId]?: `/${string}` };

const names = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

/**
 * Gives each endpoint the path that the tenant has for it.
 * @throws LoyaltyError `invalid_config` for an unknown operation, or a path whose parameters differ
 */
export function pathFinder(overrides: PathOverrides = {}): <E extends ListedEndpoint>(endpoint: E) => E {
  const paths = new Map(Object.entries(overrides ?? {}) as [string, string][]);
  for (const [id, path] of paths) check(id, path);
  return (endpoint) => {
    const path = paths.get(endpoint.id);
    return path === undefined ? endpoint : { ...endpoint, path };
  };
}

function check(id: string, path: string): void {
  const refuse = (why: string) => new LoyaltyError('invalid_config', `paths: ${id} ${why}`);
  const endpoint = endpointOf(id);
  if (!endpoint) throw refuse('is no operation of the catalogue.');
  if (typeof path !== 'string' || !PATH_FORMAT.test(path)) throw refuse(`cannot have the path "${path}".`);
  if (names(path).join() !== names(endpoint.path).join())
    throw refuse(`needs the parameters of "${endpoint.path}"; "${path}" has others.`);
}
