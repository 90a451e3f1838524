import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { TOKEN_LIFETIME_MS } from '../../../src/services/tokens/expiry.ts';
import type { Database } from '../database/tables.ts';
import { timestamp } from '../views.ts';
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

/** A new token for a profile. Its value exists in the answer alone. */
export async function issueToken(db: Database, profileId: string): Promise<string> {
  const { value } = await issue(db, { kind: 'customer', profileId, scopes: customerScopes });
  return value;
}

export interface TokenRequest {
  readonly kind: 'customer' | 'access' | 'api' | 'delegation';
  readonly scopes: readonly string[];
  readonly profileId?: string;
  readonly userId?: number;
  readonly clientId?: string | null;
  readonly name?: string | null;
  /** When it ends by itself; null for one that lives until it is deleted. Without it after an hour. */
  readonly expiresAt?: string | null;
}

/** Every token that is issued, of whatever kind, is made here. */
export async function issue(db: Database, request: TokenRequest) {
  const value = newSecret();
  const row = await db
    .insertInto('tokens')
    .values({
      hash: hashOf(value),
      kind: request.kind,
      profile_id: request.profileId ?? null,
      user_id: request.userId ?? null,
      client_id: request.clientId ?? null,
      name: request.name ?? null,
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

type IssuedToken = Awaited<ReturnType<typeof issue>>['row'];

/** A token as it is listed: everything but its value, which nobody can read again (spec 5.2). */
export const tokenView = ({ id, name, scopes, user_id, ...times }: IssuedToken) => ({
  ...{ id, name: name ?? '', scopes, user_id },
  expires_at: timestamp(times.expires_at),
  last_used_at: timestamp(times.last_used_at),
  created_at: timestamp(times.created_at),
});

/** A token as the answer shows it that made it. */
export const newTokenView = (row: IssuedToken, value: string) => ({ ...tokenView(row), token: value });
