import { invalid } from '../http/problem.ts';
import type { Principal } from './principal.ts';
import { covers, EVERYTHING, isScope } from './scopes.ts';

/** Nobody gives away what they do not have: 422 for a scope that is unknown, or beyond token, roles or bounds. */
export function checkScopes(
  wanted: readonly string[],
  principal: Principal,
  bounds: readonly string[] = [EVERYTHING],
): void {
  const held = (scope: string) =>
    covers(principal.scopes, scope) &&
    covers(bounds, scope) &&
    (principal.kind === 'customer' || covers(principal.permissions, scope));
  const problems = wanted.filter((scope) => !isScope(scope) || !held(scope));
  if (wanted.length === 0) throw invalid({ scopes: ['The scopes field is required.'] });
  if (problems.length)
    throw invalid({ scopes: problems.map((scope) => `There is no scope ${scope} to give.`) });
}
