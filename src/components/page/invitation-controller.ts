import { ContextConsumer } from '@lit/context';
import { nothing, type LitElement, type TemplateResult } from 'lit';
import type { Loyalty } from '../../services/index.ts';
import { loyaltyContext, loyaltyOf, providerOf } from '../internal/context.ts';
import { setState } from '../internal/states.ts';
import type { Invitation } from './invitation.ts';

/**
 * What guests see in an element: a sentence that is a link to the shop's page to sign in, or where the element invites guests, the sentence
 * with both pages as buttons. The file with the links is loaded when there is a guest; before, and without it, there is the sentence.
 */
export class InvitationController {
  readonly #host: LitElement;
  readonly #customer: ContextConsumer<typeof loyaltyContext, LitElement>;
  #invitation: Invitation | undefined;
  #request: Promise<void> | undefined;

  /** @param onCustomer called with each customer of the page, and with a guest */
  constructor(host: LitElement, onCustomer?: (loyalty: Loyalty | undefined) => void) {
    this.#host = host;
    this.#customer = new ContextConsumer(host, {
      context: loyaltyContext,
      subscribe: true,
      callback: (customer) => onCustomer?.(loyaltyOf(customer)),
    });
  }

  /** The sentence; a link if the provider has one, and no buttons are rendered below it. */
  renderSentence(sentence: string, hasButtons = false): TemplateResult | string {
    this.#request ??= this.#load();
    return this.#invitation?.renderSentence(sentence, hasButtons) ?? sentence;
  }

  renderButtons(): TemplateResult | typeof nothing {
    this.#request ??= this.#load();
    return this.#invitation?.renderButtons() ?? nothing;
  }

  async #load(): Promise<void> {
    const loyaltyNow = () => loyaltyOf(this.#customer.value);
    const { signInUrl, joinUrl } = providerOf(loyaltyNow()) ?? {};
    const isReplaced = this.#host.querySelector(':scope > [slot=signed-out]') !== null;
    setState(this.#host, 'waiting', !!(signInUrl || joinUrl) && !isReplaced);
    const file = await import('./invitation.ts').catch(() => undefined);
    this.#invitation = file && new file.Invitation(this.#host, loyaltyNow);
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    setState(this.#host, 'waiting', false);
  }
}
