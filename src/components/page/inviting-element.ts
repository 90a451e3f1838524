import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { readFlag } from '../internal/element.ts';
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

  protected readonly invitation = new InvitationController(this);

  constructor() {
    super();
    containPresses(this);
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
