import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Loyalty } from '../../services/index.ts';
import { readFlag } from '../internal/element.ts';
import { providerOf } from '../internal/context.ts';
import { setState } from '../internal/states.ts';
import { InvitationController } from './invitation-controller.ts';
import { containPresses } from '../internal/contain-presses.ts';
import { LoyaltyElement } from './loyalty-element.ts';
import { accountRefusal } from '../internal/notice.ts';
import type { ElementState } from '../internal/resource-controller.ts';

/** An element that asks guests to sign in. */
export abstract class InvitingElement extends LoyaltyElement {
  static override properties: PropertyDeclarations = {
    invites: { type: Boolean, converter: readFlag, reflect: true },
  };

  /** Guests see the links of the provider as buttons. Set it on one element of a page: in the others the sentence is a link. */
  invites = false;

  protected readonly invitation = new InvitationController(this, (loyalty) => this.#setGuest(loyalty));

  constructor() {
    super();
    containPresses(this);
  }

  override connectedCallback(): void {
    this.#setGuest(undefined); // until there is a provider, which may be connected already
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
              ><p part="message">${this.invitation.renderSentence(sentence, this.invites)}</p>
              ${this.invites ? this.invitation.renderButtons() : nothing}</slot
            >`
      }
    </div>`;
  }
}
