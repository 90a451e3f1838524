import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { ANN, SECRETS, SHOP } from './open-proxy.ts';

const START_DEADLINE_MS = 120_000;

export interface ProxyProcess {
  readonly url: string;
  readonly port: number;
  /** Everything it printed. */
  output(): string;
  /** Resident memory in bytes; `undefined` where the system does not tell. */
  memory(): number | undefined;
  /** Ends it; answers its exit code. */
  end(): Promise<number | null>;
}

/** The variables of a proxy that works, before a service at an address. */
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

/** How the command is started: from its source, or from an installed package. */
export interface ProxyCommand {
  readonly program: string;
  readonly words: readonly string[];
  readonly cwd?: string;
}
const FROM_SOURCE: ProxyCommand = {
  program: process.execPath,
  words: ['--import', 'tsx', 'src/proxy/main.ts'],
};

/** Runs the command as an operator would. Resolves when it listens; rejects with what it printed when it ends before. */
export async function startProxyProcess(
  variables: Record<string, string>,
  { program, words, cwd }: ProxyCommand = FROM_SOURCE,
): Promise<ProxyProcess> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, words, {
    env: { PATH, HOME, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
  });
  let output = '';
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No proxy after 120 s:\n${output}`)), START_DEADLINE_MS);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /^Loyalty proxy: (\S+)$/m.exec(output)?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(([code]) => {
      clearTimeout(timer);
      reject(new Error(`exit ${code}\n${output}`));
    });
  });
  const status = `/proc/${child.pid}/status`;
  return {
    url,
    port: Number(new URL(url).port),
    output: () => output,
    memory: () =>
      existsSync(status)
        ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) * 1_024
        : undefined,
    async end() {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}
