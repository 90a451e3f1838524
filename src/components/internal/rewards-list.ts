import { html, nothing, type TemplateResult } from 'lit';
import type { OwnedReward, RewardOffer } from '../../services/index.ts';
import type { Claiming } from './claim-controller.ts';
import { formatDay } from './format-day-and-money.ts';
import { formatNumber } from './format.ts';
import { say } from './messages.ts';
import type { RewardRow } from './reward-rows.ts';

export interface RewardsListView extends RewardLineView {
  /** At most so many rows until the shopper asks for all. */
  readonly limit: number;
  /** What a screen reader is to say about the last claim. */
  readonly announcement: string;
  readonly onMore: () => void;
}

/** Rows that fill the reserved box until the real ones are there. */
export function renderRewardsLoading(rows: number): TemplateResult {
  return html`<ul part="list" aria-busy="true">
    <li class="hidden">${say('Loading rewards')}</li>
    ${Array.from(
      { length: rows },
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

/** The rewards, as many as fit, or the note that there are none. */
export function renderRewardsList(rows: readonly RewardRow[], view: RewardsListView): TemplateResult {
  if (!rows.length) {
    return html`<div class="notice" part="notice">
      <slot name="empty"><p>${say('There are no rewards at the moment.')}</p></slot>
    </div>`;
  }
  const shown = rows.slice(0, view.limit);
  return html`<ul part="list" tabindex="-1">
      ${shown.map((row) => renderRewardLine(row, view))}
    </ul>
    ${
      shown.length < rows.length
        ? html`<button class="ghost more" part="button more-button" type="button" @click=${view.onMore}>
            ${say('Show all {n}', { n: rows.length }, view.language)}
          </button>`
        : nothing
    }
    <p class="hidden" role="status">${view.announcement}</p>`;
}

export interface RewardLineView {
  readonly language: string | undefined;
  readonly useButton: boolean;
  /** The claim under way, if any: its row asks in place. */
  readonly claiming: Claiming | undefined;
  readonly onAsk: (offer: RewardOffer) => void;
  readonly onUse: (reward: OwnedReward) => void;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** One reward: what it is, what it costs or why not, and what can be done with it. */
export function renderRewardLine(row: RewardRow, view: RewardLineView): TemplateResult {
  const { language, claiming } = view;
  if (row.kind === 'owned') {
    const { reward } = row;
    return renderLine(
      'row row-owned',
      reward,
      ownedNote(reward, language),
      view.useButton ? useButton(reward, view) : nothing,
    );
  }
  const { offer } = row;
  const price = priceOf(offer, language);
  if (claiming?.offer.id === offer.id) return renderClaiming(claiming, price, view);
  switch (row.kind) {
    case 'claimable':
      return renderLine('row', offer, price, claimButton(offer, view));
    case 'refused':
      return renderLine('row row-locked', offer, `${price} · ${row.message ?? say('Not for you yet')}`);
    case 'too-expensive': {
      const missing = say('{n} to go', { n: row.missing }, language);
      const share = formatNumber(row.share, language, { style: 'percent' });
      return renderLine(
        'row row-locked',
        offer,
        `${price} · ${missing}`,
        html`<span class="quiet small" part="share" aria-hidden="true">${share}</span>`,
      );
    }
  }
}

/** All rows are of one template: a row that changes its kind keeps its place and the keyboard. */
function renderLine(
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

function renderClaiming(
  { offer, step, reason }: Claiming,
  price: string,
  { onCancel, onConfirm }: RewardLineView,
): TemplateResult {
  const question = offer.pointsCost ? say('Spend {price}?', { price }) : say('Claim it for free?');
  const sending = step === 'sending';
  const onKeydown = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') onCancel();
  };
  return renderLine(
    'row',
    offer,
    step === 'failed' ? html`<span class="reason" role="alert">${reason}</span>` : question,
    html`<span class="actions" @keydown=${onKeydown}>
      <button class="ghost" part="button cancel-button" type="button" @click=${onCancel}>
        ${step === 'failed' ? say('Close') : say('Cancel')}
      </button>
      <button part="button confirm-button" type="button" aria-disabled=${sending} @click=${onConfirm}>
        <span> ${step === 'failed' ? say('Try again') : sending ? say('Claiming…') : say('Confirm')} </span>
      </button>
    </span>`,
  );
}

function claimButton(offer: RewardOffer, { onAsk }: RewardLineView): TemplateResult {
  return html`<button
    part="button claim-button"
    type="button"
    data-offer=${offer.id}
    aria-label=${say('Claim {reward}', { reward: offer.name })}
    @click=${() => onAsk(offer)}
  >
    <span>${say('Claim')}</span>
  </button>`;
}

function useButton(reward: OwnedReward, { onUse }: RewardLineView): TemplateResult {
  return html`<button
    class="ghost"
    part="button use-button"
    type="button"
    aria-label=${say('Use {reward}', { reward: reward.name })}
    @click=${() => onUse(reward)}
  >
    ${say('Use')}
  </button>`;
}

function ownedNote({ expiresAt }: OwnedReward, language: string | undefined): string {
  return expiresAt
    ? say('You have it · use by {day}', { day: formatDay(expiresAt, language) })
    : say('You have it');
}

function priceOf({ pointsCost }: RewardOffer, language: string | undefined): string {
  return pointsCost ? say('{n} points', { n: pointsCost }, language, '{n} point') : say('Free');
}
