import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { OwnedReward, RewardOffer, TextLanguages } from '../../services/index.ts';
import { daysUntil, endsSoon, formatDay, formatDaysUntil } from '../internal/format-day.ts';
import { localize } from '../internal/texts/messages.ts';
import { renderImage } from '../internal/picture.ts';
import { pointsText, pointsToGo } from '../internal/points-text.ts';
import type * as KindIcons from './kind-icons.ts';
import type { RewardRow } from './reward-rows.ts';

/** Instead of a picture, and in the notice that there are no rewards. */
export const gift = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M5 11v9h14v-9M3 7h18v4H3zM12 7v13M12 7S7 7.5 7 4.8 11 3 12 7c1-4 5-4.9 5-2.2S12 7 12 7" />
</svg>`;

/** What is shown of a reward, in the list or on a card. */
export interface RewardContent {
  readonly key: string;
  /** Parts of the row. */
  readonly part: string;
  /** Class of a row that is larger than the others: its claim is open, or it was claimed just now. */
  readonly step: string;
  readonly name: string;
  readonly languages?: TextLanguages | undefined;
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
  readonly host: ReactiveControllerHost;
  readonly language: string | undefined;
  readonly useButton: boolean;
  readonly onClaim: (offer: RewardOffer) => void;
  readonly onUse: (reward: OwnedReward, event: MouseEvent) => void;
}

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
    picture: renderPicture(reward, view.host),
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
    picture: renderPicture(offer, view.host),
    price: priceOf(offer, language),
    code: nothing,
  } as const;
  switch (row.kind) {
    case 'claimable':
      return { ...content, note: nothing, action: renderClaimButton(offer, view) };
    case 'refused':
      return {
        ...content,
        note: row.message ?? localize('Not available yet'),
        action: nothing,
      };
    case 'too-expensive':
      return {
        ...content,
        note: missingText(row, language),
        action: renderProgress(row.share),
      };
  }
}

/** The last part of the price, from which a reward is almost reached. */
const ALMOST = 0.9;

/** `30 points to go`, or `Almost there · 30 points to go`. */
const missingText = (
  { missing, share }: Extract<RewardRow, { readonly kind: 'too-expensive' }>,
  language: string | undefined,
): string => (share > ALMOST ? `${localize('Almost there')} · ` : '') + pointsToGo(missing, language);

/** `800 points`; `undefined` where it is not known. */
export const priceOf = (
  { pointsCost }: { readonly pointsCost: number | undefined },
  language: string | undefined,
): string | undefined =>
  pointsCost === undefined ? undefined : pointsCost ? pointsText(pointsCost, language) : localize('Free');

/** `null` if the file did not load, which is then not requested again: a content blocker may stop it. */
let icons: typeof KindIcons | null | undefined;

/**
 * The icon of a kind, or what is shown without it. Most records have pictures, so its file is loaded only for one that needs it; the element
 * is then rendered again.
 */
function draw(kind: string, fallback: TemplateResult, host: ReactiveControllerHost): unknown {
  if (icons === undefined)
    void import('./kind-icons.ts')
      .catch(() => null)
      .then((file) => {
        icons = file;
        host.requestUpdate();
      });
  return icons === null ? fallback : icons?.renderKind(kind);
}

/**
 * The picture; without one, or if it does not load, what is drawn for its kind, its symbol, the amount of money in the name, such as `€10`,
 * or a gift.
 */
export function renderPicture(
  { name, imageUrl, icon }: Pick<RewardOffer, 'name' | 'imageUrl' | 'icon'>,
  host: ReactiveControllerHost,
  symbol?: string,
): TemplateResult {
  const [amount] = /\p{Sc}\s?\d+([.,]\d+)*|\d+([.,]\d+)*\s?(\p{Sc}|%)/u.exec(name) ?? [];
  const isKind = /^[a-z]{5,}$/.test(icon ?? '');
  const text = (isKind ? undefined : symbol) ?? (amount && amount.length < 8 ? amount : undefined);
  const fallback = text ? html`<b>${text}</b>` : gift;
  return html`<span class="picture" part="picture" aria-hidden="true">
    ${imageUrl ? renderImage(imageUrl) : nothing}${isKind ? draw(icon!, fallback, host) : fallback}
  </span>`;
}

/** A ring: the part of the price that the shopper has. The note beside it says what is missing. */
function renderProgress(share: number): TemplateResult {
  return html`<svg class="progress" part="progress" viewBox="0 0 36 36" aria-hidden="true">
    <circle cx="18" cy="18" r="15" />
    <circle cx="18" cy="18" r="15" pathLength="1" stroke-dasharray="${share} 1" />
  </svg>`;
}

export function renderExpiry(expiresAt: Date, language: string | undefined): TemplateResult {
  return endsSoon(expiresAt)
    ? html`<span part="expiry soon"
        >${localize('Expires {when}', { when: formatDaysUntil(daysUntil(expiresAt), language) })}</span
      >`
    : html`<span part="expiry">${localize('until {day}', { day: formatDay(expiresAt, language) })}</span>`;
}

export function renderClaimButton<Offer extends Pick<RewardOffer, 'id' | 'name'>>(
  offer: Offer,
  { onClaim }: { readonly onClaim: (offer: Offer) => void },
): TemplateResult {
  return html`<button
    class="filled"
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
