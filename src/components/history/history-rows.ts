import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { HISTORY_PAGE_SIZE, type HistoryEntry } from '../../services/index.ts';
import { formatDay } from '../internal/format-day.ts';
import { formatNumber } from '../internal/format.ts';
import { inBrowser } from '../internal/in-browser.ts';
import { localize } from '../internal/texts/messages.ts';

/** Skeleton rows that fill the reserved box while the history loads. */
export const skeletonRows = (rows: number): TemplateResult[] =>
  Array.from(
    { length: rows },
    () =>
      html`<div class="row" part="row" aria-hidden="true">
        <span><span class="skeleton" part="skeleton">What it was for</span></span>
        <span><span class="skeleton" part="skeleton">+000</span></span>
        <span class="small"><span class="skeleton" part="skeleton">January 1, 2000</span></span>
        <span class="small"><span class="skeleton" part="skeleton">0,000</span></span>
      </div>`,
  );

/** Rows that are left out and added again together. */
const CHUNK = HISTORY_PAGE_SIZE;
/**
 * Lists with more chunks leave out those far from the visible part, so that "Show more" takes no longer with each page. Shorter ones keep
 * all rows, because a scroll would have to render the element, and the browser skips rows that are not visible (`content-visibility`,
 * which long lists are without: each such chunk is a layer, and hundreds of layers slow down every frame of a scroll).
 */
const RENDERED_CHUNKS = 48;

/**
 * Renders entries, in a long list only those near the visible part. Each is rendered once for a language: formatting is slower than all
 * else.
 */
export class HistoryRows {
  readonly #host: LitElement;
  /** Chunks that are a page length or more away from the visible part. */
  readonly #far = new Set<number>();
  readonly #observer = inBrowser
    ? new IntersectionObserver((changes) => this.#onScroll(changes), { rootMargin: '100%' })
    : undefined;
  readonly #observed = new WeakSet<Element>();
  #rendered = new WeakMap<HistoryEntry, TemplateResult>();
  #texts = '';
  #isLong = false;

  constructor(host: LitElement) {
    this.#host = host;
  }

  /** Observes new chunks, after an update. */
  observe(): void {
    for (const chunk of this.#host.renderRoot.querySelectorAll('.chunk')) {
      if (!this.#observed.has(chunk)) this.#observer?.observe(chunk);
      this.#observed.add(chunk);
    }
  }

  render(entries: readonly HistoryEntry[], language: string | undefined): TemplateResult[] {
    // The texts of a row, as they are now: they change with the language, and when the page replaces messages.
    const texts = `${language} ${localize('Balance: {n}')} ${localize('Points')}`;
    if (texts !== this.#texts) this.#rendered = new WeakMap();
    this.#texts = texts;
    const chunks = Math.ceil(entries.length / CHUNK);
    this.#isLong = chunks > RENDERED_CHUNKS;
    const fullChunk = this.#isLong ? 'chunk full' : 'chunk full skipped';
    return Array.from({ length: chunks }, (_, index) => {
      const chunk = entries.slice(index * CHUNK, (index + 1) * CHUNK);
      const isFull = chunk.length === CHUNK;
      const isLeftOut = isFull && this.#isLong && this.#far.has(index);
      return html`<div class=${isFull ? fullChunk : 'chunk'} data-chunk=${index}>
        ${isLeftOut ? nothing : chunk.map((entry) => this.#renderOnce(entry, language))}
      </div>`;
    });
  }

  #renderOnce(entry: HistoryEntry, language: string | undefined): TemplateResult {
    const row = this.#rendered.get(entry) ?? renderRow(entry, language);
    this.#rendered.set(entry, row);
    return row;
  }

  #onScroll(changes: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of changes) {
      const index = Number(target.getAttribute('data-chunk'));
      // The focus would be lost with its row.
      if (isIntersecting || target.matches(':focus-within')) this.#far.delete(index);
      else this.#far.add(index);
    }
    if (!this.#isLong) return;
    // After the callback: an update within it may change sizes.
    requestAnimationFrame(() => this.#host.requestUpdate());
  }
}

/** With the sign for minus, which is as wide as that for plus, instead of a hyphen. */
const withMinus = (number: string): string => number.replace('-', '−');

function renderRow(
  { id, title, at, points, balance, amount, refundTakes: n }: HistoryEntry,
  language: string | undefined,
): TemplateResult {
  const name = title ?? localize('Points');
  const isEarned = points !== undefined && points > 0;
  return html`<div
    class="row"
    role="listitem"
    part=${points === undefined ? 'row row-redeemed' : isEarned ? 'row row-earned' : 'row row-spent'}
    data-row=${id}
    tabindex="-1"
  >
    ${
      n
        ? html`<details>
            <summary>
              <bdi class="line" part="title" title=${name}>${name}</bdi>
            </summary>
            <span class="quiet small" part="refund"
              >${localize('If you return this, {n} points are taken back', { n }, language, 'If you return this, {n} point is taken back')}</span
            >
          </details>`
        : html`<bdi class="line" part="title" title=${name}>${name}</bdi>`
    }
    <b class=${isEarned ? 'earned' : nothing} part="amount"
      ><bdi
        >${points === undefined ? amount : withMinus(formatNumber(points, language, { signDisplay: 'exceptZero' }))}</bdi
      ></b
    >
    <time class="quiet small line" part="day" dir="auto" datetime=${at.toISOString()}
      >${formatDay(at, language)}</time
    >
    <span class="quiet small" part="balance"
      >${balance === undefined ? nothing : localize('Balance: {n}', { n: balance }, language)}</span
    >
  </div>`;
}
