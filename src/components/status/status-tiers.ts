import { html, nothing, type TemplateResult } from 'lit';
import type { Tier, TierStanding } from '../../services/index.ts';
import { inLanguage } from '../internal/in-language.ts';
import { localize } from '../internal/texts/messages.ts';
import { pointsText, pointsToGo } from '../internal/points-text.ts';

/** Number of tiers that fit the reserved box of a narrow card. More can be scrolled. */
const VISIBLE_TIERS = 3;

/** A tier in the list, seen from the customer. */
export interface TierStep extends Omit<Tier, 'color'> {
  readonly kind: 'reached' | 'current' | 'to-come';
  /** The part of the way from this tier to the next one that the customer has: 0 to 1. */
  readonly share?: number;
  /** Points to this tier; only for the next one. */
  readonly missing?: number | undefined;
  /** Points that count for the next tier; only for the current one. With those that are missing they are what the next tier needs. */
  readonly collected?: number | undefined;
}

type Position = Pick<TierStanding, 'points' | 'current' | 'next'>;

/** All tiers, the lowest first. The customer's own and the next one are in the list even if the definitions are not known. */
export function tierSteps({ points, current, next }: Position, tiers: readonly Tier[]): TierStep[] {
  const known = [...tiers];
  for (const tier of [current, next])
    if (tier && !known.some(({ pointsRequired }) => pointsRequired === tier.pointsRequired)) known.push(tier);
  known.sort((a, b) => a.pointsRequired - b.pointsRequired);
  const from = current?.pointsRequired ?? -Infinity;
  return known.map((tier, at) => {
    const start = tier.pointsRequired;
    const isReached = start < from;
    const way = (known[at + 1]?.pointsRequired ?? start) - start;
    return {
      ...tier,
      kind: isReached ? 'reached' : start === from ? 'current' : 'to-come',
      share: start > from ? 0 : isReached || way <= 0 ? 1 : Math.min(1, Math.max(0, (points - start) / way)),
      missing: start === next?.pointsRequired ? Math.max(0, start - points) : undefined,
      collected: start === from && next && points > 0 && points <= next.pointsRequired ? points : undefined,
    };
  });
}

/** The list of all tiers. Members see where they are, others what each needs. `isShort`: a longer text above may leave less room for it. */
export const renderTiers = (
  steps: readonly TierStep[],
  language: string | undefined,
  isMember = true,
  isShort = false,
): TemplateResult =>
  // A list that scrolls must be reachable with the keyboard.
  html`<ol
    part="tiers"
    aria-label=${localize('All tiers')}
    tabindex=${isShort || steps.length > VISIBLE_TIERS ? 0 : nothing}
  >
    ${steps.map(
      (step) =>
        html`<li part=${`tier tier-${step.kind}`} aria-current=${step.kind === 'current' ? 'step' : nothing}>
          <svg part="progress" aria-hidden="true">
            <rect
              part="progress-bar"
              rx="2"
              width=${isMember ? percent(step.share ?? 0) : '100%'}
              height="100%"
            ></rect>
          </svg>
          <div class="row">
            <bdi part="tier-name" class="line">${inLanguage(step.name, step.languages?.['name'])}</bdi>
            ${renderNote(step, language)}
          </div>
          <bdi part="tier-text" class="note small quiet"
            >${inLanguage(step.description, step.languages?.['description'])}</bdi
          >
        </li>`,
    )}
  </ol>`;

/**
 * The tiers while they load, in a template of their own: how many there are is not known, so the tiers have other places, and no element of
 * the page may move there.
 */
export const renderTiersLoading = (): TemplateResult =>
  html`<ol part="tiers" aria-busy="true" aria-hidden="true">
    ${[1, 2, 3].map(
      () =>
        html`<li part="tier">
          <svg part="progress"></svg>
          <div class="row">
            <span part="tier-name"><span class="skeleton">The tier</span></span>
            <span class="small"><span class="skeleton">000 points</span></span>
          </div>
          <div part="tier-text" class="small"><span class="skeleton">What the tier brings</span></div>
        </li>`,
    )}
  </ol>`;

const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`;

function renderNote({ kind, missing, collected, pointsRequired }: TierStep, language: string | undefined) {
  if (kind === 'current')
    return html`<span class="small line" dir="auto"
      ><b part="here">${localize('You’re here')}</b>${
        collected === undefined
          ? nothing
          : html`<span part="collected" class="wide"
              >${` · ${localize('{n} collected', { n: collected }, language)}`}</span
            >`
      }</span
    >`;
  if (kind === 'reached') return html`<span class="small quiet">${localize('Reached')}</span>`;
  if (!pointsRequired) return nothing;
  const needed = pointsText(pointsRequired, language);
  return html`<span
    part=${missing === undefined ? 'threshold' : 'missing'}
    class="small quiet line"
    dir="auto"
  >
    ${missing === undefined ? needed : html`<span class="wide">${needed} · </span>${pointsToGo(missing, language)}`}
  </span>`;
}
