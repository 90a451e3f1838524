import { html, nothing, type TemplateResult } from 'lit';
import type { OwnedReward, RewardOffer } from '../../services/index.ts';
import type { OpenClaim } from './claim-controller.ts';
import { formatDay } from './format-day-and-money.ts';
import { formatNumber } from './format.ts';
import { localize } from './messages.ts';
import type { RewardRow } from './reward-rows.ts';

export interface RewardsListView extends RewardLineView {
  /** Number of rows that are shown until the shopper presses "Show all". */
  readonly limit: number;
  /** Text for screen readers about the last claim. */
  readonly announcement: string;
  readonly onMore: () => void;
}

/** Skeleton rows that fill the reserved box while the rewards load. */
export function renderRewardsLoading(rows: number): TemplateResult {
  return html`<ul part="list" aria-busy="true">
    <li class="hidden">${localize('Loading rewards')}</li>
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

/** The rewards up to the limit, or the notice that there are none. */
export function renderRewardsList(rows: readonly RewardRow[], view: RewardsListView): TemplateResult {
  if (!rows.length) {
    return html`<div class="notice" part="notice">
      <slot name="empty"><p>${localize('There are no rewards at the moment.')}</p></slot>
    </div>`;
  }
  const shown = rows.slice(0, view.limit);
  return html`<ul part="list" tabindex="-1">
      ${shown.map((row) => renderRewardLine(row, view))}
    </ul>
    ${
      shown.length < rows.length
        ? html`<button class="ghost more" part="button more-button" type="button" @click=${view.onMore}>
            ${localize('Show all {n}', { n: rows.length }, view.language)}
          </button>`
        : nothing
    }
    <p class="hidden" role="status">${view.announcement}</p>`;
}

export interface RewardLineView {
  readonly language: string | undefined;
  readonly useButton: boolean;
  /** The open claim, if any: its row shows the question. */
  readonly openClaim: OpenClaim | undefined;
  readonly onClaim: (offer: RewardOffer) => void;
  readonly onUse: (reward: OwnedReward) => void;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** One reward: its name, its cost or why it is not available, and its button. */
export function renderRewardLine(row: RewardRow, view: RewardLineView): TemplateResult {
  const { language, openClaim } = view;
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
  if (openClaim?.offer.id === offer.id) return renderOpenClaim(openClaim, price, view);
  switch (row.kind) {
    case 'claimable':
      return renderLine('row', offer, price, claimButton(offer, view));
    case 'refused':
      return renderLine('row row-locked', offer, `${price} · ${row.message ?? localize('Not for you yet')}`);
    case 'too-expensive': {
      const missing = localize('{n} to go', { n: row.missing }, language);
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

/** One template for all kinds of rows, so that a row that changes its kind keeps its nodes and the focus. */
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

function renderOpenClaim(
  { offer, step, reason }: OpenClaim,
  price: string,
  { onCancel, onConfirm }: RewardLineView,
): TemplateResult {
  const question = offer.pointsCost ? localize('Spend {price}?', { price }) : localize('Claim it for free?');
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
        ${step === 'failed' ? localize('Close') : localize('Cancel')}
      </button>
      <button part="button confirm-button" type="button" aria-disabled=${sending} @click=${onConfirm}>
        <span>
          ${step === 'failed' ? localize('Try again') : sending ? localize('Claiming…') : localize('Confirm')}
        </span>
      </button>
    </span>`,
  );
}

function claimButton(offer: RewardOffer, { onClaim }: RewardLineView): TemplateResult {
  return html`<button
    part="button claim-button"
    type="button"
    data-offer=${offer.id}
    aria-label=${localize('Claim {reward}', { reward: offer.name })}
    @click=${() => onClaim(offer)}
  >
    <span>${localize('Claim')}</span>
  </button>`;
}

function useButton(reward: OwnedReward, { onUse }: RewardLineView): TemplateResult {
  return html`<button
    class="ghost"
    part="button use-button"
    type="button"
    aria-label=${localize('Use {reward}', { reward: reward.name })}
    @click=${() => onUse(reward)}
  >
    ${localize('Use')}
  </button>`;
}

function ownedNote({ expiresAt }: OwnedReward, language: string | undefined): string {
  return expiresAt
    ? localize('You have it · use by {day}', { day: formatDay(expiresAt, language) })
    : localize('You have it');
}

function priceOf({ pointsCost }: RewardOffer, language: string | undefined): string {
  return pointsCost ? localize('{n} points', { n: pointsCost }, language, '{n} point') : localize('Free');
}
