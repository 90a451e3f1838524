import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { BenefitOffer, Benefits, OwnedBenefit } from '../../services/index.ts';
import { inLanguage } from '../internal/in-language.ts';
import { localize } from '../internal/texts/messages.ts';
import {
  priceOf,
  renderClaimButton,
  renderExpiry,
  renderPicture,
  type RewardContent,
} from '../claims/reward-content.ts';

/** A benefit of the list. */
export type BenefitRow = {
  /** Unique in the list, and the same before and after a claim. */
  readonly key: string;
} & (
  | { readonly kind: 'owned'; readonly benefit: OwnedBenefit }
  | { readonly kind: 'claimable'; readonly offer: BenefitOffer }
);

/** Rows of one kind, under one heading. */
export interface BenefitGroup {
  readonly kind: BenefitRow['kind'];
  readonly rows: readonly BenefitRow[];
}

export interface BenefitView {
  readonly host: ReactiveControllerHost;
  readonly language: string | undefined;
  /** Keys of the benefits whose instructions are shown. */
  readonly told: ReadonlySet<string>;
  readonly onClaim: (offer: BenefitOffer) => void;
  readonly onTell: (key: string) => void;
}

/** The benefits in groups: owned ones, then those that can be claimed. */
export const benefitGroups = ({ owned, offers }: Benefits): BenefitGroup[] =>
  [
    { kind: 'owned' as const, rows: owned.map((benefit) => ownedRow(`owned ${benefit.id}`, benefit)) },
    {
      kind: 'claimable' as const,
      rows: offers.map((offer) => ({ key: String(offer.id), kind: 'claimable' as const, offer })),
    },
  ].filter(({ rows }) => rows.length > 0);

/** The row of an owned benefit; one that was claimed just now has the key of its offer. */
export const ownedRow = (key: string, benefit: OwnedBenefit): BenefitRow => ({ key, kind: 'owned', benefit });

/** What is shown of this benefit, in the form of rewards. */
export function benefitContent(row: BenefitRow, view: BenefitView): RewardContent {
  const { key } = row;
  const details = row.kind === 'owned' ? row.benefit : row.offer;
  const content = {
    key,
    name: details.name,
    languages: details.languages,
    description: undefined,
    count: nothing,
    code: nothing,
    picture: renderPicture(details, view.host, details.icon),
  };
  if (row.kind === 'claimable') {
    const { description, languages } = row.offer;
    return {
      ...content,
      part: 'row',
      step: '',
      price: priceOf(row.offer, view.language),
      note: inLanguage(description, languages?.['short_description']) || nothing,
      action: renderClaimButton(row.offer, view),
    };
  }
  const { expiresAt, instructions } = row.benefit;
  const isTold = view.told.has(key);
  return {
    ...content,
    part: 'row row-owned',
    step: isTold ? 'told' : '',
    price: undefined,
    note: [
      html`<span part="uses">${usesText(row.benefit, view.language)}</span>`,
      expiresAt ? [' · ', renderExpiry(expiresAt, view.language)] : nothing,
    ],
    action: instructions ? renderInstructions(row, instructions, isTold, view) : nothing,
  };
}

function usesText({ usesLeft, uses = 0 }: OwnedBenefit, language: string | undefined): string {
  if (usesLeft === undefined) return localize('Yours');
  if (usesLeft === 1 && uses < 2) return localize('Can be used once');
  return usesLeft <= uses
    ? localize('{n} of {all} uses left', { n: usesLeft, all: uses }, language)
    : localize('{n} uses left', { n: usesLeft }, language, '{n} use left');
}

function renderInstructions(
  { key, benefit }: BenefitRow & { readonly kind: 'owned' },
  instructions: string,
  isTold: boolean,
  { onTell }: BenefitView,
): TemplateResult {
  return html`<button
      class="ghost"
      part="button instructions-button"
      type="button"
      aria-expanded=${isTold}
      aria-label=${localize('How to use {benefit}', { benefit: benefit.name })}
      @click=${() => onTell(key)}
    >
      ${localize('How to use')}
    </button>
    ${isTold ? html`<p class="instructions quiet small" part="instructions"><bdi>${inLanguage(instructions, benefit.languages?.['instructions'])}</bdi></p>` : nothing}`;
}
