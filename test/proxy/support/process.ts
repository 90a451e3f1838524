import { existsSync, readFileSync } from 'node:fs';
import { startProcess, type StartedProcess } from '../../support/start-process.ts';
import { ANN, SECRETS, SHOP } from './open-proxy.ts';

export interface ProxyProcess extends StartedProcess {
  readonly url: string;
  readonly port: number;
  /** Resident memory in bytes; `undefined` where the system does not report it. */
  memory(): number | undefined;
}

/** The variables of a working proxy for a service at an address. */
export const variablesFor = (baseUrl: string): Record<string, string> => ({
  LOYALTY_BASE_URL: baseUrl,
  LOYALTY_CLIENT_ID: SECRETS.clientId,
  LOYALTY_CLIENT_SECRET: SECRETS.clientSecret,
  LOYALTY_USERNAME: SECRETS.username,
  LOYALTY_PASSWORD: SECRETS.password,
  LOYALTY_SCOPES: 'profiles.read profiles.write',
  LOYALTY_SHOP_SECRET: SECRETS.shopSecret,
  LOYALTY_PLATFORM: 'harbour',
  LOYALTY_ORIGINS: SHOP,
  DEMO_CUSTOMERS: JSON.stringify([ANN]),
  PORT: '0',
});

const FROM_SOURCE = ['--import', 'tsx', 'src/proxy/main.ts'];

/**
 * Runs the command in its own process, from its source or with the arguments `args` for Node in the folder `cwd`. Resolves when it
 * listens; rejects with its output when it ends before.
 */
export async function startProxyProcess(
  variables: Record<string, string>,
  { args = FROM_SOURCE, cwd }: { args?: readonly string[]; cwd?: string } = {},
): Promise<ProxyProcess> {
  const { PATH = '', HOME = '' } = process.env;
  const started = await startProcess(args, {
    env: { PATH, HOME, ...variables },
    cwd,
    ready: /^Loyalty proxy: (\S+)$/m,
  });
  const status = `/proc/${started.pid}/status`;
  return {
    ...started,
    url: started.ready,
    port: Number(new URL(started.ready).port),
    memory: () =>
      existsSync(status)
        ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) * 1_024
        : undefined,
  };
}
