import { ContextConsumer } from '@lit/context';
import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Loyalty } from '../../services/index.ts';
import { readFlag } from '../internal/element.ts';
import { loyaltyContext, loyaltyOf } from '../internal/context.ts';
import { inBrowser } from '../internal/in-browser.ts';
import { lazyImport } from '../internal/lazy-import.ts';
import { setState } from '../internal/states.ts';
import { containPresses } from '../internal/contain-presses.ts';
import { LoyaltyElement } from './loyalty-element.ts';
import { providerOf } from './provider-of.ts';
import { accountRefusal } from '../internal/notice.ts';
import type { ElementState } from '../internal/resource-controller.ts';

/** An element that asks guests to sign in. */
export abstract class InvitingElement extends LoyaltyElement {
  static override properties: PropertyDeclarations = {
    invites: { type: Boolean, converter: readFlag, reflect: true },
  };

  /** Guests see the links of the provider as buttons. Set it on one element of a page: in the others the sentence is a link. */
  invites = false;

  #customer = new ContextConsumer(this, {
    context: loyaltyContext,
    subscribe: true,
    callback: (customer) => this.#setGuest(loyaltyOf(customer)),
  });

  /** The links of the provider, which are loaded when there is a guest; before, and without the file, guests see the sentence. */
  protected readonly invitation = lazyImport(this, async () => {
    const loyaltyNow = () => loyaltyOf(this.#customer.value);
    const { signInUrl, joinUrl } = providerOf(loyaltyNow()) ?? {};
    const isReplaced = this.querySelector(':scope > [slot=signed-out]') !== null;
    setState(this, 'waiting', !!(signInUrl || joinUrl) && !isReplaced);
    try {
      const file = await import('./invitation.ts');
      return new file.Invitation(this, loyaltyNow);
    } catch (error) {
      setState(this, 'waiting', false);
      throw error;
    }
  });

  constructor() {
    super();
    containPresses(this);
  }

  override connectedCallback(): void {
    if (inBrowser) this.#setGuest(undefined); // until there is a provider, which may be connected already
    super.connectedCallback();
  }

  /** Whether the page is that of a guest. The page of a customer whose session ends is not, so that nothing moves. */
  #setGuest(loyalty: Loyalty | undefined): void {
    const provider = providerOf(loyalty);
    const { customerId, token, proxyUrl, profileId } = provider ?? {};
    const id = provider?.getAttribute('customer-id');
    const isUnknown = !provider || (id === null && (proxyUrl || profileId));
    const isGuest = isUnknown ? this.closest('.loyalty-guest') !== null : !id && !customerId && !token;
    setState(this, 'guest', isGuest);
  }

  /** The notice for guests, with the slot for the page's own content. A link would lead a refused customer nowhere. */
  protected renderSignedOut(sentence: string, state?: ElementState<unknown>): TemplateResult {
    const refusal = state && accountRefusal(state);
    return html`<div class="notice" part="notice">
      ${
        refusal
          ? html`<p part="message">${refusal}</p>`
          : html`<slot name="signed-out"
              ><p part="message">${this.invitation()?.renderSentence(sentence, this.invites) ?? sentence}</p>
              ${this.invites ? this.invitation()?.renderButtons() : undefined}</slot
            >`
      }
    </div>`;
  }
}
