import { html, nothing, type TemplateResult } from 'lit';
import type { Tier, TierStanding } from '../../services/index.ts';
import { localize } from './messages.ts';

/** Number of tiers that fit the reserved box of a narrow card. More can be scrolled. */
const VISIBLE_TIERS = 3;

/** A tier in the list, seen from the customer. */
export interface TierStep extends Tier {
  readonly kind: 'reached' | 'current' | 'to-come';
  /** The part of the way from this tier to the next one that the customer has: 0 to 1. */
  readonly share: number;
  /** Points to this tier; only for the next one. */
  readonly missing: number | undefined;
}

/** All tiers, the lowest first. The customer's own and the next one are in the list even if the definitions are not known. */
export function tierSteps(
  { points, current, next }: Pick<TierStanding, 'points' | 'current' | 'next'>,
  tiers: readonly Tier[],
): TierStep[] {
  const known = [...tiers];
  for (const tier of [current, next])
    if (tier && !known.some(({ pointsRequired }) => pointsRequired === tier.pointsRequired)) known.push(tier);
  const from = current?.pointsRequired ?? -1;
  return known
    .sort((a, b) => a.pointsRequired - b.pointsRequired)
    .map((tier, at) => {
      const start = tier.pointsRequired;
      const kind = start < from ? 'reached' : start === from ? 'current' : 'to-come';
      const end = known[at + 1]?.pointsRequired ?? start;
      return {
        ...tier,
        kind,
        share:
          kind === 'to-come'
            ? 0
            : kind === 'reached' || end <= start
              ? 1
              : Math.min(1, Math.max(0, (points - start) / (end - start))),
        missing: start === next?.pointsRequired ? Math.max(0, start - points) : undefined,
      };
    });
}

/** The list of all tiers. Guests see what each needs, members where they are. */
export function renderTiers(steps: readonly TierStep[], language: string | undefined, isMember: boolean) {
  if (!steps.length) return nothing;
  // A list that scrolls must be reachable with the keyboard.
  return html`<ol
    part="tiers"
    aria-label=${localize('All tiers')}
    tabindex=${steps.length > VISIBLE_TIERS ? 0 : nothing}
  >
    ${steps.map((step) => renderStep(step, language, isMember))}
  </ol>`;
}

function renderStep(
  { name, description, pointsRequired, kind, share, missing }: TierStep,
  language: string | undefined,
  isMember: boolean,
): TemplateResult {
  return html`<li part=${`tier tier-${kind}`} aria-current=${kind === 'current' ? 'step' : nothing}>
    ${renderBar(isMember ? share : 1)}
    <div class="row">
      <span part="tier-name" class="line">${name}</span>
      ${
        missing !== undefined
          ? html`<span part="missing" class="small line"
              >${localize('{n} points to go', { n: missing }, language, '{n} point to go')}</span
            >`
          : kind === 'to-come'
            ? html`<span part="threshold" class="small quiet line"
                >${localize('{n} points', { n: pointsRequired }, language, '{n} point')}</span
              >`
            : html`<span class="hidden">${kind === 'reached' ? localize('Reached') : nothing}</span>`
      }
    </div>
    <div part="tier-text" class="small quiet">${description}</div>
  </li>`;
}

/** Three tiers without content. */
export const renderTiersLoading = (): TemplateResult =>
  html`<ol aria-busy="true" aria-hidden="true">
    ${['Tier', 'Second', 'Third one'].map(
      (name) =>
        html`<li>
          ${renderBar(0)}
          <div class="row"><span part="tier-name" class="skeleton">${name}</span></div>
          <div part="tier-text" class="small"><span class="skeleton">What the tier brings</span></div>
        </li>`,
    )}
  </ol>`;

/** An SVG, because its width is an attribute: a strict content security policy allows no inline styles. */
const renderBar = (share: number): TemplateResult =>
  html`<svg part="progress" aria-hidden="true" preserveAspectRatio="none">
    <rect part="progress-bar" rx="2" width=${`${Math.round(share * 1000) / 10}%`} height="100%"></rect>
  </svg>`;
