import { css, html, nothing, type TemplateResult } from 'lit';
import { readPointDetails, type LoyaltyError, type PointsBalance } from '../../services/index.ts';
import { addStyles } from '../internal/add-styles.ts';
import { endsSoon, formatDay } from '../internal/format-day-and-money.ts';
import { formatNumber } from '../internal/format.ts';
import { batchText, endingSoonText, worthText } from '../internal/point-details-text.ts';
import { pointsLabel, localize } from '../internal/texts/messages.ts';
import type { ElementState } from '../internal/resource-controller.ts';
import { containPresses } from '../internal/contain-presses.ts';
import { setState } from '../internal/states.ts';

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
    gap: 0.125em;
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
    margin: 0.375em 0 0;
  }
  dl div {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4em;
  }
  dd,
  p {
    margin: 0;
  }
  ul {
    margin: 0.25em 0 0;
    padding-inline-start: 1.25em;
  }
  summary {
    position: relative;
    cursor: pointer;
  }
  button {
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    position: relative;
    cursor: pointer;
  }
  /* Large enough for fingers, in its line. */
  :is(button, summary)::after {
    content: '';
    position: absolute;
    inset: min(0px, (100% - 44px) / 2);
  }
  :focus-visible {
    outline: 2px solid var(--loyalty-color-accent, currentColor);
    outline-offset: 2px;
  }
`;

/** Adds the styles of this module to the element, and keeps the presses of its controls. */
export function adoptExtras(host: HTMLElement): void {
  addStyles(host, styles);
  containPresses(host);
}

/** Sets the state `expiring` while the next expiry is near. */
export function setExpiryState(host: HTMLElement, state: ElementState<PointsBalance>): void {
  setState(
    host,
    'expiring',
    state.status === 'ready' && endsSoon(readPointDetails(state.value).expiring?.at),
  );
}

/** The error state, with a retry button where a retry can succeed. */
export function renderError({ code }: LoyaltyError, retry: () => void): TemplateResult {
  return html`<span part="base message" class="base small" role="status">
    <span>${localize('Points aren’t available right now')}</span>
    ${
      code === 'invalid_config' || code === 'forbidden'
        ? nothing
        : html`<button part="retry-button" type="button" @click=${retry}>${localize('Try again')}</button>`
    }
  </span>`;
}

/** The card: available points and their worth, the next expiry with all batches, pending and earned points. */
export function renderCard(points: PointsBalance, language: string | undefined): TemplateResult {
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
