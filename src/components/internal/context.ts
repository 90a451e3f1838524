import { createContext, type ContextCallback, type ContextEvent } from '@lit/context';
import type { Loyalty } from '../../services/index.ts';
import { inBrowser } from './hydration.ts';

/**
 * Carries the customer's `Loyalty` from a provider down to the elements, by the context protocol that web components share.
 * Elements ask with the protocol's event; `offer` is the answering side, without what one context does not need.
 */
export const loyaltyContext = createContext<Loyalty | undefined>(Symbol.for('loyalty-elements'));

type Consumer = ContextCallback<Loyalty | undefined>;

/** Answers the elements below `target`. Returns how to hand them a value, now and later. */
export function offer(target: EventTarget): (loyalty: Loyalty | undefined) => void {
  const consumers = new Map<Consumer, () => void>();
  let value: Loyalty | undefined;

  target.addEventListener('context-request', (event) => {
    const { context, callback } = event as ContextEvent<typeof loyaltyContext>;
    if (context !== loyaltyContext) return;
    event.stopImmediatePropagation(); // a script that was loaded twice listens twice: the first one has the values
    const leave = consumers.get(callback) ?? (() => void consumers.delete(callback));
    consumers.set(callback, leave);
    callback(value, leave);
  });

  return (loyalty) => {
    value = loyalty;
    for (const [consumer, leave] of consumers) consumer(value, leave);
  };
}

/** Tells elements that came before their provider, or before a nearer one, to ask again. */
export const announceProvider = (): boolean => document.dispatchEvent(new Event('context-provider'));

/** The values of the page's providers, in the order they came. */
const defaults = new Map<HTMLElement, Loyalty>();
/** Listens before there is a provider, so that elements which ask early get their answer when one comes. */
export const offerDefault = offer(inBrowser ? document.documentElement : new EventTarget());

/**
 * The first provider's value is the page's default, offered on the root element, so that tags scattered over header, product
 * card and footer need no wrapper. When that provider leaves (no `loyalty`), the next one takes its place.
 */
export function setPageDefault(provider: HTMLElement, loyalty?: Loyalty): void {
  if (loyalty) defaults.set(provider, loyalty);
  else defaults.delete(provider);
  const [first] = defaults.values();
  offerDefault(first);
  if (defaults.size > 1)
    void import('./page-mistakes.ts')
      .then(({ checkProviders }) => checkProviders([...defaults.keys()]))
      .catch(() => {});
}
