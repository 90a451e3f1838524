import { jsonAnswer, Refusal, tooSlow, unavailable } from '../guard/answer.ts';
import type { PlatformCustomer } from '../directory/directory.ts';
import { readBasic } from './credentials.ts';
import type { Parts, Visit } from './parts.ts';

/**
 * `POST /login` (spec 5.4): checks a customer against the shop's platform, keeps the two systems in step, and opens a session:
 * `{token, expiry}`, expiry as RFC 3339 in UTC (G43). 200, or 429, or for whatever is wrong one and the same 401: ASSUMPTION G46.
 */
export async function login({ config, directory, inStep, sessions, loginLimits }: Parts, visit: Visit) {
  const { request, signal, address } = visit;
  const { log, now } = config;
  const arrivedAt = now();

  const refuse = async (): Promise<never> => {
    // A name that exists takes longer to refuse than one that does not. Answered on a grid, the two look alike.
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
  const counted = await loginLimits.take(username, address);

  let customer: PlatformCustomer | undefined;
  try {
    customer = await directory.authenticate(username, password, signal);
  } catch (error) {
    // Our own trouble is not the customer's wrong try.
    await counted.giveBack();
    log({ level: 'error', event: 'directory_failed' });
    throw error instanceof Refusal ? error : unavailable();
  }
  if (!customer) return refuse();

  await counted.succeed();
  const profileId = await inStep.profileOf(customer, signal);
  const names = [...new Set([profileId, customer.id, customer.email, username])];
  const { token, expiresAt } = await sessions.open({ profileId, customerId: customer.id, names });
  if (signal.aborted) {
    // The answer reaches no page, so no page could end the session.
    await sessions.close(token);
    throw tooSlow();
  }
  return jsonAnswer(200, { token, expiry: new Date(expiresAt).toISOString() });
}
