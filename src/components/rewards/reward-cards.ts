import { css, html, nothing, type LitElement, type TemplateResult } from 'lit';
import { inLanguage } from '../internal/in-language.ts';
import { repeat } from 'lit/directives/repeat.js';
import { addStyles } from '../internal/add-styles.ts';
import { localize } from '../internal/texts/messages.ts';
import type { RewardContent } from '../claims/reward-content.ts';
import { firstRows, type FirstRows, type RewardGroup } from '../claims/reward-rows.ts';
import { HEADINGS, type RenderSections, type RewardSection } from '../claims/rewards-list.ts';

const styles = css`
  .base,
  [part='list'] {
    flex: none;
    grid-template-columns: inherit;
  }
  .cards {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: inherit;
    column-gap: 1em;
  }
  .cards ul,
  .cards [part='group'] {
    display: contents;
  }
  .own-rows .first {
    grid-column-start: 1;
  }
  .cell {
    display: grid;
    grid-template-rows: var(--_heading) 1fr;
    min-inline-size: 0;
    outline-offset: -2px;
  }
  /* Two lines fit above a narrow card. */
  .cell .heading {
    line-height: 1.05;
  }
  .card {
    position: relative;
    display: grid;
    grid-area: 2 / 1;
    grid-template-rows: 1fr minmax(var(--loyalty-rewards-card-text-size, 11.5em), auto);
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: var(--loyalty-rewards-card-radius, 0.875em);
  }
  .card .picture {
    position: relative;
    grid-area: 1 / 1;
    inline-size: 100%;
    block-size: auto;
    aspect-ratio: var(--loyalty-rewards-picture-ratio, 4 / 3);
    border-radius: 0;
  }
  .card img {
    position: absolute;
    inset: 0;
  }
  .card .picture b {
    font-size: 2.25em;
    letter-spacing: -0.02em;
  }
  .card .picture svg {
    inline-size: 4em;
    stroke-width: 1;
  }
  .body {
    display: grid;
    grid-area: 2 / 1;
    grid-template-rows: auto minmax(0, 1fr) auto;
    gap: 0.25em;
    min-inline-size: 0;
    /* Grows with the text spacing of a reader: 1lh - 1.4em is negative with the line height below, and 0.1em with that of 1.5. */
    max-block-size: max(var(--loyalty-rewards-card-text-size, 11.5em), (1lh - 1.4em) * 999);
    padding: 0.75em;
    line-height: 1.35;
  }
  .card .name {
    display: -webkit-box;
    overflow: clip;
    overflow-clip-margin: 0.2em;
    line-height: 1.3;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    overflow-wrap: anywhere;
  }
  /* Below it is room for the day when the reward ends, and for its code. */
  [part~='row-owned'] .name {
    -webkit-line-clamp: 2;
  }
  /* A description that does not fit whole becomes a second column, which is not shown. */
  .card .texts {
    flex-flow: column wrap;
    display: flex;
    align-content: start;
    /* Whole lines fit: a gap between them would cost one. */
    gap: 0 1em;
    /* As many lines of 1.35em as fit, 1px for the rounding of 100%; all with a text spacing, as above. */
    max-block-size: max(round(down, 100% + 1px, 1.35em), (1lh - 1.4em) * 999);
    overflow: clip;
    overflow-clip-margin: 0.2em;
    overflow-wrap: anywhere;
  }
  .card .texts > * {
    inline-size: 100%;
  }
  .texts > :empty {
    display: none;
  }
  .cards .note {
    --_lines: 3;
  }
  /* A text that does not fit is whole while the shopper points at it or touches it: it covers the picture, so that nothing moves. */
  .cut:hover .body {
    grid-row: 1 / 3;
    align-self: end;
    z-index: 1;
    min-block-size: var(--loyalty-rewards-card-text-size, 11.5em);
    max-block-size: none;
  }
  .cut:hover .texts {
    max-block-size: none;
  }
  .cut:hover .note {
    display: block;
  }
  .cut:hover .picture {
    opacity: 0.08;
  }
  /* A reason is whole; the description below it is cut first. Where no space is reserved, the card grows with a long reason. */
  :host([expanded]:not([expanded='false'])) [part~='row-locked'] .card {
    grid-template-rows: auto minmax(var(--loyalty-rewards-card-text-size, 11.5em), 1fr);
  }
  :host([expanded]:not([expanded='false'])) [part~='row-locked'] :is(.body, .texts) {
    max-block-size: none;
  }
  :host([expanded]:not([expanded='false'])) [part~='row-locked'] .note {
    --_lines: 2;
  }
  @container (inline-size < 18em) {
    .card {
      grid-template-rows: auto minmax(var(--loyalty-rewards-card-text-size, 11.5em), 1fr);
    }
    .body,
    .card .texts {
      max-block-size: none;
    }
  }
  @container (inline-size < 36em) {
    /* Two buttons, one below the other: nothing moves when the shopper is asked. */
    .open .foot {
      min-block-size: 4.875em;
    }
    /* A code and a button; above them is room for two lines with the day when the reward ends. */
    [part~='row-owned'] .card:not(.open) .foot.acting {
      min-block-size: 4.25em;
    }
    .cards .open .note {
      --_lines: 2;
    }
  }
  /* Of this size, a code of 14 characters has one line in a narrow card: a second one would hide when the reward ends. */
  .card [part='code'] {
    margin: 0;
    padding: 0.25em 0.5em;
    border: 1px dashed;
    background: none;
    font-size: 0.8125em;
  }
  .more {
    align-self: start;
    margin-block-start: 1.5em;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    align-content: end;
    justify-content: space-between;
    gap: 0.25em;
    min-block-size: 2.25em;
  }
  .card [part='price'] {
    font-size: 0.875em;
    font-weight: 600;
  }
  /* While it moves to its new place. */
  .cell.moved {
    z-index: 1;
  }
  /* A border in the accent: a background would look like a disabled card where the accent is the text colour. */
  [part~='row-owned'] .card {
    border-color: var(--_accent);
    outline: 1px solid var(--_accent);
  }
  /* The question and the reason of a failure cover the lower part of the picture, so that the card keeps its size and its text. */
  .ask {
    position: absolute;
    grid-area: 1 / 1 / 2 / 2;
    inset: 0;
    z-index: 1;
    display: grid;
    align-content: safe end;
    overflow: auto;
    line-height: 1.35;
    overflow-wrap: anywhere;
  }
  .ask > * {
    padding: 0 calc(0.75em / 0.8125) 0.25em;
    background: linear-gradient(var(--_wash), var(--_wash)) var(--_surface);
  }
  .ask > :first-child {
    padding-block-start: 0.5em;
  }
  .ask > :empty {
    display: none;
  }
  .ask [part='question'] {
    padding-inline: calc(0.75em / 0.8125 / 1.125);
    font-size: 1.125em;
    font-weight: 600;
  }
  .card .actions {
    flex: 1;
    grid-template-columns: repeat(auto-fit, minmax(6em, 1fr));
  }
`;

/** Adds the styles of this module to the element, and renders it again when another number of cards fits. */
export function attachCards(host: LitElement): void {
  addStyles(host, styles);
  host.shadowRoot!.addEventListener('pointerover', markCut);
  // In the next frame: an update within the callback may change the size, which the browser reports as an error of the page.
  new ResizeObserver(() => requestAnimationFrame(() => host.requestUpdate())).observe(host);
}

/** Marks a card whose text does not fit. */
function markCut({ target }: Event): void {
  const cell = (target as Element).closest('.cell');
  const texts = cell?.querySelector('.texts');
  const isCut = (one: Element): boolean =>
    one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
  if (texts && [texts, ...texts.children].some(isCut)) cell!.classList.add('cut');
}

/** Columns and rows of cards in the reserved box: its grid has the columns of the cards, and a last row for the button below them. */
function gridOf(host: Element) {
  const { gridTemplateColumns, gridTemplateRows } = getComputedStyle(host);
  return { columns: tracks(gridTemplateColumns), rows: tracks(gridTemplateRows) - 1 || 1 };
}

const tracks = (sizes: string): number => sizes.split(' ').length;

/** Number of cards in the reserved box. */
export function cardsThatFit(host: Element): number {
  const { columns, rows } = gridOf(host);
  return columns * rows;
}

/**
 * The cards that are shown at first: those that fit the reserved box. The button below them takes the place of none: a claim, which moves a
 * card to another group, would move others.
 */
export function firstCards(host: Element, groups: readonly RewardGroup[]): FirstRows<RewardGroup> {
  const fits = cardsOfOwnRows(
    host,
    groups.map(({ rows }) => rows.length),
  );
  const first = fits
    ? groups
        .map((group, at) => ({ ...group, rows: group.rows.slice(0, fits[at]) }))
        .filter(({ rows }) => rows.length)
    : firstRows(groups, cardsThatFit(host));
  return { first, takesRow: false };
}

/** Up to this number of columns each group begins a row: in a wider grid that would leave much of it empty. */
const COLUMNS_OF_OWN_ROWS = 2;

/** How many cards of each group fit where it begins a row: at first a row of each group, then the second of each. */
function cardsOfOwnRows(host: Element, lengths: readonly number[]): number[] | undefined {
  const { columns, rows } = gridOf(host);
  if (columns > COLUMNS_OF_OWN_ROWS) return undefined;
  const lines = lengths
    .flatMap((length, group) =>
      Array.from({ length: Math.ceil(length / columns) }, (_, line) => [line, group]),
    )
    .sort(([a], [b]) => a! - b!)
    .slice(0, rows);
  return lengths.map((_, at) => columns * lines.filter(([, group]) => group === at).length);
}

/** Skeleton cards of the same size. */
export function renderCardsLoading(cards: number): TemplateResult {
  return html`<div class="base" aria-busy="true">
    <p class="hidden">${localize('Loading rewards')}</p>
    <div part="list" class="cards" aria-hidden="true">
      ${Array.from(
        { length: cards },
        () =>
          html`<div class="cell">
            <div class="card" part="card">
              <span class="picture skeleton" part="skeleton"></span>
              <span class="body">
                <span><span class="skeleton" part="skeleton">A reward</span></span>
                <span class="small"><span class="skeleton" part="skeleton">000 points</span></span>
              </span>
            </div>
          </div>`,
      )}
    </div>
  </div>`;
}

/** The rewards as cards. All groups share one grid; the heading of a group is above its first card. */
export const cardsOf =
  (host: Element & { readonly expanded: boolean }): RenderSections =>
  (sections, headingLevel) => {
    const ordered = withClaimedFirst(sections);
    // A claimed card that moves to those of the shopper may not need a row more than there is.
    const fits = cardsOfOwnRows(
      host,
      ordered.map(({ rewards }) => rewards.length),
    );
    return html`<div class=${fits ? 'cards own-rows' : 'cards'}>
      ${repeat(
        ordered,
        ({ heading }) => heading,
        ({ heading, rewards }, at) =>
          html`<div part="group">
            <ul aria-label=${heading}>
              ${repeat(
                host.expanded ? rewards : rewards.slice(0, fits?.[at]),
                ({ key }) => key,
                (reward, index) => renderCard(reward, index ? undefined : heading, headingLevel),
              )}
            </ul>
          </div>`,
      )}
    </div>`;
  };

/** What was claimed in this view is the first of what the shopper has. In the list it keeps its place, so that no row is moved. */
function withClaimedFirst(sections: readonly RewardSection[]): readonly RewardSection[] {
  const isClaimed = ({ step }: RewardContent): boolean => step === 'claimed';
  const claimed = sections.flatMap(({ rewards }) => rewards.filter(isClaimed));
  if (!claimed.length) return sections;
  const heading = localize(HEADINGS.owned);
  const others = sections.map((section) => ({
    ...section,
    rewards: section.rewards.filter((reward) => !isClaimed(reward)),
  }));
  const own = others.find((section) => section.heading === heading);
  return [
    { heading, rewards: [...claimed, ...(own?.rewards ?? [])] },
    ...others.filter((section) => section !== own && section.rewards.length),
  ];
}

function renderCard(reward: RewardContent, heading: string | undefined, headingLevel: number) {
  const { key, part, step, name, languages, count, picture, price, note, code, action } = reward;
  const { description } = reward;
  const asks = step === 'open';
  return html`<li
    class=${`cell${step === 'claimed' ? ' moved' : ''}${heading ? ' first' : ''}`}
    part=${part}
    data-row=${key}
    tabindex="-1"
  >
    ${
      heading
        ? html`<div class="heading" part="group-heading" role="heading" aria-level=${headingLevel}>
            ${heading}
          </div>`
        : nothing
    }
    <div class="card ${step}" part="card">
      ${asks ? html`<div class="ask small" part="note">${note}</div>` : nothing}
      <div class="body">
        <bdi class="name" part="name">${inLanguage(name, languages?.['name'])}${count}</bdi>
        <span class="texts quiet small">
          ${asks ? nothing : html`<bdi part="note">${note}</bdi>`}
          ${description && step !== 'claimed' ? html`<bdi class="note" part="description" title=${description}>${inLanguage(description, languages?.['short_description'])}</bdi>` : nothing}
        </span>
        <span class=${action === nothing ? 'foot' : 'foot acting'}
          >${price ? html`<span part="price">${price}</span>` : nothing}${code}${action}</span
        >
      </div>
      ${picture}
    </div>
  </li>`;
}
