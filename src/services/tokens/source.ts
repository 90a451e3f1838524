import { GRAMMAR, type Config } from '../config.ts';
import { storefrontToken } from '../endpoints/auth.ts';
import { LoyaltyError } from '../errors.ts';
import type { Http } from '../http.ts';
import { fillPath } from '../query.ts';
import { record, text } from '../read.ts';

/** Where a token comes from. */
export interface TokenSource {
  /** Whose tokens these are: nothing cached under another owner is ever used. `undefined` keeps nothing. */
  readonly owner: string | undefined;
  /** Asks for a token other than the rejected one. Rejects with `unauthenticated` where there is none to be had. */
  fetch(rejected: string | undefined): Promise<string>;
}

/**
 * The source that the settings call for: the storefront token endpoint for a signed customer id (spec 5.3), or the token that
 * the page was given (spec 5.2), which cannot be renewed. A guest has none; neither has a page with wrong settings.
 * `signal` ends a request that is under way.
 */
export function tokenSource(config: Config | undefined, http: Http, signal?: AbortSignal): TokenSource {
  if (config?.customer.kind === 'signed') {
    const { baseUrl, platform, platformVersion, customer } = config;
    const { id, signature } = customer;
    const path = fillPath(storefrontToken, { storefront_platform: platform, version: platformVersion });
    const url = baseUrl + path;
    return {
      owner: `${url} ${id}`,
      async fetch() {
        const reply = await http({ method: 'POST', url, body: { id, signature }, signal });
        const token = text(record(record(reply).data).token) ?? '';
        if (!GRAMMAR.token.test(token)) throw new LoyaltyError('bad_response', 'No data.token.');
        return token;
      },
    };
  }
  const given = config?.customer.token;
  return {
    owner: undefined,
    async fetch(rejected) {
      if (given && given !== rejected) return given;
      throw new LoyaltyError(config ? 'unauthenticated' : 'invalid_config');
    },
  };
}
