import type { Config } from '../config.ts';
import { storefrontToken } from '../endpoints/auth.ts';
import { LoyaltyError } from '../errors.ts';
import type { Http } from '../http.ts';
import { fillPath } from '../query.ts';

/** Where a token comes from. */
export interface TokenSource {
  /** Whose tokens these are: nothing cached under another owner is ever used. `undefined` keeps nothing. */
  readonly owner: string | undefined;
  /** Asks for a token other than the rejected one. Rejects with `unauthenticated` where there is none to be had. */
  fetch(rejected: string | undefined): Promise<string>;
}

/** The source that the settings call for. */
export function tokenSource(config: Config, http: Http): TokenSource {
  const { customer } = config;
  switch (customer.kind) {
    case 'signed':
      return storefrontSource(config, customer, http);
    case 'token':
      return givenTokenSource(customer.token);
    case 'guest':
      return { owner: undefined, fetch: () => refuse('Nobody is signed in.') };
  }
}

/** Customer token for a signed customer id (spec 5.3). */
function storefrontSource(
  { baseUrl, platform, platformVersion }: Config,
  { id, signature }: { id: string; signature: string },
  http: Http,
): TokenSource {
  const path = fillPath(storefrontToken, { storefront_platform: platform, version: platformVersion });
  return {
    owner: [baseUrl, platform, platformVersion, id].join(' '),
    async fetch() {
      const reply = await http({
        method: storefrontToken.method,
        url: baseUrl + path,
        body: { id, signature },
      });
      const token: unknown = Object(Object(reply).data).token;
      if (typeof token === 'string' && token) return token;
      throw new LoyaltyError('bad_response', 'The token endpoint answered without data.token.');
    },
  };
}

/** A token that the page was given (spec 5.2). It cannot be renewed. */
function givenTokenSource(token: string): TokenSource {
  return {
    owner: undefined,
    fetch: (rejected) =>
      rejected === token ? refuse('The given token is no longer accepted.') : Promise.resolve(token),
  };
}

function refuse(message: string): Promise<never> {
  return Promise.reject(new LoyaltyError('unauthenticated', message));
}
