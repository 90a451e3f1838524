import { digest, randomToken } from '../hashes.ts';
import { pairOf as webPairOf, type PairOf } from '../sealed-text.ts';
import type { ShopDigest } from './shop-storage.ts';
import type { TextStore } from './storage.ts';

/** The session of a signed-in customer. */
export interface Session {
  readonly profileId: string;
  /** The shop's id of the customer: the one that gets signed. */
  readonly customerId: string;
  /** Identifiers by which the customer may find their own profile: profile id, customer id, e-mail, user name. */
  readonly names: readonly string[];
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Id of the customer's last sign-out everywhere at the time when the session was opened, if there was one. */
  readonly epoch?: string | undefined;
  /** Of a session in a cookie: what the page sends with each request. It opens nothing without the cookie. */
  readonly handle?: string | undefined;
}

export interface Sessions {
  /**
   * Opens a session. Its token is returned here only.
   *
   * @param endsAt milliseconds since 1970: when it ends at the latest
   */
  open(
    session: Omit<Session, 'expiresAt' | 'epoch'>,
    endsAt?: number,
  ): Promise<{ readonly token: string; readonly expiresAt: number }>;
  find(token: string): Promise<Session | undefined>;
  close(token: string): Promise<void>;
  /** Ends all sessions of a customer, also one that is being opened while this runs. */
  closeAll(customerId: string): Promise<void>;
}

interface StoredSession extends Session {
  /** The shop for which it was opened. */
  readonly shop: string;
  /** Under this key is the id of the customer's last sign-out everywhere. */
  readonly epochKey: string;
}

interface SessionsOptions {
  readonly texts: TextStore;
  readonly shop: ShopDigest;
  readonly lifetimeMs: number;
  readonly now: () => number;
  /** Default: with functions of every runtime. */
  readonly pairOf?: PairOf | undefined;
  /** At most this many sessions have the key of their sign-out in memory; beyond it the one that was added first is deleted. */
  readonly maxKnown?: number;
}

/**
 * Sessions under random tokens of 256 bits. The storage has each under one half of the digest of its token, encrypted with the other half:
 * a reader of the storage can neither use a session nor see whose it is. A random token cannot be guessed, so a digest without salt is
 * enough.
 */
export function createSessions({
  texts,
  shop,
  lifetimeMs,
  now,
  pairOf = webPairOf,
  maxKnown = 10_000,
}: SessionsOptions): Sessions {
  const keyOf = (name: string) => `session:${name}`;
  const epochKeyOf = async (customerId: string) => `signed-out:${await digest(customerId)}`;
  /** The key of the last sign-out by the name of a session: in the storage it is encrypted, because it would show whose a session is. */
  const epochKeys = new Map<string, string>();
  const remember = (name: string, epochKey: string) => {
    if (epochKeys.size >= maxKnown && !epochKeys.has(name))
      epochKeys.delete(epochKeys.keys().next().value as string);
    epochKeys.set(name, epochKey);
  };
  return {
    async open(about, endsAt = Infinity) {
      const token = randomToken();
      const epochKey = await epochKeyOf(about.customerId);
      const epoch = await texts.get(epochKey);
      const expiresAt = Math.min(now() + lifetimeMs, endsAt);
      const stored: StoredSession = { ...about, expiresAt, epoch, epochKey, shop: await shop() };
      const { name, seal } = await pairOf(token);
      const sealed = await seal(JSON.stringify(stored));
      await texts.set(keyOf(name), sealed, Math.max(1, expiresAt - now()));
      return { token, expiresAt };
    },
    async find(token) {
      const { name, unseal } = await pairOf(token);
      // Asked together with the session where its key is known: a second round trip would make each request wait twice.
      const knownKey = epochKeys.get(name);
      const knownEpoch = knownKey === undefined ? undefined : texts.get(knownKey);
      knownEpoch?.catch(() => undefined); // the session's own failure is thrown
      const sealed = await texts.get(keyOf(name));
      const text = sealed === undefined ? undefined : await unseal(sealed);
      if (text === undefined) return undefined;
      const { shop: openedFor, epochKey, ...session } = JSON.parse(text) as StoredSession;
      // A storage of the shop's own may return what it stored for another shop.
      if (openedFor !== (await shop()) || session.expiresAt <= now()) return undefined;
      const epoch = await (knownEpoch ?? texts.get(epochKey));
      remember(name, epochKey);
      return epoch === undefined || epoch === session.epoch ? session : undefined;
    },
    close: async (token) => texts.delete(keyOf((await pairOf(token)).name)),
    // Stored for as long as a session that it ends can be valid.
    closeAll: async (customerId) => texts.set(await epochKeyOf(customerId), randomToken(), lifetimeMs),
  };
}
