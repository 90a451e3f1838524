import { html, nothing, type TemplateResult } from 'lit';
import { tier, type TierStanding } from '../../services/index.ts';
import { define } from '../internal/element.ts';
import { formatNumber, languageOf } from '../internal/format.ts';
import { aroundName } from '../internal/around-name.ts';
import { inLanguage } from '../internal/in-language.ts';
import { localize } from '../internal/texts/messages.ts';
import { errorNotice } from '../internal/notice.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import { ResourceController } from '../internal/resource-controller.ts';
import { isTop, setTierState } from '../internal/tier-state.ts';
import { tierStyles } from './tier-styles.ts';

export type { LoyaltyErrorEvent } from '../internal/events.ts';

// Not formatted: white space would show before the name.
// prettier-ignore
const star = html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 1l2 4.6 5 .5-3.8 3.3 1.1 4.9L8 11.7l-4.3 2.6 1.1-4.9L1 6.1l5-.5z"/></svg>`;

/**
 * The shopper's tier as a badge, with the progress to the next tier: a bar and the number of missing points.
 *
 * @summary the tier, and the way to the next one
 * @tag loyalty-tier
 * @guests line
 * @needs tier
 * @slot signed-out - Shown to guests: your sign-in link.
 * @slot icon - Shown in the badge instead of the star.
 * @csspart base - The card.
 * @csspart badge - The name of the tier with its icon.
 * @csspart icon - The icon in the badge.
 * @csspart name - The name of the tier.
 * @csspart skeleton - A grey shape while the tier loads.
 * @csspart since - The month in which the shopper reached the tier.
 * @csspart progress - The track of the bar.
 * @csspart progress-bar - The filled part of the bar.
 * @csspart missing - The points that are missing to the next tier.
 * @csspart missing-number - Their number.
 * @csspart missing-label - The words after it.
 * @csspart count - The tier points and the points that the next tier needs.
 * @csspart notice - The box instead of the card: signed out, or an error.
 * @csspart message - The sentence in this box.
 * @csspart button - The button in this box.
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-guest-block-size=6em] - Height reserved for a guest's notice, on a page with the class `loyalty-guest`.
 * @cssprop [--loyalty-guest-line-size=2.5em] - Height reserved for a guest's notice where the element does not invite: it is a line.
 * @cssprop [--loyalty-tier-block-size=8em] - Height reserved for the card.
 * @cssprop [--loyalty-tier-bar-size=0.375em] - Thickness of the bar.
 * @cssprop [--loyalty-tier-bar-color=var(--loyalty-color-accent)] - Colour of the bar.
 * @cssprop [--loyalty-tier-bar-radius=99em] - Corners of the bar.
 * @cssprop [--loyalty-tier-badge-radius=99em] - Corners of the badge.
 * @cssstate loading - The tier is not known yet.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @cssstate failed - The tier could not be loaded.
 * @cssstate top-tier - The shopper has the highest tier.
 * @cssstate tier-… - The tier by its name, such as `:state(tier-gold)`: in lower case, with `-` for everything but letters and digits.
 * @fires loyalty-error - The tier could not be loaded.
 */
export class LoyaltyTier extends InvitingElement {
  static override styles = tierStyles;

  #standing = new ResourceController(this, tier);
  /** Name of the state for the current tier. */
  #tierState = '';

  protected override updated(): void {
    const { state } = this.#standing;
    this.#tierState = setTierState(this, this.#tierState, state.status === 'ready' ? state.value : undefined);
  }

  protected override render(): TemplateResult {
    const { state } = this.#standing;
    switch (state.status) {
      case 'loading':
        return this.#renderLoading();
      case 'signed-out':
        return this.renderSignedOut(localize('Sign in to see your tier.'), state);
      case 'error':
        return errorNotice(this, state.error, localize('Couldn’t load your tier.'), () =>
          this.#standing.retry(),
        );
      case 'ready':
        return this.#renderStanding(state.value);
    }
  }

  #renderLoading(): TemplateResult {
    return html`<div part="base" class="card" aria-busy="true">
      <span class="hidden">${localize('Loading your tier')}</span>
      <div class="head" aria-hidden="true">
        <span part="badge skeleton" class="skeleton">Loading tier</span>
      </div>
      ${this.#renderBar(0)}
      <div class="ends small" aria-hidden="true">
        <span part="skeleton" class="skeleton">000 points missing</span>
      </div>
    </div>`;
  }

  #renderStanding(standing: TierStanding): TemplateResult {
    const { points, current, since, next } = standing;
    const language = languageOf(this);
    const name = current === null ? localize('Member') : current?.name;
    const month =
      since && new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(since);
    const needed = next?.pointsRequired ?? points;
    // The bar shows the same two numbers as the count below it.
    const share = next
      ? Math.min(1, Math.max(0, points / Math.max(1, needed)))
      : isTop(standing)
        ? 1
        : undefined;
    const missing = Math.max(0, needed - points);
    const toNext = aroundName(
      (to) => localize('points to {tier}', { n: missing, tier: to }, language, 'point to {tier}'),
      next,
    );
    return html`<div part="base" class="card">
      <div class="head">
        ${
          name
            ? html`<span part="badge"
                ><slot name="icon" part="icon">${star}</slot
                ><bdi part="name" class="line">${inLanguage(name, current?.languages?.['name'])}</bdi></span
              >`
            : nothing
        }
        ${
          month
            ? html`<span part="since" class="quiet small">${localize('since {month}', { month })}</span>`
            : nothing
        }
      </div>
      ${share === undefined ? nothing : this.#renderBar(share)}
      <div class="ends small">
        <bdi part="missing" class="line">
          ${
            next
              ? html`<b part="missing-number">${formatNumber(missing, language)}</b>
                  <span part="missing-label" class="quiet">${toNext}</span>`
              : isTop(standing)
                ? localize('Top tier')
                : nothing
          }
        </bdi>
        <span part="count" class="quiet">
          ${next ? `${formatNumber(points, language)} / ${formatNumber(needed, language)}` : formatNumber(points, language)}
        </span>
      </div>
    </div>`;
  }

  /** An SVG, because its width is an attribute: a strict content security policy allows no inline styles. */
  #renderBar(share: number): TemplateResult {
    const percent = `${Math.round(share * 1000) / 10}%`;
    return html`<svg part="progress" aria-hidden="true" preserveAspectRatio="none">
      <rect part="progress-bar" width=${percent} height="100%"></rect>
    </svg>`;
  }
}

define('loyalty-tier', LoyaltyTier);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-tier': LoyaltyTier;
  }
}
