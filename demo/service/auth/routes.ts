import {
  addAccessToken,
  addApiToken,
  addDelegationToken,
  discoverAuth,
  scopes as scopesEndpoint,
  verifyToken,
} from '../../../src/services/contract/endpoints/index.ts';
import type { BodyOf } from '../../../src/services/contract/catalogue.ts';
import { machineOf, mayUse, type Machine } from './principal.ts';
import { customerScopes, issue, newTokenView } from './tokens.ts';
import { permissionsOf } from './grant.ts';
import { checkHeld, checkScopes } from './check-grant.ts';
import { EVERYTHING, scopes } from './scopes.ts';
import { invalid } from '../api/problem.ts';
import { route, toAdministrators, toCustomers, type KnownCall, type Route } from '../api/route.ts';
import { checkReferences } from '../crud/references.ts';
import { timestamp } from '../api/formats.ts';
import type { Database } from '../database/tables.ts';
import { grantRoutes } from './grant-routes.ts';
import { tokenListRoutes } from './token-list-routes.ts';

/** The reply has the value of a new token, which is never shown again (spec 5.2, 8.2). */
const showingOnce = (one: Route): Route => ({ ...one, secretAnswer: true });

export const authRoutes: readonly Route[] = [
  ...grantRoutes,
  ...tokenListRoutes,

  // Only administrators add API tokens, which are valid until they are deleted (spec 5.2).
  showingOnce(toAdministrators(route(addApiToken, async (call) => ({ data: await newToken(call, 'api') })))),
  showingOnce(route(addAccessToken, async (call) => ({ data: await newToken(call, 'access') }))),

  showingOnce(
    route(addDelegationToken, async ({ db, body, principal }) => {
      const user = machineOf(principal);
      const { profile_id: profileId } = await checkReferences(db, 'delegation-token', body);
      const wanted = body.scopes ?? customerScopes.filter((scope) => mayUse(user, scope));
      checkScopes(wanted, user, customerScopes);
      const { value, row } = await issue(db, {
        kind: 'delegation',
        scopes: wanted,
        profileId,
        userId: user.userId,
      });
      const { scopes: given, expires_at } = row;
      return {
        data: {
          profile_id: profileId,
          scopes: given,
          token: value,
          expires_at: timestamp(expires_at),
        },
      };
    }),
  ),

  toCustomers(
    route(verifyToken, async ({ db, principal }) => {
      const row = await db
        .selectFrom('tokens')
        .select(['profile_id', 'user_id', 'scopes', 'expires_at'])
        .where('id', '=', principal.tokenId)
        .executeTakeFirstOrThrow();
      return { data: { ...row, expires_at: timestamp(row.expires_at) } };
    }),
  ),

  // The same reply for every user name, so that it does not reveal which accounts exist.
  route(discoverAuth, async () => ({
    data: { methods: ['client_credentials', 'api_token'], base_url: null },
  })),

  route(scopesEndpoint, async () => ({
    data: [EVERYTHING, ...scopes].map((name) => ({ name, description: describe(name) })),
  })),
];

async function newToken(
  { db, body, principal }: KnownCall<string, BodyOf<typeof addAccessToken | typeof addApiToken>>,
  kind: 'api' | 'access',
) {
  const user = machineOf(principal);
  checkScopes(body.scopes, user);
  if (kind === 'access') checkLifetime(body.expires_at);
  const owner = await ownerOf(db, user, body.user_id ?? user.userId);
  const clientId = owner.id === user.userId ? user.clientId : null;
  const { value, row } = await issue(db, {
    kind,
    name: body.name,
    scopes: body.scopes,
    userId: owner.id,
    clientId,
    ...(body.expires_at ? { expiresAt: body.expires_at } : kind === 'api' ? { expiresAt: null } : {}),
  });
  return newTokenView({ ...row, user_name: owner.name }, value);
}

/** Longest life of an access token: only API tokens, which administrators add, are valid for longer. */
const MAX_ACCESS_TOKEN_HOURS = 24;

function checkLifetime(expiresAt: string | null | undefined): void {
  if (!expiresAt || Date.parse(expiresAt) <= Date.now() + MAX_ACCESS_TOKEN_HOURS * 3_600_000) return;
  throw invalid({
    expires_at: [`An access token is valid for at most ${MAX_ACCESS_TOKEN_HOURS} hours: use an API token.`],
  });
}

/**
 * The owner of a new token: the caller, or a machine user that is switched on. Throws 422 for another one, 403 for a machine
 * user with permissions that the caller does not have, because the token acts with them.
 */
async function ownerOf(db: Database, principal: Machine, userId: number) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'is_machine', 'is_active', 'roles'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const isOwn = userId === principal.userId;
  if (!user || (!isOwn && !(user.is_machine && user.is_active)))
    throw invalid({
      user_id: ['The owner of a token is a machine user that is switched on, or the caller.'],
    });
  if (!isOwn) checkHeld(principal, await permissionsOf(db, user.roles), 'The machine user');
  return user;
}

const describe = (scope: string): string => {
  const [section, verb] = scope.split('.');
  return verb ? `${verb === 'read' ? 'Reads' : 'Changes'} what is in the section ${section}.` : 'All scopes.';
};
