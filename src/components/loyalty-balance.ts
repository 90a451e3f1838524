import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { balances, type PointsBalance } from '../services/index.ts';
import type * as Extras from './internal/balance-extras.ts';
import { define } from './internal/element.ts';
import { formatNumber, languageOf } from './internal/format.ts';
import { pointsWord, say } from './internal/messages.ts';
import { ResourceController } from './internal/resource-controller.ts';
import { balanceStyles } from './internal/balance-styles.ts';

/** From here on the inline number is shortened, so that it fits the box that was reserved for it. */
const LONGEST_INLINE = 9_999_999;
const SHORT: Intl.NumberFormatOptions = { notation: 'compact', maximumFractionDigits: 1 };

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
  static override properties = { variant: {} };

  static override styles = balanceStyles;

  /** `inline` is a number beside its word; `card` shows all there is to know. */
  variant: 'inline' | 'card' = 'inline';

  #points = new ResourceController(this, balances);

  /** Points that can be spent now; `undefined` until they are known. */
  get points(): number | undefined {
    const { state } = this.#points;
    return state.status === 'ready' ? state.value.available : undefined;
  }

  /** What most balances never show, loaded when one does: the card, and the way out of an error. */
  #extras: typeof Extras | undefined;
  /** Asked for; a file that a blocker stops is not asked for again. */
  #extrasAsked = false;
  #extrasFailed = false;

  protected override updated(): void {
    const { status } = this.#points.state;
    if (this.#extrasAsked || (this.variant !== 'card' && status !== 'error')) return;
    this.#extrasAsked = true;
    void this.#loadExtras();
  }

  async #loadExtras(): Promise<void> {
    try {
      this.#extras = await import('./internal/balance-extras.ts');
      this.#extras.adopt(this.renderRoot as ShadowRoot);
    } catch {
      this.#extrasFailed = true;
    }
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { state } = this.#points;
    switch (state.status) {
      case 'loading':
        return this.#renderLoading();
      case 'signed-out':
        return html`<slot name="signed-out"> ${this.#renderMessage(say('Points for members'))} </slot>`;
      case 'error':
        if (this.#extrasFailed) return this.#renderMessage(say('No points shown'));
        return this.#extras?.renderError(state.error, () => this.#points.retry()) ?? this.#renderLoading();
      case 'ready':
        if (this.variant !== 'card' || this.#extrasFailed) return this.#renderPoints(state.value);
        return this.#extras?.renderCard(state.value, languageOf(this)) ?? this.#renderLoading();
    }
  }

  #renderMessage(sentence: string): TemplateResult {
    return html`<span part="base message" class="small">${sentence}</span>`;
  }

  #renderLoading(): TemplateResult {
    return html`<span part="base" class="base" aria-busy="true">
      <span class="hidden">${say('Loading your points')}</span>
      <span part="value" aria-hidden="true"><span class="skeleton">0,000</span></span>
      <span class="skeleton small" aria-hidden="true">points</span>
    </span>`;
  }

  #renderPoints({ available }: PointsBalance): TemplateResult {
    const language = languageOf(this);
    const exact = formatNumber(available, language);
    const long = available > LONGEST_INLINE;
    return html`<span part="base" class="base" title=${long ? exact : nothing}>
      <span part="value">${long ? formatNumber(available, language, SHORT) : exact}</span>
      <span part="label" class="quiet small">${pointsWord(available, language)}</span>
    </span>`;
  }
}

define('loyalty-balance', LoyaltyBalance);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-balance': LoyaltyBalance;
  }
}
