import { LoyaltyError } from '../../transport/errors.ts';
import { isUnanswered } from '../../transport/unanswered.ts';

declare const proven: unique symbol;
interface Proven {
  readonly [proven]: true;
}

/** A read after the lag, which the service's tenant file names, has shown no effect. */
export interface Undone extends Proven {
  readonly kind: 'undone';
}
/** The tenant file says that the service honours idempotency keys: a repetition has no second effect. */
export interface Once extends Proven {
  readonly kind: 'once';
}
/** What may be said about a write that failed. A proof is given by `sendWrite()` alone: an element cannot promise what is not proven. */
export type Outlook =
  | { readonly kind: 'refused' }
  | Undone
  | Once
  /** It may be done. `repeatableAt`: when the shopper may send it again knowingly, in milliseconds since 1970. */
  | { readonly kind: 'unknown'; readonly repeatableAt: number };

/** Longer than the longest lag that a service may have: a read after it decides. */
export const REPEATABLE_AFTER_MS = 60_000;

/** Set by `sendWrite()`. */
export const outlooks = new WeakMap<LoyaltyError, Outlook>();

/** What may be said about a failed write. */
export const outlookOf = (error: LoyaltyError): Outlook =>
  isUnanswered(error)
    ? (outlooks.get(error) ?? { kind: 'unknown', repeatableAt: Date.now() + REPEATABLE_AFTER_MS })
    : { kind: 'refused' };

/**
 * For a file of a write that did not come: nothing is sent.
 * @throws LoyaltyError `not_loaded`
 */
export function notSent(cause: unknown): never {
  throw new LoyaltyError('not_loaded', 'The file that sends changes did not come.', { cause });
}
