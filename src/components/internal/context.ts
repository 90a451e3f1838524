import { withAdvice } from './advice.ts';
import { createContext, type ContextCallback, type ContextEvent } from '@lit/context';
import type { Loyalty, LoyaltySettings } from '../../services/index.ts';
import { inBrowser } from './in-browser.ts';

/**
 * Gives elements the `Loyalty` of their provider by the context protocol of web components. Elements dispatch the protocol's event;
 * `answerRequests` is the provider's side, reduced to what a single context needs.
 */
export const loyaltyContext = createContext<Loyalty | undefined>(Symbol.for('loyalty-elements'));

type Consumer = ContextCallback<Loyalty | undefined>;
type Provider = HTMLElement & LoyaltySettings;

/** Answers the context requests of elements inside `target`. Returns a function that sets the value, now and later. */
export function answerRequests(target: EventTarget): (loyalty: Loyalty | undefined) => void {
  const consumers = new Map<Consumer, () => void>();
  let value: Loyalty | undefined;

  target.addEventListener('context-request', (event) => {
    // The type is known only after the comparison below: other libraries use the same event for other contexts.
    const { context, callback } = event as ContextEvent<typeof loyaltyContext>;
    if (context !== loyaltyContext) return;
    event.stopImmediatePropagation(); // a script that was loaded twice has two listeners: only the first one has values
    const unsubscribe = consumers.get(callback) ?? (() => void consumers.delete(callback));
    consumers.set(callback, unsubscribe);
    callback(value, unsubscribe);
  });

  return (loyalty) => {
    value = loyalty;
    for (const [consumer, unsubscribe] of consumers) consumer(value, unsubscribe);
  };
}

/** Makes elements that were connected before their provider, or before a nearer one, send their request again. */
export const announceProvider = (): boolean => document.dispatchEvent(new Event('context-provider'));

/** Providers of the page with their values, in the order in which they were connected. */
export const providers = new Map<Provider, Loyalty>();
/** Listens before there is a provider, so that early requests are answered when one is connected. */
export const providePageDefault = answerRequests(inBrowser ? document.documentElement : new EventTarget());

/**
 * The value of the first provider is the page's default, answered at the root element, so that elements in header, product card and
 * footer need no wrapper. When that provider is removed (no `loyalty`), the next one replaces it.
 */
export function setPageDefault(provider: Provider, loyalty?: Loyalty): void {
  if (loyalty) providers.set(provider, loyalty);
  else providers.delete(provider);
  const [first] = providers.values();
  providePageDefault(first);
  if (providers.size > 1) withAdvice(({ checkProviders }) => checkProviders([...providers.keys()]));
}
