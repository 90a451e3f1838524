import { html, nothing, type TemplateResult } from 'lit';
import type { OwnedReward, RewardOffer } from '../../services/index.ts';
import { formatDay } from './format-day-and-money.ts';
import { localize } from './messages.ts';
import type { RewardRow } from './reward-rows.ts';

/** What is shown of a reward, in the list or on a card. */
export interface RewardContent {
  readonly key: string;
  /** Parts of the row. */
  readonly part: string;
  /** Class of a row that is larger than the others: its claim is open, or it was claimed just now. */
  readonly step: string;
  readonly name: string;
  /** `×2`, or nothing. */
  readonly count: unknown;
  readonly picture: TemplateResult;
  readonly description: string | undefined;
  readonly price: string | undefined;
  /** Expiry, question or reason. */
  readonly note: unknown;
  readonly code: unknown;
  /** Buttons, or the share of the price that the shopper has. */
  readonly action: unknown;
}

export interface RewardView {
  readonly language: string | undefined;
  readonly useButton: boolean;
  readonly onClaim: (offer: RewardOffer) => void;
  readonly onUse: (reward: OwnedReward, event: MouseEvent) => void;
}

const DAY_MS = 86_400_000;
/** An owned reward that ends sooner is urgent. */
const SOON_DAYS = 7;

/** What is shown of this reward. */
export function rewardContent(row: RewardRow, view: RewardView): RewardContent {
  return row.kind === 'owned' ? ownedContent(row, view) : offerContent(row, view);
}

function ownedContent(
  { key, reward, count }: RewardRow & { readonly kind: 'owned' },
  view: RewardView,
): RewardContent {
  const { code, expiresAt } = reward;
  return {
    ...reward,
    key,
    part: 'row row-owned',
    step: '',
    count: count > 1 ? html`<span part="count">&nbsp;×${count}</span>` : nothing,
    picture: renderPicture(reward),
    price: undefined,
    note: expiresAt ? renderExpiry(expiresAt, view.language) : localize('Yours'),
    code: code ? html`<code part="code">${code}</code>` : nothing,
    action: view.useButton ? renderUseButton(reward, view) : nothing,
  };
}

function offerContent(row: Exclude<RewardRow, { readonly kind: 'owned' }>, view: RewardView): RewardContent {
  const { key, offer, kind } = row;
  const { language } = view;
  const content = {
    ...offer,
    key,
    part: kind === 'claimable' ? 'row' : 'row row-locked',
    step: '',
    count: nothing,
    picture: renderPicture(offer),
    price: priceOf(offer, language),
    code: nothing,
  } as const;
  switch (row.kind) {
    case 'claimable':
      return { ...content, note: nothing, action: renderClaimButton(offer, view) };
    case 'refused':
      return { ...content, note: row.message ?? localize('Not for you yet'), action: nothing };
    case 'too-expensive':
      return {
        ...content,
        note: localize('{n} points to go', { n: row.missing }, language, '{n} point to go'),
        action: renderProgress(row.share),
      };
  }
}

/** `800 points`. */
export const priceOf = ({ pointsCost }: RewardOffer, language: string | undefined): string =>
  pointsCost ? localize('{n} points', { n: pointsCost }, language, '{n} point') : localize('Free');

/** The picture; without one, the amount of money in the name, such as `€10`, or a shape. */
function renderPicture({ name, imageUrl }: Pick<RewardOffer, 'name' | 'imageUrl'>): TemplateResult {
  const [amount] = /\p{Sc}\s?\d+([.,]\d+)*|\d+([.,]\d+)*\s?(\p{Sc}|%)/u.exec(name) ?? [];
  return html`<span class="picture" part="picture" aria-hidden="true">
    ${
      imageUrl
        ? html`<img src=${imageUrl} alt="" loading="lazy" referrerpolicy="no-referrer" />`
        : amount && amount.length < 8
          ? html`<b>${amount}</b>`
          : html`<svg viewBox="0 0 24 24">
              <path
                d="M5 11v9h14v-9M3 7h18v4H3zM12 7v13M12 7S7 7.5 7 4.8 11 3 12 7c1-4 5-4.9 5-2.2S12 7 12 7"
              />
            </svg>`
    }
  </span>`;
}

/** A ring: the part of the price that the shopper has. The note beside it says what is missing. */
function renderProgress(share: number): TemplateResult {
  return html`<svg class="progress" part="progress" viewBox="0 0 36 36" aria-hidden="true">
    <circle cx="18" cy="18" r="15" />
    <circle cx="18" cy="18" r="15" pathLength="1" stroke-dasharray="${share} 1" />
  </svg>`;
}

function renderExpiry(expiresAt: Date, language: string | undefined): TemplateResult {
  const days = Math.round((startOf(expiresAt) - startOf(new Date())) / DAY_MS);
  return days <= SOON_DAYS
    ? html`<span part="expiry soon"
        >${localize('Ends {when}', {
          when: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day'),
        })}</span
      >`
    : html`<span part="expiry">${localize('until {day}', { day: formatDay(expiresAt, language) })}</span>`;
}

/** Midnight before a moment, in the shopper's time zone. */
const startOf = (moment: Date): number => new Date(moment).setHours(0, 0, 0, 0);

function renderClaimButton(offer: RewardOffer, { onClaim }: RewardView): TemplateResult {
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

function renderUseButton(reward: OwnedReward, { onUse }: RewardView): TemplateResult {
  return html`<button
    class="ghost"
    part="button use-button"
    type="button"
    aria-label=${localize('Use {reward}', { reward: reward.name })}
    @click=${(event: MouseEvent) => onUse(reward, event)}
  >
    ${localize('Use')}
  </button>`;
}
