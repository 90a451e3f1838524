import { html, nothing, type TemplateResult } from 'lit';
import { balances, type PointsBalance } from '../../services/index.ts';
import type { watchNumber } from '../claims/count-down.ts';
import { define } from '../internal/element.ts';
import { LoyaltyElement } from '../page/loyalty-element.ts';
import { formatNumber, languageOf, preloadLanguageData } from '../internal/format.ts';
import { inBrowser } from '../internal/in-browser.ts';
import { localize } from '../internal/texts/messages.ts';
import { pointsLabel } from '../internal/texts/points-label.ts';
import { lazyImport } from '../internal/lazy-import.ts';
import { setState } from '../internal/states.ts';
import { ResourceController } from '../internal/resource-controller.ts';
import { balanceStyles } from './balance-styles.ts';

export type { LoyaltyErrorEvent } from '../internal/events.ts';

/** A larger inline number is shortened, so that it fits the reserved box. */
const MAX_INLINE = 9_999_999;
const COMPACT: Intl.NumberFormatOptions = { notation: 'compact', maximumFractionDigits: 1 };

/**
 * The shopper's available points: a number with its unit, or with `variant="card"` a card with their worth, their ends, the pending points
 * and all points earned.
 *
 * @summary points
 * @tag loyalty-balance
 * @block [variant='card']
 * @needs balances
 * @slot signed-out - Shown to guests: your sign-in link.
 * @csspart base - The container of the content.
 * @csspart value - The number.
 * @csspart label - The unit beside the number.
 * @csspart skeleton - A grey shape while the points load.
 * @csspart worth - What the points are worth in money, where the programme has set it (card).
 * @csspart expiry - The points that expire next, with the day; it opens all batches of points (card).
 * @csspart ending-soon - The points that end within 30 days (card).
 * @csspart batches - All points by the day on which they end (card).
 * @csspart batch - Points that end on the same day (card).
 * @csspart details - Pending and earned points (card).
 * @csspart detail - One of them.
 * @csspart detail-name - Its name.
 * @csspart detail-value - Its number.
 * @csspart message - The sentence instead of the number, for guests and after an error.
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @cssprop [--loyalty-balance-inline-size=9em] - Width reserved for the inline variant; `0` in the middle of a sentence.
 * @cssprop [--loyalty-balance-block-size=7em] - Height reserved for the card; for the inline variant it is 1lh.
 * @cssprop [--loyalty-balance-color=currentColor] - Colour of the number.
 * @cssstate loading - The points are not known yet.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate quiet - The shopper is a guest, and the sentence is shown, as a link where the provider has one.
 * @cssstate failed - The points could not be loaded.
 * @cssstate expiring - Points expire within a week (card).
 * @fires loyalty-error - The points could not be loaded.
 */
export class LoyaltyBalance extends LoyaltyElement {
  static override properties = { variant: { reflect: true, useDefault: true } };

  static readonly values = { variant: ['inline', 'card'] };

  static override styles = balanceStyles;

  /** `inline` shows the number with its unit; `card` adds expiry, pending points and all points earned. */
  variant: 'inline' | 'card' = 'inline';

  #points = new ResourceController(this, balances);
  /** The link for guests. */
  #invitation = lazyImport(this, async () => {
    const file = await import('../page/invitation.ts');
    return new file.Invitation(this, () => this.#points.loyalty);
  });

  /** Points that can be spent now; `undefined` until they are loaded. */
  get points(): number | undefined {
    const { state } = this.#points;
    return state.status === 'ready' ? state.value.available : undefined;
  }

  /**
   * Prepares to count the number down after points are spent.
   * @param watch loaded with the claim
   * @ignore
   */
  watchNumber(from: number, watch: typeof watchNumber): ReturnType<typeof watchNumber> {
    return watch(this, from);
  }

  #card = lazyImport(this, async () => (await import('./balance-card.ts')).adoptCard(this));
  #error = lazyImport(this, async () => (await import('./balance-error.ts')).adoptError(this));

  protected override updated(): void {
    const isCard = this.variant === 'card';
    setState(this, 'expiring', isCard && !!this.#card()?.isExpiring(this.#points.state));
  }

  protected override render(): TemplateResult {
    const { state } = this.#points;
    switch (state.status) {
      case 'loading':
        return this.#renderLoading();
      case 'signed-out': {
        const sentence = localize('Members earn points');
        return html`<slot name="signed-out">
          ${this.#renderMessage(this.#invitation()?.renderSentence(sentence) ?? sentence)}
        </slot>`;
      }
      case 'error': {
        const file = this.#error();
        if (file === null) return this.#renderMessage(localize('Points aren’t available right now'));
        return file?.renderError(this, state.error, () => this.#points.retry()) ?? this.#renderLoading();
      }
      case 'ready': {
        const file = this.variant === 'card' ? this.#card() : null;
        if (file === null) return this.#renderPoints(state.value);
        return file?.renderCard(this, state.value) ?? this.#renderLoading();
      }
    }
  }

  #renderMessage(sentence: string | TemplateResult): TemplateResult {
    return html`<span part="base message" class="small">${sentence}</span>`;
  }

  #renderLoading(): TemplateResult {
    return html`<bdi part="base" class="base" aria-busy="true">
      <span class="hidden">${localize('Loading your points')}</span>
      <span part="value" aria-hidden="true"><span part="skeleton" class="skeleton">0,000</span></span>
      <span part="skeleton" class="skeleton small" aria-hidden="true">points</span>
    </bdi>`;
  }

  #renderPoints({ available }: PointsBalance): TemplateResult {
    const language = languageOf(this);
    const exact = formatNumber(available, language);
    const long = available > MAX_INLINE;
    return html`<bdi part="base" class="base" title=${long ? exact : nothing}>
      <span part="value">${long ? formatNumber(available, language, COMPACT) : exact}</span>
      <span part="label" class="quiet small">${pointsLabel(available, language)}</span>
    </bdi>`;
  }
}

define('loyalty-balance', LoyaltyBalance);
// While the balance is requested: then the first number needs no time.
if (inBrowser)
  setTimeout(() => {
    preloadLanguageData();
    setTimeout(formatNumber, 0, 0);
  });

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-balance': LoyaltyBalance;
  }
}
