import { html, css, nothing, type LitElement, type TemplateResult } from 'lit';
import type { Id, RewardOffer } from '../../services/index.ts';
import { leftText, type OpenClaim } from '../claims/claim-content.ts';
import type { RewardRow } from '../claims/reward-rows.ts';
import type { RewardContent } from '../claims/reward-content.ts';
import { steppedContent, worthText } from '../claims/step-content.ts';
import { addStyles } from '../internal/add-styles.ts';
import { containKeys } from '../internal/contain-keys.ts';
import { fieldStyles } from '../internal/field-styles.ts';
import { formatMoney } from '../internal/format-money.ts';
import { formatNumber, languageOf } from '../internal/format.ts';
import { restoreFocus } from '../internal/lists.ts';
import { pointsText } from '../internal/points-text.ts';
import { localize } from '../internal/texts/messages.ts';
import type { RedeemController } from './redeem-controller.ts';
import {
  cartObstacle,
  chooseSteps,
  isStepped,
  stepLimits,
  type Cart,
  type SteppedOffer,
} from './step-limits.ts';

// Loaded for a reward of which the shopper chooses how many points it costs.

const styles = css`
  .points {
    display: grid;
    gap: 0.25em;
    /* In the size of the row, of which a note has 0.8125. */
    font-size: 1.2308em;
  }
  .points > .fields {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25em 0.75em;
  }
  .points [type='range'] {
    flex: 1 1 8em;
    padding: 0;
    border: 0;
    accent-color: var(--_accent);
    cursor: pointer;
  }
  .points [type='number'] {
    flex: 0 1 7em;
  }
  /* Room for the reason of a failure, which may arrive late, in the place of the money. */
  .points > .outcome {
    min-block-size: 2.7em;
    font-size: 0.8125em;
    line-height: 1.35;
  }
  /* The row keeps its size until the shopper closes it: nothing below moves when an answer arrives. */
  .row.sized {
    min-block-size: 10em;
  }
  @container (inline-size < 36em) {
    .row.sized {
      min-block-size: 13em;
    }
  }
  /* The number stands below the slider. */
  @container (inline-size < 21em) {
    .row.sized {
      min-block-size: 16em;
    }
  }
  @container (inline-size < 14em) {
    .row.sized {
      min-block-size: 24em;
    }
  }
`;

export interface SliderHost extends LitElement, Cart {}

/** What the element shows now. */
export interface SliderView {
  readonly offers: readonly RewardOffer[];
  /** Points of the shopper, where they are known. */
  readonly points: number | undefined;
}

/** Not while it is sent, nor where it may have been made: then the same claim may be sent again. */
const isOpenToChange = ({ step, kind }: OpenClaim<unknown>): boolean =>
  step === 'confirm' || kind === 'refused';

const within = (count: number, minimum: number, maximum: number): number =>
  Math.max(minimum, Math.min(count, maximum));

/** The choice of points for a reward with steps: a slider and a number, within what the reward, the balance and the cart allow. */
export class PointsSlider {
  readonly #host: SliderHost;
  readonly #redeem: RedeemController;
  #view: SliderView = { offers: [], points: undefined };
  /** The number that the shopper types and that is none of the choices. */
  #typed: string | undefined;
  /** What has changed without the shopper. */
  #change = '';
  /** The reward whose row has the size of the open choice. */
  #sized: Id | undefined;
  /** Whether the open question has a slider: not where there was nothing to choose. */
  #isOpen = false;
  /** The last sent steps of each reward: a claim whose answer was lost is sent again with the same. */
  readonly #sent = new Map<Id, number>();

  /** What is shown of a reward. */
  readonly contentOf = steppedContent;

  constructor(host: SliderHost, redeem: RedeemController) {
    this.#host = host;
    this.#redeem = redeem;
    addStyles(host, fieldStyles, styles);
    containKeys(host);
  }

  get #language(): string | undefined {
    return languageOf(this.#host);
  }

  /** Why the reward cannot be used in this cart. */
  obstacle(offer: RewardOffer): string | undefined {
    return isStepped(offer) ? cartObstacle(offer, this.#host, this.#language) : undefined;
  }

  /** Opens the choice, or the usual question where there is nothing to choose. */
  open(offer: RewardOffer): void {
    if (!isStepped(offer)) return;
    const { minimum, maximum } = stepLimits(offer, this.#view.points, this.#host);
    this.#typed = undefined;
    this.#change = '';
    this.#sized = offer.id;
    this.#isOpen = maximum > minimum;
    const chosen = chooseSteps(offer, within(this.#sent.get(offer.id) ?? minimum, minimum, maximum));
    this.#redeem.ask(chosen);
    const { claim } = this.#redeem;
    // The label of the slider, which gets the focus, is the question.
    claim.announcement = this.#isOpen
      ? ''
      : `${claim.announcement} ${worthText(chosen.chosen!.worth, this.#language)}`;
  }

  close(): void {
    this.#sized = undefined;
  }

  /** Before the claim is sent. `false` where the typed number is none of the choices: it gets the focus, and nothing may be sent. */
  prepareSend(): boolean {
    const { offer } = this.#redeem.claim.current ?? {};
    if (offer && this.#typed === undefined) this.#sent.set(offer.id, offer.chosen?.count ?? 1);
    else this.#host.renderRoot.querySelector<HTMLElement>('[part~=points-input]')?.focus();
    return this.#typed === undefined;
  }

  /** Follows the cart, the balance and the reward while the choice is open. */
  follow(view: SliderView): void {
    this.#view = view;
    const { claim } = this.#redeem;
    const { current } = claim;
    const chosen = current?.offer.chosen;
    // What was sent is sent again with the same steps.
    if (!current || !chosen || !isOpenToChange(current)) return;
    const offer = view.offers.find(({ id }) => id === current.offer.id);
    if (!offer || !isStepped(offer) || offer.refusal)
      return this.#end(offer?.refusal?.message ?? localize('This reward is no longer available.'));
    const obstacle = this.obstacle(offer);
    if (obstacle) return this.#end(obstacle);
    const { minimum, maximum } = stepLimits(offer, view.points, this.#host);
    if (maximum < minimum) return this.#end(localize('Not enough points for this reward.'));
    const followed = chooseSteps(offer, within(chosen.count, minimum, maximum));
    const { amount, currency } = followed.chosen!.worth;
    if (
      followed.pointsCost === current.offer.pointsCost &&
      amount === chosen.worth.amount &&
      currency === chosen.worth.currency
    )
      return;
    this.#typed = undefined;
    const change = localize('Changed to {points}, {price}.', this.#textsOf(followed));
    this.#change = current.reason ? `${current.reason} ${change}` : change;
    this.#ask(followed, this.#change);
  }

  #end(problem: string): void {
    const { renderRoot } = this.#host;
    const hasFocus = !!(renderRoot as ShadowRoot).activeElement?.closest('.open');
    this.#redeem.claim.cancel();
    this.#redeem.fail(problem);
    if (hasFocus)
      void this.#host.updateComplete.then(() =>
        restoreFocus(this.#host, renderRoot.querySelector<HTMLElement>('.head')),
      );
  }

  #choose(offer: SteppedOffer, points: string): void {
    const { minimum, maximum } = stepLimits(offer, this.#view.points, this.#host);
    const count = Number(points || NaN) / offer.steps.pointsCost;
    this.#change = '';
    const isChoice = Number.isInteger(count) && count >= minimum && count <= maximum;
    this.#typed = isChoice ? undefined : points;
    this.#ask(isChoice ? chooseSteps(offer, count) : this.#redeem.claim.current!.offer);
  }

  /** The open question for other points. */
  #ask(offer: RewardOffer, announcement = ''): void {
    this.#redeem.claim.open(offer);
    this.#redeem.claim.announcement = announcement;
  }

  #textsOf({ pointsCost, chosen }: RewardOffer): { readonly points: string; readonly price: string } {
    const { amount, currency } = chosen!.worth;
    return {
      points: pointsText(pointsCost, this.#language),
      price: formatMoney(amount, currency, this.#language),
    };
  }

  /** The content of a row, with the choice in place of the question where it is open. */
  withChoice(content: RewardContent, { key }: RewardRow): RewardContent {
    const { current } = this.#redeem.claim;
    const step = String(this.#sized) === key ? `${content.step} sized` : content.step;
    const offer = current?.offer;
    if (!current || !offer || String(offer.id) !== key || !isStepped(offer) || !offer.chosen)
      return { ...content, step };
    // Without an answer the same claim may be sent again: there is nothing to choose.
    if (current.step !== 'sending' && !isOpenToChange(current)) return { ...content, step };
    if (this.#isOpen) return { ...content, step, note: this.#renderChoice(offer, current) };
    return current.step === 'failed'
      ? { ...content, step }
      : {
          ...content,
          step,
          note: [
            content.note,
            html` · <span part="worth">${worthText(offer.chosen.worth, this.#language)}</span>`,
          ],
        };
  }

  #renderChoice(
    offer: SteppedOffer,
    { step, reason }: { readonly step: string; readonly reason?: string },
  ): TemplateResult {
    const { pointsCost } = offer.steps;
    const { minimum, maximum } = stepLimits(offer, this.#view.points, this.#host);
    const language = this.#language;
    const isSending = step === 'sending';
    const number = (count: number): string => formatNumber(count * pointsCost, language);
    const problem =
      this.#typed === undefined
        ? reason
        : localize('Enter {minimum} to {maximum} in steps of {step}.', {
            minimum: number(minimum),
            maximum: number(maximum),
            step: number(1),
          });
    const onInput = ({ target }: InputEvent): void => this.#choose(offer, (target as HTMLInputElement).value);
    const onKeydown = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape')
        this.#host.renderRoot.querySelector<HTMLElement>('[part~=cancel-button]')?.click();
    };
    return html`<span class="points" @keydown=${onKeydown}>
      <label id="question" part="question" for="points">${localize('How many points?')}</label>
      <span class="fields" dir=${getComputedStyle(this.#host).direction}>
        <input
          part="slider"
          type="range"
          min=${minimum * pointsCost}
          max=${maximum * pointsCost}
          step=${pointsCost}
          .value=${String(offer.pointsCost)}
          ?disabled=${isSending}
          aria-labelledby="question"
          aria-valuetext=${localize('{points}, {price}', this.#textsOf(offer))}
          @input=${onInput}
        />
        <input
          part="input points-input"
          id="points"
          type="number"
          inputmode="numeric"
          autocomplete="off"
          min=${minimum * pointsCost}
          max=${maximum * pointsCost}
          step=${pointsCost}
          .value=${this.#typed ?? String(offer.pointsCost)}
          ?disabled=${isSending}
          aria-invalid=${problem ? 'true' : 'false'}
          aria-describedby=${problem ? 'points-problem' : nothing}
          @input=${onInput}
        />
      </span>
      <span class="outcome">
        ${
          problem
            ? html`<span id="points-problem" part="reason" role="alert">${problem}</span>`
            : this.#change ||
              html`<b part="worth">${worthText(offer.chosen!.worth, language)}</b> ·
                <span part="left">${leftText(this.#redeem.claim.left, language)}</span>`
        }
      </span>
    </span>`;
  }
}
