import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { balances, type LoyaltyError, type PointsBalance } from '../services/index.ts';
import { box } from './internal/boxes/loyalty-balance.ts';
import { define } from './internal/define.ts';
import { formatDay, formatNumber, languageOf } from './internal/format.ts';
import { say } from './internal/messages.ts';
import { property } from './internal/property.ts';
import { ResourceController } from './internal/resource-controller.ts';
import { elementStyles } from './internal/styles.ts';

/** From here on the inline number is shortened, so that it fits the box that was reserved for it. */
const LONGEST_INLINE = 9_999_999;

/**
 * The shopper's points: a number beside its word, or with `variant="card"` a large number with what expires next, what is
 * pending and what was earned in all.
 *
 * @tag loyalty-balance
 * @slot signed-out - Shown to guests: your sign-in link.
 * @csspart base - The whole.
 * @csspart value - The number.
 * @csspart label - The word beside the number.
 * @csspart expiry - The next points to expire (card).
 * @csspart details - Pending and earned points (card).
 * @csspart message - The sentence in place of the number.
 * @csspart retry-button - The button that tries again after an error.
 * @cssprop [--loyalty-balance-inline-size=9em] - Width reserved inline.
 * @cssprop [--loyalty-balance-block-size=7em] - Height reserved for the card.
 * @cssprop [--loyalty-balance-color=currentColor] - Colour of the number.
 * @fires loyalty-error - The points could not be loaded.
 */
export class LoyaltyBalance extends LitElement {
  static override styles = [
    elementStyles(box),
    css`
      .base {
        display: inline-flex;
        align-items: baseline;
        gap: 0.375em;
        max-inline-size: 100%;
      }
      [part~='value'] {
        color: var(--loyalty-balance-color, inherit);
        font-weight: 600;
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
        gap: 1.5em;
        margin: 0.375em 0 0;
      }
      dl div {
        display: flex;
        gap: 0.4em;
      }
      dd {
        margin: 0;
      }
      button {
        padding: 0;
        border: 0;
        background: none;
        color: inherit;
        font: inherit;
        text-decoration: underline;
        text-underline-offset: 0.2em;
        cursor: pointer;
      }
      :focus-visible {
        outline: 2px solid var(--_accent);
        outline-offset: 2px;
      }
    `,
  ];

  /** `inline` is a number beside its word; `card` shows all there is to know. */
  @property() variant: 'inline' | 'card' = 'inline';

  #points = new ResourceController(this, balances);

  /** Points that can be spent now; `undefined` until they are known. */
  get points(): number | undefined {
    const { state } = this.#points;
    return state.status === 'ready' ? state.value.available : undefined;
  }

  get #isCard(): boolean {
    return this.variant === 'card';
  }

  protected override render(): TemplateResult {
    const { state } = this.#points;
    switch (state.status) {
      case 'loading':
        return this.#renderLoading();
      case 'signed-out':
        return html`<slot name="signed-out">
          <span part="base message">${say('balance.signed-out', 'Points for members')}</span>
        </slot>`;
      case 'error':
        return this.#renderError(state.error);
      case 'ready':
        return this.#renderPoints(state.value);
    }
  }

  #renderLoading(): TemplateResult {
    return html`<span part="base" class="base ${this.#isCard ? 'card' : ''}" aria-busy="true">
      <span class="hidden">${say('balance.loading', 'Loading your points')}</span>
      <span part="value"><span class="skeleton" aria-hidden="true">0,000</span></span>
      <span class="skeleton small" aria-hidden="true">${this.#isCard ? '000 points expire' : 'points'}</span>
    </span>`;
  }

  #renderError(error: LoyaltyError): TemplateResult {
    return html`<span part="base message" class="base" role="status">
      <span>${say('balance.error', 'No points shown')}</span>
      ${
        error.code === 'invalid_config'
          ? nothing
          : html`<button part="retry-button" type="button" @click=${() => this.#points.retry()}>
              ${say('balance.retry', 'Retry')}
            </button>`
      }
    </span>`;
  }

  #renderPoints(points: PointsBalance): TemplateResult {
    const language = languageOf(this);
    const word = say('balance.points', { one: 'point', other: 'points' }, { n: points.available }, language);
    const exact = formatNumber(points.available, language);
    if (!this.#isCard) {
      const short = points.available > LONGEST_INLINE;
      const value = short
        ? formatNumber(points.available, language, { notation: 'compact', maximumFractionDigits: 1 })
        : exact;
      return html`<span part="base" class="base" title=${short ? exact : nothing}>
        <span part="value">${value}</span> <span part="label" class="quiet small">${word}</span>
      </span>`;
    }
    return html`<div part="base" class="card">
      <span><span part="value">${exact}</span> <span part="label" class="hidden">${word}</span></span>
      <span part="expiry" class="quiet small line">${this.#expiry(points, language)}</span>
      <dl part="details" class="small">
        ${this.#renderDetail(say('balance.pending', 'Pending'), points.pending, language)}
        ${this.#renderDetail(say('balance.earned', 'Earned in all'), points.earned, language)}
      </dl>
    </div>`;
  }

  #expiry({ available, expiring }: PointsBalance, language: string | undefined): string {
    if (!expiring)
      return say('balance.points', { one: 'point', other: 'points' }, { n: available }, language);
    return say(
      'balance.expiry',
      { one: '{n} of them expires on {day}', other: '{n} of them expire on {day}' },
      { n: expiring.points, day: formatDay(expiring.at, language) },
      language,
    );
  }

  #renderDetail(name: string, points: number | undefined, language: string | undefined) {
    return points === undefined
      ? nothing
      : html`<div>
          <dt class="quiet">${name}</dt>
          <dd>${formatNumber(points, language)}</dd>
        </div>`;
  }
}

define('loyalty-balance', LoyaltyBalance);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-balance': LoyaltyBalance;
  }
}
