import type { PathTemplates } from '../customer/config.ts';
import type { Endpoint } from '../contract/endpoints/endpoint.ts';
import { LoyaltyError } from './errors.ts';

/** Query parameters as they are written: `{ 'page[size]': '100' }`. */
export type Query = Readonly<Record<string, string>>;

/**
 * Path of an endpoint with its `{names}` filled in, by the template that the tenant has for it in `paths`. A value is data: it is percent-encoded and cannot change the route.
 * @throws LoyaltyError `not_found` for a value that is missing, empty or a dot segment, before anything is sent
 */
export function fillPath(endpoint: Endpoint, parameters: object, paths: PathTemplates = {}): string {
  return (paths[endpoint.id] ?? endpoint.path).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String((parameters as Record<string, unknown>)[name] ?? '');
    if (/^\.{0,2}$|\p{Cs}/u.test(value))
      throw new LoyaltyError('not_found', `${endpoint.path} needs {${name}}.`);
    return encodeURIComponent(value);
  });
}

/** `?a=b`, or nothing. */
export const writeQuery = (query: Query | undefined): string =>
  query ? `?${new URLSearchParams(query)}` : '';
