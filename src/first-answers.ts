/**
 * Entry for pages that a server renders, `loyalty-elements/first-answers`, loaded before the elements: they show the points and the tier that the
 * server has written into the page (`FirstAnswers`), in their first frame and without a request. On a server it does nothing.
 */
import {
  FIRST_ANSWERS,
  type FirstAnswers,
  type FirstAnswersGlobal,
  type TakeFirst,
} from './services/customer/first-answers.ts';

export type { FirstAnswers } from './services/customer/first-answers.ts';

/** How long they are used. The clock of the device may differ from that of the server by as much. */
const LIFETIME_S = 60;

const ageOf = ({ answered_at }: FirstAnswers): number => Math.abs(Date.now() / 1_000 - answered_at);

let isReported = false;

/** Writes to the console why they are not used: the first reason. */
function report(reason: string): void {
  if (!isReported)
    console.error('loyalty-elements:', `The first answers of this page are not used: ${reason}`);
  isReported = true;
}

/** Why answers cannot be used; `undefined` where they can. */
function problemOf(answers: FirstAnswers | undefined): string | undefined {
  if (!answers) return 'the content of <meta name="loyalty-first-answers"> is no JSON object.';
  if (typeof answers.customer_id !== 'string' || !Number.isFinite(answers.answered_at))
    return 'customer_id must be a text, and answered_at a time in Unix seconds.';
  if (customElements.get('loyalty-provider'))
    return 'load loyalty-elements/first-answers before the elements.';
  const age = Math.round(ageOf(answers));
  return age > LIFETIME_S
    ? `answered_at is ${age} seconds away from this clock, and they are used for ${LIFETIME_S}. Let no cache store the page (Cache-Control: private, no-store).`
    : undefined;
}

/** A language tag in its usual spelling; a text that is none as it is. */
function tagOf(language: unknown): unknown {
  try {
    return new Intl.Locale(language as string).baseName;
  } catch {
    return language;
  }
}

/** Connects the page's answers with the customers of its providers. */
function useAnswers(answers: FirstAnswers): void {
  const given = new Map<string, unknown>(
    Object.entries({ balances: answers.balances, tier: answers.tier }).filter(([, data]) => data),
  );
  const taken = new Set<string>();
  let hasCustomer = false;

  /** Names of tiers are in the language in which they were requested. A script may change that of the page before the elements run. */
  function has(key: string): boolean {
    if (!given.has(key)) return false;
    const isInLanguage =
      key !== 'tier' || tagOf(answers.language) === tagOf(document.documentElement.lang || undefined);
    if (!isInLanguage)
      report(
        `tier is requested again, because language is not that of <html lang="${document.documentElement.lang}">.`,
      );
    return isInLanguage;
  }

  const takeFirst: TakeFirst = (key, resource, restore) => {
    if (!resource) return has(key);
    if (taken.has(key) || ageOf(answers) > LIFETIME_S || !has(key)) return false;
    taken.add(key);
    try {
      resource.set(restore!({ [key]: given.get(key) }));
    } catch (error) {
      given.delete(key);
      report((error as Error).message);
    }
    return true;
  };

  (globalThis as FirstAnswersGlobal)[FIRST_ANSWERS] = (config, cache) => {
    const { customer } = config ?? {};
    const signature = customer?.kind === 'signed' ? customer.signature : undefined;
    if (customer?.id === answers.customer_id && signature === answers.signature) {
      // Signed in again, the customer may have spent points meanwhile.
      if (hasCustomer) return undefined;
      hasCustomer = true;
      // A service that shows writes late may have answered without the last one of this browser.
      const isSettled = !(Number(cache.read()?.settledAt) > answers.answered_at * 1_000);
      return isSettled ? takeFirst : undefined;
    }
    // Another provider of the page may have this customer, and the page may change its customer later.
    setTimeout(() => {
      if (!hasCustomer)
        report(
          'they belong to another customer-id or signature than <loyalty-provider> has. Write both in one response, and let no cache store the page.',
        );
    });
    return undefined;
  };
}

/** A page that the browser shows again, by its Back, may have stored them before the shopper spent points. */
const isShownAgain = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'back_forward');

function readMeta(meta: HTMLMetaElement): FirstAnswers | undefined {
  try {
    return (JSON.parse(meta.content) as FirstAnswers | null) ?? undefined;
  } catch {
    return undefined;
  }
}

const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=loyalty-first-answers]');
if (meta && !isShownAgain()) {
  const answers = readMeta(meta);
  const problem = problemOf(answers);
  if (problem) report(problem);
  else useAnswers(answers!);
}
