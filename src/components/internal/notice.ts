import { html, nothing, type TemplateResult } from 'lit';
import type { LoyaltyError } from '../../services/index.ts';
import { localize } from './texts/messages.ts';

/** The notice that something did not load, with a retry button where a retry can succeed. */
export function errorNotice(
  error: LoyaltyError,
  sentence: string,
  retry: () => void,
  icon?: TemplateResult,
): TemplateResult {
  return html`<div class="notice" part="notice" role="status">
    ${icon}
    <p part="message">${error.status === 403 ? localize('You cannot see this.') : sentence}</p>
    ${
      error.code === 'invalid_config' || error.code === 'forbidden'
        ? nothing
        : html`<button class="ghost" part="button retry-button" type="button" @click=${retry}>
            ${localize('Try again')}
          </button>`
    }
  </div>`;
}

/** The notice for guests, with the slot for the theme's sign-in link. */
export function signedOutNotice(sentence: string): TemplateResult {
  return html`<div class="notice" part="notice">
    <slot name="signed-out"><p part="message">${sentence}</p></slot>
  </div>`;
}
