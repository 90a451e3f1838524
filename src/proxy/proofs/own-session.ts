import { HEADER_NAME_FORMAT } from '../../services/transport/formats.ts';
import type { Fetch } from '../../services/transport/http.ts';
import { isPlatformAddress, readPlatformCustomer } from '../directory/platform.ts';
import { createExchange, fetchSend, readJson } from '../upstream/exchange.ts';
import { COOKIE_NAME, readCookie } from './cookies.ts';
import { describeProof, GUEST, type CustomerProof } from './proof.ts';

export interface OwnSessionProofSettings {
  /** Answers a GET with the customer of the cookie or header, or 401; https. */
  readonly url: string;
  /** Names of the cookies that are passed on. */
  readonly cookies?: readonly string[] | undefined;
  /** Name of a header that is passed on, such as `Authorization`. */
  readonly header?: string | undefined;
  readonly fetch?: Fetch | undefined;
}

const NOBODY = new Set([204, 401, 403, 404]);

/** The session of the shop itself: the shop is asked whose it is. No redirect is followed, and the request's limits hold. */
export function ownSessionProof({
  url,
  cookies = [],
  header,
  fetch: ask = (address, init) => fetch(address, init),
}: OwnSessionProofSettings): CustomerProof {
  if (!isPlatformAddress(url)) throw new TypeError('The address of the session must be an https address.');
  const exchange = createExchange(fetchSend(ask), () => undefined);
  const proof: CustomerProof = {
    name: 'session of the shop',
    async check(signal) {
      const unknown = new Headers({
        Cookie: cookies.map((name) => `${name}=${crypto.randomUUID()}`).join('; '),
      });
      if (header !== undefined) unknown.set(header, crypto.randomUUID());
      const result = await proof.verify({ headers: unknown, query: '', signsIn: true, signal });
      return result === GUEST
        ? undefined
        : 'PLATFORM_SESSION_URL answers with a customer for a session that nobody has.';
    },
    async verify({ headers, signal }) {
      const passed = cookies.flatMap((name) => {
        const value = readCookie(headers, name);
        return value === undefined ? [] : [`${name}=${value}`];
      });
      const value = header === undefined ? null : headers.get(header);
      if (passed.length === 0 && value === null) return undefined;
      const answer = await exchange({
        method: 'GET',
        url,
        headers: {
          Accept: 'application/json',
          ...(passed.length > 0 && { Cookie: passed.join('; ') }),
          ...(header !== undefined && value !== null && { [header]: value }),
        },
        signal,
      });
      if (NOBODY.has(answer.status)) return GUEST;
      const customer = answer.status === 200 ? readPlatformCustomer(readJson(answer)) : undefined;
      if (!customer) throw new Error(`The shop answered with status ${answer.status} and no customer.`);
      return customer;
    },
  };
  return proof;
}

const namesIn = (list: string | undefined): string[] => list?.split(/\s*,\s*/).filter(Boolean) ?? [];

export const ownSession = describeProof({
  needed: {
    PLATFORM_SESSION_URL: {
      about: "customers by the shop's own session: answers with the customer or 401 (GET)",
      format: {
        isValid: isPlatformAddress,
        requirement:
          'must be an https address without a user name, such as https://shop.example/api/customers/me.',
      },
    },
  },
  optional: {
    PLATFORM_SESSION_COOKIES: {
      about: 'names of the cookies that are passed on, separated by commas',
      format: {
        isValid: (value) => namesIn(value).every((name) => COOKIE_NAME.test(name)),
        requirement: 'must be names of cookies, separated by commas: session_id.',
      },
    },
    PLATFORM_SESSION_HEADER: {
      about: 'or: name of the header that is passed on',
      format: {
        isValid: (value) => HEADER_NAME_FORMAT.test(value),
        requirement: 'must be the name of a header: Authorization.',
      },
    },
  },
  *problems(values) {
    if (values.PLATFORM_SESSION_URL && !values.PLATFORM_SESSION_COOKIES && !values.PLATFORM_SESSION_HEADER)
      yield 'PLATFORM_SESSION_URL needs PLATFORM_SESSION_COOKIES or PLATFORM_SESSION_HEADER: what is passed on to it.';
  },
  create: (values) =>
    ownSessionProof({
      url: values.PLATFORM_SESSION_URL,
      cookies: namesIn(values.PLATFORM_SESSION_COOKIES),
      header: values.PLATFORM_SESSION_HEADER,
    }),
});
