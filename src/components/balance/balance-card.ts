import { css, html, nothing, type TemplateResult } from 'lit';
import { readPointDetails, type PointsBalance } from '../../services/index.ts';
import { addStyles } from '../internal/add-styles.ts';
import { containPresses } from '../internal/contain-presses.ts';
import { endsSoon, formatDay } from '../internal/format-day.ts';
import { formatNumber, languageOf } from '../internal/format.ts';
import { batchText, endingSoonText, worthText } from '../internal/point-details-text.ts';
import type { ElementState } from '../internal/resource-controller.ts';
import { localize } from '../internal/texts/messages.ts';
import { pointsLabel } from '../internal/texts/points-label.ts';
import { balanceControlStyles } from './balance-control-styles.ts';

const styles = css`
  /* The reserved height, and more for large text or wide spacing. */
  :host([variant='card']) {
    block-size: auto;
    min-block-size: var(--loyalty-balance-block-size, 7em);
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .card {
    display: grid;
    align-content: start;
  }
  .card [part~='value'] {
    font-size: 2.5em;
    line-height: 1.15;
    letter-spacing: -0.02em;
  }
  [part~='expiry'] {
    min-block-size: 1.5em;
  }
  dl {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25em 1.5em;
    margin: 0.25em 0 0;
  }
  dl div {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em;
  }
  dd,
  p {
    margin: 0;
  }
  ul {
    margin: 0.25em 0 0;
    padding-inline-start: 1.5em;
  }
`;

/** Gives the element the styles of the card, in each of its states, and what the card shows. */
export function adoptCard(host: HTMLElement) {
  addStyles(host, styles, balanceControlStyles);
  containPresses(host);
  return { isExpiring, renderCard };
}

/** Whether the next points expire soon. */
const isExpiring = (state: ElementState<PointsBalance>): boolean =>
  state.status === 'ready' && endsSoon(readPointDetails(state.value).expiring?.at);

/** The card: available points and their worth, the next expiry with all batches, pending and earned points. */
function renderCard(host: HTMLElement, points: PointsBalance): TemplateResult {
  const language = languageOf(host);
  const { available } = points;
  const details = readPointDetails(points);
  const { expiring, pending, earned, batches, endingSoon } = details;
  const expiry =
    expiring &&
    localize(
      '{n} of them expire on {day}',
      { n: expiring.points, day: formatDay(expiring.at, language) },
      language,
      '{n} of them expires on {day}',
    );
  const worth = worthText(details, language);
  return html`<div part="base" class="card">
    <bdi>
      <span part="value">${formatNumber(available, language)}</span>
      <span part="label" class="quiet">${pointsLabel(available, language)}</span>
      ${worth ? html`<span part="worth" class="quiet small">· ${worth}</span>` : nothing}
    </bdi>
    ${
      expiry && batches.length > 1
        ? html`<details class="small">
            <summary part="expiry" class="quiet">${expiry}</summary>
            ${endingSoon ? html`<p part="ending-soon">${endingSoonText(endingSoon, language)}</p>` : nothing}
            <ul part="batches">
              ${batches.map((batch) => html`<li part="batch">${batchText(batch, language)}</li>`)}
            </ul>
          </details>`
        : html`<span part="expiry" class="quiet small">${expiry}</span>`
    }
    <dl part="details" class="small">
      ${renderDetail(localize('Pending'), pending, language)}
      ${renderDetail(localize('Total earned'), earned, language)}
    </dl>
  </div>`;
}

function renderDetail(name: string, points: number | undefined, language: string | undefined) {
  return points === undefined
    ? nothing
    : html`<div part="detail">
        <dt part="detail-name" class="quiet">${name}</dt>
        <dd part="detail-value">${formatNumber(points, language)}</dd>
      </div>`;
}
