import {
  addAccessToken,
  addApiToken,
  addDelegationToken,
  discoverAuth,
  scopes as scopesEndpoint,
  verifyToken,
} from '../../../../src/services/contract/endpoints/index.ts';
import { mayUse } from './principal.ts';
import { customerScopes, issue, newTokenView } from './tokens.ts';
import { permissionsOf } from './grant.ts';
import { checkHeld, checkScopes } from './check-grant.ts';
import { EVERYTHING, scopes } from './scopes.ts';
import { forbidden, invalid } from '../../api/problem.ts';
import { route, toAdministrators, toCustomers, type Route, type UserCall } from '../../api/route.ts';
import { findRecord } from '../../crud/store.ts';
import { tableOf } from '../../crud/tables.ts';
import { timestamp } from '../../api/formats.ts';
import { grantRoutes } from './grant-routes.ts';
import { tokenListRoutes } from './token-list-routes.ts';

/** The answer shows the value of a new token, this once (spec 5.2, 8.2). */
const showingOnce = (one: Route): Route => ({ ...one, secretAnswer: true });

export const authRoutes: readonly Route[] = [
  ...grantRoutes,
  ...tokenListRoutes,

  // Tokens of the dashboard live until they are deleted; who adds one is an administrator (spec 5.2).
  showingOnce(
    toAdministrators(
      route(addApiToken, async (call) => ({ data: await newToken(call as unknown as UserCall, 'api') })),
    ),
  ),
  showingOnce(
    route(addAccessToken, async (call) => ({ data: await newToken(call as unknown as UserCall, 'access') })),
  ),

  showingOnce(
    route(addDelegationToken, async ({ db, body, principal }) => {
      if (principal.kind !== 'machine') throw forbidden();
      await findRecord(db, tableOf('profile'), {}, body.profile_id).catch(() => {
        throw invalid({ profile_id: ['There is no such profile.'] });
      });
      const wanted = body.scopes ?? customerScopes.filter((scope) => mayUse(principal, scope));
      checkScopes(wanted, principal, customerScopes);
      const { value, row } = await issue(db, {
        kind: 'delegation',
        scopes: wanted,
        profileId: body.profile_id,
        userId: principal.userId,
      });
      const { profile_id, scopes: given, expires_at } = row;
      return {
        data: { profile_id, scopes: given, token: value, expires_at: timestamp(expires_at) },
      } as never;
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

  // One answer whoever is asked for: who has an account is nobody's business.
  route(discoverAuth, async () => ({
    data: { methods: ['client_credentials', 'api_token'], base_url: null },
  })),

  route(scopesEndpoint, async () => ({
    data: [EVERYTHING, ...scopes].map((name) => ({ name, description: describe(name) })),
  })),
];

async function newToken(call: UserCall, kind: 'api' | 'access') {
  const { db, principal } = call;
  const body = call.body as {
    name: string;
    scopes: string[];
    expires_at?: string | null;
    user_id?: number | null;
  };
  checkScopes(body.scopes, principal);
  const owner = await ownerOf(call, body.user_id ?? principal.userId);
  const clientId = owner.id === principal.userId ? principal.clientId : null;
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

/**
 * The owner of a new token: the caller, or a machine user that is switched on. Throws 422 for another one, 403 for a machine
 * user that may do what the caller may not: whoever holds its token acts as it.
 */
async function ownerOf({ db, principal }: UserCall, userId: number) {
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
