import { html, type TemplateResult } from 'lit';
import type { HistoryEntry } from '../../services/index.ts';
import { formatDay } from '../internal/format-day.ts';
import { formatNumber } from '../internal/format.ts';
import { localize } from '../internal/texts/messages.ts';

interface Balance {
  readonly day: string;
  readonly at: number;
  readonly points: number;
}

const WIDTH = 600;
const HEIGHT = 100;

/** Points over time, as a line and as a table. */
export class HistoryChart {
  #entries: readonly HistoryEntry[] = [];
  #language: string | undefined;
  #balances: readonly Balance[] = [];

  /**
   * `undefined` if the service sends no balances. `entries` are the oldest first. Their days are formatted once: this is slow, and a
   * scroll through a long history renders in many of its frames.
   */
  render(entries: readonly HistoryEntry[], language: string | undefined): TemplateResult | undefined {
    if (entries !== this.#entries || language !== this.#language) {
      this.#entries = entries;
      this.#language = language;
      this.#balances = dailyBalances(entries, language);
    }
    return renderBalances(this.#balances, language);
  }
}

function renderBalances(
  balances: readonly Balance[],
  language: string | undefined,
): TemplateResult | undefined {
  const [first] = balances;
  const last = balances.at(-1);
  if (!first || !last) return undefined;
  const all = balances.map(({ points }) => points);
  const number = (points: number) => formatNumber(points, language);
  const low = Math.min(...all);
  const high = Math.max(...all);
  const summary = localize('Points from {from} to {to}: lowest {low}, highest {high}, at the end {now}', {
    from: first.day,
    to: last.day,
    low: number(low),
    high: number(high),
    now: number(last.points),
  });
  const line = stepLine(balances, Math.min(0, low), high);
  return html`<div class="ends quiet small" part="chart-scale" aria-hidden="true">
      <span><bdi>${number(high)}</bdi></span>
    </div>
    <svg
      class="line-of-points"
      part="chart"
      role="img"
      aria-label=${summary}
      viewBox="0 0 600 100"
      preserveAspectRatio="none"
    >
      <path class="area" d=${`${line}V${HEIGHT}H0Z`} />
      <path d=${line} vector-effect="non-scaling-stroke" />
    </svg>
    <div class="ends quiet small" part="chart-scale" aria-hidden="true">
      <span>${first.day}</span><span>${last.day}</span>
    </div>
    <details part="chart-table">
      <summary class="small" part="table-toggle">${localize('Show as table')}</summary>
      <table class="small" part="table">
        <thead>
          <tr>
            <th scope="col">${localize('Date')}</th>
            <th scope="col">${localize('Points')}</th>
          </tr>
        </thead>
        <tbody>
          ${balances.map(
            ({ day, points }) =>
              html`<tr>
                <th scope="row">${day}</th>
                <td>${number(points)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>`;
}

/** The balance at the end of each day with an entry. */
function dailyBalances(entries: readonly HistoryEntry[], language: string | undefined): Balance[] {
  const days = new Map<string, Balance>();
  for (const { at, balance } of entries) {
    if (balance === undefined) continue;
    const day = formatDay(at, language);
    days.set(day, { day, at: at.getTime(), points: balance });
  }
  return [...days.values()];
}

/** A balance stays the same until the next entry, so the line has steps. */
function stepLine(balances: readonly Balance[], low: number, high: number): string {
  const begin = balances[0]!.at;
  // The last balance has a width, too: a step at the edge would look like a spike.
  const duration = (balances.at(-1)!.at - begin || 1) * 1.02;
  const y = (points: number) => Math.round(HEIGHT - ((points - low) / (high - low || 1)) * HEIGHT);
  const steps = balances.map(
    ({ at, points }) => `H${Math.round(((at - begin) / duration) * WIDTH)}V${y(points)}`,
  );
  return `M0 ${y(balances[0]!.points)}${steps.join('')}H${WIDTH}`;
}
