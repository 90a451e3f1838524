import { type TemplateResult } from 'lit';
import { balances, rewards, type OwnedReward } from '../../services/index.ts';
import { withClaim } from '../claims/claim-content.ts';
import { ClaimController } from '../claims/claim-controller.ts';
import { rewardClaim } from '../claims/reward-claim.ts';
import { define, readFlag } from '../internal/element.ts';
import { LoyaltyRewardUseEvent } from '../claims/reward-events.ts';
import { languageOf } from '../internal/format.ts';
import { lazyImport } from '../internal/lazy-import.ts';
import { reservedRows } from '../internal/lists.ts';
import { localize } from '../internal/texts/messages.ts';
import { errorNotice } from '../internal/notice.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import { ResourceController } from '../internal/resource-controller.ts';
import type * as StepContent from '../claims/step-content.ts';
import { gift, rewardContent, type RewardContent } from '../claims/reward-content.ts';
import {
  claimedRow,
  countOf,
  rewardGroups,
  rowsThatFit,
  type RewardGroup,
  type RewardRow,
} from '../claims/reward-rows.ts';
import {
  HEADINGS,
  renderEmpty,
  renderList,
  renderListLoading,
  renderRewards,
  toggleRows,
} from '../claims/rewards-list.ts';
import { rewardsStyles } from './rewards-styles.ts';
import { setState } from '../internal/states.ts';

export type { LoyaltyRewardClaimedEvent, LoyaltyRewardUseEvent } from '../claims/reward-events.ts';
export type { LoyaltyErrorEvent } from '../internal/events.ts';

/**
 * The shopper's rewards: those they own, those they can claim for points, and those that are not available to them yet, with the reason.
 * A claim needs a confirmation before it spends points. A claimed reward keeps its
 * place in the list until the next view; a card moves to those that the shopper has. A reward of which the shopper chooses the points says what
 * it is worth, and that it is used in the cart: `<loyalty-redeem>` has the choice.
 *
 * @summary rewards of the customer, and those to claim
 * @tag loyalty-rewards
 * @guests line
 * @needs rewards, balances
 * @slot signed-out - Shown to guests: your sign-in link.
 * @slot empty - Shown when there are no rewards at all.
 * @csspart list - The list of rewards.
 * @csspart group - Rewards of one kind: owned, ready to claim, almost affordable, or refused.
 * @csspart group-heading - The heading of a group.
 * @csspart row - A reward.
 * @csspart row-owned - A reward that the shopper owns.
 * @csspart row-locked - A reward that is not available to the shopper yet.
 * @csspart card - The framed part of a reward (cards).
 * @csspart picture - The picture of a reward; without one its icon, drawn where the service names a kind, as for benefits, an amount such as
 *   `€10` in its name, or a gift.
 * @csspart image - The image in it.
 * @csspart name - The name of a reward.
 * @csspart count - How often the shopper owns a reward.
 * @csspart note - The cost or the expiry of a reward, or the reason why it is not available.
 * @csspart description - The description of a reward (cards).
 * @csspart price - The cost of a reward.
 * @csspart progress - A ring with the part of the cost that the shopper has.
 * @csspart expiry - When an owned reward ends.
 * @csspart soon - An expiry within a week.
 * @csspart code - The code of an owned reward.
 * @csspart question - The question before a claim.
 * @csspart left - The points that are left after the claim.
 * @csspart reason - Why a claim failed.
 * @csspart button - Every button.
 * @csspart claim-button - The button that opens the question before a claim.
 * @csspart confirm-button - The button that claims the reward and spends the points.
 * @csspart cancel-button - The button that cancels the claim.
 * @csspart use-button - The button that uses a reward (with `use-button`).
 * @csspart more-button - The button that shows all rewards, or fewer again.
 * @csspart skeleton - A grey shape while the rewards load.
 * @csspart end - The sentence that these are all, where the reserved box has room for more.
 * @csspart notice - The box instead of the list: signed out, empty, or an error.
 * @csspart message - The sentence instead of the content, for guests and after an error.
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-guest-block-size=6em] - Height reserved for a guest's notice, on a page with the class `loyalty-guest`.
 * @cssprop [--loyalty-guest-line-size=2.5em] - Height reserved for a guest's notice where the element does not invite: it is a line.
 * @cssprop [--loyalty-rewards-rows=4] - Number of rows that are shown, and reserved while they load.
 * @cssprop [--loyalty-rewards-groups=3] - Number of groups for whose headings there is room.
 * @cssprop [--loyalty-rewards-row-size=5.25em] - Height of a row.
 * @cssprop [--loyalty-rewards-heading-size=2.5em] - Height of the heading of a group.
 * @cssprop [--loyalty-rewards-card-rows=1] - Number of rows of cards that are shown and reserved; 2 on pages up to 40em.
 * @cssprop [--loyalty-rewards-card-size=14em] - Smallest width of a card; narrow elements have two columns from 9em each.
 * @cssprop [--loyalty-rewards-card-text-size=11.5em] - Height of a card below its picture.
 * @cssprop [--loyalty-rewards-card-radius=0.875em] - Corners of a card.
 * @cssprop [--loyalty-rewards-picture-ratio=4 / 3] - Width and height of a card's picture.
 * @cssprop [--loyalty-color-soon] - Colour of an expiry within a week. Default: orange, mixed with the text colour.
 * @cssstate loading - The rewards are loading.
 * @cssstate failed - The rewards could not be loaded.
 * @cssstate empty - There are no rewards.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @fires loyalty-reward-claimed - The shopper claimed a reward.
 * @fires loyalty-reward-use - The shopper pressed Use on a reward.
 * @fires loyalty-error - Rewards could not be loaded or claimed.
 * @keyboard Enter, Space - On a price: asks instead of the button, and focuses the answer. After a claim the focus is on the reward.
 * @keyboard Escape - Answers the question with no; the focus returns to the price.
 */
export class LoyaltyRewards extends InvitingElement {
  static override properties = {
    useButton: { converter: readFlag, attribute: 'use-button' },
    expanded: { type: Boolean, converter: readFlag, reflect: true },
    layout: { reflect: true },
    headingLevel: { attribute: 'heading-level', converter: Number },
  };

  static readonly values = { layout: ['list', 'cards'] };

  static override styles = rewardsStyles;

  /** Shows a Use button on rewards that the shopper owns; your page handles its event `loyalty-reward-use`. */
  useButton = false;
  /** Shows every reward instead of the first rows. `--loyalty-rewards-rows`, or `--loyalty-rewards-card-rows`, reserves room for their number, so that nothing below moves. */
  expanded = false;
  /** `list` shows rows, `cards` cards with a large picture. */
  layout: 'list' | 'cards' | undefined;
  /** Level of the headings of groups, 1 to 6. */
  headingLevel = 3;

  #rewards = new ResourceController(this, rewards, () => this.#status);
  #points = new ResourceController(this, balances, () => this.#status);
  #claims = new ClaimController(this, () => this.#rewards.loyalty, rewardClaim);
  /** What is shown of rewards with steps. */
  #steps = lazyImport(this, () => import('../claims/step-content.ts'));
  /** Where each reward is shown. */
  #view: readonly RewardGroup[] = [];
  #loadCards = lazyImport(this, async () => {
    const cards = await import('./reward-cards.ts');
    cards.attachCards(this);
    return cards;
  });

  protected override willUpdate(): void {
    const { state: list } = this.#rewards;
    if (list.status !== 'ready' || this.#status !== 'ready') return;
    const { state: points } = this.#points;
    const available = points.status === 'ready' ? points.value.available : undefined;
    const groupsOf = (owned: readonly OwnedReward[]) => rewardGroups({ ...list.value, owned }, available);
    this.#view = this.#claims.groups(this.#view, list.value.owned, groupsOf, claimedRow);
  }

  protected prepare(): void {
    if (this.#status === 'ready') this.#claims.prepare();
  }

  protected override updated(): void {
    setState(this, 'empty', this.#status === 'empty');
    void this.#cards; // loads beside the rewards
  }

  #onUse = (reward: OwnedReward, { detail }: MouseEvent): void => {
    // Nor may the second press of a double click on Confirm use the reward.
    if (detail < 2) this.dispatchEvent(new LoyaltyRewardUseEvent(reward));
  };

  #onMore = (): Promise<void> => toggleRows(this);

  get #status(): 'loading' | 'error' | 'empty' | 'signed-out' | 'ready' {
    const { state: list } = this.#rewards;
    const { state: points } = this.#points;
    if (list.status !== 'ready') return list.status;
    // The order of the rows depends on the balance: wait for it, so that no row moves later.
    // A claim needs the current balance, not that of an earlier page.
    if (points.status === 'loading' || (points.status === 'ready' && points.isSnapshot)) return 'loading';
    // Their texts would move the others when they come.
    if (list.value.hasSteps && this.#steps() === undefined) return 'loading';
    return list.value.owned.length + list.value.offers.length ? 'ready' : 'empty';
  }

  /** Number of rewards that fit the reserved box. */
  get #limit(): number {
    const cards = this.#cards;
    if (cards === undefined) return 0;
    return cards?.cardsThatFit(this) ?? reservedRows(this);
  }

  /** The code of the cards; `undefined` while it loads, and `null` where the list is shown: by choice, or without the file. */
  get #cards() {
    if (this.layout !== 'cards') return null;
    // A server renders without it.
    return this.hasUpdated ? this.#loadCards() : undefined;
  }

  protected override render(): TemplateResult {
    const { state: list } = this.#rewards;
    switch (list.status) {
      case 'loading':
        return this.#renderLoading();
      case 'signed-out':
        return this.renderSignedOut(localize('Sign in to see your rewards.'), list);
      case 'error':
        return errorNotice(
          this,
          list.error,
          localize('Couldn’t load your rewards.'),
          () => this.#rewards.retry(),
          gift,
        );
      case 'ready': {
        if (this.#status === 'empty') return renderEmpty(localize('No rewards right now.'));
        if (this.#status === 'loading' || this.#cards === undefined) return this.#renderLoading();
        return this.#renderGroups(this.#view, list.value.hasSteps ? this.#steps() : undefined);
      }
    }
  }

  #renderLoading(): TemplateResult {
    return (this.#cards?.renderCardsLoading ?? renderListLoading)(this.#limit);
  }

  #renderGroups(
    groups: readonly RewardGroup[],
    steps: typeof StepContent | null | undefined,
  ): TemplateResult {
    const language = languageOf(this);
    const count = countOf(groups);
    const cards = this.#cards;
    const { first, takesRow } = (cards?.firstCards ?? rowsThatFit)(this, groups);
    const view = {
      host: this,
      language,
      useButton: this.useButton,
      onClaim: this.#claims.onClaim,
      onUse: this.#onUse,
    };
    const contentOf = (row: RewardRow): RewardContent =>
      withClaim((steps?.steppedContent ?? rewardContent)(row, view), row, this.#claims, language);
    const shown = this.expanded ? groups : first;
    return renderRewards(
      shown.map(({ kind, rows }) => ({
        heading: localize(HEADINGS[kind]),
        rewards: rows.map(contentOf),
      })),
      {
        renderSections: cards?.cardsOf(this) ?? renderList,
        headingLevel: this.headingLevel || 3,
        more:
          countOf(first) === count
            ? undefined
            : {
                n: count,
                name: 'Show all {n} rewards',
                language,
                expanded: this.expanded,
                takesRow,
                onMore: this.#onMore,
              },
        hasRoom: !!cards || count < this.#limit,
        announcement: this.#claims.announcement,
      },
    );
  }
}

define('loyalty-rewards', LoyaltyRewards);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-rewards': LoyaltyRewards;
  }
}
