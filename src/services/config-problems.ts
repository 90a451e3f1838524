import { readAddress } from './address.ts';
import { GRAMMAR, readBaseUrl, type LoyaltySettings } from './config.ts';

/** One thing that can be wrong with the settings, and what to change. The first that holds is the one to mend first. */
interface Problem {
  holds(settings: LoyaltySettings): unknown;
  advice(settings: LoyaltySettings): string;
}

const ADDRESS = 'an https address without a port, not even :443, such as https://api.acme.example.com/api';

const PROBLEMS: readonly Problem[] = [
  {
    holds: ({ exposed }) => exposed,
    advice: ({ exposed }) =>
      `Take the attribute "${exposed}" out of the page: everybody can read it. Secrets belong on your server (change this ` +
      'one), and a token that the page was given is set as a property.',
  },
  {
    holds: ({ proxyUrl, baseUrl }) => proxyUrl && baseUrl,
    advice: () =>
      'Set proxy-url or base-url, not both: with a proxy every request goes through it, and it knows the service.',
  },
  {
    holds: ({ proxyUrl }) => proxyUrl && !readAddress(proxyUrl),
    advice: ({ proxyUrl }) => `proxy-url must be ${ADDRESS}. It is "${proxyUrl}".`,
  },
  {
    holds: ({ proxyUrl, customerId, signature, token }) => proxyUrl && (customerId || signature || token),
    advice: () =>
      'With proxy-url customers sign in with <loyalty-account>: take customer-id, signature and token out, or use base-url.',
  },
  {
    holds: ({ cache }) => !GRAMMAR.cache.test(cache || ''),
    advice: ({ cache }) => `cache must be shared, tab or memory. It is "${String(cache)}".`,
  },
  {
    holds: ({ proxyUrl, baseUrl, tenant, serviceDomain }) =>
      !proxyUrl && !baseUrl && !(tenant && serviceDomain),
    advice: () =>
      'Set base-url, or tenant and service-domain, or proxy-url, so that the elements know which service to ask.',
  },
  {
    holds: ({ baseUrl }) => baseUrl && !readAddress(baseUrl),
    advice: ({ baseUrl }) => `base-url must be ${ADDRESS}. It is "${baseUrl}".`,
  },
  {
    holds: (settings) => !readBaseUrl(settings),
    advice: ({ tenant, serviceDomain }) =>
      `tenant must be the first label of your manager's host name, such as acme, and service-domain a domain such as ` +
      `example.com. They are "${tenant}" and "${serviceDomain}".`,
  },
  {
    holds: ({ customerId }) => customerId && !GRAMMAR.identifier.test(customerId),
    advice: () => 'customer-id is longer than 255 characters.',
  },
  {
    holds: ({ profileId }) => profileId && !GRAMMAR.identifier.test(profileId),
    advice: () => 'profile-id is longer than 255 characters.',
  },
  {
    holds: ({ token }) => token && !GRAMMAR.token.test(token),
    advice: () => 'token is not a bearer token: it may hold letters, digits and - . _ ~ + / = only.',
  },
  {
    holds: ({ token, customerId, signature }) => !token && signature && !customerId,
    advice: () => 'signature is set but customer-id is missing. Set both, or neither for a guest.',
  },
  {
    holds: ({ token, customerId, signature }) => !token && customerId && !signature,
    advice: () =>
      'customer-id is set but signature is missing. Sign the id on your server and print the signature beside it.',
  },
  {
    holds: ({ token, signature }) => !token && signature && !GRAMMAR.signature.test(signature),
    advice: () =>
      'signature must be 64 lower-case hex digits: the HMAC-SHA256 of the customer id, made on your server. If you put ' +
      "the shop's secret here, take it out of the page and change it: everybody can read it.",
  },
  {
    holds: ({ token, customerId, platform }) => !token && customerId && !platform,
    advice: () => 'platform is missing: the name of your shop platform in the address that gives tokens.',
  },
  {
    holds: ({ platform }) => platform && !GRAMMAR.segment.test(platform),
    advice: ({ platform }) => `platform may hold letters, digits, - and _ only. It is "${platform}".`,
  },
  {
    holds: ({ platformVersion }) => platformVersion && !GRAMMAR.segment.test(platformVersion),
    advice: ({ platformVersion }) =>
      `platform-version may hold letters, digits, - and _ only. It is "${platformVersion}".`,
  },
];

/** What to change in these settings, in a sentence; `undefined` when they are right. */
export function explainSettings(settings: LoyaltySettings): string | undefined {
  return PROBLEMS.find(({ holds }) => holds(settings))?.advice(settings);
}
