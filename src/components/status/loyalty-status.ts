import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
  balances,
  readPointDetails,
  tier,
  tiers,
  type PointDetails,
  type PointsBalance,
  type Programme,
  type TierStanding,
} from '../../services/index.ts';
import type { watchNumber } from '../claims/count-down.ts';
import { define } from '../internal/element.ts';
import { daysUntil, endsSoon, formatDay, formatDaysUntil } from '../internal/format-day.ts';
import { formatNumber, languageOf } from '../internal/format.ts';
import { batchText, endingSoonText, worthText } from '../internal/point-details-text.ts';
import { localize } from '../internal/texts/messages.ts';
import { pointsLabel } from '../internal/texts/points-label.ts';
import { accountRefusal, errorNotice } from '../internal/notice.ts';
import { aroundName } from '../internal/around-name.ts';
import { inLanguage } from '../internal/in-language.ts';
import { jsonConverter } from '../internal/json-converter.ts';
import { lazyImport } from '../internal/lazy-import.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import { ResourceController, type ElementState } from '../internal/resource-controller.ts';
import { setState } from '../internal/states.ts';
import { statusStyles } from './status-styles.ts';
import { renderTiers, renderTiersLoading, tierSteps, type TierStep } from './status-tiers.ts';
import { cardColors } from './tier-colors.ts';
import { isTop, setTierState } from '../internal/tier-state.ts';

export type { LoyaltyErrorEvent } from '../internal/events.ts';
import type { PageProgramme } from '../internal/page-data.ts';

export type { PageProgramme };

/** Formatted with more characters, the number gets a smaller font. */
const LONG_NUMBER = 9;

// Not formatted: white space would show before the name.
// prettier-ignore
const star = html`<svg class="star" viewBox="0 0 16 16" aria-hidden="true"><path d="M8 1l2 4.6 5 .5-3.8 3.3 1.1 4.9L8 11.7l-4.3 2.6 1.1-4.9L1 6.1l5-.5z"/></svg>`;

interface Status {
  readonly standing: TierStanding;
  readonly points: PointsBalance;
}

/**
 * The shopper's status on one card in the colour of the tier: the tier, the points, what expires next, and all tiers with what each
 * brings and what is missing to the next one. Guests see the tiers and rewards of your programme.
 *
 * @summary points, tier and all tiers on one card
 * @tag loyalty-status
 * @guests line
 * @guests-unless [programme]
 * @needs balances, tier
 * @parts tiers
 * @slot signed-out - Shown to guests: what joining brings, and your link to join or sign in.
 * @csspart base - The card.
 * @csspart name - The name of the tier; for guests the title.
 * @csspart since - The month in which the shopper reached the tier, or that it is the highest one; the points that keep it where it is at risk.
 * @csspart expiry - The points that expire next, or within 30 days.
 * @csspart amount - The number of points with its unit.
 * @csspart value - The number.
 * @csspart label - The unit.
 * @csspart worth - What the points are worth in money, where the programme has set it.
 * @csspart tiers - The list of all tiers.
 * @csspart tier - A tier in the list.
 * @csspart tier-reached - A tier below the shopper's.
 * @csspart tier-current - The shopper's tier.
 * @csspart tier-to-come - A tier above the shopper's.
 * @csspart tier-name - The name of a tier in the list.
 * @csspart tier-text - What a tier brings.
 * @csspart here - That the shopper is in this tier.
 * @csspart collected - The points that count for the next tier.
 * @csspart missing - The points that the next tier needs, and those that are missing.
 * @csspart threshold - The points that a later tier needs.
 * @csspart progress - The track of a bar.
 * @csspart progress-bar - The filled part of a bar.
 * @csspart rewards - The rewards that guests see.
 * @csspart reward - A reward that guests see, with its points.
 * @csspart picture - The frame of the picture of such a reward.
 * @csspart image - The picture in it.
 * @csspart notice - The box instead of the card: signed out without a programme, or an error.
 * @csspart message - The sentence instead of the content, for guests and after an error.
 * @csspart button - Every button.
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-guest-block-size=6em] - Height reserved for a guest's notice, on a page with the class `loyalty-guest`.
 * @cssprop [--loyalty-guest-line-size=2.5em] - Height reserved for a guest's notice where the element does not invite: it is a line.
 * @cssprop [--loyalty-status-block-size=18.75em] - Height reserved for the card; 27em where it is up to 33em wide.
 * @cssprop [--loyalty-status-padding=1.5em] - Space inside the card; down to 1em where it is narrow.
 * @cssprop [--loyalty-status-radius=1em] - Radius of the card.
 * @cssprop [--loyalty-status-background] - Background of the card instead of the tier's colour. Set the colour of the text, too.
 * @cssprop [--loyalty-status-color] - Colour of the text.
 * @cssprop [--loyalty-status-urgent-color] - Colour of the text of points that expire within a week; its background is the colour of the text.
 * @cssstate loading - The data is loading.
 * @cssstate failed - The data could not be loaded.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @cssstate top-tier - The shopper has the highest tier.
 * @cssstate expiring - Points expire within a week.
 * @cssstate tier-… - The tier by its name, such as `:state(tier-gold)`: in lower case, with `-` for everything but letters and digits.
 * @fires loyalty-error - The status could not be loaded, or `programme` is malformed.
 */
export class LoyaltyStatus extends InvitingElement {
  static override properties = {
    programme: { converter: jsonConverter },
    headingLevel: { attribute: 'heading-level', converter: Number },
  };

  static override styles = statusStyles;

  /**
   * What guests see: `{"tiers": [{"name", "points_required", "description", "color"}], "rewards": [{"name", "points_cost", "image_url"}]}`,
   * as an object, or JSON in the attribute. Colours have 3 or 6 hexadecimal digits.
   */
  programme: PageProgramme | string | undefined;
  /** Level of the heading with the name of the tier, from 1 to 6. */
  headingLevel = 2;

  #standing = new ResourceController(this, tier, () => this.#state.status);
  #points = new ResourceController(this, balances, () => this.#state.status);
  #tiers = new ResourceController(this, tiers, () => this.#state.status);

  /** What guests see, loaded when needed. */
  #guestView = lazyImport(this, async () => {
    const view = await import('./status-offer.ts');
    view.adoptOfferStyles(this);
    return view;
  });
  #offer: Programme | undefined;
  /** Name of the state for the current tier. */
  #tierState = '';
  /** The list whose current tier was scrolled into view. */
  #scrolledList: Element | undefined;

  /**
   * Prepares to count the number down after points are spent.
   * @param watch loaded with the claim
   * @ignore
   */
  watchNumber(from: number, watch: typeof watchNumber): ReturnType<typeof watchNumber> {
    return watch(this, from);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('programme')) this.#offer = undefined;
  }

  protected override updated(): void {
    const state = this.#state;
    const { status } = state;
    const { standing, points } = (status === 'ready' && state.value) || {};
    const isGuest = status === 'signed-out';
    this.#tierState = setTierState(this, this.#tierState, standing);
    setState(this, 'expiring', endsSoon(points && readPointDetails(points).expiring?.at));
    // By `setProperty()`, because a strict content security policy allows no attribute `style`.
    const card = this.renderRoot.querySelector<HTMLElement>('.card');
    cardColors(standing?.current?.color).forEach((color, at) =>
      card?.style.setProperty(['--_ground', '--_ink', '--_far'][at]!, color),
    );
    if (isGuest && this.#offer) this.#guestView()?.colorTiers(this.renderRoot, this.#offer);
    this.#scrollToCurrent();
  }

  #scrollToCurrent(): void {
    const list = this.renderRoot.querySelector('[part=tiers]');
    const item = list?.querySelector('[aria-current]');
    if (!list || !item || list === this.#scrolledList) return;
    this.#scrolledList = list;
    const from = list.getBoundingClientRect();
    const to = item.getBoundingClientRect();
    list.scrollTo(to.x - from.x - (from.width - to.width) / 2, to.y - from.y);
  }

  #onRetry = (): void => {
    for (const part of [this.#standing, this.#points]) if (part.state.status === 'error') part.retry();
    this.#tiers.retry();
  };

  get #state(): ElementState<Status> {
    const standing = this.#standing.state;
    const points = this.#points.state;
    if (standing.status !== 'ready') return standing;
    if (points.status !== 'ready') return points;
    return {
      ...points,
      value: { standing: standing.value, points: points.value },
      isSnapshot: standing.isSnapshot || points.isSnapshot,
    };
  }

  #steps(standing: TierStanding): TierStep[] {
    const { state } = this.#tiers;
    return tierSteps(standing, state.status === 'ready' ? state.value : []);
  }

  protected override render(): TemplateResult {
    const state = this.#state;
    switch (state.status) {
      case 'signed-out':
        return this.#renderGuest(state);
      case 'error':
        return errorNotice(this, state.error, localize('Couldn’t load your tier.'), this.#onRetry);
      default:
        return this.#renderStatus('value' in state ? state.value : undefined);
    }
  }

  #renderGuest(state: ElementState<Status>): TemplateResult {
    if (this.programme !== undefined && !accountRefusal(state)) {
      const view = this.#guestView();
      if (view === undefined) return this.#renderStatus(undefined); // the box keeps its size while the file loads
      this.#offer ??= view?.readOffer(this.programme, this);
      const offer =
        this.#offer && view?.renderOffer(this.#offer, languageOf(this), this.#renderName, this.invitation);
      if (offer) return offer;
    }
    return this.renderSignedOut(localize('Sign in to see your tier.'), state);
  }

  /** Without a status its skeleton: the same elements with the same size. */
  #renderStatus(status: Status | undefined): TemplateResult {
    const language = languageOf(this);
    const { standing, points } = status ?? {};
    const { current, since, atRisk } = standing ?? {};
    const isHighest = isTop(standing);
    const month =
      since && new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(since);
    const facts = [
      keepText(standing, language) ?? (month && localize('since {month}', { month })),
      isHighest && localize('Top tier'),
    ];
    const available = points?.available;
    const value = available === undefined ? '0,000' : formatNumber(available, language);
    const skeleton = status ? '' : 'skeleton';
    const details = points && readPointDetails(points);
    const worth = details && worthText(details, language);
    return html`<div
      part="base"
      class=${`card${current?.color ? ' colored' : ''}${isHighest ? ' top' : ''}`}
      aria-busy=${!status}
    >
      <span class="hidden">${status ? nothing : localize('Loading your tier')}</span>
      <div class="row" aria-hidden=${!status}>
        <div>
          ${
            status && current === undefined
              ? nothing
              : this.#renderName(
                  status
                    ? inLanguage(current?.name ?? localize('Member'), current?.languages?.['name'])
                    : 'Your tier',
                  isHighest,
                  skeleton,
                )
          }
          <div part="since" dir="auto" class=${`small quiet line${atRisk ? ' risk' : ''}`}>
            <span class=${skeleton}
              >${status ? facts.filter(Boolean).flatMap((fact, at) => (at ? [' · ', fact] : fact)) : 'since December'}</span
            >
          </div>
        </div>
        ${this.#renderExpiry(details, language)}
      </div>
      <div part="amount" aria-hidden=${!status}>
        <bdi>
          <span part="value" class=${value.length > LONG_NUMBER ? 'long' : ''}
            ><span class=${skeleton}>${value}</span></span
          >
          <span part="label"><span class=${skeleton}>${pointsLabel(available ?? 0, language)}</span></span>
          ${worth ? html`<span part="worth" class="quiet">${worth}</span>` : nothing}
        </bdi>
      </div>
      ${
        standing && this.#tiers.state.status !== 'loading'
          ? renderTiers(this.#steps(standing), language, current !== undefined, !!atRisk)
          : renderTiersLoading()
      }
    </div>`;
  }

  #renderName = (name: unknown, withStar = false, skeleton = ''): TemplateResult =>
    html`<div part="name" class="line" dir="auto" role="heading" aria-level=${this.headingLevel || 2}>
      ${withStar ? star : nothing}<span class=${skeleton}>${name}</span>
    </div>`;

  #renderExpiry(
    details: PointDetails | undefined,
    language: string | undefined,
  ): TemplateResult | typeof nothing {
    const { expiring, endingSoon } = details ?? {};
    const days = expiring ? daysUntil(expiring.at) : -1;
    if (!expiring || days < 0) return nothing;
    const n = expiring.points;
    const urgent = endsSoon(expiring.at);
    return html`<div part="expiry" dir="auto" class=${`small line${urgent ? ' urgent' : ''}`}>
      <span>
        ${
          urgent
            ? localize(
                '{n} points expire {when}',
                { n, when: formatDaysUntil(days, language) },
                language,
                '{n} point expires {when}',
              )
            : endingSoon
              ? endingSoonText(endingSoon, language)
              : batchText({ points: n, endsAt: expiring.at }, language)
        }
      </span>
    </div>`;
  }
}

/** Undefined where no tier is at risk. */
function keepText(standing: TierStanding | undefined, language: string | undefined): unknown {
  const { current, atRisk } = standing ?? {};
  if (!current || !atRisk) return undefined;
  return aroundName(
    (name) =>
      localize(
        '{n} points by {day} to keep {tier}',
        { n: atRisk.points, day: formatDay(atRisk.until, language), tier: name },
        language,
        '{n} point by {day} to keep {tier}',
      ),
    current,
  );
}

define('loyalty-status', LoyaltyStatus);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-status': LoyaltyStatus;
  }
}
