import { credentialsToken, storefrontToken } from '../../../src/services/contract/endpoints/index.ts';
import { isSignedBy } from './customer-signature.ts';
import { clientOf, granteeOf } from './grant.ts';
import { covers, EVERYTHING, isScope } from './scopes.ts';
import { SecretKeyError } from './secret-keys.ts';
import { secretsOf } from './shop-secrets.ts';
import { issue, storefrontTokenOf, TOKEN_LIFETIME_SECONDS } from './tokens.ts';
import { invalid, notFound, Problem, unauthenticated } from '../api/problem.ts';
import { countRequest, refuseExcess } from '../api/rate-limit.ts';
import type { Database } from '../database/tables.ts';
import { openRoute, type Route } from '../api/route.ts';
import { enrol, profileOf, type ShopCustomer } from '../profiles/enrol.ts';
import { timestamp } from '../api/formats.ts';

/** Attempts per address and minute with a valid client secret, against guessing passwords. */
const TRIES_PER_MINUTE = 30;
/** Attempts per address and minute without a valid client secret. They count for the address, so that they do not block a client. */
const REFUSALS_PER_MINUTE = 30;

/** Wrong signatures per address and minute. They count among themselves, so that they do not block a customer with a right one. */
const WRONG_SIGNATURES_PER_MINUTE = 30;

/** New profiles per address and hour. A shop's proxy names the addresses of its customers. */
const ENROLMENTS_PER_HOUR = 1_000;
const HOUR_SECONDS = 3_600;

const wrongCredentials = () =>
  new Problem(401, 'The client, its secret, the user name or the password is wrong.', {
    more: { error: 'invalid_client' },
  });

/** Endpoints that issue tokens, and so need none. */
export const grantRoutes: readonly Route[] = [
  {
    ...openRoute(credentialsToken, async ({ body, db, from = '' }) => {
      const wanted = body.scope.split(' ').filter(Boolean);
      if (wanted.length === 0 || !wanted.every(isScope))
        throw invalid({ scope: ['There is no such scope.'] });
      const client = await clientOf(db, body);
      if (!client) {
        refuseExcess(await countRequest(db, `grant-refused:${from}`, REFUSALS_PER_MINUTE));
        throw wrongCredentials();
      }
      refuseExcess(await countRequest(db, `grant:${client.id}:${from}`, TRIES_PER_MINUTE));
      const grantee = await granteeOf(db, client, body);
      if (!grantee) throw wrongCredentials();
      const { userId, clientId, permissions } = grantee;
      // `*` stands for everything that the user may do. Another scope that the user does not have is refused.
      const beyond = wanted.filter((scope) => scope !== EVERYTHING && !covers(permissions, scope));
      if (beyond.length) throw invalid({ scope: [`This user may not have ${beyond.join(' ')}.`] });
      const { value, row } = await issue(db, {
        kind: 'access',
        scopes: wanted,
        userId,
        clientId,
        name: clientId,
      });
      // RFC 6749 5.1, not below `data`.
      return {
        access_token: value,
        token_type: 'Bearer',
        expires_in: TOKEN_LIFETIME_SECONDS,
        scope: row.scopes.join(' '),
      };
    }),
    form: true,
  },

  openRoute(storefrontToken, async ({ path, body, db, settings, from = '' }) => {
    const row = await db
      .selectFrom('shops')
      .select(['platform', 'secret', 'previous_secret'])
      .where('platform', '=', path.storefront_platform)
      .where('version', '=', path.version)
      .executeTakeFirst();
    if (!row) throw notFound();
    const keys = settings?.secretKeys;
    if (!keys) throw new SecretKeyError('The service has no keys for the secrets in its database.');
    const shop = { platform: row.platform, ...secretsOf(keys, row) };
    // A number is signed as its decimal text.
    const customerId = String(body.id);
    const secrets = [shop.secret, ...(shop.previousSecret === undefined ? [] : [shop.previousSecret])];
    const signed = { customerId, signature: body.signature, signedAt: body.signed_at };
    if (!isSignedBy(secrets, signed, { required: settings?.requireSignedAt ?? false })) {
      refuseExcess(await countRequest(db, `signature-refused:${from}`, WRONG_SIGNATURES_PER_MINUTE));
      throw unauthenticated();
    }
    const customer = { platform: shop.platform, customerId };
    const found = await profileOf(db, customer);
    const mode = settings?.enrolment ?? 'off';
    const consent = body.consent === true;
    const isEnrolled = !found && (mode === 'always' || (mode === 'consent' && consent));
    const profileId = isEnrolled
      ? await db.transaction().execute((work) => enrolNewcomer(work, customer, { consent, from }))
      : found && !found.isDeleted
        ? found.profileId
        : undefined;
    // The same reply as for a wrong signature, so that it does not reveal who is a customer.
    if (profileId === undefined) throw unauthenticated();
    const { value, expiresAt } = await db.transaction().execute((work) =>
      storefrontTokenOf(work, {
        platform: shop.platform,
        secret: shop.secret,
        keys,
        profileId,
        from,
      }),
    );
    return { data: { token: value, expiry: timestamp(expiresAt) } };
  }),
];

async function enrolNewcomer(
  work: Database,
  customer: ShopCustomer,
  { consent, from }: { readonly consent: boolean; readonly from: string },
): Promise<string | undefined> {
  refuseExcess(await countRequest(work, `enrol-address:${from}`, ENROLMENTS_PER_HOUR, HOUR_SECONDS));
  return enrol(work, customer, consent);
}
