import {
  profileBalances,
  claimReward,
  storefrontToken,
} from '../../src/services/contract/endpoints/index.ts';
import { KEYS, SECRET } from './database-fresh.ts';
import { fill, sign } from './service-open.ts';
import { startProcess, type StartedProcess } from './start-process.ts';

/** The service in a process of its own, started like on the command line. */
export type ServiceProcess = StartedProcess & { readonly url: string };

export async function startServiceProcess(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const started = await startProcess(['--import', 'tsx', 'demo/service/main.ts', ...parameters], {
    env: { ...process.env, SHOP_SECRET: SECRET, SERVICE_KEYS: KEYS, DATABASE_URL: '', ...environment },
    ready: /^Service: (\S+)$/m,
  });
  return { ...started, url: started.ready };
}

/** A customer who calls a service over HTTP. */
export async function customerAt(url: string, customerId: string) {
  const ask = async (path: string, body?: unknown, token?: string) => {
    const response = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const login = await ask(fill(storefrontToken.path, { storefront_platform: 'harbour', version: 'v1' }), {
    id: customerId,
    signature: sign(customerId),
  });
  const token: string = login.body.data.token;
  const profile = `profile-${customerId}`;
  return {
    token,
    available: async (): Promise<number> =>
      (await ask(fill(profileBalances.path, { profile }), undefined, token)).body.data.points.available,
    claim: (id: number) =>
      ask(fill(claimReward.path, { profileId: profile }), { reward_definition_id: id }, token),
  };
}
