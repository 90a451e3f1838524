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
}

export interface Sessions {
  /** A new session; its token exists in the answer alone. */
  open(session: Omit<Session, 'expiresAt'>): Promise<{ readonly token: string; readonly expiresAt: number }>;
  find(token: string): Promise<Session | undefined>;
  close(token: string): Promise<void>;
}

/**
 * Sessions under random tokens of 256 bits. The store holds their hashes, so whoever reads it cannot act for anybody: there is
 * nothing to guess in a random token, so a plain hash is enough.
 */
export function createSessions(texts: TextStore, lifetimeMs: number, now: () => number): Sessions {
  const keyOf = async (token: string) => `session:${await digest(token)}`;
  return {
    async open(about) {
      const token = randomToken();
      const session: Session = { ...about, expiresAt: now() + lifetimeMs };
      await texts.set(await keyOf(token), JSON.stringify(session), lifetimeMs);
      return { token, expiresAt: session.expiresAt };
    },
    async find(token) {
      const text = await texts.get(await keyOf(token));
      const session = text === undefined ? undefined : (JSON.parse(text) as Session);
      return session && session.expiresAt > now() ? session : undefined;
    },
    close: async (token) => texts.delete(await keyOf(token)),
  };
}
