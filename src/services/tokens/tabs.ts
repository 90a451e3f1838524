import type { Browser } from '../browser.ts';
import { GRAMMAR } from '../config.ts';
import { attempt } from '../browser.ts';
import { LoyaltyError, type LoyaltyErrorCode } from '../errors.ts';
import { record, text } from '../read.ts';
import type { TokenRecord } from './cache.ts';

/** What tabs of one customer tell each other. Same origin, so it is told to nobody who could not read the storage. */
export interface Tabs {
  /** Calls back with each sign of life, record or failure of another tab. Returns how to stop. */
  listen(listener: (news: News) => void): () => void;
  /** `I am at it`. */
  beat(): void;
  tell(record: TokenRecord): void;
  tellFailure(error: LoyaltyError): void;
  /** Asks who has a token; `undefined` when nobody says so in time. */
  ask(): Promise<TokenRecord | undefined>;
  /** Answers those who ask, from now on. */
  answer(read: () => TokenRecord | undefined): void;
  close(): void;
}

export interface News {
  readonly record?: TokenRecord | undefined;
  readonly failure?: LoyaltyError | undefined;
}

/** How long a tab that asks waits for one that has it: measured, tabs that live answer in a few milliseconds. */
const ANSWER_MS = 120;

/** Opens the channel of a customer's tabs; where the browser has none, nobody hears and nobody answers. */
export function openTabs(browser: Browser | undefined, name: string): Tabs {
  const channel = attempt(() => browser?.BroadcastChannel && new browser.BroadcastChannel(name));
  const listeners = new Set<(message: Readonly<Record<string, unknown>>) => void>();
  const post = (message: object): void => void attempt(() => channel?.postMessage(message));
  if (channel) channel.onmessage = ({ data }) => listeners.forEach((listener) => listener(record(data)));

  const tabs: Tabs = {
    listen(listener) {
      const own = (message: Readonly<Record<string, unknown>>) => {
        if (message.type !== 'ask')
          listener({ record: readToken(message.record), failure: readFailure(message.failure) });
      };
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    beat: () => post({ type: 'beat' }),
    tell: (told) => post({ record: told }),
    tellFailure: ({ code, status, retryAfterMs }) => post({ failure: { code, status, retryAfterMs } }),
    ask: () =>
      new Promise((resolve) => {
        const done = (found?: TokenRecord): void => {
          stop();
          clearTimeout(timer);
          resolve(found);
        };
        const timer = setTimeout(done, channel ? ANSWER_MS : 0);
        const stop = tabs.listen(({ record: found }) => found && done(found));
        post({ type: 'ask' });
      }),
    answer(read) {
      listeners.add(({ type }) => {
        const own = type === 'ask' && read();
        if (own) tabs.tell(own);
      });
    },
    close() {
      listeners.clear();
      attempt(() => channel?.close());
    },
  };
  return tabs;
}

/** What other tabs say is checked like what storage holds: they may run another version, or another script. */
export function readToken(value: unknown): TokenRecord | undefined {
  const { token, expiresAt, renewedAt, profileId } = record(value);
  if (typeof token !== 'string' || !GRAMMAR.token.test(token) || !Number.isFinite(expiresAt))
    return undefined;
  return {
    token,
    expiresAt: expiresAt as number,
    ...(Number.isFinite(renewedAt) && { renewedAt: renewedAt as number }),
    ...(text(profileId) && { profileId: text(profileId) }),
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
