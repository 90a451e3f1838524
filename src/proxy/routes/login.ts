import * as v from 'valibot';
import { objectOnly } from '../../services/contract/kinds.ts';
import { typedDigits } from '../../services/transport/typed-text.ts';
import type { Dependencies, ProxyRequest } from '../dependencies.ts';
import type { PlatformCustomer } from '../directory/directory.ts';
import { jsonAnswer, malformed, Refusal, tooSlow, unavailable } from '../guard/answer.ts';
import { readJsonBody } from '../guard/body.ts';
import { CODE_DIGITS, type RefusedCode } from '../proofs/code.ts';
import { proveSignIn } from '../proofs/prove.ts';
import { randomToken } from '../hashes.ts';
import { failureOf } from '../log.ts';
import { fromStore, readBasic } from './authorization.ts';
import type { LoginTry } from './limits.ts';
import { secretOf, storeSecret } from './session-cookie.ts';

/**
 * `POST /login` (spec 5.4): opens a session for a customer with a name and password, or for one whom the request proves in another way.
 * `{token, expiry}`, expiry as RFC 3339 in UTC; `page` is true because `/page` exists. 200, 429, or the same 401 for every error: ASSUMPTION.
 */
export async function login(dependencies: Dependencies, incoming: ProxyRequest): Promise<Response> {
  const { config, codes } = dependencies;
  const { request, signal } = incoming;
  const hasPassword = /^Basic\b/i.test(request.headers.get('Authorization') ?? '');
  if (hasPassword || (config.proofs.length === 0 && !codes)) return logInByPassword(dependencies, incoming);
  const text = await readJsonBody(request, signal);
  const body = v.safeParse(loginBody, text === undefined ? {} : JSON.parse(text));
  if (!body.success) throw malformed();
  return 'code' in body.output
    ? logInByCode(dependencies, incoming, body.output)
    : logInByProof(dependencies, incoming, body.output);
}

/**
 * The answer to a wrong name, password or code. Refusing one that exists takes longer than refusing an unknown one: answering at multiples
 * of a fixed time hides that.
 */
function refusalAfter({ config: { now, loginGridMs: grid } }: Dependencies, message: string) {
  const arrivedAt = now();
  /** @param reason instead of the message, with which a form names the code as wrong */
  return async (reason?: string): Promise<never> => {
    const spent = now() - arrivedAt;
    await new Promise((resolve) => setTimeout(resolve, Math.ceil((spent + 1) / grid) * grid - spent));
    throw new Refusal(401, reason ?? message, reason === undefined ? {} : { errors: { code: [reason] } });
  };
}

async function logInByPassword(dependencies: Dependencies, incoming: ProxyRequest): Promise<Response> {
  const { directory, loginLimits } = dependencies;
  const { request, signal, address } = incoming;
  const refuse = refusalAfter(dependencies, 'Incorrect email or password.');
  const credentials = readBasic(request.headers.get('Authorization'));
  if (!credentials || !directory) {
    await loginLimits.consumeAddress(address);
    return refuse();
  }
  const { username, password } = credentials;
  const loginTry = await loginLimits.consume(username, address);
  const customer = await limited(dependencies, loginTry, () =>
    directory.authenticate(username, password, signal),
  );
  if (!customer) return refuse();
  return openSession(dependencies, incoming, customer, { username });
}

/** The result of a check that has been counted. A customer is not counted. */
async function limited<Refused extends string | undefined>(
  { config: { log } }: Dependencies,
  loginTry: LoginTry,
  check: () => Promise<PlatformCustomer | Refused>,
): Promise<PlatformCustomer | Refused> {
  const customer = await check().catch(async (error: unknown) => {
    // A failure of the platform must not count as a wrong password of the account.
    await loginTry.giveBackToAccount();
    log(failureOf(error, 'directory_failed'));
    throw error instanceof Refusal ? error : unavailable();
  });
  if (customer && typeof customer === 'object') await loginTry.succeed();
  return customer;
}

/** Sentences of the elements, too: src/components/account/code-form.ts. */
const REASONS: Readonly<Record<RefusedCode, string | undefined>> = {
  wrong: undefined,
  'too many tries': 'Too many wrong codes. Send a new code.',
  older: 'We sent a newer code. Use that one.',
};

const codeBody = v.strictObject({
  email: v.pipe(v.string(), v.trim(), v.maxLength(254)),
  code: v.string(),
});
const proofBody = v.strictObject({ customer_id: v.optional(v.string()) });
const loginBody = objectOnly(v.union([codeBody, proofBody]));

/** With the code that was sent to the e-mail address of a customer. */
async function logInByCode(
  dependencies: Dependencies,
  incoming: ProxyRequest,
  { email, code: typed }: v.InferOutput<typeof codeBody>,
): Promise<Response> {
  const { codes, loginLimits } = dependencies;
  const { address } = incoming;
  const refuse = refusalAfter(
    dependencies,
    'This code isn’t right or has expired. Check it, or send a new code.',
  );
  const code = typedDigits(typed, CODE_DIGITS);
  if (!codes || code === undefined) {
    await loginLimits.consumeAddress(address);
    return refuse();
  }
  const loginTry = await loginLimits.consumeCode(email, address);
  const customer = await limited(dependencies, loginTry, () => codes.redeem(email, code, address));
  if (typeof customer === 'string') return refuse(REASONS[customer]);
  return openSession(dependencies, incoming, customer, {});
}

/**
 * With `{"customer_id"}` the page says whose it is, as the shop rendered it: a proof of another customer, who has signed in since, opens no
 * session for it.
 */
async function logInByProof(
  dependencies: Dependencies,
  incoming: ProxyRequest,
  { customer_id }: v.InferOutput<typeof proofBody>,
): Promise<Response> {
  const customer = await proveSignIn(dependencies, incoming, customer_id);
  return openSession(dependencies, incoming, customer, { endsAt: customer.endsAt });
}

interface SessionDetails {
  /** The name with which the customer signed in. */
  readonly username?: string;
  readonly endsAt?: number | undefined;
}

/** Synchronises the profile of a proven customer, opens a session, and answers with it. */
async function openSession(
  { config, profileSync, sessions }: Dependencies,
  { request, signal }: ProxyRequest,
  customer: PlatformCustomer,
  { username, endsAt }: SessionDetails,
): Promise<Response> {
  const profileId = await profileSync.profileOf(customer, signal);
  const all = [profileId, customer.id, customer.email, username].filter((name) => name !== undefined);
  const names = [...new Set(all)].filter((name) => name !== '');
  const isCookie = config.session === 'cookie';
  const handle = isCookie ? randomToken() : undefined;
  const about = { profileId, customerId: customer.id, names, handle };
  const { token, expiresAt } = await sessions.open(about, endsAt);
  if (signal.aborted) {
    // The answer will not reach a page, so no page could end the session.
    await sessions.close(token);
    throw tooSlow();
  }
  const reply = {
    token: handle ?? token,
    expiry: new Date(expiresAt).toISOString(),
    page: true,
    // A page knows no name by which it could search the profile of a customer without a password.
    ...(username === undefined && { profile_id: profileId }),
  };
  if (!isCookie) return jsonAnswer(200, reply);
  // The browser replaces the cookie: nobody could end the session before.
  const before = secretOf(request.headers);
  if (before !== undefined) await fromStore(sessions.close(before), config.log);
  return jsonAnswer(200, reply, storeSecret(token, expiresAt - config.now()));
}
