import { css, html, nothing, type TemplateResult } from 'lit';
import type { LoyaltyError } from '../../services/index.ts';
import { addStyles } from '../internal/add-styles.ts';
import { containPresses } from '../internal/contain-presses.ts';
import type { FailedHost } from '../internal/notice.ts';
import { localize } from '../internal/texts/messages.ts';
import { balanceControlStyles } from './balance-control-styles.ts';

const styles = css`
  button {
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
`;

/** Gives the element the styles of its error state, and what that shows. */
export function adoptError(host: HTMLElement) {
  addStyles(host, styles, balanceControlStyles);
  containPresses(host);
  return { renderError };
}

/** The error state, with a retry button where a retry can succeed. */
function renderError(host: FailedHost, { code }: LoyaltyError, retry: () => void): TemplateResult {
  return html`<span part="base message" class="base small" role="status">
    <span>${localize('Points aren’t available right now')}</span>
    ${
      code === 'invalid_config' || code === 'forbidden'
        ? nothing
        : html`<button part="retry-button" type="button" ?hidden=${host.outage === null} @click=${retry}>
            ${localize('Try again')}
          </button>`
    }
  </span>`;
}
