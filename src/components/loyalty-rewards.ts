import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { balances, rewards, type OwnedReward, type RewardOffer } from '../services/index.ts';
import { ClaimController, type Claiming } from './internal/claim-controller.ts';
import { define } from './internal/define.ts';
import { LoyaltyRewardUseEvent } from './internal/events.ts';
import { formatDay } from './internal/format-day.ts';
import { formatNumber, languageOf } from './internal/format.ts';
import { keepFocus } from './internal/keep-focus.ts';
import { say } from './internal/messages.ts';
import { errorNotice, signedOutNotice } from './internal/notice.ts';
import { ResourceController } from './internal/resource-controller.ts';
import { rewardRows, type RewardRow } from './internal/reward-rows.ts';
import { rewardsStyles } from './internal/rewards-styles.ts';

/**
 * The shopper's rewards: what they have, what they can claim for points, and what they cannot have yet and why. A claim asks
 * once before it spends.
 *
 * @tag loyalty-rewards
 * @slot signed-out - Shown to guests: your sign-in link.
 * @slot empty - Shown when there are no rewards at all.
 * @csspart list - The list.
 * @csspart row - A reward.
 * @csspart row-owned - A reward the shopper has.
 * @csspart row-locked - A reward the shopper cannot have yet.
 * @csspart picture - Its picture or sign.
 * @csspart name - Its name.
 * @csspart note - What it costs, until when it is good, or why not.
 * @csspart share - How much of its cost the shopper has, in percent.
 * @csspart button - Every button.
 * @csspart claim-button - Asks for a reward.
 * @csspart confirm-button - Spends the points.
 * @csspart cancel-button - Keeps the points.
 * @csspart use-button - Uses a reward (with `use-button`).
 * @csspart more-button - Shows all rewards.
 * @csspart notice - The note in place of the list: signed out, empty, or an error.
 * @csspart retry-button - The button that tries again after an error.
 * @cssprop [--loyalty-rewards-rows=4] - Rows shown, and reserved before they load.
 * @cssprop [--loyalty-rewards-row-size=5.25em] - Height of a row.
 * @fires loyalty-reward-claimed - Points became a reward.
 * @fires loyalty-reward-use - The shopper wants to use a reward.
 * @fires loyalty-error - Rewards could not be loaded or claimed.
 */
export class LoyaltyRewards extends LitElement {
  static override properties = {
    useButton: { type: Boolean, attribute: 'use-button' },
    expanded: { type: Boolean, reflect: true },
  };

  static override styles = rewardsStyles;

  /** Shows a Use button on rewards the shopper has; your page answers its `loyalty-reward-use`. */
  useButton = false;
  /** Shows every reward instead of the first rows. */
  expanded = false;

  #rewards = new ResourceController(this, rewards);
  #points = new ResourceController(this, balances);
  #claim = new ClaimController(this, () => this.#rewards.loyalty);

  protected override render(): TemplateResult {
    const { state: list } = this.#rewards;
    const { state: points } = this.#points;
    switch (list.status) {
      case 'loading':
        return this.#renderLoading();
      case 'signed-out':
        return signedOutNotice(say('Sign in to see your rewards.'));
      case 'error':
        return errorNotice(list.error, say('Your rewards did not load.'), () => this.#rewards.retry());
      case 'ready':
        // Without the balance no row knows its place: the list waits, so that no row jumps.
        if (points.status === 'loading') return this.#renderLoading();
        return this.#renderRows(
          rewardRows(list.value, points.status === 'ready' ? points.value.available : undefined),
        );
    }
  }

  /** Rows that fit the reserved box: one number for the styles and for us. */
  get #shownRows(): number {
    return Number(getComputedStyle(this).getPropertyValue('--loyalty-rewards-rows')) || 4;
  }

  #renderLoading(): TemplateResult {
    return html`<ul part="list" aria-busy="true">
      <li class="hidden">${say('Loading rewards')}</li>
      ${Array.from(
        { length: this.#shownRows },
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

  #renderRows(rows: readonly RewardRow[]): TemplateResult {
    if (!rows.length) {
      return html`<div class="notice" part="notice">
        <slot name="empty"><p>${say('There are no rewards at the moment.')}</p></slot>
      </div>`;
    }
    const language = languageOf(this);
    const shown = this.expanded ? rows : rows.slice(0, this.#shownRows);
    return html`<ul part="list" tabindex="-1">
        ${shown.map((row) => this.#renderRow(row, language))}
      </ul>
      ${
        shown.length < rows.length
          ? html`<button class="ghost more" part="button more-button" type="button" @click=${this.#onMore}>
              ${say('Show all {n}', { n: rows.length }, language)}
            </button>`
          : nothing
      }
      <p class="hidden" role="status">${this.#claim.announcement}</p>`;
  }

  #renderRow(row: RewardRow, language: string | undefined): TemplateResult {
    if (row.kind === 'owned') {
      const { reward } = row;
      const note = reward.expiresAt
        ? say('You have it · use by {day}', {
            day: formatDay(reward.expiresAt, language),
          })
        : say('You have it');
      return this.#renderLine(
        'row row-owned',
        reward,
        note,
        this.useButton ? this.#renderUse(reward) : nothing,
      );
    }
    const { offer } = row;
    const price = pointsText(offer.pointsCost, language);
    const claiming = this.#claim.current;
    if (claiming?.offer.id === offer.id) return this.#renderClaiming(claiming, price);
    switch (row.kind) {
      case 'claimable':
        return this.#renderLine('row', offer, price, this.#renderClaimButton(offer));
      case 'refused':
        return this.#renderLine(
          'row row-locked',
          offer,
          `${price} · ${row.message ?? say('Not for you yet')}`,
        );
      case 'too-expensive': {
        const missing = say('{n} to go', { n: row.missing }, language);
        const share = formatNumber(row.share, language, { style: 'percent' });
        return this.#renderLine(
          'row row-locked',
          offer,
          `${price} · ${missing}`,
          html`<span class="quiet small" part="share" aria-hidden="true">${share}</span>`,
        );
      }
    }
  }

  #renderLine(
    part: string,
    { name, icon, imageUrl }: Pick<RewardOffer, 'name' | 'icon' | 'imageUrl'>,
    note: unknown,
    action: unknown = nothing,
  ): TemplateResult {
    return html`<li class="row" part=${part}>
      <span class="picture" part="picture" aria-hidden="true">
        ${imageUrl ? html`<img src=${imageUrl} alt="" loading="lazy" referrerpolicy="no-referrer" />` : (icon ?? '✦')}
      </span>
      <span class="texts">
        <span class="name line" part="name" title=${name}><bdi>${name}</bdi></span>
        <span class="note quiet small" part="note">${note}</span>
      </span>
      ${action}
    </li>`;
  }

  #renderClaimButton(offer: RewardOffer): TemplateResult {
    return html`<button
      part="button claim-button"
      type="button"
      data-offer=${offer.id}
      aria-label=${say('Claim {reward}', { reward: offer.name })}
      @click=${() => this.#ask(offer)}
    >
      <span>${say('Claim')}</span>
    </button>`;
  }

  #renderUse(reward: OwnedReward): TemplateResult {
    return html`<button
      class="ghost"
      part="button use-button"
      type="button"
      aria-label=${say('Use {reward}', { reward: reward.name })}
      @click=${() => this.dispatchEvent(new LoyaltyRewardUseEvent(reward))}
    >
      ${say('Use')}
    </button>`;
  }

  #renderClaiming({ offer, step, reason }: Claiming, price: string): TemplateResult {
    const question = offer.pointsCost ? say('Spend {price}?', { price }) : say('Claim it for free?');
    const sending = step === 'sending';
    return this.#renderLine(
      'row',
      offer,
      step === 'failed' ? html`<span class="reason" role="alert">${reason}</span>` : question,
      html`<span class="actions" @keydown=${this.#onKeydown}>
        <button class="ghost" part="button cancel-button" type="button" @click=${this.#cancel}>
          ${step === 'failed' ? say('Close') : say('Cancel')}
        </button>
        <button part="button confirm-button" type="button" aria-disabled=${sending} @click=${this.#confirm}>
          <span> ${step === 'failed' ? say('Try again') : sending ? say('Claiming…') : say('Confirm')} </span>
        </button>
      </span>`,
    );
  }

  #ask(offer: RewardOffer): void {
    this.#claim.ask(offer);
    void this.#focus('[part~=confirm-button]');
  }

  #cancel = (): void => {
    const offer = this.#claim.current?.offer;
    this.#claim.cancel();
    if (!this.#claim.current) void this.#focus(`[data-offer="${offer?.id}"]`);
  };

  #confirm = async (): Promise<void> => {
    if (await this.#claim.confirm()) await this.#focus('[part=list]');
  };

  #onKeydown(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.#cancel();
  }

  #onMore(): void {
    this.expanded = true;
    void this.#focus('[part=list]');
  }

  /** Keeps the keyboard where the shopper works, after the rows have changed. */
  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    const target = this.renderRoot.querySelector<HTMLElement>(selector);
    keepFocus(this, target ?? this.renderRoot.querySelector<HTMLElement>('[part=list]'));
  }
}

function pointsText(points: number, language: string | undefined): string {
  return points ? say('{n} points', { n: points }, language, '{n} point') : say('Free');
}

define('loyalty-rewards', LoyaltyRewards);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-rewards': LoyaltyRewards;
  }
}
