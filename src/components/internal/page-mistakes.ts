import { createLoyalty, LoyaltyError, type Loyalty } from '../../services/index.ts';
import type { LoyaltyProvider } from '../loyalty-provider.ts';
import { LoyaltyErrorEvent } from './events.ts';
import { isMessageKey } from './message-keys.ts';
import { say } from './messages.ts';

// Mistakes that only the page as a whole shows. Loaded when there may be one, not before.

/** What the console says to change, by mistake; `{}` is the detail. */
const LINES = {
  'no-provider':
    'There is no <loyalty-provider> on this page. Add one with base-url and platform, or with proxy-url: anywhere on the page.',
  'provider-not-defined':
    "<loyalty-provider> is on this page, but its script is not: add import 'loyalty-elements/loyalty-provider.js'.",
  'ignored-provider':
    'There are two <loyalty-provider> with different settings: the first one serves the page, the other one is ignored. Take one ' +
    'out, or put each around its elements.',
  'broken-messages':
    'messages is not a JSON object: no text was replaced. Use double quotes inside, and single quotes around the attribute.',
  'unknown-messages': `messages has keys that no element uses: {}. The keys are the English texts: docs/guides/messages.md lists them.`,
  'wrong-messages': `messages must have a text, or plural forms with "other", for each key. Correct these: {}.`,
  'no-product-id':
    'product-id is missing on a <loyalty-wishlist-button>: set it to the id that the product has at the service.',
  'unrendered-product-id':
    "product-id must be filled in by your shop's template: it still holds template code.",
  'unknown-product':
    `The service does not know product-id "{}". Use the id that the product has at the service, and check that the product ` +
    'was imported.',
  'missing-file':
    `The file of <{}> did not load: a content blocker or the Content-Security-Policy stopped it, or it is missing. Upload all ` +
    'files of dist/cdn, and allow them in script-src.',
} as const;

// A function: a detail may hold `$&`, which a text would put in.
const lineOf = (mistake: keyof typeof LINES, detail: string): string =>
  LINES[mistake].replace('{}', () => detail);

const reported = new Set<string>();

/** Fires `loyalty-error` at `target` and writes to the console what to change: one line per mistake, however often it is met. */
export function reportMistake(mistake: keyof typeof LINES, target: EventTarget, detail = ''): void {
  const line = lineOf(mistake, detail);
  target.dispatchEvent(new LoyaltyErrorEvent(new LoyaltyError('invalid_config', line)));
  writeOnce(line);
}

/** The same where the event of the failure has been fired. */
export function explainMistake(mistake: keyof typeof LINES, detail = ''): void {
  writeOnce(lineOf(mistake, detail));
}

function writeOnce(line: string): void {
  if (reported.has(line)) return;
  reported.add(line);
  console.error('loyalty-elements:', line);
}

/**
 * Shows in elements whose file did not load that there is nothing to see. Their space is reserved by `loyalty.css`, so nothing moves.
 * When the file loads after all, the element takes the place of the sentence.
 */
export function showMissing(tag: string, elements: Iterable<Element>): void {
  for (const element of elements) {
    if (element.shadowRoot || customElements.get(tag)) continue;
    const sentence = document.createElement('small');
    sentence.setAttribute('part', 'notice');
    sentence.setAttribute('role', 'status');
    // A heart has no room for a sentence.
    if (tag !== 'loyalty-wishlist-button') sentence.textContent = say('This part did not load.');
    element.attachShadow({ mode: 'open' }).append(sentence);
    void customElements.whenDefined(tag).then(() => sentence.remove());
    element.dispatchEvent(new LoyaltyErrorEvent(new LoyaltyError('offline', `<${tag}> did not load.`)));
  }
  explainMistake('missing-file', tag);
}

let nobody: Loyalty | undefined;

/** Puts the elements that no provider serves into their error state, until one comes. */
export function reportNoProvider(offerDefault: (loyalty: Loyalty) => void): void {
  explainMistake(document.querySelector('loyalty-provider') ? 'provider-not-defined' : 'no-provider');
  // Wrong settings, so that every element gets `invalid_config` and fires it. The console line is written above.
  nobody ??= createLoyalty({}, { fetch: () => Promise.reject(new TypeError()) });
  offerDefault(nobody);
}

/** Pages that change without a reload have two for a moment. */
const SETTLED_MS = 1_000;
const SETTINGS = ['baseUrl', 'tenant', 'platform', 'customerId', 'profileId', 'proxyUrl', 'token'] as const;

let checking = false;

/** Reports a provider that serves nothing: it is around no element, and another one with other settings serves the page. */
export function checkProviders(providers: readonly HTMLElement[]): void {
  if (checking) return;
  checking = true;
  setTimeout(() => {
    checking = false;
    const [first, ...others] = providers.filter(({ isConnected }) => isConnected) as LoyaltyProvider[];
    const ignored = others.find(
      (other) =>
        !other.childElementCount && SETTINGS.some((name) => (other[name] ?? '') !== (first![name] ?? '')),
    );
    if (ignored) reportMistake('ignored-provider', ignored);
  }, SETTLED_MS);
}

/** Reports texts that no element will show. */
export function checkMessages(messages: unknown): void {
  const target = document.querySelector('loyalty-provider') ?? document.documentElement;
  if (typeof messages !== 'object' || !messages || Array.isArray(messages))
    return reportMistake('broken-messages', target);
  const unknown = Object.keys(messages).filter((key) => !isMessageKey(key));
  const wrong = Object.entries(messages).filter(
    ([, message]) => typeof message !== 'string' && typeof Object(message).other !== 'string',
  );
  if (unknown.length) reportMistake('unknown-messages', target, listed(unknown));
  if (wrong.length) reportMistake('wrong-messages', target, listed(wrong.map(([key]) => key)));
}

const listed = (keys: readonly string[]): string => keys.map((key) => `"${key}"`).join(', ');
