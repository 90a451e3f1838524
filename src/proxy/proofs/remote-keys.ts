import { createRemoteJWKSet, customFetch } from 'jose';
import type { Fetch } from '../../services/transport/http.ts';
import { fetchSend, readJson } from '../upstream/exchange.ts';

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

const TIMEOUT_MS = 4_000;
/** For a token with an unknown key the keys are loaded again, at most once in this time. */
const COOLDOWN_MS = 30_000;
/** After a load that failed, none begins for this time: otherwise each forged token would make one. */
const PAUSE_MS = 10_000;

/** The published keys of an issuer. The library loads them when they are needed, once for all tokens that wait for them. */
export function remoteKeys(url: string, fetchKeys: Fetch, now: () => number): RemoteKeys {
  // With the limits of every other request of the proxy: no redirect, no endless answer.
  const send = fetchSend(fetchKeys);
  let pausedUntil = -Infinity;
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: async (address, { headers, signal }) => {
      if (now() < pausedUntil) throw new Error('The keys could not be loaded a moment ago.');
      try {
        const { status, bytes = new Uint8Array() } = await send({
          method: 'GET',
          url: address,
          headers: Object.fromEntries(headers),
          signal,
        });
        const { keys } = Object(readJson({ bytes })) as { readonly keys?: unknown };
        if (status !== 200 || !Array.isArray(keys))
          throw new Error(`The issuer answered with status ${status} and no keys.`);
        return Response.json({ keys });
      } catch (error) {
        pausedUntil = now() + PAUSE_MS;
        throw error;
      }
    },
  });
}
