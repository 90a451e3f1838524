import { type TemplateResult } from 'lit';
import { benefits, type OwnedBenefit } from '../../services/index.ts';
import { benefitContent, benefitGroups, ownedRow, type BenefitGroup } from './benefit-content.ts';
import { benefitsStyles } from './benefits-styles.ts';
import { withClaim } from '../claims/claim-content.ts';
import { ClaimController } from '../claims/claim-controller.ts';
import { benefitClaim } from './benefit-claim.ts';
import { define, readFlag } from '../internal/element.ts';
import { languageOf } from '../internal/format.ts';
import { reservedRows } from '../internal/lists.ts';
import { localize } from '../internal/texts/messages.ts';
import { errorNotice } from '../internal/notice.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import { ResourceController } from '../internal/resource-controller.ts';
import { countOf, rowsThatFit } from '../claims/reward-rows.ts';
import {
  HEADINGS,
  renderEmpty,
  renderList,
  renderListLoading,
  renderRewards,
  toggleRows,
} from '../claims/rewards-list.ts';
import { setState } from '../internal/states.ts';

export type { LoyaltyBenefitClaimedEvent } from './benefit-events.ts';
export type { LoyaltyErrorEvent } from '../internal/events.ts';

/**
 * The shopper's benefits, such as free delivery: how often and until when each can be used, and how; and those that they can claim. A
 * claimed benefit keeps its place until the next view.
 *
 * @summary benefits of the customer, and those to claim
 * @tag loyalty-benefits
 * @guests line
 * @needs benefits
 * @parts balances
 * @slot signed-out - Shown to guests: your sign-in link.
 * @slot empty - Shown when there are no benefits at all.
 * @csspart list - The list of benefits.
 * @csspart group - Benefits of one kind: owned, or ready to claim.
 * @csspart group-heading - The heading of a group.
 * @csspart row - A benefit.
 * @csspart row-owned - A benefit that the shopper has.
 * @csspart picture - The picture of a benefit; without one its icon, drawn where the service names a kind: `delivery`, `repair`, `event`,
 *   `discount`, `birthday`, `early`, `product`, `giftcard` or `travel`; for another word a parcel.
 * @csspart image - The image in it.
 * @csspart name - The name of a benefit.
 * @csspart note - How often and until when it can be used, or the cost of a claim and what it brings.
 * @csspart uses - How often it can be used.
 * @csspart price - The cost of a claim.
 * @csspart expiry - When a benefit ends.
 * @csspart soon - An end within a week.
 * @csspart instructions - How to use a benefit.
 * @csspart question - The question before a claim.
 * @csspart left - The points that are left after the claim.
 * @csspart reason - Why a claim failed.
 * @csspart button - Every button.
 * @csspart instructions-button - The button that shows how to use a benefit.
 * @csspart claim-button - The button that opens the question before a claim.
 * @csspart confirm-button - The button that claims the benefit.
 * @csspart cancel-button - The button that cancels the claim.
 * @csspart more-button - The button that shows all benefits, or fewer again.
 * @csspart skeleton - A grey shape while the benefits load.
 * @csspart end - The sentence that these are all, where the reserved box has room for more.
 * @csspart notice - The box instead of the list: signed out, empty, or an error.
 * @csspart message - The sentence in this box.
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-benefits-rows=4] - Number of rows that are shown, and reserved while they load.
 * @cssprop [--loyalty-benefits-groups=2] - Number of groups for whose headings there is room.
 * @cssprop [--loyalty-benefits-row-size=5.25em] - Height of a row.
 * @cssprop [--loyalty-benefits-heading-size=2.5em] - Height of the heading of a group.
 * @cssprop [--loyalty-guest-block-size=6em] - Height reserved for a guest's notice, on a page with the class `loyalty-guest`.
 * @cssprop [--loyalty-guest-line-size=2.5em] - Height reserved for a guest's notice where the element does not invite: it is a line.
 * @cssstate loading - The benefits are loading.
 * @cssstate failed - The benefits could not be loaded.
 * @cssstate empty - There are no benefits.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @fires loyalty-benefit-claimed - The shopper claimed a benefit.
 * @fires loyalty-error - Benefits could not be loaded or claimed.
 * @keyboard Enter, Space - On a price: asks instead of the button, and focuses the answer. After a claim the focus is on the benefit.
 * @keyboard Escape - Answers the question with no; the focus returns to the price.
 */
export class LoyaltyBenefits extends InvitingElement {
  static override properties = {
    expanded: { type: Boolean, converter: readFlag, reflect: true },
    headingLevel: { attribute: 'heading-level', converter: Number },
  };

  static override styles = benefitsStyles;

  /** Shows every benefit instead of the first rows. */
  expanded = false;
  /** Level of the headings of groups, 1 to 6. */
  headingLevel = 3;

  #benefits = new ResourceController(this, benefits);
  #claims = new ClaimController(this, () => this.#benefits.loyalty, benefitClaim);
  /** Where each benefit is shown. */
  #view: readonly BenefitGroup[] = [];
  /** Keys of the benefits whose instructions are shown. */
  #told = new Set<string>();

  protected override willUpdate(): void {
    const { state } = this.#benefits;
    if (state.status !== 'ready') return;
    const groupsOf = (owned: readonly OwnedBenefit[]) => benefitGroups({ ...state.value, owned });
    this.#view = this.#claims.groups(this.#view, state.value.owned, groupsOf, ownedRow);
  }

  protected prepare(): void {
    if (this.#benefits.state.status === 'ready') this.#claims.prepare();
  }

  protected override updated(): void {
    const { state } = this.#benefits;
    setState(this, 'empty', state.status === 'ready' && !this.#view.length);
  }

  #onTell = (key: string): void => {
    if (!this.#told.delete(key)) this.#told.add(key);
    this.requestUpdate();
  };

  protected override render(): TemplateResult {
    const { state } = this.#benefits;
    switch (state.status) {
      case 'loading':
        return renderListLoading(this.#limit, localize('Loading your benefits'));
      case 'signed-out':
        return this.renderSignedOut(localize('Sign in to see your benefits.'), state);
      case 'error':
        return errorNotice(this, state.error, localize('Couldn’t load your benefits.'), () =>
          this.#benefits.retry(),
        );
      case 'ready':
        return this.#view.length
          ? this.#renderGroups(this.#view)
          : renderEmpty(localize('No benefits right now.'));
    }
  }

  /** Number of benefits that fit the reserved box. */
  get #limit(): number {
    return reservedRows(this);
  }

  #renderGroups(groups: readonly BenefitGroup[]): TemplateResult {
    const language = languageOf(this);
    const n = countOf(groups);
    const { first, takesRow } = rowsThatFit(this, groups);
    const view = {
      host: this,
      language,
      told: this.#told,
      onClaim: this.#claims.onClaim,
      onTell: this.#onTell,
    };
    return renderRewards(
      (this.expanded ? groups : first).map(({ kind, rows }) => ({
        heading: localize(HEADINGS[kind]),
        rewards: rows.map((row) => withClaim(benefitContent(row, view), row, this.#claims, language)),
      })),
      {
        renderSections: renderList,
        headingLevel: this.headingLevel || 3,
        more:
          countOf(first) === n
            ? undefined
            : {
                n,
                name: 'Show all {n} benefits',
                language,
                expanded: this.expanded,
                takesRow,
                onMore: () => toggleRows(this),
              },
        hasRoom: n < this.#limit,
        announcement: this.#claims.announcement,
      },
    );
  }
}

define('loyalty-benefits', LoyaltyBenefits);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-benefits': LoyaltyBenefits;
  }
}
