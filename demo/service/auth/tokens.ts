import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { TOKEN_LIFETIME_MS } from '../../../src/services/transport/token-reply.ts';
import { SOFT_LIFETIME_MS } from '../../../src/services/transport/tokens.ts';
import type { Database } from '../database/tables.ts';
import { countRequest, refuseExcess } from '../api/rate-limit.ts';
import { timestamp } from '../api/formats.ts';
import type { Scope } from './scopes.ts';
import { derivedTexts, type SecretKeys } from './secret-keys.ts';

export const TOKEN_LIFETIME_SECONDS = TOKEN_LIFETIME_MS / 1_000;
const TOKEN_BYTES = 32;

/** Scopes of a customer, for their own records. Each route defines whether customers may call it. */
export const customerScopes: readonly Scope[] = [
  'profiles.read',
  'profiles.write',
  'commerce.read',
  'commerce.write',
  'incentives.read',
  'incentives.write',
  'lists.read',
  'lists.write',
  'configuration.read',
  'platform.read',
];

/** A token is 256 random bits, so a fast hash is enough. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export const newSecret = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Lifetime of a storefront token. Short, because a copied page contains one. */
export const STOREFRONT_LIFETIME_SECONDS = 15 * 60;
/** A valid token is returned again while it has this much time left. Clients that ignore the expiry use it for that long. */
const MIN_REUSE_SECONDS = SOFT_LIFETIME_MS / 1_000;
const HOUR_SECONDS = 3_600;
/** New storefront tokens per hour: of a customer, and of an address. A shop's proxy names the addresses of its customers. */
const NEW_TOKENS_PER_HOUR = { customer: 30, address: 1_000 } as const;

interface StorefrontCustomer {
  readonly platform: string;
  /** The secret of the shop. */
  readonly secret: string;
  readonly keys: SecretKeys;
  readonly profileId: string;
  readonly from: string;
}

/**
 * The valid token of a customer at a shop, or a new one. Its value is derived from the shop's secret, a key that is not in the database and a
 * random seed, so that it can be returned again although only its hash is stored. Throws 429 for too many new ones. `work` is a transaction.
 */
export async function storefrontTokenOf(
  work: Database,
  { platform, secret, keys, profileId, from }: StorefrontCustomer,
): Promise<{ readonly value: string; readonly expiresAt: Date }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`storefront ${platform} ${profileId}`}, 0))`.execute(
    work,
  );
  const live = await work
    .selectFrom('tokens')
    .select(['seed', 'hash', 'expires_at'])
    .where('profile_id', '=', profileId)
    .where('platform', '=', platform)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now() + ${MIN_REUSE_SECONDS} * interval '1 second'`)
    .orderBy('expires_at', 'desc')
    .executeTakeFirst();
  if (live?.seed && live.expires_at) {
    // None fits if the shop has changed its secret since.
    const value = derivedTexts(keys, secret, live.seed).find((text) => hashOf(text).equals(live.hash));
    if (value !== undefined) return { value, expiresAt: live.expires_at };
  }
  const { customer, address } = NEW_TOKENS_PER_HOUR;
  // Hashed, because a purge does not delete these rows: they must not name the profile.
  const key = `storefront:${hashOf(`${platform} ${profileId}`).toString('base64url')}`;
  refuseExcess(await countRequest(work, key, customer, HOUR_SECONDS));
  refuseExcess(await countRequest(work, `storefront-address:${from}`, address, HOUR_SECONDS));
  const seed = randomBytes(TOKEN_BYTES);
  const { value, row } = await issue(work, {
    kind: 'customer',
    profileId,
    scopes: customerScopes,
    value: derivedTexts(keys, secret, seed)[0]!,
    seed,
    platform,
    expiresAt: timestamp(new Date(Date.now() + STOREFRONT_LIFETIME_SECONDS * 1_000)),
  });
  return { value, expiresAt: row.expires_at ?? new Date() };
}

export interface TokenRequest {
  readonly kind: 'customer' | 'access' | 'api' | 'delegation';
  readonly scopes: readonly string[];
  readonly profileId?: string;
  readonly userId?: number;
  readonly clientId?: string | null;
  readonly name?: string | null;
  /** Of a storefront token: the shop's platform, and the seed of its value. */
  readonly platform?: string;
  readonly seed?: Buffer;
  readonly value?: string;
  /** Expiry; null for a token that is valid until it is deleted. Without it, an hour. */
  readonly expiresAt?: string | null;
}

/** Issues a token of any kind. */
export async function issue(db: Database, request: TokenRequest) {
  const value = request.value ?? newSecret();
  const row = await db
    .insertInto('tokens')
    .values({
      hash: hashOf(value),
      kind: request.kind,
      profile_id: request.profileId ?? null,
      user_id: request.userId ?? null,
      client_id: request.clientId ?? null,
      name: request.name ?? null,
      platform: request.platform ?? null,
      seed: request.seed ?? null,
      scopes: [...request.scopes],
      expires_at:
        request.expiresAt === undefined
          ? sql`now() + ${TOKEN_LIFETIME_SECONDS} * interval '1 second'`
          : request.expiresAt,
    })
    .returning([
      'id',
      'kind',
      'name',
      'scopes',
      'user_id',
      'client_id',
      'profile_id',
      'expires_at',
      'last_used_at',
      'created_at',
    ])
    .executeTakeFirstOrThrow();
  return { value, row };
}

type IssuedToken = Awaited<ReturnType<typeof issue>>['row'] & { readonly user_name: string | null };

/** A token in a list: without its value, which is not stored (spec 5.2). */
export const tokenView = ({ id, name, scopes, user_id, user_name, ...times }: IssuedToken) => ({
  id,
  name: name ?? '',
  scopes,
  user_id,
  user_name,
  expires_at: timestamp(times.expires_at),
  last_used_at: timestamp(times.last_used_at),
  created_at: timestamp(times.created_at),
});

/** A new token, with its value. */
export const newTokenView = (row: IssuedToken, value: string) => ({ ...tokenView(row), token: value });
