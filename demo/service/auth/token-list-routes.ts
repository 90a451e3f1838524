import {
  accessTokens,
  apiTokens,
  deleteAccessToken,
  deleteApiToken,
} from '../../../src/services/contract/endpoints/index.ts';
import { isAdministrator, type Principal } from './principal.ts';
import { tokenView } from './tokens.ts';
import type { Database } from '../database/tables.ts';
import { browse } from '../api/paging.ts';
import { notFound } from '../api/problem.ts';
import { route, type Route } from '../api/route.ts';
import { attributes, column } from '../api/query/attribute.ts';
import { recordId } from '../api/formats.ts';

type ListedKind = 'access' | 'api';

/** The tokens that a user may see: their own; for an administrator all. Never those of customers. */
function tokensOf(db: Database, kind: ListedKind, principal: Principal) {
  const mine = isAdministrator(principal) ? undefined : principal.userId;
  return db
    .selectFrom('tokens')
    .leftJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.id', 'kind', 'tokens.name', 'scopes', 'user_id', 'client_id', 'profile_id'])
    .select(['expires_at', 'last_used_at', 'tokens.created_at', 'users.name as user_name'])
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .$if(mine !== undefined, (query) => query.where('user_id', '=', mine ?? 0));
}

export const tokenAttributes = attributes({
  id: column('number', 'tokens.id'),
  name: column('text', 'tokens.name'),
  user_id: column('number', 'tokens.user_id'),
  scopes: column('items', 'tokens.scopes'),
  expires_at: column('moment', 'tokens.expires_at'),
  last_used_at: column('moment', 'tokens.last_used_at'),
  created_at: column('moment', 'tokens.created_at'),
});

const listOf = (endpoint: typeof accessTokens | typeof apiTokens, kind: ListedKind): Route =>
  route(endpoint, (call) =>
    browse(call, tokensOf(call.db, kind, call.principal), (rows) => rows.map(tokenView), {
      attributes: tokenAttributes,
    }),
  );

/** Deletes a token: requests with it get 401 from now on. */
async function deleteToken(db: Database, kind: ListedKind, principal: Principal, id: string): Promise<void> {
  const found = await tokensOf(db, kind, principal)
    .where('tokens.id', '=', recordId(id) ?? 0)
    .executeTakeFirst();
  if (!found) throw notFound();
  await db.deleteFrom('tokens').where('id', '=', found.id).execute();
}

export const tokenListRoutes: readonly Route[] = [
  listOf(accessTokens, 'access'),
  listOf(apiTokens, 'api'),
  route(deleteAccessToken, async ({ db, principal, path }) => {
    await deleteToken(db, 'access', principal, path.accessToken);
    return undefined;
  }),
  route(deleteApiToken, async ({ db, principal, path }) => {
    await deleteToken(db, 'api', principal, path.apiToken);
    return undefined;
  }),
];
