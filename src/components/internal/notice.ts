import { html, nothing, type TemplateResult } from 'lit';
import type { LoyaltyError } from '../../services/index.ts';
import { say } from './messages.ts';

/** Says plainly that something did not load, and offers to try again where that can help. */
export function errorNotice(error: LoyaltyError, sentence: string, retry: () => void): TemplateResult {
  return html`<div class="notice" part="notice" role="status">
    <p>${error.status === 403 ? say('You cannot see this.') : sentence}</p>
    ${
      error.code === 'invalid_config' || error.code === 'forbidden'
        ? nothing
        : html`<button class="ghost" part="button retry-button" type="button" @click=${retry}>
            ${say('Try again')}
          </button>`
    }
  </div>`;
}

/** Where a theme puts its sign-in link. */
export function signedOutNotice(sentence: string): TemplateResult {
  return html`<div class="notice" part="notice">
    <slot name="signed-out"><p>${sentence}</p></slot>
  </div>`;
}
