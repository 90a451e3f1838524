import { html, nothing, type TemplateResult } from 'lit';
import type { LoyaltyError } from '../../services/index.ts';
import type { ElementState } from './resource-controller.ts';
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
    <p part="message">${error.status === 403 ? localize('You don’t have access to this.') : sentence}</p>
    ${
      error.code === 'invalid_config' || error.code === 'forbidden'
        ? nothing
        : html`<button class="ghost" part="button retry-button" type="button" @click=${retry}>
            ${localize('Try again')}
          </button>`
    }
  </div>`;
}

/** What a customer reads whom the programme does not take, because the profile was deleted; `undefined` for others. */
export function accountRefusal(state: ElementState<unknown>): string | undefined {
  return state.status === 'signed-out' && state.error.fields['account']
    ? localize('This account isn’t in the programme. Contact the shop.')
    : undefined;
}
