import { LitElement, type TemplateResult } from 'lit';
import { balances, rewards, type OwnedReward, type RewardOffer } from '../services/index.ts';
import { ClaimController } from './internal/claim-controller.ts';
import { define, readFlag } from './internal/element.ts';
import { LoyaltyRewardUseEvent } from './internal/action-events.ts';
import { languageOf } from './internal/format.ts';
import { reservedRows, restoreFocus } from './internal/lists.ts';
import { localize } from './internal/messages.ts';
import { errorNotice, signedOutNotice } from './internal/notice.ts';
import { ResourceController } from './internal/resource-controller.ts';
import { rewardRows, type RewardRow } from './internal/reward-rows.ts';
import { renderRewardsList, renderRewardsLoading } from './internal/rewards-list.ts';
import { rewardsStyles } from './internal/rewards-styles.ts';

/**
 * The shopper's rewards: those they own, those they can claim for points, and those that are not available to them yet, with the reason.
 * A claim needs a confirmation before it spends points.
 *
 * @tag loyalty-rewards
 * @slot signed-out - Shown to guests: your sign-in link.
 * @slot empty - Shown when there are no rewards at all.
 * @csspart list - The list of rewards.
 * @csspart row - A reward.
 * @csspart row-owned - A reward that the shopper owns.
 * @csspart row-locked - A reward that is not available to the shopper yet.
 * @csspart picture - The picture or icon of a reward.
 * @csspart name - The name of a reward.
 * @csspart note - The cost of a reward, its expiry, or why it is not available.
 * @csspart share - The part of the cost that the shopper has, in percent.
 * @csspart button - Every button.
 * @csspart claim-button - The button that opens the question before a claim.
 * @csspart confirm-button - The button that claims the reward and spends the points.
 * @csspart cancel-button - The button that cancels the claim.
 * @csspart use-button - The button that uses a reward (with `use-button`).
 * @csspart more-button - The button that shows all rewards.
 * @csspart notice - The box in place of the list: signed out, empty, or an error.
 * @csspart retry-button - The button that loads again after an error.
 * @cssprop [--loyalty-rewards-rows=4] - Number of rows that are shown, and reserved while they load.
 * @cssprop [--loyalty-rewards-row-size=5.25em] - Height of a row.
 * @fires loyalty-reward-claimed - The shopper claimed a reward.
 * @fires loyalty-reward-use - The shopper pressed Use on a reward.
 * @fires loyalty-error - Rewards could not be loaded or claimed.
 */
export class LoyaltyRewards extends LitElement {
  static override properties = {
    useButton: { converter: readFlag, attribute: 'use-button' },
    expanded: { converter: readFlag },
  };

  static override styles = rewardsStyles;

  /** Shows a Use button on rewards that the shopper owns; your page handles its event `loyalty-reward-use`. */
  useButton = false;
  /** Shows every reward instead of the first rows. */
  expanded = false;

  #rewards = new ResourceController(this, rewards);
  #points = new ResourceController(this, balances);
  #claim = new ClaimController(this, () => this.#rewards.loyalty);

  protected override updated(): void {
    this.toggleAttribute('expanded', this.expanded); // for the page's styles
  }

  #onClaim = (offer: RewardOffer): void => {
    this.#claim.open(offer);
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

  /** Moves the focus after the rows have changed. */
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
        return signedOutNotice(localize('Sign in to see your rewards.'));
      case 'error':
        return errorNotice(list.error, localize('Your rewards did not load.'), () => this.#rewards.retry());
      case 'ready':
        // The order of the rows depends on the balance: wait for it, so that no row moves later.
        // A claim needs the current balance, not that of an earlier page.
        if (points.status === 'loading' || (points.status === 'ready' && points.isSnapshot))
          return renderRewardsLoading(this.#rowsThatFit);
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
      openClaim: this.#claim.current,
      announcement: this.#claim.announcement,
      onMore: this.#onMore,
      onClaim: this.#onClaim,
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
