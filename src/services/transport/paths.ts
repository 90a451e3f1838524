import type { Endpoint } from '../contract/endpoint.ts';
import { LoyaltyError } from './errors.ts';

/** Path templates by operation id, where a tenant has other paths than the catalogue. */
export type PathTemplates = Readonly<Record<string, string>>;

/**
 * The path of an endpoint, or of the template that replaces it in `paths`, with its `{names}` filled in. Values are
 * percent-encoded: none can change the route.
 * @throws LoyaltyError `not_found` for a value that is missing, empty or a dot segment, before anything is sent
 */
export function fillPath(
  endpoint: Pick<Endpoint, 'id' | 'path'>,
  parameters: object,
  paths: PathTemplates = {},
): string {
  return (paths[endpoint.id] ?? endpoint.path).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String((parameters as Record<string, unknown>)[name] ?? '');
    if (/^\.{0,2}$|\p{Cs}/u.test(value))
      throw new LoyaltyError('not_found', `${endpoint.path} needs {${name}}.`);
    return encodeURIComponent(value);
  });
}
