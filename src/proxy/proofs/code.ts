import type { PlatformCustomer } from '../directory/directory.ts';
import type { FindCustomer } from '../directory/find-customer.ts';
import { digest, randomToken } from '../hashes.ts';
import type { ProxyStorage } from '../storage/storage.ts';

export interface CodeMessage {
  readonly customer: PlatformCustomer;
  /** Six digits. */
  readonly code: string;
  readonly lifetimeMs: number;
}

/** What the platform does for customers who sign in with a code that was sent to their e-mail address. */
export interface CodeSettings {
  readonly findCustomer: FindCustomer;
  /** Sends the code to the address of the customer. Rejects when it was not sent. */
  readonly sendCode: (message: CodeMessage, signal: AbortSignal) => Promise<void>;
}

/** A code that was sent, as it is stored. */
interface SentCode {
  readonly id: string;
  /** Digest of the code with a secret of the proxy: six digits alone could be found by trying all. */
  readonly check: string;
  readonly customer: PlatformCustomer;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  /** Digest of the address that requested it. */
  readonly requester: string;
}

export interface Codes {
  /** Sends a code, which replaces the one before, to a customer with this e-mail. Does nothing where there is none. */
  send(email: string, address: string, signal: AbortSignal): Promise<void>;
  /** The customer to whom this code was sent at this e-mail, once; `undefined` for any other code. */
  redeem(email: string, code: string, address: string): Promise<PlatformCustomer | undefined>;
}

export const CODE_FORMAT = /^\d{6}$/;
const CODE_LIFETIME_MS = 10 * 60_000;
/** Of one code: from the address that requested it, and the same number again from all others together, so that they cannot use up the owner's. */
const TRIES_PER_CODE = 5;

interface CodesOptions extends CodeSettings {
  readonly storage: ProxyStorage;
  readonly secret: string;
  readonly now: () => number;
}

export function createCodes({ findCustomer, sendCode, storage, secret, now }: CodesOptions): Codes {
  const { texts } = storage;
  const tries = storage.counter({
    name: 'code-tries',
    tries: TRIES_PER_CODE,
    perSeconds: CODE_LIFETIME_MS / 1_000,
  });
  const keyOf = async (email: string) => `code:${await digest(accountOf(email))}`;
  const checkOf = (id: string, code: string) => digest(`${secret} ${id} ${code}`);

  return {
    async send(email, address, signal) {
      const customer = await findCustomer({ email }, signal);
      if (!customer) return;
      const code = randomCode();
      const id = randomToken();
      const sent: SentCode = {
        id,
        check: await checkOf(id, code),
        customer,
        endsAt: now() + CODE_LIFETIME_MS,
        requester: await digest(address),
      };
      await texts.set(await keyOf(email), JSON.stringify(sent), CODE_LIFETIME_MS);
      await sendCode({ customer, code, lifetimeMs: CODE_LIFETIME_MS }, signal);
    },

    async redeem(email, code, address) {
      const text = await texts.get(await keyOf(email));
      if (text === undefined) return undefined;
      const { id, check, customer, endsAt, requester } = JSON.parse(text) as SentCode;
      if (endsAt <= now()) return undefined;
      const isRequester = (await digest(address)) === requester;
      // Counted before it is compared, so that tries at once cannot pass the limit together.
      const { allowed } = await tries.consume(`${id} ${isRequester ? 'requester' : 'others'}`);
      if (!allowed || (await checkOf(id, code)) !== check) return undefined;
      return (await texts.add(`code-used:${id}`, '1', CODE_LIFETIME_MS)) ? customer : undefined;
    },
  };
}

/** One account for all spellings that a platform may accept as the same address. */
export const accountOf = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/** Six digits, each number as likely as the others. */
function randomCode(): string {
  const COUNT = 1_000_000;
  const [random] = crypto.getRandomValues(new Uint32Array(1)) as unknown as [number];
  // The last numbers of 32 bits would make the first codes more likely.
  return random < Math.floor(2 ** 32 / COUNT) * COUNT
    ? String(random % COUNT).padStart(6, '0')
    : randomCode();
}
