import { html, LitElement, nothing, type TemplateResult } from 'lit';
import {
  balances,
  claimReward,
  newAttempt,
  rewards,
  toLoyaltyError,
  type OwnedReward,
  type RewardOffer,
} from '../services/index.ts';
import { define } from './internal/define.ts';
import { LoyaltyErrorEvent } from './internal/error-event.ts';
import { LoyaltyRewardClaimedEvent, LoyaltyRewardUseEvent } from './internal/events.ts';
import { formatDay } from './internal/format-day.ts';
import { formatNumber, languageOf } from './internal/format.ts';
import { say } from './internal/messages.ts';
import { errorNotice, signedOutNotice } from './internal/notice.ts';
import { ResourceController } from './internal/resource-controller.ts';
import { rewardRows, type RewardRow } from './internal/reward-rows.ts';
import { rewardsStyles } from './internal/rewards-styles.ts';

/** What the shopper is doing with one offer. `attempt` stays the same until the outcome is known: no try spends twice. */
interface Claiming {
  readonly offer: RewardOffer;
  readonly attempt: string;
  readonly step: 'confirm' | 'sending' | 'failed';
  readonly reason?: string;
}

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
    claiming: { state: true },
    announcement: { state: true },
  };

  static override styles = rewardsStyles;

  /** Shows a Use button on rewards the shopper has; your page answers its `loyalty-reward-use`. */
  useButton = false;
  /** Shows every reward instead of the first rows. */
  expanded = false;

  private claiming: Claiming | undefined;
  private announcement = '';

  #rewards = new ResourceController(this, rewards);
  #points = new ResourceController(this, balances);

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
      <p class="hidden" role="status">${this.announcement}</p>`;
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
    if (this.claiming?.offer.id === offer.id) return this.#renderClaiming(this.claiming, price);
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
        <span class="name line" part="name" dir="auto" title=${name}>${name}</span>
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
    const question = say('Spend {price}?', { price });
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
    if (this.claiming?.step === 'sending') return;
    this.claiming = { offer, attempt: newAttempt(), step: 'confirm' };
    void this.#focus('[part~=confirm-button]');
  }

  #cancel = (): void => {
    const { claiming } = this;
    if (!claiming || claiming.step === 'sending') return;
    this.claiming = undefined;
    void this.#focus(`[data-offer="${claiming.offer.id}"]`);
  };

  #confirm = async (): Promise<void> => {
    const { claiming } = this;
    const { loyalty } = this.#rewards;
    if (!claiming || !loyalty || claiming.step === 'sending') return;
    this.claiming = { ...claiming, step: 'sending' };
    const { offer, attempt } = claiming;
    try {
      const { reward, pointsSpent } = await claimReward(loyalty, offer, attempt);
      this.claiming = undefined;
      this.announcement = say('You have {reward}.', { reward: reward.name });
      void this.#focus('[part=list]');
      this.dispatchEvent(new LoyaltyRewardClaimedEvent(reward, pointsSpent));
    } catch (thrown) {
      const error = toLoyaltyError(thrown);
      const unknown = error.code === 'timeout' || error.code === 'offline' || error.code === 'bad_response';
      if (unknown) void loyalty.refresh(); // the points may be spent: show what is true
      this.claiming = {
        offer,
        // A known refusal ends the attempt; after an unknown outcome the same attempt is repeated, never a second one.
        attempt: unknown ? attempt : newAttempt(),
        step: 'failed',
        reason: unknown
          ? say('The answer did not arrive. You are not charged twice if you try again.')
          : (Object.values(error.fields)[0]?.[0] ?? error.message),
      };
      this.dispatchEvent(new LoyaltyErrorEvent(error));
    }
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
    (target ?? this.renderRoot.querySelector<HTMLElement>('[part=list]'))?.focus();
  }
}

function pointsText(points: number, language: string | undefined): string {
  return say('{n} points', { n: points }, language, '{n} point');
}

define('loyalty-rewards', LoyaltyRewards);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-rewards': LoyaltyRewards;
  }
}
