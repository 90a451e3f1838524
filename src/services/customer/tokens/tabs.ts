import type { Browser } from '../browser.ts';
import { TOKEN_FORMAT } from '../../transport/formats.ts';
import { attempt } from '../browser.ts';
import { LoyaltyError, type LoyaltyErrorCode } from '../../transport/errors.ts';
import { record } from '../../transport/read.ts';
import type { TokenRecord } from './cache.ts';

/**
 * What tabs of one customer say to each other, with `cache="shared"` only: any script of the origin hears it and can say the same.
 * Such a script can read the shared storage too, so it learns nothing new here; what it says is checked (`readToken`).
 */
export interface Tabs {
  /** Calls back with each sign of life, record or failure of another tab. Returns how to stop. */
  listen(listener: (news: News) => void): () => void;
  /** `I am at it`. */
  beat(): void;
  tell(record: TokenRecord): void;
  tellFailure(error: LoyaltyError): void;
  close(): void;
}

export interface News {
  readonly record?: TokenRecord | undefined;
  readonly failure?: LoyaltyError | undefined;
}

/** Opens the channel of a customer's tabs; where the browser has none, nobody hears and nobody answers. */
export function openTabs(browser: Browser | undefined, name: string): Tabs {
  const channel = attempt(() => browser?.BroadcastChannel && new browser.BroadcastChannel(name));
  const listeners = new Set<(message: Readonly<Record<string, unknown>>) => void>();
  const post = (message: object): void => void attempt(() => channel?.postMessage(message));
  if (channel) channel.onmessage = ({ data }) => listeners.forEach((listener) => listener(record(data)));

  return {
    listen(listener) {
      const own = (message: Readonly<Record<string, unknown>>) =>
        listener({ record: readToken(message.record), failure: readFailure(message.failure) });
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    beat: () => post({ type: 'beat' }),
    tell: (told) => post({ record: readToken(told) }),
    tellFailure: ({ code, status, retryAfterMs }) => post({ failure: { code, status, retryAfterMs } }),
    close() {
      listeners.clear();
      attempt(() => channel?.close());
    },
  };
}

/**
 * What other tabs say is checked like what storage holds: they may run another version, or another script. A profile is never
 * taken from them: each page finds its customer's own, so a token of somebody else leads to no data of theirs.
 */
export function readToken(value: unknown): TokenRecord | undefined {
  const { token, expiresAt, renewedAt } = record(value);
  if (typeof token !== 'string' || !TOKEN_FORMAT.test(token) || !Number.isFinite(expiresAt)) return undefined;
  return {
    token,
    expiresAt: expiresAt as number,
    ...(Number.isFinite(renewedAt) && { renewedAt: renewedAt as number }),
  };
}

function readFailure(value: unknown): LoyaltyError | undefined {
  const { code, status, retryAfterMs } = record(value);
  if (typeof code !== 'string') return undefined;
  return new LoyaltyError(code as LoyaltyErrorCode, undefined, {
    ...(typeof status === 'number' && { status }),
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
  });
}
