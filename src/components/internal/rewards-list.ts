import { html, nothing, type TemplateResult } from 'lit';
import { say } from './messages.ts';
import { renderRewardLine, type RewardLineView } from './reward-line.ts';
import type { RewardRow } from './reward-rows.ts';

export interface RewardsListView extends RewardLineView {
  /** At most so many rows until the shopper asks for all. */
  readonly limit: number;
  /** What a screen reader is to say about the last claim. */
  readonly announcement: string;
  readonly onMore: () => void;
}

/** Rows that fill the reserved box until the real ones are there. */
export function renderRewardsLoading(rows: number): TemplateResult {
  return html`<ul part="list" aria-busy="true">
    <li class="hidden">${say('Loading rewards')}</li>
    ${Array.from(
      { length: rows },
      () =>
        html`<li class="row" part="row" aria-hidden="true">
          <span class="picture skeleton"></span>
          <span
            ><span class="skeleton">Name of a reward</span><br /><span class="skeleton small"
              >000 points</span
            ></span
          >
        </li>`,
    )}
  </ul>`;
}

/** The rewards, as many as fit, or the note that there are none. */
export function renderRewardsList(rows: readonly RewardRow[], view: RewardsListView): TemplateResult {
  if (!rows.length) {
    return html`<div class="notice" part="notice">
      <slot name="empty"><p>${say('There are no rewards at the moment.')}</p></slot>
    </div>`;
  }
  const shown = rows.slice(0, view.limit);
  return html`<ul part="list" tabindex="-1">
      ${shown.map((row) => renderRewardLine(row, view))}
    </ul>
    ${
      shown.length < rows.length
        ? html`<button class="ghost more" part="button more-button" type="button" @click=${view.onMore}>
            ${say('Show all {n}', { n: rows.length }, view.language)}
          </button>`
        : nothing
    }
    <p class="hidden" role="status">${view.announcement}</p>`;
}
