import { css, html, nothing, type TemplateResult } from 'lit';
import type { Credit } from '../../services/index.ts';
import { localize } from '../internal/texts/messages.ts';

export const numberStyles = css`
  .secret {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em 1em;
    margin: 0 0 0.75em;
  }
  code {
    padding: 0.25em 0.5em;
    border-radius: 0.4em;
    background-color: var(--_wash);
    font:
      600 1em ui-monospace,
      monospace;
    overflow-wrap: anywhere;
  }
`;

/** Copies the number. `false` where the browser does not allow it, such as on a page without https. */
export async function copyNumber({ number = '' }: Credit): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(number);
    return true;
  } catch {
    return false;
  }
}

/** The number of a credit while the shopper looks at it. `copied` is `undefined` before it is copied. */
export function renderNumber(
  { id, number, code }: Credit,
  copied: boolean | undefined,
  onCopy: (event: Event) => void,
): TemplateResult {
  return html`<p class="secret wide" part="secret">
    ${number ? html`<code part="number" dir="ltr">${number}</code>` : nothing}
    ${
      code
        ? html`<span class="small">${localize('PIN')} <code part="code" dir="ltr">${code}</code></span>`
        : nothing
    }
    ${
      number
        ? html`<button
            class="ghost"
            part="button copy-button"
            type="button"
            aria-describedby=${`credit-${id}`}
            @click=${onCopy}
          >
            ${localize('Copy number')}
          </button>`
        : nothing
    }
    <span class="small" part="copied" role="status"
      >${copied === undefined ? nothing : localize(copied ? 'Copied' : 'Couldn’t copy')}</span
    >
  </p>`;
}
