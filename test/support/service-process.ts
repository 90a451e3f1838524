import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { profileBalances, claimReward, storefrontToken } from '../../src/services/endpoints/index.ts';
import { SECRET } from './database-fresh.ts';
import { fill, sign } from './service-open.ts';

const START_DEADLINE_MS = 120_000;

/** The service as a process of its own, started as a person would. */
export interface ServiceProcess {
  readonly url: string;
  /** Everything it printed. */
  output(): string;
  /** Ends it and waits for its end; answers its exit code, null after a kill. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>;
}

export async function startServiceProcess(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', 'demo/service/main.ts', ...parameters],
    {
      env: { ...process.env, SHOP_SECRET: SECRET, DATABASE_URL: '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`No service after 120 s:\n${output}`)),
      START_DEADLINE_MS,
    );
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /^Service: (\S+)$/m.exec(output)?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void ended.then(([code]) => reject(new Error(`The service ended with ${code}:\n${output}`)));
  });
  return {
    url,
    output: () => output,
    async end(signal) {
      child.kill(signal);
      return (await ended)[0];
    },
  };
}

/** A customer who talks to a service over HTTP. */
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
