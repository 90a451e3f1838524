import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
  balances,
  readProgramme,
  tier,
  tiers,
  type PointsBalance,
  type Programme,
  type Tier,
  type TierStanding,
} from '../services/index.ts';
import { define } from './internal/element.ts';
import { formatDay } from './internal/format-day-and-money.ts';
import { formatNumber, languageOf } from './internal/format.ts';
import { localize, pointsLabel } from './internal/messages.ts';
import { errorNotice, signedOutNotice } from './internal/notice.ts';
import { ResourceController, type ElementState } from './internal/resource-controller.ts';
import { setState } from './internal/states.ts';
import { statusStyles } from './internal/status-styles.ts';
import { renderTiers, renderTiersLoading, tierSteps, type TierStep } from './internal/status-tiers.ts';
import { cardColors } from './internal/tier-colors.ts';

const DAY_MS = 86_400_000;
/** Points that expire within these days are urgent. */
const URGENT_DAYS = 7;
/** Formatted with more characters, the number gets a smaller font. */
const LONG_NUMBER = 9;
const GUEST_REWARDS = 3;

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
 * @tag loyalty-status
 * @slot signed-out - Shown to guests: what joining brings, and your link to join or sign in.
 * @csspart base - The card.
 * @csspart name - The name of the tier; for guests the title.
 * @csspart since - The month in which the shopper reached the tier, or that it is the highest one.
 * @csspart expiry - The points that expire next.
 * @csspart amount - The number of points with its unit.
 * @csspart value - The number.
 * @csspart label - The unit.
 * @csspart tiers - The list of all tiers.
 * @csspart tier - A tier in the list.
 * @csspart tier-reached - A tier below the shopper's.
 * @csspart tier-current - The shopper's tier.
 * @csspart tier-to-come - A tier above the shopper's.
 * @csspart tier-name - The name of a tier in the list.
 * @csspart tier-text - What a tier brings.
 * @csspart missing - The points that are missing to the next tier.
 * @csspart threshold - The points that a later tier needs.
 * @csspart progress - The track of a bar.
 * @csspart progress-bar - The filled part of a bar.
 * @csspart rewards - The rewards that guests see.
 * @csspart reward - A reward that guests see, with its points.
 * @csspart notice - The box in place of the card: signed out without a programme, or an error.
 * @csspart retry-button - The button that loads again after an error.
 * @cssprop [--loyalty-status-block-size=18em] - Height reserved for the card; 25em on narrow screens.
 * @cssprop [--loyalty-status-padding=1.625em] - Space inside the card.
 * @cssprop [--loyalty-status-radius=1em] - Radius of the card.
 * @cssprop [--loyalty-status-background] - Ground of the card in place of the tier's colour. Set the colour of the text, too.
 * @cssprop [--loyalty-status-color] - Colour of the text.
 * @cssprop [--loyalty-status-urgent-color] - Colour of the text of points that expire within a week; its ground is the colour of the text.
 * @cssstate loading - The data is loading.
 * @cssstate failed - The data could not be loaded.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate top-tier - The shopper has the highest tier.
 * @cssstate expiring - Points expire within a week.
 * @cssstate tier-N - The shopper has the Nth tier, from the lowest one: `tier-1`, `tier-2`.
 * @fires loyalty-error - The status could not be loaded, or `programme` is malformed.
 */
export class LoyaltyStatus extends LitElement {
  static override properties = {
    programme: { converter: readJson },
    headingLevel: { attribute: 'heading-level', converter: Number },
  };

  static override styles = statusStyles;

  /**
   * What guests see: `{"tiers": [{"name", "points_required", "description", "color"}], "rewards": [{"name", "points_cost"}]}`, as an
   * object, or JSON in the attribute. Colours have 3 or 6 hexadecimal digits.
   */
  programme: unknown;
  /** Level of the heading with the name of the tier, from 1 to 6. */
  headingLevel = 2;

  #standing = new ResourceController(this, tier);
  #points = new ResourceController(this, balances);
  #tiers = new ResourceController(this, tiers);

  /** What guests see, read from `programme`. */
  #offer: Programme | undefined;
  #tierState = '';
  /** The list whose current tier was scrolled into view. */
  #scrolledList: Element | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('programme')) this.#offer = readProgramme(this.programme);
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { status } = this.#state;
    const value = this.#value;
    const steps = this.#steps;
    setState(this, 'loading', status === 'loading');
    setState(this, 'failed', status === 'error');
    setState(this, 'signed-out', status === 'signed-out');
    setState(this, 'top-tier', isTop(value?.standing));
    setState(this, 'expiring', daysToExpiry(value?.points) <= URGENT_DAYS);
    if (this.#tierState) setState(this, this.#tierState, false);
    const position = value ? steps.findIndex(({ kind }) => kind === 'current') + 1 : 0;
    this.#tierState = position ? `tier-${position}` : '';
    if (position) setState(this, this.#tierState, true);
    this.#setColors(steps, value?.standing.current?.color);
    this.#scrollToCurrent();
    if (changed.has('programme') && this.programme !== undefined)
      void import('./internal/page-misconfigurations.ts')
        .then(({ checkProgramme }) => checkProgramme(this.programme, this))
        .catch(() => {});
  }

  /** By `setProperty()`, because a strict content security policy allows no attribute `style`. */
  #setColors(steps: readonly TierStep[], color: string | undefined): void {
    const card = this.renderRoot.querySelector<HTMLElement>('.card');
    if (color) {
      const { ground, ink, far } = cardColors(color);
      card?.style.setProperty('--_ground', ground);
      card?.style.setProperty('--_ink', ink);
      card?.style.setProperty('--_far', far);
    }
    if (!this.#value)
      this.renderRoot
        .querySelectorAll<HTMLElement>('[part~=tier]')
        .forEach((item, at) => item.style.setProperty('--_tier', steps[at]?.color ?? ''));
  }

  #scrollToCurrent(): void {
    const list = this.renderRoot.querySelector('[part=tiers]');
    const item = list?.querySelector('[aria-current]');
    if (!list || !item || list === this.#scrolledList) return;
    this.#scrolledList = list;
    const box = list.getBoundingClientRect();
    const { left, top, width, height } = item.getBoundingClientRect();
    list.scrollTo(left - box.left - (box.width - width) / 2, top - box.top - (box.height - height) / 2);
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
      status: 'ready',
      value: { standing: standing.value, points: points.value },
      isSnapshot: standing.isSnapshot || points.isSnapshot,
    };
  }

  get #value(): Status | undefined {
    const state = this.#state;
    return state.status === 'ready' ? state.value : undefined;
  }

  get #steps(): TierStep[] {
    const value = this.#value;
    const { state } = this.#tiers;
    const known: readonly Tier[] = state.status === 'ready' ? state.value : [];
    return value
      ? tierSteps(value.standing, known)
      : tierSteps({ points: 0, current: undefined, next: undefined }, this.#offer?.tiers ?? []);
  }

  protected override render(): TemplateResult {
    const state = this.#state;
    switch (state.status) {
      case 'loading':
        return this.#renderLoading();
      case 'signed-out':
        return this.#offer?.tiers.length || this.#offer?.rewards.length
          ? this.#renderOffer(this.#offer)
          : signedOutNotice(localize('Sign in to see your tier.'));
      case 'error':
        return errorNotice(state.error, localize('Your tier did not load.'), this.#onRetry);
      case 'ready':
        return this.#renderStatus(state.value);
    }
  }

  #renderLoading(): TemplateResult {
    return html`<div part="base" class="card" aria-busy="true">
      <span class="hidden">${localize('Loading your tier')}</span>
      <div class="head" aria-hidden="true">
        <div>
          <div part="name"><span class="skeleton">Your tier</span></div>
          <div part="since" class="small"><span class="skeleton">since December 2000</span></div>
        </div>
      </div>
      <div part="amount" aria-hidden="true">
        <span part="value"><span class="skeleton">0,000</span></span>
      </div>
      ${renderTiersLoading()}
    </div>`;
  }

  #renderStatus({ standing, points }: Status): TemplateResult {
    const language = languageOf(this);
    const { current, since } = standing;
    const month =
      since && new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(since);
    const value = formatNumber(points.available, language);
    return html`<div
      part="base"
      class=${`card${current?.color ? ' colored' : ''}${isTop(standing) ? ' top' : ''}`}
    >
      <div class="head">
        <div>
          ${this.#renderName(current?.name ?? localize('Member'), isTop(standing))}
          <div part="since" class="small quiet line">
            ${
              isTop(standing)
                ? localize('The highest tier')
                : month
                  ? localize('since {month}', { month })
                  : nothing
            }
          </div>
        </div>
        ${this.#renderExpiry(points, language)}
      </div>
      <div part="amount" class="line">
        <span part="value" class=${value.length > LONG_NUMBER ? 'long' : nothing}>${value}</span>
        <span part="label">${pointsLabel(points.available, language)}</span>
      </div>
      ${
        this.#tiers.state.status === 'loading'
          ? renderTiersLoading()
          : renderTiers(this.#steps, language, true)
      }
    </div>`;
  }

  #renderName(name: string, withStar: boolean): TemplateResult {
    const level = this.headingLevel >= 1 && this.headingLevel <= 6 ? Math.round(this.headingLevel) : 2;
    return html`<div part="name" role="heading" aria-level=${level}>
      ${withStar ? star : nothing}<span class="line">${name}</span>
    </div>`;
  }

  #renderExpiry(points: PointsBalance, language: string | undefined): TemplateResult | typeof nothing {
    const days = daysToExpiry(points);
    const { expiring } = points;
    if (!expiring || days < 0) return nothing;
    const n = expiring.points;
    const isUrgent = days <= URGENT_DAYS;
    const when = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
    return html`<div part="expiry" class=${isUrgent ? 'small line urgent' : 'small line'}>
      <span>
        ${
          isUrgent
            ? localize(
                '{n} points end {when}',
                { n, when: when.format(days, 'day') },
                language,
                '{n} point ends {when}',
              )
            : localize(
                '{n} points until {day}',
                { n, day: formatDay(expiring.at, language) },
                language,
                '{n} point until {day}',
              )
        }
      </span>
    </div>`;
  }

  #renderOffer({ rewards }: Programme): TemplateResult {
    const language = languageOf(this);
    return html`<div part="base" class="card">
      <div class="head">${this.#renderName(localize('What members get'), false)}</div>
      <div><slot name="signed-out"></slot></div>
      ${renderTiers(this.#steps, language, false)}
      ${
        rewards.length
          ? html`<ul part="rewards">
              ${rewards.slice(0, GUEST_REWARDS).map(
                ({ name, pointsCost }) =>
                  html`<li part="reward" class="small">
                    <span class="line">${name}</span>
                    <span class="quiet"
                      >${localize('{n} points', { n: pointsCost }, language, '{n} point')}</span
                    >
                  </li>`,
              )}
            </ul>`
          : nothing
      }
    </div>`;
  }
}

const isTop = (standing: TierStanding | undefined): boolean => !!standing?.current && !standing.next;

/** Days in the calendar until the next points expire: 0 is today, negative is past. Infinite without such points. */
function daysToExpiry(points: PointsBalance | undefined): number {
  const at = points?.expiring?.at;
  return at ? Math.round((midnight(at) - midnight(new Date())) / DAY_MS) : Infinity;
}

const midnight = (day: Date): number => new Date(day).setHours(0, 0, 0, 0);

/** `null` is reported as malformed. */
function readJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

define('loyalty-status', LoyaltyStatus);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-status': LoyaltyStatus;
  }
}
