import type { Endpoint } from './endpoints/endpoint.ts';
import { LoyaltyError } from './errors.ts';

/** Query parameters as they are written: `{ 'page[size]': 100 }`. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Path of an endpoint with its `{names}` filled in. A value is data: it is percent-encoded and cannot change the route.
 * @throws LoyaltyError `not_found` for a value that is empty or a dot segment, before anything is sent
 */
export function fillPath(endpoint: Endpoint, parameters: object): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = (parameters as Record<string, unknown>)[name];
    const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
    if (/^\.{0,2}$/.test(text)) {
      throw new LoyaltyError('not_found', `${endpoint.id} needs a value for {${name}}.`);
    }
    return encodeURIComponent(text);
  });
}

/** `?a=b`, or nothing. */
export function writeQuery(query: Query = {}): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) written.set(name, String(value));
  const text = written.toString();
  return text && `?${text}`;
}
