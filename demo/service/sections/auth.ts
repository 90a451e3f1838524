import { storefrontToken } from '../../../src/services/endpoints/index.ts';
import { isSignedBy } from '../auth/customer-signature.ts';
import { issueToken } from '../auth/tokens.ts';
import { notFound, unauthenticated } from '../http/problem.ts';
import { openRoute, type Route } from '../http/route.ts';

export const authRoutes: readonly Route[] = [
  openRoute(storefrontToken, async ({ path, body, db }) => {
    const shop = await db
      .selectFrom('shops')
      .select(['platform', 'secret', 'previous_secret'])
      .where('platform', '=', path.storefront_platform)
      .where('version', '=', path.version)
      .executeTakeFirst();
    if (!shop) throw notFound();
    // ASSUMPTION G40: a number is signed as its decimal text.
    const customerId = String(body.id);
    const secrets = [shop.secret, ...(shop.previous_secret === null ? [] : [shop.previous_secret])];
    if (!isSignedBy(secrets, customerId, body.signature)) throw unauthenticated();
    const identity = await db
      .selectFrom('identities')
      .innerJoin('profiles', 'profiles.id', 'identities.profile_id')
      .select('profile_id')
      .where('profiles.deleted_at', 'is', null)
      .where('namespace', '=', shop.platform)
      .where('value', '=', customerId)
      .executeTakeFirst();
    // The same answer as for a wrong signature: who is a customer is nobody's business.
    if (!identity) throw unauthenticated();
    return { data: { token: await issueToken(db, identity.profile_id) } };
  }),
];
