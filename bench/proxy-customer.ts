import { run, type Running } from './proxy-processes.ts';

// A proxy with one customer, and the request that benchmarks send.

export const PATH = '/v3/profiles/profile-1001/rewards?sort=-created_at';
const ORIGIN = 'https://shop.example';

const customer = {
  id: '1001',
  email: 'a@b.example',
  firstName: 'A',
  lastName: 'B',
  password: 'bench password',
};
export const startProxy = (baseUrl: string, variables: Record<string, string> = {}): Promise<Running> =>
  run('src/proxy/main.ts', [], {
    LOYALTY_BASE_URL: baseUrl,
    LOYALTY_CLIENT_ID: 'bench',
    LOYALTY_CLIENT_SECRET: 'bench',
    LOYALTY_USERNAME: 'bench',
    LOYALTY_PASSWORD: 'bench',
    LOYALTY_SCOPES: 'profiles.read',
    LOYALTY_SHOP_SECRET: 'bench',
    LOYALTY_PLATFORM: 'bench',
    LOYALTY_ORIGINS: ORIGIN,
    DEMO_CUSTOMERS: JSON.stringify([customer]),
    PORT: '0',
    ...variables,
  });
/** Headers of a customer who has signed in. */
export async function signIn({ port }: Running): Promise<Record<string, string>> {
  const login = await fetch(`http://127.0.0.1:${port}/login`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${customer.email}:${customer.password}`)}`, Origin: ORIGIN },
  });
  if (!login.ok) throw new Error(`The log-in is answered with ${login.status}: ${await login.text()}`);
  const { token } = (await login.json()) as { token: string };
  return { Origin: ORIGIN, Authorization: `Bearer ${token}` };
}
