import { html, nothing, type TemplateResult } from 'lit';
import { balances, rewards, type OwnedReward, type RewardOffer } from '../../services/index.ts';
import { aroundName } from '../internal/around-name.ts';
import { define, readFlag } from '../internal/element.ts';
import { formatMoney } from '../internal/format-money.ts';
import { languageOf } from '../internal/format.ts';
import { renderListEnd } from '../internal/list-end.ts';
import { firstCount, reservedRows, restoreFocus } from '../internal/lists.ts';
import { renderMoreButton } from '../internal/more-button.ts';
import { localize } from '../internal/texts/messages.ts';
import { lazyImport } from '../internal/lazy-import.ts';
import { errorNotice } from '../internal/notice.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import { pointsText } from '../internal/points-text.ts';
import { withClaim } from '../claims/claim-content.ts';
import type { PointsSlider } from './points-slider.ts';
import { RedeemController } from './redeem-controller.ts';
import { redeemStyles } from './redeem-styles.ts';
import { ResourceController } from '../internal/resource-controller.ts';
import { rewardContent, type RewardContent } from '../claims/reward-content.ts';
import { claimedRow, rewardGroups, type RewardGroup, type RewardRow } from '../claims/reward-rows.ts';
import { renderRow } from '../claims/rewards-list.ts';
import { setState } from '../internal/states.ts';

export type { LoyaltyRedeemEvent } from './redeem-events.ts';
export type { LoyaltyRewardClaimedEvent } from '../claims/reward-events.ts';
export type { LoyaltyErrorEvent } from '../internal/events.ts';

/**
 * At the cart: the shopper uses a reward for this order, one that they own or one that they claim for points, and takes it back. Your page
 * puts the reward's code into its cart.
 *
 * Of a reward such as "€1 for each 100 points" the shopper chooses the points with a slider or a number: at most what the reward, their
 * points and `total` allow, and only where `currency` is that of the reward. A reward that is removed from the cart stays theirs.
 *
 * @summary rewards to use at the cart
 * @tag loyalty-redeem
 * @guests line
 * @needs rewards, balances
 * @slot signed-out - Shown to guests: your sign-in link.
 * @slot empty - Shown when the shopper has no reward for an order.
 * @csspart head - The line above the rewards: the title with the points, or the applied reward.
 * @csspart applied - The same line while a reward is applied.
 * @csspart title - The title, or the applied reward.
 * @csspart balance - The shopper's points.
 * @csspart problem - Why the last press had no effect.
 * @csspart list - The list of rewards.
 * @csspart row - A reward.
 * @csspart row-owned - A reward that the shopper owns.
 * @csspart row-applied - The applied reward.
 * @csspart picture - The picture of a reward, or what is shown in its place.
 * @csspart image - The image in it.
 * @csspart name - The name of a reward.
 * @csspart count - How often the shopper owns a reward.
 * @csspart note - The cost or the expiry of a reward, or what the cart is short of.
 * @csspart price - The cost of a reward.
 * @csspart expiry - When an owned reward ends.
 * @csspart soon - An expiry within a week.
 * @csspart question - The question before a claim.
 * @csspart slider - The slider that chooses the points.
 * @csspart input - The number of points.
 * @csspart points-input - The same.
 * @csspart worth - The money that the chosen points are worth.
 * @csspart left - The points that are left after the claim.
 * @csspart reason - Why a claim failed, or what is wrong with the number.
 * @csspart button - Every button.
 * @csspart apply-button - The button that applies a reward, or asks before it is claimed.
 * @csspart undo-button - The button that takes the applied reward back.
 * @csspart confirm-button - The button that claims the reward, spends the points and applies it.
 * @csspart cancel-button - The button that cancels the claim.
 * @csspart more-button - The button that shows all rewards, or fewer again.
 * @csspart end - The sentence that these are all, where the reserved box has room for more.
 * @csspart notice - The box instead of the list: signed out, empty, or an error.
 * @csspart message - The sentence in this box.
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-redeem-rows=3] - Number of rows that are shown, and reserved while they load.
 * @cssprop [--loyalty-redeem-row-size=5.25em] - Height of a row.
 * @cssprop [--loyalty-redeem-head-size=4.25em] - Height of the line above the rows.
 * @cssprop [--loyalty-guest-block-size=6em] - Height reserved for a guest's notice, on a page with the class `loyalty-guest`.
 * @cssprop [--loyalty-guest-line-size=2.5em] - Height reserved for a guest's notice where the element does not invite: it is a line.
 * @cssprop [--loyalty-color-problem] - Colour of a problem; a red that fits the text colour.
 * @cssstate loading - The rewards are loading.
 * @cssstate failed - The rewards could not be loaded.
 * @cssstate empty - There is no reward for an order.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @cssstate applied - The cart has a code.
 * @fires loyalty-redeem - The shopper applied a reward; `detail.code` belongs into the cart. Pass the promise of your cart to `waitUntil()`.
 * @fires loyalty-redeem-undo - The shopper took it back. Pass the promise of your cart to `waitUntil()`.
 * @fires loyalty-reward-claimed - The shopper claimed a reward for points.
 * @fires loyalty-error - Rewards could not be loaded or claimed.
 * @keyboard Arrow keys, Home, End - On the slider: fewer or more points.
 * @keyboard Escape - Closes the question or the choice of points; the focus returns to the button.
 */
export class LoyaltyRedeem extends InvitingElement {
  static override properties = {
    appliedCode: { attribute: 'applied-code' },
    total: {},
    currency: {},
    expanded: { converter: readFlag },
    headingLevel: { attribute: 'heading-level', converter: Number },
  };

  static override styles = redeemStyles;

  /** The code that the cart has now. Print it, so that a reload shows what is true. */
  appliedCode: string | null | undefined;
  /** Total of the cart, such as `89.50`: rewards with a minimum say what is missing, and chosen points are never worth more. */
  total: number | string | undefined;
  /** ISO 4217, such as `EUR`. Points of a reward in another currency cannot be chosen. */
  currency: string | undefined;
  /** Shows every reward instead of the first rows. */
  expanded = false;
  /** Level of the heading, 1 to 6. */
  headingLevel = 2;

  #rewards = new ResourceController(this, rewards);
  #points = new ResourceController(this, balances);
  #redeem = new RedeemController(this, () => this.#rewards.loyalty);
  /** The choice of points, loaded for a reward with steps. */
  #slider = lazyImport(
    this,
    async () => new (await import('./points-slider.ts')).PointsSlider(this, this.#redeem),
  );
  /** Where each reward is shown. */
  #view: readonly RewardGroup[] = [];
  /** Rewards that have a code for the cart, and those that the shopper can claim now. */
  #rows: readonly RewardRow[] = [];

  protected override willUpdate(): void {
    const { state: list } = this.#rewards;
    const { state: points } = this.#points;
    this.#rows = [];
    if (list.status !== 'ready') return;
    const available = points.status === 'ready' ? points.value.available : undefined;
    this.#stepSlider?.follow({ offers: list.value.offers, points: available });
    const usable = { ...list.value, owned: list.value.owned.filter(({ code }) => code) };
    const groupsOf = (owned: readonly OwnedReward[]) => rewardGroups({ ...usable, owned }, available);
    this.#view = this.#redeem.claim.groups(this.#view, usable.owned, groupsOf, claimedRow);
    this.#rows = this.#view
      .flatMap(({ rows }) => rows)
      .filter(
        (row) =>
          row.kind === 'owned' ||
          row.kind === 'claimable' ||
          // It says why the claim failed, also where the points have gone meanwhile.
          row.offer.id === this.#redeem.claim.current?.offer.id,
      );
  }

  protected prepare(): void {
    if (this.#status === 'ready') this.#redeem.claim.prepare();
  }

  protected override updated(): void {
    const status = this.#status;
    for (const state of ['loading', 'failed', 'empty', 'signed-out'] as const)
      setState(this, state, state === status);
    setState(this, 'applied', !!this.appliedCode);
  }

  /** Runs an action, then focuses what took the place of the pressed button. */
  async #act(action: (redeem: RedeemController) => unknown, focus: string): Promise<void> {
    await action(this.#redeem);
    await this.updateComplete;
    const root = this.renderRoot;
    restoreFocus(this, root.querySelector<HTMLElement>(focus) ?? root.querySelector<HTMLElement>('.head'));
  }

  #onPress = (row: RewardRow, { detail }: MouseEvent): void => {
    // The second press of a double click must not act on what took the button's place.
    if (detail > 1 || this.#redeem.busy) return;
    if (row.kind === 'owned') void this.#act((redeem) => redeem.apply(row.reward), '[part~=undo-button]');
    else
      void this.#act(
        (redeem) => (row.offer.steps ? this.#stepSlider?.open(row.offer) : redeem.ask(row.offer)),
        '[part~=slider], [part~=confirm-button]',
      );
  };

  #onUndo = ({ detail }: MouseEvent): void => {
    const code = this.appliedCode;
    if (detail > 1 || !code) return;
    void this.#act((redeem) => redeem.undo(code, this.#rewardWith(code)), '[part~=apply-button]');
  };

  #onConfirm = ({ detail }: MouseEvent): void => {
    if (detail > 1 && this.#redeem.claim.current?.step === 'confirm') return;
    if (this.#redeem.claim.current?.offer.steps && !this.#stepSlider?.prepareSend()) return;
    void this.#act((redeem) => redeem.confirm(), '[part~=undo-button], [part~=confirm-button]');
  };

  #onCancel = (): void => {
    const id = this.#redeem.claim.current?.offer.id;
    this.#stepSlider?.close();
    void this.#act((redeem) => redeem.claim.cancel(), `[data-row="${id}"] [part~=apply-button]`);
  };

  #onMore = (): void => {
    this.expanded = !this.expanded;
  };

  #rewardWith(code: string): OwnedReward | undefined {
    const { state } = this.#rewards;
    return state.status === 'ready' ? state.value.owned.find((reward) => reward.code === code) : undefined;
  }

  get #status(): 'loading' | 'failed' | 'empty' | 'signed-out' | 'ready' {
    const { state: list } = this.#rewards;
    const { state: points } = this.#points;
    if (list.status === 'error') return 'failed';
    if (list.status !== 'ready') return list.status;
    // As in <loyalty-rewards>: a claim needs the current balance, and no row may move later.
    if (points.status === 'loading' || (points.status === 'ready' && points.isSnapshot)) return 'loading';
    // Their texts would move the others when they come.
    if (list.value.hasSteps && this.#stepSlider === undefined) return 'loading';
    return this.#rows.length || this.appliedCode || this.#redeem.problem ? 'ready' : 'empty';
  }

  protected override render(): TemplateResult {
    const { state } = this.#rewards;
    switch (this.#status) {
      case 'loading':
        return this.#renderLoading();
      case 'signed-out':
        return html`${this.appliedCode ? this.#renderHead() : nothing}
        ${this.renderSignedOut(localize('Sign in to use your rewards.'), state)}`;
      case 'failed':
        return html`${this.appliedCode ? this.#renderHead() : nothing}
        ${
          state.status === 'error'
            ? errorNotice(this, state.error, localize('Couldn’t load your rewards.'), () =>
                this.#rewards.retry(),
              )
            : nothing
        }`;
      case 'empty':
        return html`<div class="notice" part="notice">
          <slot name="empty"><p part="message">${localize('No reward fits this order yet.')}</p></slot>
        </div>`;
      case 'ready':
        return this.#renderRows(this.#rows);
    }
  }

  /** The title with the points, or the applied reward; below it the problem, if there is one. */
  #renderHead(): TemplateResult {
    const code = this.appliedCode;
    const language = languageOf(this);
    const { state: points } = this.#points;
    const owned = code ? this.#rewardWith(code) : undefined;
    const reward = owned?.name ?? code ?? '';
    const { problem } = this.#redeem;
    const busy = this.#redeem.busy;
    return html`<div
      part=${code ? 'head applied' : 'head'}
      class=${code ? 'head applied' : 'head'}
      tabindex="-1"
    >
      ${code ? html`<svg class="check" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12.5l4.5 4.5L19 7.5" /></svg>` : nothing}
      <span class="texts">
        <span part="title" dir="auto" role="heading" aria-level=${this.headingLevel || 2}
          >${code ? aroundName((name) => localize('Applied: {reward}', { reward: name }), owned ?? { name: code }) : localize('Use a reward')}</span
        >
        ${
          problem
            ? html`<span class="note small" part="problem" role="alert" dir="auto">${problem}</span>`
            : points.status === 'ready'
              ? html`<span class="quiet small" part="balance"
                  >${pointsText(points.value.available, language)}</span
                >`
              : nothing
        }
      </span>
      ${
        code
          ? html`<button
              class="ghost"
              part="button undo-button"
              type="button"
              aria-disabled=${!!busy}
              aria-label=${localize('Remove {reward}', { reward })}
              @click=${this.#onUndo}
            >
              ${busy === code ? localize('Removing…') : localize('Remove')}
            </button>`
          : nothing
      }
    </div>`;
  }

  #renderRows(rows: readonly RewardRow[]): TemplateResult {
    const language = languageOf(this);
    const limit = reservedRows(this, '--loyalty-redeem-rows', 3);
    const hasMore = rows.length > limit;
    const first = firstCount(rows.length, limit);
    return html`<div class="with-end">
      ${this.#renderHead()}
      <ul part="list">
        ${(this.expanded ? rows : rows.slice(0, first)).map((row) => renderRow(this.#contentOf(row, language)))}
      </ul>
      ${
        hasMore
          ? renderMoreButton({
              n: rows.length,
              name: 'Show all {n} rewards',
              language,
              expanded: this.expanded,
              takesRow: first < limit,
              onMore: this.#onMore,
            })
          : renderListEnd()
      }
      <p class="hidden" role="status">${this.#redeem.claim.announcement || this.#redeem.announcement}</p>
    </div>`;
  }

  #contentOf(row: RewardRow, language: string | undefined): RewardContent {
    const ignore = (): void => {};
    const slider = this.#stepSlider;
    const content = (slider?.contentOf ?? rewardContent)(row, {
      host: this,
      language,
      useButton: false,
      onClaim: ignore,
      onUse: ignore,
    });
    const reward = row.kind === 'owned' ? row.reward : row.offer;
    const code = row.kind === 'owned' ? row.reward.code : undefined;
    const isApplied = !!code && code === this.appliedCode;
    const offer = row.kind === 'owned' ? undefined : row.offer;
    const missing = (offer?.steps && this.#obstacle(offer)) ?? this.#missing(reward.minimumSpend, language);
    const own = {
      ...content,
      part: isApplied ? `${content.part} row-applied` : content.part,
      note: missing ?? (offer?.steps ? nothing : content.note),
      code: nothing, // the page puts it into the cart
      action: this.appliedCode || missing ? nothing : this.#renderButton(row, reward.name, code),
    };
    const { current, claimed, left } = this.#redeem.claim;
    const shown = offer
      ? withClaim(
          own,
          row,
          { current, claimed, left, onCancel: this.#onCancel, onConfirm: this.#onConfirm },
          language,
        )
      : own; // a claimed reward is shown as one that is owned
    return slider ? slider.withChoice(shown, row) : shown;
  }

  /** The choice of points; `undefined` where no reward has steps or its file is not there yet, `null` where it did not load. */
  get #stepSlider(): PointsSlider | null | undefined {
    const { state } = this.#rewards;
    return state.status === 'ready' && state.value.hasSteps ? this.#slider() : undefined;
  }

  /** Why a reward with steps cannot be used now. */
  #obstacle(offer: RewardOffer): string | undefined {
    const slider = this.#stepSlider;
    return slider ? slider.obstacle(offer) : localize('Couldn’t load this.');
  }

  /** What the cart is short of for this reward. */
  #missing(minimum: OwnedReward['minimumSpend'], language: string | undefined): string | undefined {
    const { total, currency } = this;
    if (!minimum || total === undefined || (minimum.currency && currency && minimum.currency !== currency))
      return undefined;
    const missing = minimum.amount - Number(total);
    if (!(missing > 0)) return undefined;
    const price = formatMoney(missing.toFixed(2), minimum.currency ?? currency, language);
    return localize('Spend {price} more to use it', { price });
  }

  #renderButton(row: RewardRow, reward: string, code: string | undefined): TemplateResult {
    const busy = this.#redeem.busy;
    return html`<button
      class=${row.kind === 'owned' ? 'filled' : 'ghost'}
      part="button apply-button"
      type="button"
      aria-disabled=${!!busy}
      aria-label=${localize('Apply {reward}', { reward })}
      @click=${(event: MouseEvent) => this.#onPress(row, event)}
    >
      ${row.kind === 'owned' ? html`<span>${busy && busy === code ? localize('Applying…') : localize('Apply')}</span>` : localize('Apply')}
    </button>`;
  }

  /** The head and rows with the size of what they stand for. */
  #renderLoading(): TemplateResult {
    return html`<div aria-busy="true">
      <p class="hidden">${localize('Loading rewards')}</p>
      <div part="head" class="head" aria-hidden="true">
        <span class="texts"
          ><span><span class="skeleton">Use a reward</span></span></span
        >
      </div>
      <ul part="list" aria-hidden="true">
        ${Array.from(
          { length: reservedRows(this, '--loyalty-redeem-rows', 3) },
          () =>
            html`<li class="row" part="row">
              <span class="picture skeleton"></span>
              <span class="texts"
                ><span><span class="skeleton">Name of a reward</span></span></span
              >
            </li>`,
        )}
      </ul>
    </div>`;
  }
}

define('loyalty-redeem', LoyaltyRedeem);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-redeem': LoyaltyRedeem;
  }
}
