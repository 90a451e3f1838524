import { readJson } from '../upstream/exchange.ts';
import type { PlatformCustomer } from './directory.ts';
import { isPlatformAddress, readPlatformCustomer } from './platform.ts';
import { postToPlatform, type PlatformSettings } from './post-to-platform.ts';

/** Reads a customer of the platform by id or e-mail; `undefined` where there is none. Throws when that cannot be known. */
export type FindCustomer = (
  by: { readonly id: string } | { readonly email: string },
  signal: AbortSignal,
) => Promise<PlatformCustomer | undefined>;

export interface FindCustomerSettings extends PlatformSettings {
  /** Answers a POST of `{id}` or `{email}` with the customer, or 404; https. */
  readonly url: string;
}

/** Asks the platform for a customer who is proven in another way. */
export function findPlatformCustomer({ url, ...platform }: FindCustomerSettings): FindCustomer {
  if (!isPlatformAddress(url)) throw new TypeError('The address of the customers must be an https address.');
  const post = postToPlatform(platform);
  return async (by, signal) => {
    const answer = await post(url, by, signal);
    if (answer.status === 404) return undefined;
    const customer = answer.status === 200 ? readPlatformCustomer(readJson(answer)) : undefined;
    // An address that is not verified may be another person's.
    if (customer?.email === '' && 'email' in by) return undefined;
    const isAsked = customer && ('id' in by ? customer.id === by.id : true);
    if (!isAsked) throw new Error(`The platform answered with status ${answer.status} and no such customer.`);
    return customer;
  };
}
