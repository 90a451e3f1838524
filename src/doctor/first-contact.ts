import type { LoyaltySettings } from '../services/customer/config.ts';
import type { Exchange } from './recorded-fetch.ts';
import { TOKEN_OPERATION } from './recorded-fetch.ts';
import { refusalText } from './problem.ts';

// What makes everything else pointless: no service at the address, or none that knows this customer.

const FAILURES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name does not exist. Check --base-url',
  EAI_AGAIN: 'its host name could not be looked up. Check the network and --base-url',
  ECONNREFUSED: 'nothing listens there. Check --base-url, and that the service runs',
  ECONNRESET: 'the connection was ended. Check --base-url, and what stands before the service',
  ETIMEDOUT: 'no connection came about. Check --base-url and the firewall',
  TIMEOUT: 'the answer took longer than a page waits. Check the service',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about. Check --base-url and the firewall',
  CERT_HAS_EXPIRED: 'its certificate has expired. Renew it: browsers refuse it, too',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself. Browsers refuse it, too',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another host. Browsers refuse it, too',
};

/** Whether nothing at the address is a service: no answer, or none that is JSON. */
export const isHopeless = (exchanges: readonly Exchange[]): boolean =>
  exchanges.length > 0 &&
  exchanges.every(({ body, status, cut }) => body === undefined && cut === undefined && status !== 204);

/** A sentence that says what to do first; `undefined` where the service answers as a service does. */
export function contactProblem(
  { baseUrl, token }: LoyaltySettings,
  exchanges: readonly Exchange[],
): string | undefined {
  const service = `the service at ${baseUrl}`;
  const answered = exchanges.filter(({ status }) => status > 0);
  if (!exchanges.length) return `Nothing was asked of ${service}. Check --platform and --customer-id.`;
  if (!answered.length) {
    const failure = exchanges[0]!.failure ?? '';
    return `There is no answer from ${service}: ${FAILURES[failure] ?? failure}.`;
  }
  const cut = answered[0]!.cut;
  if (cut !== undefined && answered.every((one) => one.cut !== undefined))
    return `Nothing of ${service} was read: its answer ${cut}. No page reads it, either: check --base-url.`;
  const moved = answered.find(({ status }) => status >= 300 && status < 400);
  if (moved && answered.every(({ status }) => status >= 300 && status < 400))
    return `${upper(service)} redirects to another address, and no page follows it with a token. Set --base-url to the address itself.`;
  if (answered.every(({ body, text }) => body === undefined && text !== '')) {
    const isPage = answered.some(({ text }) => /^\s*</.test(text));
    return isPage
      ? `At ${baseUrl} is a website, which answers with HTML pages: no loyalty service. Set --base-url to the address of the API; it usually ends with /api.`
      : `${upper(service)} answers no JSON: it is no loyalty service. Check --base-url.`;
  }
  if (answered.every(({ status }) => status === 401 && token))
    return `${upper(service)} refuses the token (status 401: ${refusalText(answered[0]!)}). Set --token to one that is valid for the customer of --profile.`;
  if (answered.every(({ status }) => status === 404 || status === 405))
    return `${upper(service)} answers, and has none of the addresses of the interface (status ${answered[0]!.status}). Check --base-url, which usually ends with /api, and --profile; if both are right it is a service of another kind.`;
  const refused = answered.filter(({ status, operation }) => operation === TOKEN_OPERATION && status >= 400);
  if (refused.length && answered.every(({ operation }) => operation === TOKEN_OPERATION))
    return `${upper(service)} gives no token (status ${refused[0]!.status}: ${refusalText(refused[0]!)}). Check --platform, --platform-version and --customer-id, and that --secret-env has the secret of this platform: its signatures were tried in hex digits and in Base64.`;
  return undefined;
}

const upper = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
