import type { TokenRecord } from '../transport/tokens.ts';
import type { Config } from './config.ts';
import type { Resource } from './resource.ts';
import type { TokenCache } from './tokens/cache.ts';

/** What the shop's server writes into a page as JSON, in the content of `<meta name="loyalty-first-answers">`. */
export interface FirstAnswers {
  /** The customer of the answers: `customer-id` of the provider. */
  readonly customer_id: string;
  /** `signature` of the provider, where it has one. */
  readonly signature?: string;
  /** When the service gave the answers, in Unix seconds. */
  readonly answered_at: number;
  /** BCP 47 tag of the language in which `tier` was requested: only a page with this `<html lang>` shows it. */
  readonly language?: string;
  /** `data` of `GET /v3/profiles/{profile}/balances` (spec 4.6). */
  readonly balances?: unknown;
  /** `data` of `GET /v3/profiles/{profile}/tier` (spec 4.6). */
  readonly tier?: unknown;
}

/**
 * For one customer: sets the resource with this key, once, where the page has its answer. Without a resource: whether the page has an answer,
 * which is then not requested.
 * @param restore reads the answer; throws where it is not understood
 */
export type TakeFirst = (
  key: string,
  resource?: Pick<Resource<unknown>, 'set'>,
  restore?: (stored: Partial<TokenRecord>) => unknown,
) => boolean;

/** What `first-answers.ts` defines on `globalThis`, where the page loads it: pages without it have no code for it. */
export const FIRST_ANSWERS = Symbol.for('loyalty-elements answers');

export interface FirstAnswersGlobal {
  [FIRST_ANSWERS]?: (config: Config | undefined, cache: Pick<TokenCache, 'read'>) => TakeFirst | undefined;
}
