import { credentialsToken, storefrontToken } from '../../../src/services/endpoints/index.ts';
import { isSignedBy } from '../auth/customer-signature.ts';
import { granteeOf } from '../auth/grant.ts';
import { covers, EVERYTHING, isScope } from '../auth/scopes.ts';
import { issue, issueToken, TOKEN_LIFETIME_SECONDS } from '../auth/tokens.ts';
import { invalid, notFound, Problem, unauthenticated } from '../http/problem.ts';
import { countRequest, refuseExcess } from '../http/rate-limit.ts';
import { openRoute, type Route } from '../http/route.ts';

/** Tries per minute and client: passwords are not to be guessed. */
const TRIES_PER_MINUTE = 30;

const wrongCredentials = () =>
  new Problem(401, 'The client, its secret, the user name or the password is wrong.', {
    more: { error: 'invalid_client' },
  });

/** What gives tokens, and so needs none (judgement J1). */
export const grantRoutes: readonly Route[] = [
  {
    ...openRoute(credentialsToken, async ({ body, db }) => {
      const wanted = body.scope.split(' ').filter(Boolean);
      if (wanted.length === 0 || !wanted.every(isScope))
        throw invalid({ scope: ['There is no such scope.'] });
      refuseExcess(await countRequest(db, `grant:${body.client_id}`, TRIES_PER_MINUTE));
      const grantee = await granteeOf(db, body);
      if (!grantee) throw wrongCredentials();
      const { userId, clientId, permissions } = grantee;
      // `*` is all that the user may do; a single scope beyond that is a mistake to be told.
      const beyond = wanted.filter((scope) => scope !== EVERYTHING && !covers(permissions, scope));
      if (beyond.length) throw invalid({ scope: [`This user may not have ${beyond.join(' ')}.`] });
      const { value, row } = await issue(db, {
        kind: 'access',
        scopes: wanted,
        userId,
        clientId,
        name: clientId,
      });
      // RFC 6749 5.1, not below `data`: G14.
      return {
        access_token: value,
        token_type: 'Bearer',
        expires_in: TOKEN_LIFETIME_SECONDS,
        scope: row.scopes.join(' '),
      };
    }),
    form: true,
  },

  openRoute(storefrontToken, async ({ path, body, db }) => {
    const shop = await db
      .selectFrom('shops')
      .select(['platform', 'secret', 'previous_secret'])
      .where('platform', '=', path.storefront_platform)
      .where('version', '=', path.version)
      .executeTakeFirst();
    if (!shop) throw notFound();
    // G40: a number is signed as its decimal text.
    const customerId = String(body.id);
    const secrets = [shop.secret, ...(shop.previous_secret === null ? [] : [shop.previous_secret])];
    if (!isSignedBy(secrets, customerId, body.signature)) throw unauthenticated();
    const identity = await db
      .selectFrom('identities')
      .innerJoin('profiles', 'profiles.id', 'identities.profile_id')
      .select('profile_id')
      .where('namespace', '=', shop.platform)
      .where('value', '=', customerId)
      .where('profiles.deleted_at', 'is', null)
      .executeTakeFirst();
    // The same answer as for a wrong signature: who is a customer is nobody's business.
    if (!identity) throw unauthenticated();
    return { data: { token: await issueToken(db, identity.profile_id) } };
  }),
];
