import { createDependencies } from './dependencies.ts';
import type { LogEntry } from './log.ts';
import { readSettings } from './settings/read.ts';
import type { ProxySettings } from './settings/settings.ts';
import { fetchSend, type Send } from './upstream/exchange.ts';

/** What was tried, and what is wrong with it. */
export interface Checked {
  readonly what: string;
  /** A sentence that says what to change; `undefined` where it works. */
  readonly problem?: string | undefined;
}

/** Nobody has this address: the top-level domain is reserved. */
const NOBODY = 'loyalty-proxy-check@nobody.invalid';
const DEADLINE_MS = 10_000;

/**
 * Tries the settings of a proxy against the service, the platform, the storage and the shop, one after the other. Changes nothing there, and
 * repeats no secret.
 *
 * @throws SettingsError for settings with which the proxy would not start
 */
export async function* checkSettings(settings: ProxySettings, send?: Send): AsyncGenerator<Checked> {
  let logged: LogEntry[] = [];
  const config = readSettings({ ...settings, log: (entry) => logged.push(entry) });
  const dependencies = createDependencies(config, settings.fetch || !send ? fetchSend(config.fetch) : send);
  const { directory, profileSync } = dependencies;

  /** Where the work fails, the diagnostic that it logged says why. */
  async function attempt(
    what: string,
    work: (signal: AbortSignal) => Promise<string | undefined>,
    otherwise: string,
  ): Promise<Checked> {
    logged = [];
    try {
      return { what, problem: await work(AbortSignal.timeout(DEADLINE_MS)) };
    } catch {
      const diagnostic = logged.find((entry) => entry.diagnostic)?.diagnostic;
      return { what, problem: diagnostic ?? otherwise };
    }
  }

  yield attempt(
    'storage',
    async () => {
      const key = `check:${crypto.randomUUID()}`;
      await config.storage.texts.set(key, '1', DEADLINE_MS);
      const found = await config.storage.texts.get(key);
      await config.storage.texts.delete(key);
      return found === '1' ? undefined : 'The storage does not keep what is stored in it.';
    },
    'The storage cannot be reached: check REDIS_URL.',
  );
  yield attempt(
    'loyalty service',
    async (signal) => void (await profileSync.exists(NOBODY, signal)),
    `The service at ${config.baseUrl} does not answer a search for a profile. Check LOYALTY_BASE_URL, and the scopes of the machine user.`,
  );
  if (directory)
    yield attempt(
      'passwords of the platform',
      async (signal) =>
        (await directory.authenticate(NOBODY, crypto.randomUUID(), signal)) &&
        'PLATFORM_LOGIN_URL answers a wrong password with a customer.',
      'PLATFORM_LOGIN_URL does not answer a wrong password with 401. Check the address and PLATFORM_AUTHORIZATION.',
    );
  const { code } = config;
  if (code)
    yield attempt(
      'customers of the platform',
      async (signal) =>
        (await code.findCustomer({ email: NOBODY }, signal)) &&
        'PLATFORM_CUSTOMER_URL answers with a customer for an address that nobody has.',
      'PLATFORM_CUSTOMER_URL does not answer with 404 for an address that nobody has. Check it and PLATFORM_AUTHORIZATION.',
    );
  for (const { name, check } of config.proofs) {
    if (check) yield attempt(name, check, `${name} cannot be checked: its address does not answer.`);
  }
  for (const origin of config.origins)
    yield attempt(
      `origin ${origin}`,
      async (signal) => {
        const response = await config.fetch(origin, { method: 'GET', redirect: 'manual', signal });
        void response.body?.cancel().catch(() => undefined);
        const target = response.headers.get('Location');
        const other =
          target !== null && URL.canParse(target, origin) ? new URL(target, origin).origin : origin;
        return config.origins.has(other)
          ? undefined
          : `${origin} sends browsers on to ${other}, whose pages are refused: add it to LOYALTY_ORIGINS.`;
      },
      `${origin} does not answer. Check LOYALTY_ORIGINS.`,
    );
}
