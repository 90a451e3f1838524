import { CATALOGUE } from './allow-list/allow-list.ts';
import { createMatcher } from './allow-list/matcher.ts';
import type { Target } from './guard/target.ts';

/** An answered request, for logs and metrics. It has nothing that its client sent, but for the profile in the path. */
export interface HandledRequest {
  readonly method: string;
  /** Id of the operation, such as `profiles.balances.show`, or `login`; `none` for an address that is none. One of a known number. */
  readonly operation: string;
  readonly status: number;
  readonly durationMs: number;
  /** The profile that the path names. It identifies a customer. */
  readonly profile: string | undefined;
}

export const OWN_ROUTES = ['login', 'create', 'code', 'logout', 'page'] as const;
const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];
const match = createMatcher(CATALOGUE, new Set(CATALOGUE));

/** What logs may say of a request: names from our own lists, because a path has ids, and secrets of shared lists. */
export function describeRequest(
  method: string,
  target: Target | undefined,
): Pick<HandledRequest, 'method' | 'operation' | 'profile'> {
  const known = METHODS.includes(method) ? method : 'other';
  const own = target?.segments.length === 1 && OWN_ROUTES.find((route) => route === target.segments[0]);
  if (own) return { method: known, operation: own, profile: undefined };
  const found = target && match(method, target.segments);
  if (!found || !('endpoint' in found)) return { method: known, operation: 'none', profile: undefined };
  return { method: known, operation: found.endpoint.id, profile: found.parameters['profile'] };
}
