import { ContextProvider, ContextRoot, createContext } from '@lit/context';
import type { Loyalty, LoyaltySettings } from '../../services/index.ts';
import { withAdvice } from './advice.ts';
import { inBrowser } from './in-browser.ts';

/** Gives elements the `Loyalty` of their provider. */
export const loyaltyContext = createContext<Loyalty | undefined>(Symbol.for('loyalty-elements'));

export type Provider = HTMLElement &
  LoyaltySettings & {
    readonly signInUrl?: string | null | undefined;
    readonly joinUrl?: string | null | undefined;
  };

// Above the page's default provider: it keeps the requests that no provider has answered, and sends them again when one is connected.
if (inBrowser) new ContextRoot().attach(document as unknown as HTMLElement);

/** Providers of the page with their values, in the order in which they were connected. */
export const providers = new Map<Provider, Loyalty>();

/** The provider of this customer. */
export const providerOf = (loyalty: Loyalty | undefined): Provider | undefined =>
  [...providers].find(([, provided]) => provided === loyalty)?.[0];

let pageDefault: ContextProvider<typeof loyaltyContext> | undefined;

/** Answers elements that are inside no provider, at the root element. */
export function providePageDefault(loyalty: Loyalty | undefined): void {
  if (pageDefault) return pageDefault.setValue(loyalty);
  if (!loyalty) return;
  pageDefault = new ContextProvider(document.documentElement, {
    context: loyaltyContext,
    initialValue: loyalty,
  });
  pageDefault.hostConnected();
}

/**
 * The value of the first provider is the page's default, so that elements in header, product card and footer need no wrapper. When that
 * provider is removed (no `loyalty`), the next one replaces it.
 */
export function setPageDefault(provider: Provider, loyalty?: Loyalty): void {
  if (loyalty) providers.set(provider, loyalty);
  else providers.delete(provider);
  const [first] = providers.values();
  providePageDefault(first);
  if (providers.size > 1) withAdvice(({ checkProviders }) => checkProviders([...providers.keys()]));
}
