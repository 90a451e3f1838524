import { ContextProvider, ContextRoot, createContext } from '@lit/context';
import type { Call, Loyalty, LoyaltySettings } from '../../services/index.ts';
import { inBrowser } from './in-browser.ts';

/** The customer of a provider, or a guest: for elements of other authors. A changed customer is another object. */
export interface LoyaltyCustomer {
  /**
   * Calls an operation of the interface with the token of this customer, by an endpoint of `loyalty-elements/client`.
   * @throws LoyaltyError `unauthenticated` for guests; `aborted` once the page has another customer
   */
  readonly call: Call;
  /**
   * The id of the customer's profile, which is `profile` in most calls.
   * @throws LoyaltyError `unauthenticated` for guests
   */
  readonly profileId: () => Promise<string>;
}

/** Leads from a customer to the `Loyalty` and back. By `Symbol.for`, because another copy of the script may have made them. */
const OTHER = Symbol.for('loyalty-elements loyalty');

interface Linked<Other> {
  [OTHER]?: Other;
}

/** What the context has for this `Loyalty`: elements of ours get it back by `loyaltyOf`. */
export function customerOf(loyalty?: Loyalty & Linked<LoyaltyCustomer>): LoyaltyCustomer | undefined {
  if (!loyalty) return undefined;
  const { call, profileId } = loyalty;
  return (loyalty[OTHER] ??= { call, profileId, [OTHER]: loyalty } as LoyaltyCustomer);
}

export const loyaltyOf = (customer?: LoyaltyCustomer & Linked<Loyalty>): Loyalty | undefined =>
  customer?.[OTHER];

/** Gives elements the customer of their provider; `undefined` until there is a provider with valid settings. */
export const loyaltyContext = createContext<LoyaltyCustomer | undefined>(Symbol.for('loyalty-elements'));

export type Provider = HTMLElement &
  LoyaltySettings & {
    readonly signInUrl?: string | null | undefined;
    readonly joinUrl?: string | null | undefined;
  };

// Above the page's default provider: it keeps the requests that no provider has answered, and sends them again when one is connected.
if (inBrowser) new ContextRoot().attach(document as unknown as HTMLElement);

/** Providers of the page with their values, in the order in which they were connected. */
export const providers = new Map<Provider, Loyalty>();

let pageDefault: ContextProvider<typeof loyaltyContext> | undefined;

/** Answers elements that are inside no provider, at the root element. */
export function providePageDefault(loyalty: Loyalty | undefined): void {
  if (pageDefault) return pageDefault.setValue(customerOf(loyalty));
  if (!loyalty) return;
  pageDefault = new ContextProvider(document.documentElement, {
    context: loyaltyContext,
    initialValue: customerOf(loyalty),
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
}
