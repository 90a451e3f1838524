import { LoyaltyError, type LoyaltyErrorCode } from '../../transport/errors.ts';
import { TOKEN_FORMAT } from '../../transport/formats.ts';
import { record } from '../../transport/read.ts';
import type { TokenRecord } from '../../transport/tokens.ts';
import type { Browser } from '../environment.ts';
import { valueOrUndefined } from '../../transport/value-or-undefined.ts';

/**
 * The `BroadcastChannel` between the tabs of one customer, with `cache="shared"` only. Any script of the origin can read and send these
 * messages. It can also read the shared storage, so the channel exposes nothing new; received tokens are validated (`readToken`).
 */
export interface TabChannel {
  /** Calls `listener` for each heartbeat, record or failure of another tab; returns a function that unsubscribes. */
  listen(listener: (message: TabMessage) => void): () => void;
  sendHeartbeat(): void;
  sendRecord(record: TokenRecord): void;
  sendFailure(error: LoyaltyError): void;
  close(): void;
}

/** A message of another tab; a heartbeat has neither field. */
export interface TabMessage {
  readonly record?: TokenRecord | undefined;
  readonly failure?: LoyaltyError | undefined;
}

/** Opens the channel of a customer. Without `BroadcastChannel` nothing is sent or received. */
export function openTabChannel(browser: Browser | undefined, name: string): TabChannel {
  const channel = valueOrUndefined(() => browser?.BroadcastChannel && new browser.BroadcastChannel(name));
  const listeners = new Set<(message: Readonly<Record<string, unknown>>) => void>();
  const post = (message: object): void => void valueOrUndefined(() => channel?.postMessage(message));
  if (channel) channel.onmessage = ({ data }) => listeners.forEach((listener) => listener(record(data)));

  return {
    listen(listener) {
      const own = (message: Readonly<Record<string, unknown>>) =>
        listener({ record: readToken(message.record), failure: readFailure(message.failure) });
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    sendHeartbeat: () => post({ type: 'beat' }),
    sendRecord: (sent) => post({ record: readToken(sent) }),
    sendFailure: ({ code, status, retryAfterMs }) => post({ failure: { code, status, retryAfterMs } }),
    close() {
      listeners.clear();
      valueOrUndefined(() => channel?.close());
    },
  };
}

/**
 * Validates a record of another tab or of shared storage, which another version or another script may have written. The profile id is left
 * out: each page searches its own, so that a wrong token cannot show another customer's data.
 */
export function readToken(value: unknown): TokenRecord | undefined {
  const { token, expiresAt, renewedAt } = record(value);
  if (typeof token !== 'string' || !TOKEN_FORMAT.test(token) || !isFiniteNumber(expiresAt)) return undefined;
  return { token, expiresAt, ...(isFiniteNumber(renewedAt) && { renewedAt }) };
}

const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value);

function readFailure(value: unknown): LoyaltyError | undefined {
  const { code, status, retryAfterMs } = record(value);
  if (typeof code !== 'string') return undefined;
  // A code of another version has no text of its own; elements show the general one.
  return new LoyaltyError(code as LoyaltyErrorCode, undefined, {
    ...(typeof status === 'number' && { status }),
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
  });
}
