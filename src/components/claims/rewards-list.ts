import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { inLanguage } from '../internal/in-language.ts';
import { renderListEnd } from '../internal/list-end.ts';
import { renderMoreButton, type MoreButton } from '../internal/more-button.ts';
import { localize } from '../internal/texts/messages.ts';
import type { MessageKey } from '../internal/texts/message-keys.ts';
import { gift, type RewardContent } from './reward-content.ts';
import type { RewardRow } from './reward-rows.ts';

/** Rewards under one heading. */
export interface RewardSection {
  readonly heading: string;
  readonly rewards: readonly RewardContent[];
}

/** Sections in the list or in another layout. In the list, the button that shows all is beside the first heading. */
export type RenderSections = (
  sections: readonly RewardSection[],
  headingLevel: number,
  more?: unknown,
) => TemplateResult;

export interface RewardsPageView {
  readonly renderSections: RenderSections;
  readonly headingLevel: number;
  /** The button that shows all rewards or fewer; `undefined` if there are no more. */
  readonly more: MoreButton | undefined;
  /** Whether the reserved box has room for more rows, or for the button below them. */
  readonly hasRoom: boolean;
  /** Text for screen readers about the open or the last claim. */
  readonly announcement: string | undefined;
}

export const HEADINGS = {
  owned: 'Yours',
  claimable: 'Ready',
  'too-expensive': 'More points needed',
  refused: 'Not available yet',
} as const satisfies Record<RewardRow['kind'], MessageKey>;

/** Skeleton rows that fill the reserved box while rewards or benefits load. */
export function renderListLoading(rows: number, label = localize('Loading rewards')): TemplateResult {
  return html`<ul class="base" part="list" aria-busy="true">
    <li class="hidden">${label}</li>
    <li class="heading" aria-hidden="true"><span class="skeleton" part="skeleton">Rewards</span></li>
    ${Array.from(
      { length: rows },
      () =>
        html`<li class="row" part="row" aria-hidden="true">
          <span class="picture skeleton" part="skeleton"></span>
          <span class="texts"
            ><span><span class="skeleton" part="skeleton">Name of a reward</span></span
            ><span class="small"><span class="skeleton" part="skeleton">000 points</span></span></span
          >
        </li>`,
    )}
  </ul>`;
}

/** The notice that there are none. */
export const renderEmpty = (sentence: string): TemplateResult =>
  html`<div class="notice" part="notice">
    ${gift}<slot name="empty"><p>${sentence}</p></slot>
  </div>`;

/** The rewards with the button that shows all of them. */
export function renderRewards(sections: readonly RewardSection[], view: RewardsPageView): TemplateResult {
  const more = view.more ? renderMoreButton(view.more) : nothing;
  const isBelow = view.renderSections !== renderList || view.more?.takesRow;
  return html`<div class="base with-end">
    <div part="list" tabindex="-1">
      ${view.renderSections(sections, view.headingLevel, isBelow ? nothing : more)}
    </div>
    ${isBelow ? more : nothing}${view.hasRoom && !view.more ? renderListEnd() : nothing}
    <p class="hidden" role="status">${view.announcement}</p>
  </div>`;
}

/** The rewards as rows. */
export const renderList: RenderSections = (sections, headingLevel, more) =>
  html`${sections.map(
    ({ heading, rewards }, at) =>
      html`<div class="group" part="group">
        <div class="heading">
          <div part="group-heading" role="heading" aria-level=${headingLevel}>${heading}</div>
          ${at ? nothing : more}
        </div>
        <ul aria-label=${heading}>
          ${rewards.map(renderRow)}
        </ul>
      </div>`,
  )}`;

/** One template for all kinds of rows, so that a row that changes its kind keeps its nodes and the focus. */
export function renderRow({
  key,
  part,
  step,
  name,
  languages,
  count,
  picture,
  price,
  note,
  code,
  action,
}: RewardContent) {
  // The line has the direction of the note, so the price is isolated from it.
  const cost = price && html`<bdi part="price">${price}</bdi>${note === nothing ? nothing : ' · '}`;
  return html`<li class="row ${step}" part=${part} data-row=${key} tabindex="-1">
    ${picture}
    <span class="texts">
      <bdi class="name line" part="name" title=${name}>${inLanguage(name, languages?.['name'])}${count}</bdi>
      <bdi class="note quiet small" part="note"
        >${[cost ?? nothing, note, code === nothing ? code : [' ', code]]}</bdi
      >
    </span>
    ${action}
  </li>`;
}

/** Shows all rows, or the first ones again. Then the focus is on the first added row, or stays on the button; nothing else scrolls. */
export async function toggleRows(host: LitElement & { expanded: boolean }): Promise<void> {
  const rows = () => [...host.renderRoot.querySelectorAll<HTMLElement>('[data-row]')];
  const before = rows().map(({ dataset }) => dataset['row']);
  host.expanded = !host.expanded;
  await host.updateComplete;
  const added = rows().find(({ dataset }) => !before.includes(dataset['row']));
  if (added) added.focus({ preventScroll: true });
  else host.renderRoot.querySelector('.more')?.scrollIntoView({ block: 'nearest' });
}
