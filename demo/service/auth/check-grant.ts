import { forbidden, invalid } from '../api/problem.ts';
import { mayUse, type Principal } from './principal.ts';
import { covers, EVERYTHING, isScope } from './scopes.ts';

/** Grants a token only scopes that the caller has: 422 for an unknown scope, or one that the caller's token, roles or `allowed` do not have. */
export function checkScopes(
  wanted: readonly string[],
  principal: Principal,
  allowed: readonly string[] = [EVERYTHING],
): void {
  const held = (scope: string) => covers(allowed, scope) && mayUse(principal, scope);
  const problems = wanted.filter((scope) => !isScope(scope) || !held(scope));
  if (wanted.length === 0) throw invalid({ scopes: ['The scopes field is required.'] });
  if (problems.length)
    throw invalid({ scopes: problems.map((scope) => `There is no scope ${scope} to give.`) });
}

/**
 * Throws 403 where permissions exceed those of the caller's token and roles together: otherwise `organisations.write`
 * would be enough to create an administrator, or to set an administrator's password.
 */
export function checkHeld(principal: Principal, permissions: readonly string[], subject: string): void {
  const beyond = permissions.filter((permission) => !mayUse(principal, permission));
  if (beyond.length === 0) return;
  throw forbidden(`${subject} has permissions that this token does not hold: ${beyond.join(', ')}.`);
}
