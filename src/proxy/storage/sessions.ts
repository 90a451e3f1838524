import { digest, randomToken } from '../hashes.ts';
import type { TextStore } from './storage.ts';

/** The stored session of a signed-in customer. */
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
   * Opens a session. Its token is returned here only; the store has its hash.
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

/**
 * Sessions under random tokens of 256 bits. The store holds their hashes, so a reader of the store cannot use the sessions. A
 * random token cannot be guessed, so a hash without salt is enough.
 */
export function createSessions(texts: TextStore, lifetimeMs: number, now: () => number): Sessions {
  const keyOf = async (token: string) => `session:${await digest(token)}`;
  const epochKeyOf = async (customerId: string) => `signed-out:${await digest(customerId)}`;
  return {
    async open(about, endsAt = Infinity) {
      const token = randomToken();
      const epoch = await texts.get(await epochKeyOf(about.customerId));
      const expiresAt = Math.min(now() + lifetimeMs, endsAt);
      const session: Session = { ...about, expiresAt, epoch };
      await texts.set(await keyOf(token), JSON.stringify(session), Math.max(1, expiresAt - now()));
      return { token, expiresAt: session.expiresAt };
    },
    async find(token) {
      const text = await texts.get(await keyOf(token));
      const session = text === undefined ? undefined : (JSON.parse(text) as Session);
      if (!session || session.expiresAt <= now()) return undefined;
      const epoch = await texts.get(await epochKeyOf(session.customerId));
      return epoch === undefined || epoch === session.epoch ? session : undefined;
    },
    close: async (token) => texts.delete(await keyOf(token)),
    // Stored for as long as a session that it ends can be valid.
    closeAll: async (customerId) => texts.set(await epochKeyOf(customerId), randomToken(), lifetimeMs),
  };
}
