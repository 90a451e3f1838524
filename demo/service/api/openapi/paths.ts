import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';

/**
 * Endpoints by path. OpenAPI allows no two paths that differ only in the names of parameters, such as
 * `/v3/profiles/{id}/rewards` and `/v3/profiles/{profileId}/rewards`: both get the first spelling.
 */
export function documentPaths(endpoints: readonly Endpoint[]): ReadonlyMap<string, readonly Endpoint[]> {
  const spelling = new Map<string, string>();
  const paths = new Map<string, Endpoint[]>();
  for (const endpoint of [...endpoints].sort(byPath)) {
    const shape = endpoint.path.replace(/\{\w+\}/g, '{}');
    const path = spelling.get(shape) ?? endpoint.path;
    spelling.set(shape, path);
    paths.set(path, [...(paths.get(path) ?? []), endpoint]);
  }
  return paths;
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'];
const byPath = (a: Endpoint, b: Endpoint): number =>
  a.path === b.path ? methods.indexOf(a.method) - methods.indexOf(b.method) : a.path < b.path ? -1 : 1;
