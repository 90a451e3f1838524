import type { LitElement, ReactiveController, TemplateResult } from 'lit';
import {
  HISTORY_PAGE_SIZE,
  loadBalanceHistory,
  loadFilteredHistory,
  toLoyaltyError,
  type HistoryEntry,
  type HistoryPage,
  type HistoryView,
  type Loyalty,
  type LoyaltyError,
} from '../../services/index.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { languageOf } from '../internal/format.ts';
import { HistoryChart } from './history-chart.ts';
import { renderChoices } from './history-choices.ts';
import { firstCount } from '../internal/lists.ts';
import { localize } from '../internal/texts/messages.ts';
import type { ResourceController } from '../internal/resource-controller.ts';

/** What the shopper sees first, and after another customer signed in. */
const FIRST_VIEW: HistoryView = { filter: 'all', oldestFirst: false };

/** Filters, sorts and pages of the history, and its chart. The first page is that of the resource. */
export class HistoryPages implements ReactiveController {
  readonly #host: LitElement;
  readonly #source: ResourceController<HistoryPage>;
  /** Number of rows in the reserved box. */
  readonly #rows: () => number;
  /** Customer of the fields below. */
  #owner: Loyalty | undefined;
  #first: HistoryPage | undefined;
  #view = FIRST_VIEW;
  #entries: readonly HistoryEntry[] = [];
  /** Number of the last loaded page. */
  #page = 1;
  #isLast = true;
  /** Entries of the view on all pages. */
  #total = Infinity;
  /** Number of entries for which the reserved box has room. */
  #fits = 0;
  /** Number of entries after the shopper asked for more. */
  #asked = 0;
  /** Only the answer to the newest request is used. */
  #newest = 0;
  #balances: readonly HistoryEntry[] = [];
  readonly #chart = new HistoryChart();
  isLoading = false;
  error: LoyaltyError | undefined;
  /** Text for screen readers about the last change. */
  announcement = '';

  constructor(host: LitElement, source: ResourceController<HistoryPage>, rows: () => number) {
    this.#host = host;
    this.#source = source;
    this.#rows = rows;
    host.addController(this);
  }

  /** Another customer must not see these fields. An element that is being moved in the document has no customer and keeps them. */
  hostUpdate(): void {
    const { loyalty, state } = this.#source;
    if (loyalty && loyalty !== this.#owner) {
      this.#owner = loyalty;
      this.#first = undefined;
      this.#view = FIRST_VIEW;
      this.#balances = [];
      this.#restart();
    }
    if (state.status === 'ready' && state.value !== this.#first) this.#receive(state.value);
  }

  /** Entries that are shown. */
  get entries(): readonly HistoryEntry[] {
    return this.#entries.slice(0, this.#shown);
  }

  /** Number of entries that the shopper wants to see. */
  get #shown(): number {
    return Math.max(this.#asked, firstCount(this.count ?? Infinity, this.#fits));
  }

  /** Whether the button takes the place of a row. */
  get takesRow(): boolean {
    return this.hasMore && this.#shown < this.#fits;
  }

  /** Rows that are loading: they take their place at once, so that nothing moves when they arrive. */
  get pending(): number {
    if (!this.isLoading) return 0;
    const loaded = this.#entries.length;
    return loaded ? Math.max(0, Math.min(this.#shown, this.#total) - loaded) : this.#rows();
  }

  /** Number of all entries; `undefined` while there are pages that are not loaded. */
  get count(): number | undefined {
    return this.#isLast ? this.#entries.length : undefined;
  }

  get hasMore(): boolean {
    return this.#shown < this.#entries.length || !this.#isLast;
  }

  /** Shows more entries, and loads them if they are not loaded. Resolves to the id of the first one. */
  async more(): Promise<string | undefined> {
    const before = this.entries.length;
    this.#asked = before + HISTORY_PAGE_SIZE;
    if (this.#shown > this.#entries.length && !this.#isLast) await this.#load(this.#page + 1);
    const added = this.entries.length - before;
    this.announcement =
      added > 0 ? localize('{n} more', { n: added }, languageOf(this.#host)) : this.announcement;
    this.#host.requestUpdate();
    return this.#entries[before]?.id;
  }

  /** Loads the first page of the view again, after it failed. */
  retry = (): void => void this.#load(1);

  renderChoices(): TemplateResult {
    return renderChoices(this.#view, (view) => void this.#choose(view));
  }

  renderChart(): TemplateResult | undefined {
    return this.#chart.render(this.#balances, languageOf(this.#host));
  }

  /** A screen reader hears the result: the list changes below the select, which keeps the focus. */
  async #choose(view: HistoryView): Promise<void> {
    this.#view = view;
    this.#restart();
    await this.#load(1);
    const { length } = this.entries;
    if (this.#view !== view || this.error || !length) return; // "Nothing of this kind yet." is announced itself
    this.announcement = localize(
      '{n} entries shown',
      { n: length },
      languageOf(this.#host),
      '{n} entry shown',
    );
    this.#host.requestUpdate();
  }

  #restart(): void {
    this.#newest++;
    this.#entries = [];
    this.#page = 1;
    this.#isLast = true;
    this.#fits = this.#rows();
    this.#asked = 0;
    this.isLoading = false;
    this.error = undefined;
    this.announcement = '';
  }

  /** The first page of all entries was loaded, or loaded again after a claim. */
  #receive(first: HistoryPage): void {
    this.#first = first;
    void this.#loadBalances(first);
    if (this.#view === FIRST_VIEW) this.#join(first);
    else void this.#load(1);
  }

  /** The first page of the view was loaded, or loaded again: entries of later pages stay. */
  #join({ entries, isLast, total }: HistoryPage): void {
    const known = new Set(entries.map(({ id }) => id));
    const older = this.#entries.filter(({ id }) => !known.has(id));
    // Entries never change, so older ones stay valid, unless others are missing in between.
    const isConnected = this.#page > 1 && older.length < this.#entries.length;
    if (!isConnected) {
      this.#page = 1;
      this.#isLast = isLast;
    }
    this.#total = total ?? Infinity;
    this.#entries = isConnected ? [...entries, ...older] : entries;
    // With the oldest first, a new entry is on the last page.
    this.#isLast &&= this.#entries.length >= (total ?? 0);
  }

  async #load(page: number): Promise<void> {
    const loyalty = this.#owner;
    const own = ++this.#newest;
    if (!loyalty) return;
    this.isLoading = true;
    this.error = undefined;
    this.#host.requestUpdate();
    try {
      const loaded = await loadFilteredHistory(loyalty, this.#view, page);
      if (own !== this.#newest) return;
      if (page === 1) this.#join(loaded);
      else {
        // An entry that was added meanwhile moves the others to the next page.
        const known = new Set(this.#entries.map(({ id }) => id));
        this.#entries = [...this.#entries, ...loaded.entries.filter(({ id }) => !known.has(id))];
        this.#page = page;
        this.#isLast = loaded.isLast;
        this.#total = loaded.total ?? Infinity;
      }
    } catch (thrown) {
      if (own !== this.#newest) return;
      this.error = toLoyaltyError(thrown);
      if (page > 1) {
        this.#asked = this.#entries.length;
        this.announcement = localize('Couldn’t load more.');
      }
      this.#host.dispatchEvent(new LoyaltyErrorEvent(this.error));
    }
    this.isLoading = false;
    this.#host.requestUpdate();
  }

  /** A short history has all of its balances on the first page. */
  async #loadBalances({ entries, isLast }: HistoryPage): Promise<void> {
    const loyalty = this.#owner;
    const balances =
      isLast || !loyalty
        ? [...entries].reverse()
        : await loadBalanceHistory(loyalty).catch(() => [...entries].reverse());
    if (loyalty !== this.#owner) return;
    this.#balances = balances;
    this.#host.requestUpdate();
  }
}
