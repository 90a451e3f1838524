import { html, nothing, type TemplateResult } from 'lit';
import type { Credit, Id } from '../../services/index.ts';
import { daysUntil, formatDay, formatDaysUntil } from '../internal/format-day.ts';
import { formatMoney } from '../internal/format-money.ts';
import { localize } from '../internal/texts/messages.ts';

/** Within these days the end is urgent. */
const SOON_DAYS = 7;

export interface CreditRowView {
  readonly language: string | undefined;
  /** Id of the credit whose number the shopper sees. */
  readonly revealed: Id | undefined;
  /** Its number. */
  readonly number: TemplateResult | undefined;
  readonly onReveal: (credit: Credit) => void;
}

/** Skeleton rows that fill the reserved box while the credits load. */
export function renderCreditsLoading(rows: number): TemplateResult {
  return html`<div class="fills">
    <ul part="list" aria-busy="true">
      <li class="hidden">${localize('Loading your store credit')}</li>
      ${Array.from(
        { length: rows },
        () =>
          html`<li class="row" part="row" aria-hidden="true">
            <span><span class="skeleton" part="skeleton">Gift card</span></span>
            <span><span class="skeleton" part="skeleton">€00 of €00</span></span>
            ${renderBar(0)}
            <span class="small low"><span class="skeleton" part="skeleton">until January 1</span></span>
          </li>`,
      )}
    </ul>
  </div>`;
}

/** A credit. Its number is in the page only while the shopper looks at it. */
export function renderCredit(credit: Credit, view: CreditRowView): TemplateResult {
  const { id, remaining, initial, currency, isLocked, number, code } = credit;
  const { language, onReveal } = view;
  const money = (amount: string) => formatMoney(amount, currency, language);
  const name = credit.name ?? localize('Store credit');
  const kind = isLocked ? 'row row-locked' : 'row';
  const isRevealed = view.revealed === id;
  const note = renderNote(credit, language);
  const hasNumber = !!(number || code);
  return html`<li class=${kind} part=${kind} tabindex="-1">
    <bdi class="name line" part="name" id=${`credit-${id}`} title=${name}>${name}</bdi>
    <span class="line" part="value"
      ><b part="remaining"><bdi>${money(remaining)}</bdi></b
      >${
        initial && Number(initial) !== Number(remaining)
          ? [
              ' ',
              html`<span class="quiet small" part="initial"
                >${localize('of {total}', { total: money(initial) })}</span
              >`,
            ]
          : nothing
      }</span
    >
    ${credit.share === undefined ? nothing : renderBar(credit.share)}
    ${note || hasNumber ? html`<span class="quiet small low" part="note">${note}</span>` : nothing}
    ${
      hasNumber
        ? html`<button
            class="ghost"
            part="button number-button"
            type="button"
            aria-expanded=${isRevealed ? 'true' : 'false'}
            aria-describedby=${`credit-${id}`}
            @click=${() => onReveal(credit)}
          >
            ${localize(isRevealed ? 'Hide number' : 'Show number')}
          </button>`
        : nothing
    }
    ${isRevealed ? view.number : nothing}
  </li>`;
}

function renderNote(
  { isLocked, lockExpiresAt, releasedAt, expiresAt }: Credit,
  language: string | undefined,
): TemplateResult | undefined {
  const until = (day: Date) => ({ day: formatDay(day, language) });
  if (isLocked)
    return html`<span part="locked"
      >${lockExpiresAt ? localize('Available from {day}', until(lockExpiresAt)) : localize('Locked')}</span
    >`;
  if (releasedAt)
    return html`<span part="release">${localize('Available from {day}', until(releasedAt))}</span>`;
  if (!expiresAt) return undefined;
  const days = daysUntil(expiresAt);
  return days <= SOON_DAYS
    ? html`<span part="expiry soon"
        >${localize('Expires {when}', { when: formatDaysUntil(days, language) })}</span
      >`
    : html`<span part="expiry">${localize('until {day}', until(expiresAt))}</span>`;
}

/** An SVG, because its width is an attribute: a strict content security policy allows no inline styles. */
function renderBar(share: number): TemplateResult {
  return html`<svg part="bar" aria-hidden="true" preserveAspectRatio="none">
    <rect part="bar-remaining" width=${`${Math.round(share * 1000) / 10}%`} height="100%" rx="3"></rect>
  </svg>`;
}
