import { createClient, type Client } from '../../src/client/index.ts';
import type { StorefrontSettings } from './settings.ts';

/** A page waits no longer for an answer. */
const TIMEOUT_MS = 1_500;
/** A service that does not answer is not asked again for this time. */
const PAUSE_MS = 10_000;

/** Asks the service with the shop's own token, which no page contains. `undefined` if it does not answer. */
export type AskService = <T>(question: (client: Client) => Promise<T>) => Promise<T | undefined>;

export function createAskService({
  serviceUrl,
  credentials,
}: Pick<StorefrontSettings, 'serviceUrl' | 'credentials'>): AskService {
  const client =
    credentials && createClient({ baseUrl: serviceUrl, credentials, timeoutMs: TIMEOUT_MS, maxWaitMs: 0 });
  let pausedUntil = 0;
  return async (question) => {
    if (!client || Date.now() < pausedUntil) return undefined;
    try {
      return await question(client);
    } catch {
      pausedUntil = Date.now() + PAUSE_MS;
      return undefined;
    }
  };
}
