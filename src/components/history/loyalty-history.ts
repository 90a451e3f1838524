import { nothing, html, type TemplateResult } from 'lit';
import { history, type HistoryPage } from '../../services/index.ts';
import { containKeys } from '../internal/contain-keys.ts';
import { define } from '../internal/element.ts';
import { languageOf } from '../internal/format.ts';
import { HistoryPages } from './history-pages.ts';
import { HistoryRows, skeletonRows } from './history-rows.ts';
import { historyStyles } from './history-styles.ts';
import { reservedRows, restoreFocus } from '../internal/lists.ts';
import { renderListEnd } from '../internal/list-end.ts';
import { localize } from '../internal/texts/messages.ts';
import { errorNotice } from '../internal/notice.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import { ResourceController } from '../internal/resource-controller.ts';
import { setState } from '../internal/states.ts';

export type { LoyaltyErrorEvent } from '../internal/events.ts';

/**
 * The shopper's points: what was earned, spent or expired, when, and the balance after it, newest first, with a chart. Shoppers choose
 * what they see and in which order, see redemptions too, and load more.
 *
 * @summary where points came from, as a list and as a chart
 * @tag loyalty-history
 * @guests line
 * @needs history
 * @slot signed-out - Shown to guests: your sign-in link.
 * @slot empty - Shown while there are no points.
 * @csspart chart - The line of points over time.
 * @csspart chart-scale - The highest number above the line, and the first and the last day below it.
 * @csspart chart-table - The disclosure with the same numbers as a table.
 * @csspart table-toggle - Its summary, which opens it.
 * @csspart table - The table.
 * @csspart select - Every choice.
 * @csspart filter - The choice of what is shown.
 * @csspart sort - The choice of the order.
 * @csspart list - The list of rows.
 * @csspart row - A change of points, or a redemption.
 * @csspart row-earned - A change that added points.
 * @csspart row-spent - A change that took points.
 * @csspart row-redeemed - A redemption.
 * @csspart title - What it was for; for a purchase it opens what a refund takes back.
 * @csspart refund - The points that a refund of the purchase takes back.
 * @csspart amount - Points with their sign, or the amount of a redemption.
 * @csspart day - The day.
 * @csspart balance - The balance after it, where the service sends it.
 * @csspart button - Every button.
 * @csspart more-button - The button that shows more rows.
 * @csspart problem - Why more rows were not loaded.
 * @csspart skeleton - A grey shape while rows load.
 * @csspart end - The sentence that these are all, where the reserved box has room for more.
 * @csspart notice - The box instead of the rows: signed out, empty, or an error.
 * @csspart message - The sentence in this box.
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-history-rows=6] - Number of rows that are shown first, and reserved while they load.
 * @cssprop [--loyalty-history-row-size=4em] - Height of a row; 6.5em on very narrow screens.
 * @cssprop [--loyalty-history-chart-size=12em] - Height of the chart with its disclosure.
 * @cssprop [--loyalty-guest-block-size=6em] - Height reserved for a guest's notice, on a page with the class `loyalty-guest`.
 * @cssprop [--loyalty-guest-line-size=2.5em] - Height reserved for a guest's notice where the element does not invite: it is a line.
 * @cssprop [--loyalty-history-chart-color=var(--loyalty-color-accent)] - Colour of the line.
 * @cssprop [--loyalty-color-earned] - Colour of added points. Default: green, mixed with the text colour.
 * @cssstate loading - The history is loading.
 * @cssstate failed - The history could not be loaded.
 * @cssstate empty - There are no points.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @fires loyalty-error - The history, or more of it, could not be loaded.
 * @keyboard Enter, Space - On “Show as table”: shows the points over time as a table. On “Show more”: the focus stays, or moves to the first new row where there are no more.
 */
export class LoyaltyHistory extends InvitingElement {
  static override styles = historyStyles;

  #history = new ResourceController(this, history);
  #rows = new HistoryRows(this);
  /** Filters, further pages and the chart. */
  #pages = new HistoryPages(this, this.#history, () => this.#limit);

  constructor() {
    super();
    containKeys(this);
  }

  protected override updated(): void {
    this.#rows.observe();
    const { state } = this.#history;
    setState(this, 'empty', state.status === 'ready' && !state.value.entries.length);
  }

  #onMore = async (): Promise<void> => {
    if (this.#pages.isLoading) return;
    const first = await this.#pages.more();
    await this.updateComplete;
    if (!this.#pages.hasMore)
      restoreFocus(
        this,
        [...this.renderRoot.querySelectorAll<HTMLElement>('[data-row]')].find(
          ({ dataset }) => dataset['row'] === first,
        ),
      );
  };

  /** Number of rows in the reserved box. */
  get #limit(): number {
    return reservedRows(this, '--loyalty-history-rows', 6);
  }

  protected override render(): TemplateResult {
    const { state } = this.#history;
    switch (state.status) {
      case 'loading':
        return this.#renderLoading();
      case 'signed-out':
        return this.renderSignedOut(localize('Sign in to see your history.'), state);
      case 'error':
        return errorNotice(this, state.error, localize('Couldn’t load your history.'), () =>
          this.#history.retry(),
        );
      case 'ready':
        return state.value.entries.length ? this.#renderHistory(state.value) : renderEmpty();
    }
  }

  #renderLoading(): TemplateResult {
    return html`<div aria-busy="true">
      <p class="hidden">${localize('Loading your history')}</p>
      <div class="chart" aria-hidden="true"><span class="skeleton" part="skeleton"></span></div>
      <div class="choices"></div>
      <div class="list" part="list" aria-hidden="true">${skeletonRows(this.#limit)}</div>
    </div>`;
  }

  #renderHistory({ entries }: HistoryPage): TemplateResult {
    const pages = this.#pages;
    const shown = pages.entries;
    const problem = pages.error && shown.length ? localize('Couldn’t load more.') : undefined;
    return html`<div class="with-end">
      ${
        entries.some(({ balance }) => balance !== undefined)
          ? html`<div class="chart">${pages.renderChart() ?? nothing}</div>`
          : nothing
      }
      <div class="choices">${pages.renderChoices()}</div>
      ${
        pages.error && !shown.length
          ? errorNotice(this, pages.error, localize('Couldn’t load your history.'), pages.retry)
          : html`<div
              class="list"
              part="list"
              role=${shown.length ? 'list' : nothing}
              tabindex="-1"
              aria-busy=${pages.isLoading ? 'true' : 'false'}
            >
              ${this.#rows.render(shown, languageOf(this))} ${skeletonRows(pages.pending)}
            </div>`
      }
      ${pages.isLoading || pages.hasMore || pages.error ? nothing : shown.length ? renderListEnd() : html`<p class="notice end" part="message" role="status">${localize('Nothing of this kind yet.')}</p>`}
      <div class=${pages.takesRow ? 'foot fills' : pages.hasMore || problem ? 'foot' : nothing}>
        ${
          pages.hasMore
            ? html`<button
                class=${pages.takesRow ? 'ghost takes-row' : 'ghost'}
                part="button more-button"
                type="button"
                value=${pages.count}
                aria-disabled=${pages.isLoading ? 'true' : 'false'}
                @click=${this.#onMore}
              >
                ${localize(problem ? 'Try again' : 'Show more')}
              </button>`
            : nothing
        }
        <p class=${problem ? 'small' : 'hidden'} part="problem" role="status">
          ${problem ?? pages.announcement}
        </p>
      </div>
    </div>`;
  }
}

const renderEmpty = (): TemplateResult =>
  html`<div class="notice" part="notice">
    <slot name="empty"
      ><p part="message">${localize('Your points history starts with your first purchase.')}</p></slot
    >
  </div>`;

define('loyalty-history', LoyaltyHistory);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-history': LoyaltyHistory;
  }
}
