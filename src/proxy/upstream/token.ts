import { Refusal, tooSlow, unavailable } from '../guard/answer.ts';
import { createDeadline, until } from '../guard/deadline.ts';

/** A token for the service: cached, renewed when it ends or is refused, with one request in flight. */
export interface KeptToken {
  /** Ends waiting with the signal; the request for the token goes on, because others wait for it too. */
  get(signal: AbortSignal): Promise<string>;
  /** The service did not take this token. */
  reject(token: string): void;
}

export interface FreshToken {
  readonly token: string;
  readonly lifetimeMs: number;
}

/** For a token that ends while the request is on its way. */
const MARGIN_MS = 30_000;
const DEADLINE_MS = 8_000;

export function keepToken(
  fetchToken: (signal: AbortSignal) => Promise<FreshToken>,
  now: () => number,
): KeptToken {
  let kept: { readonly token: string; readonly endsAt: number } | undefined;
  let inFlight: Promise<string> | undefined;

  async function renew(): Promise<string> {
    const deadline = createDeadline(DEADLINE_MS);
    try {
      const { token, lifetimeMs } = await fetchToken(deadline.signal);
      // A lifetime shorter than the margin still serves whoever waits now.
      kept = { token, endsAt: now() + lifetimeMs - MARGIN_MS };
      return token;
    } finally {
      deadline.clear();
      inFlight = undefined;
    }
  }

  return {
    get(signal) {
      if (kept && kept.endsAt > now()) return Promise.resolve(kept.token);
      inFlight ??= renew();
      return until(inFlight, signal).catch((error: unknown) => {
        if (error instanceof Refusal) throw error;
        throw signal.aborted ? tooSlow() : unavailable();
      });
    },
    reject(token) {
      if (kept?.token === token) kept = undefined;
    },
  };
}
