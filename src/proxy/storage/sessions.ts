import { digest, randomToken } from './random.ts';
import type { TextStore } from './storage.ts';

/** What a signed-in customer is to the proxy. */
export interface Session {
  readonly profileId: string;
  /** The shop's id of the customer: the one that gets signed. */
  readonly customerId: string;
  /** What the customer may look themselves up by: profile id, customer id, e-mail, user name. */
  readonly names: readonly string[];
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The customer's last sign-out everywhere when the session was opened, if there was one. */
  readonly epoch?: string | undefined;
}

export interface Sessions {
  /** A new session; its token exists in the answer alone. */
  open(
    session: Omit<Session, 'expiresAt' | 'epoch'>,
  ): Promise<{ readonly token: string; readonly expiresAt: number }>;
  find(token: string): Promise<Session | undefined>;
  close(token: string): Promise<void>;
  /** Ends all sessions of a customer, also one that is being opened while this runs. */
  closeAll(customerId: string): Promise<void>;
}

/**
 * Sessions under random tokens of 256 bits. The store holds their hashes, so whoever reads it cannot act for anybody: there is
 * nothing to guess in a random token, so a plain hash is enough.
 */
export function createSessions(texts: TextStore, lifetimeMs: number, now: () => number): Sessions {
  const keyOf = async (token: string) => `session:${await digest(token)}`;
  const epochKeyOf = async (customerId: string) => `signed-out:${await digest(customerId)}`;
  return {
    async open(about) {
      const token = randomToken();
      const epoch = await texts.get(await epochKeyOf(about.customerId));
      const session: Session = { ...about, expiresAt: now() + lifetimeMs, epoch };
      await texts.set(await keyOf(token), JSON.stringify(session), lifetimeMs);
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
    // Kept as long as the sessions that it ends could live.
    closeAll: async (customerId) => texts.set(await epochKeyOf(customerId), randomToken(), lifetimeMs),
  };
}
