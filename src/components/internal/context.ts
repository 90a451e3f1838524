import { ContextProvider, createContext } from '@lit/context';
import type { Loyalty } from '../../services/index.ts';

/** Carries the customer's `Loyalty` from a provider down to the elements. `undefined` until there is a provider. */
export const loyaltyContext = createContext<Loyalty | undefined>(Symbol.for('loyalty-elements'));

/** Where providers leave their value for elements that no provider wraps. */
export interface PageDefault {
  set(owner: object, loyalty: Loyalty): void;
  remove(owner: object): void;
}

/**
 * The page's default: the first provider's value, offered on the root element, so that tags scattered over header, product
 * card and footer need no wrapper. When that provider leaves, the next one takes its place.
 */
export const pageDefault: PageDefault = (() => {
  const values = new Map<object, Loyalty>();
  let provider: ContextProvider<typeof loyaltyContext> | undefined;

  function offer(): void {
    const [first] = values.values();
    if (!provider) {
      provider = new ContextProvider(document.documentElement, { context: loyaltyContext });
      provider.setValue(first);
      provider.hostConnected();
    } else if (provider.value !== first) provider.setValue(first);
  }

  return {
    set(owner, loyalty) {
      values.set(owner, loyalty);
      offer();
    },
    remove(owner) {
      values.delete(owner);
      offer();
    },
  };
})();
