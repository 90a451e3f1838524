import { css, html, type TemplateResult } from 'lit';
import type { HistoryFilter, HistoryView } from '../../services/index.ts';
import type { MessageKey } from '../internal/texts/message-keys.ts';
import { localize } from '../internal/texts/messages.ts';

const FILTERS = {
  all: 'All points',
  earned: 'Earned',
  spent: 'Spent',
  expired: 'Expired',
  redeemed: 'Redeemed',
} as const satisfies Record<HistoryFilter, MessageKey>;

const filters = Object.keys(FILTERS) as HistoryFilter[];

/** The filter and the order of the history. */
export function renderChoices(
  { filter, oldestFirst }: HistoryView,
  choose: (view: HistoryView) => void,
): TemplateResult {
  return html`<select
      part="select filter"
      aria-label=${localize('Show')}
      @change=${({ target }: Event) =>
        choose({ filter: filters[(target as HTMLSelectElement).selectedIndex] ?? 'all', oldestFirst })}
    >
      ${filters.map((name) => html`<option ?selected=${name === filter}>${localize(FILTERS[name])}</option>`)}
    </select>
    <select
      part="select sort"
      aria-label=${localize('Sort by')}
      @change=${({ target }: Event) =>
        choose({ filter, oldestFirst: !!(target as HTMLSelectElement).selectedIndex })}
    >
      <option ?selected=${!oldestFirst}>${localize('Newest first')}</option>
      <option ?selected=${oldestFirst}>${localize('Oldest first')}</option>
    </select>`;
}

export const choicesStyles = css`
  .line-of-points {
    display: block;
    inline-size: 100%;
    block-size: calc(var(--loyalty-history-chart-size, 12em) - 5.5em);
    border-block-end: 1px solid var(--_line);
    overflow: visible;
    fill: none;
    stroke: var(--loyalty-history-chart-color, var(--_accent));
    stroke-width: 2;
  }
  .line-of-points .area {
    fill: var(--_wash);
    stroke: none;
  }
  :host(:dir(rtl)) .line-of-points {
    scale: -1 1;
  }
  .ends {
    display: flex;
    justify-content: space-between;
    gap: 1em;
  }
  summary {
    position: relative;
    inline-size: fit-content;
    cursor: pointer;
  }
  [part='table-toggle'] {
    align-content: center;
    min-block-size: 2.5em;
  }
  /* Large enough for fingers, in its line. */
  summary::after {
    content: '';
    position: absolute;
    inset: min(0px, (100% - 44px) / 2);
  }
  table {
    margin-block: 0.5em;
    border-collapse: collapse;
  }
  th,
  td {
    padding-block: 0.25em;
    padding-inline: 0 2em;
    border-block-end: 1px solid var(--_line);
    text-align: start;
  }
  td {
    text-align: end;
  }
`;
