import { endpointOf, type OperationId } from '../contract/catalogue.ts';
import { LoyaltyError } from './errors.ts';
import { PATH_FORMAT } from './formats.ts';
import type { PathTemplates } from './paths.ts';

// Not in `paths.ts`: checking needs the whole catalogue, which pages do not load.

/** Path templates that replace those of the catalogue: `{ 'profiles.balances.show': '/v3/profiles/{profile}/wallet' }`. */
export type PathOverrides = { readonly [Id in OperationId]?: `/${string}` };

/**
 * Checks path overrides against the catalogue; `fillPath` takes the result.
 * @throws LoyaltyError `invalid_config` for an unknown operation, an invalid path or other parameters than the endpoint's
 */
export function checkPathOverrides(overrides: PathOverrides | undefined): PathTemplates {
  const paths = { ...overrides };
  for (const [id, path] of Object.entries(paths)) check(id, path);
  return paths;
}

function check(id: string, path: unknown): void {
  const refuse = (why: string) => new LoyaltyError('invalid_config', `paths: ${id} ${why}`);
  const endpoint = endpointOf(id);
  if (!endpoint) throw refuse('is no operation of the catalogue.');
  if (typeof path !== 'string' || !PATH_FORMAT.test(path)) throw refuse(`cannot have the path "${path}".`);
  if (parametersOf(path) !== parametersOf(endpoint.path))
    throw refuse(`needs the parameters of "${endpoint.path}"; "${path}" has others.`);
}

/** The `{names}` of a path template in alphabetical order, as one text. */
const parametersOf = (path: string): string =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
    .sort()
    .join();
