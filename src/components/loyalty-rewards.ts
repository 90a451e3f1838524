import { LitElement, type TemplateResult } from 'lit';
import { balances, rewards, type OwnedReward, type RewardOffer } from '../services/index.ts';
import { ClaimController } from './internal/claim-controller.ts';
import { define, readFlag } from './internal/element.ts';
import { LoyaltyRewardUseEvent } from './internal/action-events.ts';
import { languageOf } from './internal/format.ts';
import { reservedRows, restoreFocus } from './internal/lists.ts';
import { say } from './internal/messages.ts';
import { errorNotice, signedOutNotice } from './internal/notice.ts';
import { ResourceController } from './internal/resource-controller.ts';
import { rewardRows, type RewardRow } from './internal/reward-rows.ts';
import { renderRewardsList, renderRewardsLoading } from './internal/rewards-list.ts';
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
    useButton: { type: Boolean, converter: readFlag, attribute: 'use-button' },
    expanded: { type: Boolean, converter: readFlag, reflect: true },
  };

  static override styles = rewardsStyles;

  /** Shows a Use button on rewards the shopper has; your page answers its `loyalty-reward-use`. */
  useButton = false;
  /** Shows every reward instead of the first rows. */
  expanded = false;

  #rewards = new ResourceController(this, rewards);
  #points = new ResourceController(this, balances);
  #claim = new ClaimController(this, () => this.#rewards.loyalty);

  #onAsk = (offer: RewardOffer): void => {
    this.#claim.ask(offer);
    void this.#focus('[part~=confirm-button]');
  };

  #onCancel = (): void => {
    const offer = this.#claim.current?.offer;
    this.#claim.cancel();
    if (!this.#claim.current) void this.#focus(`[data-offer="${offer?.id}"]`);
  };

  #onConfirm = async (): Promise<void> => {
    if (await this.#claim.confirm()) await this.#focus('[part=list]');
  };

  #onUse = (reward: OwnedReward): void => {
    this.dispatchEvent(new LoyaltyRewardUseEvent(reward));
  };

  #onMore = (): void => {
    this.expanded = true;
    void this.#focus('[part=list]');
  };

  /** Keeps the keyboard where the shopper works, after the rows have changed. */
  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    const target = this.renderRoot.querySelector<HTMLElement>(selector);
    restoreFocus(this, target ?? this.renderRoot.querySelector<HTMLElement>('[part=list]'));
  }

  get #rowsThatFit(): number {
    return reservedRows(this, '--loyalty-rewards-rows', 4);
  }

  protected override render(): TemplateResult {
    const { state: list } = this.#rewards;
    const { state: points } = this.#points;
    switch (list.status) {
      case 'loading':
        return renderRewardsLoading(this.#rowsThatFit);
      case 'signed-out':
        return signedOutNotice(say('Sign in to see your rewards.'));
      case 'error':
        return errorNotice(list.error, say('Your rewards did not load.'), () => this.#rewards.retry());
      case 'ready':
        // Without the balance no row knows its place: the list waits, so that no row jumps.
        if (points.status === 'loading') return renderRewardsLoading(this.#rowsThatFit);
        return this.#renderRows(
          rewardRows(list.value, points.status === 'ready' ? points.value.available : undefined),
        );
    }
  }

  #renderRows(rows: readonly RewardRow[]): TemplateResult {
    return renderRewardsList(rows, {
      limit: this.expanded ? Infinity : this.#rowsThatFit,
      language: languageOf(this),
      useButton: this.useButton,
      claiming: this.#claim.current,
      announcement: this.#claim.announcement,
      onMore: this.#onMore,
      onAsk: this.#onAsk,
      onUse: this.#onUse,
      onCancel: this.#onCancel,
      onConfirm: this.#onConfirm,
    });
  }
}

define('loyalty-rewards', LoyaltyRewards);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-rewards': LoyaltyRewards;
  }
}
