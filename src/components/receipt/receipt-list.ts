import { html, nothing, type TemplateResult } from 'lit';
import type { Receipt } from '../../services/index.ts';
import { formatDay } from '../internal/format-day.ts';
import { firstCount } from '../internal/lists.ts';
import { renderMoreButton } from '../internal/more-button.ts';
import { localize } from '../internal/texts/messages.ts';

export interface ReceiptListView {
  readonly language: string | undefined;
  readonly headingLevel: number;
  /** Number of receipts that are shown until the shopper presses "Show all". */
  readonly limit: number;
  /** Id of the receipt that is being removed. */
  readonly removing: unknown;
  readonly onMore: () => void;
  readonly onRemove: (receipt: Receipt) => void;
}

/** The receipts that the shopper sent in, with the state of each. */
export function renderReceipts(receipts: readonly Receipt[], view: ReceiptListView): TemplateResult {
  const n = receipts.length;
  const shown = receipts.slice(0, firstCount(n, view.limit));
  return html`<div>
    <div class="heading">
      <div part="heading" role="heading" aria-level=${view.headingLevel}>${localize('Submitted')}</div>
      ${
        shown.length < n
          ? renderMoreButton({
              n,
              name: 'Show all {n} receipts',
              language: view.language,
              onMore: view.onMore,
            })
          : nothing
      }
    </div>
    ${
      n
        ? html`<ul part="list" tabindex="-1">
            ${shown.map((receipt) => renderReceipt(receipt, view))}
          </ul>`
        : html`<p class="empty quiet small" part="empty">
            <slot name="empty">${localize('Receipts you send us appear here.')}</slot>
          </p>`
    }
  </div>`;
}

function renderReceipt(receipt: Receipt, view: ReceiptListView): TemplateResult {
  const { number, status, sentAt } = receipt;
  return html`<li part="receipt">
    <span class="texts">
      <bdi class="number line" part="number" title=${number}>${number}</bdi>
      <span class="small quiet line" part="note" dir="auto"
        ><span class=${status} part="status ${status}">${statusText(status)}</span>${
          sentAt ? ` · ${formatDay(sentAt, view.language)}` : nothing
        }</span
      >
    </span>
    ${
      status === 'matched'
        ? nothing
        : html`<button
            class="ghost"
            part="button remove-button"
            type="button"
            aria-label=${localize('Remove {name}', { name: number })}
            aria-disabled=${view.removing === receipt.id}
            @click=${() => view.onRemove(receipt)}
          >
            ${localize('Remove')}
          </button>`
    }
  </li>`;
}

function statusText(status: Receipt['status']): string {
  switch (status) {
    case 'matched':
      return localize('Points added');
    case 'pending':
      return localize('In review');
    case 'refused':
      return localize('Declined');
  }
}
