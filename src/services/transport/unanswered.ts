import type { LoyaltyError } from './errors.ts';

/**
 * Whether the service may have done what was requested: no answer arrived, or none that can be read. A status of 4xx is a refusal, whatever
 * it says; after 408 the service has not read the request.
 */
export const isUnanswered = ({ code, status = 0 }: LoyaltyError): boolean =>
  !(status >= 400 && status < 500) &&
  (code === 'timeout' || code === 'offline' || code === 'bad_response' || code === 'aborted');

const undone = new WeakSet<LoyaltyError>();

/** Notes that a read has shown, after this failure, that the service did nothing. */
export function markUndone(error: LoyaltyError): void {
  undone.add(error);
}

/** What a repetition after an unanswered request would do. */
export type Repetition =
  /** The request had no effect: a read has shown it. */
  | 'undone'
  /** The service keeps the idempotency key, as its tenant file says: both requests together have one effect. */
  | 'once'
  /** It may be done twice. */
  | 'unknown';

export const repetitionOf = (error: LoyaltyError, keysAreHonoured: boolean | undefined): Repetition =>
  undone.has(error) ? 'undone' : keysAreHonoured ? 'once' : 'unknown';
