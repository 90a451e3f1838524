import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { SOFT_LIFETIME_MS, TOKEN_LIFETIME_MS } from '../../../../src/services/transport/token-reply.ts';
import type { Database } from '../database/tables.ts';
import { countRequest, refuseExcess } from '../../api/rate-limit.ts';
import { timestamp } from '../../api/formats.ts';
import type { Scope } from './scopes.ts';

export const TOKEN_LIFETIME_SECONDS = TOKEN_LIFETIME_MS / 1_000;
const TOKEN_BYTES = 32;

/** What a customer may do with what is theirs (G15). Which routes are open to them at all, each route says. */
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

/** A token is 256 random bits, so a plain hash is enough: there is nothing to guess from. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export const newSecret = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** A storefront token lives so long: a page that was copied holds one for minutes, not for an hour. */
export const STOREFRONT_LIFETIME_SECONDS = 15 * 60;
/** A live token is answered again while so much of it is left: a client that reads no expiry uses it so long. */
const REUSED_WITH_SECONDS = SOFT_LIFETIME_MS / 1_000;
const HOUR_SECONDS = 3_600;
/** New storefront tokens in an hour, and those of one address: a shop's proxy asks for all its customers. */
const NEW_TOKENS_PER_HOUR = { customer: 30, address: 1_000 } as const;

interface StorefrontCustomer {
  readonly platform: string;
  /** The shop's. */
  readonly secret: string;
  readonly profileId: string;
  readonly from: string;
}

/**
 * The live token of a customer at a shop, or a new one. Its value is derived from the shop's secret and a random seed, so
 * that it can be answered again though its hash alone is stored. Throws 429 for too many new ones. `work` is a transaction.
 */
export async function storefrontTokenOf(
  work: Database,
  { platform, secret, profileId, from }: StorefrontCustomer,
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
    .where('expires_at', '>', sql<Date>`now() + ${REUSED_WITH_SECONDS} * interval '1 second'`)
    .orderBy('expires_at', 'desc')
    .executeTakeFirst();
  if (live?.seed && live.expires_at) {
    const value = derived(secret, live.seed);
    // The shop has another secret since.
    if (hashOf(value).equals(live.hash)) return { value, expiresAt: live.expires_at };
  }
  const { customer, address } = NEW_TOKENS_PER_HOUR;
  // Hashed: a purge leaves no row that names the profile.
  const key = `storefront:${hashOf(`${platform} ${profileId}`).toString('base64url')}`;
  refuseExcess(await countRequest(work, key, customer, HOUR_SECONDS));
  refuseExcess(await countRequest(work, `storefront-address:${from}`, address, HOUR_SECONDS));
  const seed = randomBytes(TOKEN_BYTES);
  const { value, row } = await issue(work, {
    kind: 'customer',
    profileId,
    scopes: customerScopes,
    value: derived(secret, seed),
    seed,
    platform,
    expiresAt: timestamp(new Date(Date.now() + STOREFRONT_LIFETIME_SECONDS * 1_000)),
  });
  return { value, expiresAt: row.expires_at ?? new Date() };
}

/** No id of a customer holds a NUL, so no signature of an id is one of these. */
const derived = (secret: string, seed: Buffer): string =>
  createHmac('sha256', secret).update('storefront token\0').update(seed).digest('base64url');

export interface TokenRequest {
  readonly kind: 'customer' | 'access' | 'api' | 'delegation';
  readonly scopes: readonly string[];
  readonly profileId?: string;
  readonly userId?: number;
  readonly clientId?: string | null;
  readonly name?: string | null;
  /** For a storefront token: the shop's platform, and the seed that its value is derived from. */
  readonly platform?: string;
  readonly seed?: Buffer;
  readonly value?: string;
  /** When it ends by itself; null for one that lives until it is deleted. Without it after an hour. */
  readonly expiresAt?: string | null;
}

/** Every token that is issued, of whatever kind, is made here. */
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

/** A token as it is listed: everything but its value, which nobody can read again (spec 5.2). */
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

/** A token as the answer shows it that made it. */
export const newTokenView = (row: IssuedToken, value: string) => ({ ...tokenView(row), token: value });
