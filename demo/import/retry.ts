import { setTimeout as wait } from 'node:timers/promises';
import { LoyaltyError } from '../../src/client/index.ts';
import { isTransient } from '../../src/services/transport/unanswered.ts';
import { duration } from '../progress.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

export interface RetryBudget {
  readonly retryBudgetMs: number;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/**
 * Retries while the service is unavailable or limits requests, until the retry budget is spent. The request has to be idempotent.
 * Throws the last error.
 */
export async function withRetries<T>(
  ask: () => Promise<T>,
  { retryBudgetMs, signal, log }: RetryBudget,
): Promise<T> {
  let waited = 0;
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof LoyaltyError) || !isTransient(error) || signal.aborted) throw error;
      const waitMs = error.retryAfterMs ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
      if (waited + waitMs > retryBudgetMs) throw error;
      log(`${reasonOf(error)} Trying again in ${duration(waitMs / 1_000)}.`);
      await wait(waitMs, undefined, { signal });
      waited += waitMs;
    }
  }
}

export const reasonOf = ({ code, message, retryAfterMs }: LoyaltyError): string => {
  if (code === 'offline') return 'The service does not answer.';
  if (code === 'timeout') return 'The service answers too late.';
  if (code === 'rate_limited')
    return `The service asks to wait${retryAfterMs === undefined ? '' : ` ${duration(retryAfterMs / 1_000)}`}.`;
  return `The service says: ${message}`;
};
