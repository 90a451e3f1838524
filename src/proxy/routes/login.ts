import type { Dependencies, ProxyRequest } from '../dependencies.ts';
import type { PlatformCustomer } from '../directory/directory.ts';
import { jsonAnswer, Refusal, tooSlow, unavailable } from '../guard/answer.ts';
import { readBasic } from './authorization.ts';

/**
 * `POST /login` (spec 5.4): checks a customer with the shop's platform, synchronises the profile, and opens a session:
 * `{token, expiry}`, expiry as RFC 3339 in UTC (G43); `page` is true because `/page` exists (G73). 200, 429, or the same
 * 401 for every error: ASSUMPTION G46.
 */
export async function login(
  { config, directory, profileSync, sessions, loginLimits }: Dependencies,
  { request, signal, address }: ProxyRequest,
) {
  const { log, now } = config;
  const arrivedAt = now();

  const refuse = async (): Promise<never> => {
    // Refusing a name that exists takes longer than refusing an unknown one. Answering at multiples of a fixed time hides that.
    const grid = config.loginGridMs;
    const spent = now() - arrivedAt;
    await new Promise((resolve) => setTimeout(resolve, Math.ceil((spent + 1) / grid) * grid - spent));
    throw new Refusal(401, 'This name and password do not fit.');
  };

  const credentials = readBasic(request.headers.get('Authorization'));
  if (!credentials) {
    await loginLimits.takeAddress(address);
    return refuse();
  }
  const { username, password } = credentials;
  const loginTry = await loginLimits.take(username, address);

  let customer: PlatformCustomer | undefined;
  try {
    customer = await directory.authenticate(username, password, signal);
  } catch (error) {
    // A failure of the platform must not count as a wrong password.
    await loginTry.giveBack();
    log({ level: 'error', event: 'directory_failed' });
    throw error instanceof Refusal ? error : unavailable();
  }
  if (!customer) return refuse();

  await loginTry.succeed();
  const profileId = await profileSync.profileOf(customer, signal);
  const names = [...new Set([profileId, customer.id, customer.email, username])];
  const { token, expiresAt } = await sessions.open({ profileId, customerId: customer.id, names });
  if (signal.aborted) {
    // The answer will not reach a page, so no page could end the session.
    await sessions.close(token);
    throw tooSlow();
  }
  return jsonAnswer(200, { token, expiry: new Date(expiresAt).toISOString(), page: true });
}
