import { html, nothing, type TemplateResult } from 'lit';
import type { LoyaltyError } from '../../services/index.ts';
import type { ElementState } from './resource-controller.ts';
import { localize } from './texts/messages.ts';

/** An element that shows a failure. */
export interface FailedHost extends HTMLElement {
  /**
   * Set by the page's policy where several elements have failed: what the first one says of all, whose button retries for all; `null` for
   * the others, which have none.
   */
  outage?: Node | null | undefined;
}

/** The notice that something did not load, with a retry button where a retry can succeed. */
export function errorNotice(
  host: FailedHost,
  { code, status }: LoyaltyError,
  sentence: string,
  retry: () => void,
  icon?: TemplateResult,
): TemplateResult {
  return html`<div class="notice" part="notice" role="status">
    ${host.outage}${icon}
    <p part="message">${status === 403 ? localize('You don’t have access to this.') : sentence}</p>
    ${
      code === 'invalid_config' || code === 'forbidden'
        ? nothing
        : html`<button
            class="ghost"
            part="button retry-button"
            type="button"
            ?hidden=${host.outage === null}
            @click=${retry}
          >
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
