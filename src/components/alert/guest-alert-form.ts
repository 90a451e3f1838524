import { css, html, nothing, type LitElement, type TemplateResult } from 'lit';
import {
  askForGuestAlert,
  choiceKey,
  toLoyaltyError,
  typedText,
  type Alert,
  type Loyalty,
  type LoyaltyError,
  type ProductChoice,
} from '../../services/index.ts';
import { addStyles } from '../internal/add-styles.ts';
import { containKeys } from '../internal/contain-keys.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { failureText } from '../internal/failure-text.ts';
import { fieldStyles } from '../internal/field-styles.ts';
import { renderField } from '../internal/form-field.ts';
import { localize } from '../internal/texts/messages.ts';

// What guests see with `guests`. Loaded for them only.

const styles = css`
  form,
  .field {
    display: grid;
    gap: 0.25em;
  }
  form {
    gap: 0.75em;
    box-sizing: border-box;
    inline-size: min(100%, 24em);
    justify-items: start;
    padding-block: 0.5em 0.25em;
  }
  .field {
    inline-size: 100%;
  }
  input {
    box-sizing: border-box;
  }
  .notice {
    align-items: start;
    justify-content: start;
    padding: 0;
    border: 0;
    text-align: start;
  }
`;

/** The product that the element shows, and how its button is called. */
interface Shown extends ProductChoice {
  readonly loyalty: Loyalty;
  readonly kind: Alert['kind'];
  readonly label: string;
  /** With the name of the product; `undefined` without one. */
  readonly fullLabel: string | undefined;
  readonly icon: TemplateResult;
}

/** The button for guests, and the form below it that asks for an e-mail address. */
export class GuestAlertForm {
  readonly #host: LitElement;
  #isOpen = false;
  #isBusy = false;
  #problem: string | undefined;
  /** For which product and kind a link was sent. */
  #sentFor: string | undefined;
  /** Whether the service does not offer it. */
  isRefused = false;

  constructor(host: LitElement) {
    this.#host = host;
    addStyles(host, fieldStyles, styles);
    containKeys(host);
  }

  render(shown: Shown): TemplateResult {
    const { label, fullLabel, icon } = shown;
    const isSent = this.#sentFor === keyOf(shown);
    const hint = this.#isOpen
      ? localize('We’ll email you about this product only. Each email has a link to stop.')
      : isSent
        ? localize('Check your mail: we sent a link to confirm.')
        : localize('We’ll send you a message.');
    return html`<div part="base" class="base">
      <button
        class="ghost"
        part="button alert-button"
        type="button"
        aria-label=${fullLabel ?? nothing}
        aria-expanded=${this.#isOpen}
        aria-controls=${this.#isOpen ? 'form' : nothing}
        @click=${this.#onToggle}
      >
        ${icon}<span>${label}</span>
      </button>
      <p part="hint" class="quiet small" id="hint" role="status">${hint}</p>
      ${this.#isOpen ? this.#renderForm(shown) : nothing}
    </div>`;
  }

  #renderForm(shown: Shown): TemplateResult {
    return html`<form
      part="form"
      id="form"
      method="post"
      novalidate
      aria-describedby="hint"
      @submit=${(event: SubmitEvent) => this.#onSubmit(event, shown)}
    >
      ${renderField({
        name: 'email',
        label: localize('Email'),
        type: 'email',
        autocomplete: 'email',
        isRequired: true,
        problem: this.#problem,
      })}
      <button
        class="filled"
        part="button submit-button"
        type="submit"
        aria-disabled=${this.#isBusy ? 'true' : 'false'}
      >
        <span>${localize('Send me a link')}</span>
      </button>
    </form>`;
  }

  #onToggle = async (): Promise<void> => {
    this.#isOpen = !this.#isOpen;
    this.#problem = undefined;
    await this.#focus(this.#isOpen ? 'input' : 'button');
  };

  async #onSubmit(event: SubmitEvent, shown: Shown): Promise<void> {
    event.preventDefault();
    if (this.#isBusy) return;
    const email = typedText(String(new FormData(event.target as HTMLFormElement).get('email') ?? '')).trim();
    if (!email.includes('@')) return await this.#fail(localize('Enter your email.'));
    this.#isBusy = true;
    this.#problem = undefined;
    this.#host.requestUpdate();
    try {
      await askForGuestAlert(shown.loyalty, shown, shown.kind, email);
      this.#sentFor = keyOf(shown);
      this.#isOpen = this.#isBusy = false;
      await this.#focus('button');
    } catch (thrown) {
      this.#isBusy = false;
      const error = toLoyaltyError(thrown);
      this.isRefused = isNotOffered(error);
      this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
      await this.#fail(sentenceOf(error));
    }
  }

  async #fail(sentence: string): Promise<void> {
    this.#problem = sentence;
    await this.#focus(this.isRefused ? 'a' : 'input');
  }

  async #focus(selector: string): Promise<void> {
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }
}

const keyOf = (shown: Shown): string => `${shown.kind} ${choiceKey(shown)}`;

/** A service or proxy without it answers as to any address that it does not know, or that needs a session. */
const isNotOffered = ({ status = 0 }: LoyaltyError): boolean => [401, 403, 404, 405, 501].includes(status);

/** Why no link was sent, for the shopper. */
function sentenceOf(error: LoyaltyError): string {
  const { code, fields } = error;
  switch (code) {
    case 'rate_limited':
      return localize('Too many attempts. Try again later.');
    case 'validation':
      return fields['email']
        ? localize('Enter your email.')
        : localize('We can’t tell you about this product.');
    default:
      return failureText(error, localize('We couldn’t send the link. Try again.'));
  }
}
