import { ContextEvent } from '@lit/context';
import {
  createLoyalty,
  LoyaltyError,
  readJson,
  slotOf,
  valueOrUndefined,
  type Loyalty,
} from '../../services/index.ts';
import { loyaltyContext, providePageDefault, providers } from '../internal/context.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { nearestName } from './nearest-name.ts';
import { isMessageKey, MESSAGE_KEYS } from '../internal/texts/message-keys.ts';
import { uncheckedMessages } from '../internal/texts/messages.ts';

// Misconfigurations that can be detected only on the whole page, such as a missing provider. Part of `page-policy.ts`.

/** Diagnostics by misconfiguration: what is wrong and what to change. `{}` is replaced by a detail. */
const DIAGNOSTICS = {
  'no-provider':
    'There is no <loyalty-provider> on this page. Add one with base-url and platform, or with proxy-url: anywhere on the page.',
  'provider-not-defined':
    "<loyalty-provider> is on this page, but its script is not: add import 'loyalty-elements/loyalty-provider.js'.",
  'ignored-provider':
    'Of <loyalty-provider> with different settings only the first is used for elements around which none stands. Not used: number {}. ' +
    'Remove it, or put each around its elements.',
  'ignored-guest':
    'The empty customer-id of <loyalty-provider> number {} was not taken: a customer is signed in in this browser, and a cache may have ' +
    'stored the page. Where your server makes it anew for each visitor, print signed-at beside it: the current time in Unix seconds.',
  'broken-messages':
    'messages is not a JSON object: no text was replaced. Use double quotes inside, and single quotes around the attribute.',
  'unknown-messages': `messages has keys that no element uses: {}. The keys are the English texts: docs/guides/messages.md lists them.`,
  'wrong-messages': `messages must have a text, or plural forms with "other", for each key. Correct these: {}.`,
  'broken-programme':
    'programme is not a JSON object: it is not shown. Use double quotes inside, and single quotes around the attribute.',
  'wrong-programme':
    'programme: each of the tiers needs name and points_required, of the rewards name and points_cost, of the ways name, of the campaigns multiplier and ends_at with its offset; earn needs points for each currency. Ignored: {}.',
  'wrong-purchase':
    '<loyalty-earn> needs a price such as "89.50", a whole quantity and a currency such as "EUR", on each of its items. Check them.',
  'no-product-id':
    'product-id is missing on a <loyalty-wishlist-button>: set it to the id that the product has at the service.',
  'unrendered-product-id':
    "product-id must be filled in by your shop's template: it still contains template code.",
  'unknown-product':
    'The service does not know product-id "{}". Use the id that the product has there, and check that it was imported.',
  'wrong-page-address':
    '{} must be the address of a page of your shop: https, http or relative, without template code. It is not used.',
  'unknown-element': 'There is no element {}',
  'unknown-attribute': 'There is no attribute {}',
  'unknown-value': 'There is no value {}',
  'missing-attribute': '{} is missing: without it the element shows nothing.',
  'hidden-content': 'An element shows no content of the page without the name of a slot: {}.',
  'missing-file':
    `The file of <{}> did not load: a content blocker or the Content-Security-Policy stopped it, or it is missing. Upload all ` +
    'files of dist/cdn, and allow them in script-src.',
} as const;

export type PageMisconfiguration = keyof typeof DIAGNOSTICS;

// A replacement function, because `$&` in a replacement string has a meaning and a detail may contain it.
const diagnosticFor = (problem: PageMisconfiguration, detail: string): string =>
  DIAGNOSTICS[problem].replace('{}', () => detail);

const logged = new Set<string>();

/** Fires `loyalty-error` at `target`, and logs the diagnostic once per page. */
export function reportMisconfiguration(
  problem: PageMisconfiguration,
  target: EventTarget,
  detail = '',
): void {
  const diagnostic = diagnosticFor(problem, detail);
  target.dispatchEvent(new LoyaltyErrorEvent(new LoyaltyError('invalid_config', diagnostic)));
  logOnce(diagnostic);
}

/** Logs the diagnostic once per page, without an event: the element has fired its own. */
export function logMisconfiguration(problem: PageMisconfiguration, detail = ''): void {
  logOnce(diagnosticFor(problem, detail));
}

function logOnce(diagnostic: string): void {
  if (logged.has(diagnostic)) return;
  logged.add(diagnostic);
  console.error('loyalty-elements:', diagnostic);
}

let unconfigured: Loyalty | undefined;

/** Whether a provider answers the element, which may be that of another copy of the script. */
function hasProvider(element: Element): boolean {
  let isAnswered = false;
  element.dispatchEvent(
    new ContextEvent(loyaltyContext, element, (customer) => {
      isAnswered = customer !== undefined;
    }),
  );
  return isAnswered;
}

/** Shows the error state in elements without a provider, until one is added. */
function reportNoProvider(): void {
  logMisconfiguration(document.querySelector('loyalty-provider') ? 'provider-not-defined' : 'no-provider');
  // Empty settings are invalid: every element gets `invalid_config` and fires its event. The diagnostic is logged above.
  unconfigured ??= createLoyalty({}, { fetch: () => Promise.reject(new TypeError()) });
  providePageDefault(unconfigured);
}

/** While a single-page application changes its view, it can have no provider, or the old and the new one at the same time. */
const PROVIDERS_SETTLED_MS = 1_000;
const SETTINGS = ['baseUrl', 'tenant', 'platform', 'customerId', 'profileId', 'proxyUrl', 'token'] as const;

let settling: Element[] | undefined;

/**
 * Reports elements without a provider, and a provider without effect: it contains no element, and another one with other settings is the
 * page's default.
 */
export function checkProviders(elements: readonly Element[]): void {
  if (settling) return void settling.push(...elements);
  settling = [...elements];
  setTimeout(() => {
    const connected = settling!.filter(({ isConnected }) => isConnected);
    settling = undefined;
    const [first, ...others] = [...providers.keys()].filter(({ isConnected }) => isConnected);
    if (!first && connected.some((element) => !hasProvider(element))) reportNoProvider();
    others.forEach((other, index) => {
      if (!other.childElementCount && SETTINGS.some((name) => (other[name] ?? '') !== (first![name] ?? '')))
        reportMisconfiguration('ignored-provider', other, `${index + 2}`);
    });
    // Without an event: nothing is wrong with what a guest sees.
    const all = [...providers.values()];
    all.forEach(({ config }, index) => {
      const owner = config?.customer.kind === 'guest' && storedOwner(config.baseUrl);
      if (owner && !all.some(({ cache }) => cache.owner === owner))
        logMisconfiguration('ignored-guest', `${index + 1}`);
    });
  }, PROVIDERS_SETTLED_MS);
}

/** The customer of this shop in this browser: of a provider of this page, or of another page that has signed them in. */
const storedOwner = (baseUrl: string): unknown =>
  Object(readJson(valueOrUndefined(() => localStorage.getItem(slotOf(baseUrl))))).owner;

/** Reports `messages` that no element can show. */
export const checkMessages = (): void => uncheckedMessages.splice(0).forEach(checkOne);

function checkOne(messages: unknown): void {
  const target = document.querySelector('loyalty-provider') ?? document.documentElement;
  if (typeof messages !== 'object' || !messages || Array.isArray(messages))
    return reportMisconfiguration('broken-messages', target);
  const unknown = Object.keys(messages).filter((key) => !isMessageKey(key));
  const wrong = Object.entries(messages).filter(
    ([, message]) => typeof message !== 'string' && typeof Object(message).other !== 'string',
  );
  const withNearest = unknown.map((key) => `"${key}" (nearest: "${nearestName(key, MESSAGE_KEYS)}")`);
  if (unknown.length) reportMisconfiguration('unknown-messages', target, withNearest.join(', '));
  if (wrong.length) reportMisconfiguration('wrong-messages', target, quoted(wrong.map(([key]) => key)));
}

/** Reports a `programme` of which an element does not show everything. */
export function checkProgramme(
  programme: unknown,
  target: EventTarget,
  /**
   * Reads the parts that the element shows, and leaves out what is malformed. Given, because this file must not import what elements share:
   * it reports that such a file did not load.
   */
  read: (programme: unknown) => object,
): void {
  if (typeof programme !== 'object' || !programme || Array.isArray(programme))
    return reportMisconfiguration('broken-programme', target);
  const ignored = Object.keys(read({})).flatMap((part) => {
    const given: unknown = Reflect.get(programme, part);
    if (given === undefined) return [];
    const isList = part !== 'earn'; // an object with a rate for each currency
    if (typeof given !== 'object' || !given || Array.isArray(given) !== isList) return [part];
    return Object.entries(given).flatMap(([at, entry]) =>
      Reflect.get(read({ [part]: isList ? [entry] : { [at]: entry } }), part).length
        ? []
        : [`${part}[${at}]`],
    );
  });
  if (ignored.length) reportMisconfiguration('wrong-programme', target, ignored.join(', '));
}

const quoted = (keys: readonly string[]): string => keys.map((key) => `"${key}"`).join(', ');
