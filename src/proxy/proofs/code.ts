import { spellingOf } from '../account-name.ts';
import type { PlatformCustomer } from '../directory/directory.ts';
import type { FindCustomer } from '../directory/find-customer.ts';
import { digest, randomToken } from '../hashes.ts';
import { pairOf } from '../sealed-text.ts';
import type { Counter, ProxyStorage } from '../storage/storage.ts';

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

/** A code that was sent, as it is stored: without the secret of the proxy, six digits could be found by trying all. */
interface SentCode {
  readonly id: string;
  /** Made of the code and the secret. */
  readonly check: string;
  /** The customer, encrypted with the code and the secret. */
  readonly customer: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  /** Id of the request for this code, which the address that made it has as well. */
  readonly request: string;
}

/** Why a code signs nobody in. Each may be said for known and unknown addresses: an older code knows who got it by e-mail. */
export type RefusedCode = 'wrong' | 'too many tries' | 'older';

export interface Codes {
  /**
   * Sends a code, which replaces the one before, to a customer with this e-mail. Does nothing where there is none, or where the customer has
   * got as many as allowed.
   */
  send(email: string, address: string, signal: AbortSignal): Promise<void>;
  /** The customer to whom this code was sent at this e-mail, once. */
  redeem(email: string, code: string, address: string): Promise<PlatformCustomer | RefusedCode>;
}

/** Digits of a code. */
export const CODE_DIGITS = 6;
const CODE_LIFETIME_MS = 10 * 60_000;
/** Of one code: from the address that requested it, and the same number again from all others together, so that they cannot use up the owner's. */
const TRIES_PER_CODE = 5;
/** So many codes are known, the newest of which is valid. */
const KNOWN_CODES = 10;

interface CodesOptions extends CodeSettings {
  readonly storage: ProxyStorage;
  readonly secret: string;
  readonly now: () => number;
  /** Limits the codes that a customer gets, however the e-mail address was spelled. */
  readonly perCustomer: Counter;
}

export function createCodes({
  findCustomer,
  sendCode,
  storage,
  secret,
  now,
  perCustomer,
}: CodesOptions): Codes {
  const { texts } = storage;
  const tries = storage.counter({
    name: 'code-tries',
    tries: TRIES_PER_CODE,
    perSeconds: CODE_LIFETIME_MS / 1_000,
  });
  const requestKeyOf = async (email: string, address: string) =>
    `code-request:${await digest(`${spellingOf(email)} ${address}`)}`;
  /** Several spellings may be of one customer, whose codes are in one place. */
  const ownerKeyOf = async (email: string) => `code-owner:${await digest(spellingOf(email))}`;
  const codesKeyOf = (customer: string) => `codes:${customer}`;
  const pairFor = (id: string, code: string) => pairOf(`${secret} ${id} ${code}`);

  async function codesOf(customer: string): Promise<SentCode[]> {
    const codes = JSON.parse((await texts.get(codesKeyOf(customer))) ?? '[]') as SentCode[];
    return codes.filter(({ endsAt }) => endsAt > now());
  }
  const isAllowed = async (key: string) => (await tries.consume(key)).allowed;

  return {
    async send(email, address, signal) {
      const request = randomToken();
      // Also for an address that nobody has: so its tries end like those of a customer.
      await texts.set(await requestKeyOf(email, address), request, CODE_LIFETIME_MS);
      const customer = await findCustomer({ email }, signal);
      if (!customer) return;
      const owner = await digest(customer.id);
      if (!(await perCustomer.consume(owner)).allowed) return;
      const code = randomCode();
      const id = randomToken();
      const pair = await pairFor(id, code);
      const sent: SentCode = {
        id,
        check: pair.name,
        customer: await pair.seal(JSON.stringify(customer)),
        endsAt: now() + CODE_LIFETIME_MS,
        request,
      };
      const codes = [sent, ...(await codesOf(owner))].slice(0, KNOWN_CODES);
      await texts.set(codesKeyOf(owner), JSON.stringify(codes), CODE_LIFETIME_MS);
      await texts.set(await ownerKeyOf(email), owner, CODE_LIFETIME_MS);
      await sendCode({ customer, code, lifetimeMs: CODE_LIFETIME_MS }, signal);
    },

    async redeem(email, code, address) {
      const request = await texts.get(await requestKeyOf(email, address));
      // Counted before anything is compared, so that tries at once cannot pass the limit together.
      if (request !== undefined && !(await isAllowed(request))) return 'too many tries';
      const owner = await texts.get(await ownerKeyOf(email));
      const [newest, ...older] = owner === undefined ? [] : await codesOf(owner);
      if (!newest) return 'wrong';
      const isRequester = request === newest.request;
      if (!(await isAllowed(`${newest.id} ${isRequester ? 'requester' : 'others'}`))) return 'wrong';
      const pair = await pairFor(newest.id, code);
      if (pair.name !== newest.check) {
        const checks = await Promise.all(older.map(async ({ id }) => (await pairFor(id, code)).name));
        return older.some(({ check }, at) => check === checks[at]) ? 'older' : 'wrong';
      }
      const customer = await pair.unseal(newest.customer);
      const isFirst = await texts.add(`code-used:${newest.id}`, '1', CODE_LIFETIME_MS);
      return customer !== undefined && isFirst ? (JSON.parse(customer) as PlatformCustomer) : 'wrong';
    },
  };
}

/** Six digits, each number as likely as the others. */
function randomCode(): string {
  const COUNT = 10 ** CODE_DIGITS;
  const [random] = crypto.getRandomValues(new Uint32Array(1)) as unknown as [number];
  // The last numbers of 32 bits would make the first codes more likely.
  return random < Math.floor(2 ** 32 / COUNT) * COUNT
    ? String(random % COUNT).padStart(CODE_DIGITS, '0')
    : randomCode();
}
