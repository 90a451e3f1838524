import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { countOf, isWhole, WISHLIST, type WishlistItem } from '../../services/index.ts';
import { addStyles } from '../internal/add-styles.ts';
import { lazyImport } from '../internal/lazy-import.ts';
import { errorNotice } from '../internal/notice.ts';
import type { ElementState, ResourceController } from '../internal/resource-controller.ts';
import { localize } from '../internal/texts/messages.ts';
import type { ItemNotes } from '../saved-products/item-notes.ts';
import { heart } from '../saved-products/icons.ts';
import { AllListsView } from './all-lists-view.ts';
import { AllToCart } from './all-to-cart.ts';
import type { alertsOf } from './wishlist-alerts.ts';
import type { WishlistItemView } from './wishlist-grid.ts';
import { notesOf } from './wishlist-notes.ts';
import { WishlistPages } from './wishlist-pages.ts';
import type { WishlistRemoval } from './wishlist-removal.ts';
import { renderStatus, statusStyles } from './wishlist-status.ts';
import { WishlistSearch } from './wishlist-search.ts';

// What attributes and further pages add to a wishlist: loaded by those with one of them.

/** The attributes. */
interface OptionsHost extends LitElement {
  readonly allToCart: boolean;
  readonly notes: boolean;
  readonly alerts: boolean;
  readonly guests: boolean;
  readonly searchable: boolean;
  readonly allLists: boolean;
  readonly listUrl: string | undefined;
}

type RenderAlert = ReturnType<typeof alertsOf>;

/** The wishlist of the element. */
export interface OptionsList {
  /** Whether the shopper wanted all products before this file was there. */
  readonly wantsAll: boolean;
  readonly saved: ResourceController<readonly WishlistItem[]>;
  readonly removal: WishlistRemoval;
  /** What is to be shown, with all rows. */
  readonly items: () => readonly WishlistItem[];
  /** Number of products that are shown: `Infinity` for all. */
  readonly limit: () => number;
  readonly statusOf: () => string;
  /** Whether there is more to say about a product than its price. */
  readonly hasStatus: (item: WishlistItem) => boolean;
  readonly renderLoading: () => TemplateResult;
}

/** What a wishlist with these attributes, or of several pages, shows more than others. */
export class WishlistOptions implements ReactiveController {
  readonly #host: OptionsHost;
  readonly #list: OptionsList;
  readonly pages: WishlistPages;
  /** What is said about a product that cannot be bought, or costs less now. */
  status: WishlistItemView['status'];
  #all: AllToCart | undefined;
  #notes: ItemNotes<WishlistItem> | undefined;
  #search: WishlistSearch | undefined;
  #lists: AllListsView | undefined;
  readonly #alerts: () => RenderAlert | null | undefined;

  constructor(host: OptionsHost, list: OptionsList) {
    this.#host = host;
    this.#alerts = lazyImport(host, async () =>
      (await import('./wishlist-alerts.ts')).alertsOf(host, () => list.saved.loyalty),
    );
    this.#list = list;
    this.pages = new WishlistPages(host, {
      customer: () => list.saved.loyalty,
      loaded: () => this.#saved.length,
      limit: list.limit,
      wantsAll: () => host.allToCart, // its button says how many there are
      needsAll: () => this.#needsAll,
      onAll: () => void host.updateComplete.then(() => this.#search?.isUsed && this.#onSearch()),
    });
    host.addController(this);
    this.hostUpdate();
    if (list.wantsAll) void this.pages.loadAll();
  }

  /** An attribute may be set later. */
  hostUpdate(): void {
    const host = this.#host;
    const { removal, saved } = this.#list;
    const announce = (text: string) => (removal.announcement = text);
    if (!this.status && this.found.some(this.#list.hasStatus)) {
      this.status = () => undefined; // until it has loaded
      void this.#loadStatus().catch(() => {}); // without the file the products and their prices are shown
    }
    if (host.allToCart)
      this.#all ??= new AllToCart(host, {
        removal,
        customer: () => saved.loyalty,
        items: () => this.#list.items().filter(this.isOwn),
        isWhole: () => this.#isWhole,
      });
    if (host.notes) this.#notes ??= notesOf(host, () => saved.loyalty, announce);
    if (host.searchable) this.#search ??= new WishlistSearch(host, announce);
    if (host.allLists) this.#lists ??= new AllListsView(host, this.#list.statusOf);
  }

  async #loadStatus(): Promise<void> {
    const { statusOf } = await import('../saved-products/item-status.ts');
    addStyles(this.#host, statusStyles);
    this.status = (item, language) => renderStatus(statusOf(item, language));
    this.#host.requestUpdate();
  }

  get #saved(): readonly WishlistItem[] {
    const { state } = this.#list.saved;
    return state.status === 'ready' ? state.value : [];
  }

  get #isWhole(): boolean {
    const { loyalty } = this.#list.saved;
    return !loyalty || isWhole(loyalty, WISHLIST);
  }

  /** Number of all products on the wishlist; `undefined` where it is not known. */
  get count(): number | undefined {
    const { loyalty } = this.#list.saved;
    return loyalty && countOf(loyalty, WISHLIST, this.#saved);
  }

  /** Whether nothing can be shown before all products are loaded. */
  get #needsAll(): boolean {
    const { allLists, searchable } = this.#host;
    return allLists || (searchable && !!this.#search?.isUsed);
  }

  /** With `all-lists`: the state of the other lists. */
  get state(): ElementState<unknown> | undefined {
    return this.#lists?.state;
  }

  /** Loads the other lists again. */
  retry(): void {
    this.#lists?.retry();
  }

  /** The products of all lists, or of the wishlist. */
  get listed(): readonly WishlistItem[] {
    return (this.#host.allLists && this.#lists?.merge(this.#saved)) || this.#saved;
  }

  /** Those with the words of the shopper, in the chosen order. */
  get found(): readonly WishlistItem[] {
    return (this.#host.searchable && this.#search?.find(this.listed)) || this.listed;
  }

  /** Whether a product can be removed and moved here. */
  isOwn = (item: WishlistItem): boolean => !this.#host.allLists || !!this.#lists?.isOwn(item);

  /** Announces the number of results once all products are loaded: before, it is not known. */
  #onSearch = (): void => {
    if (this.#isWhole) this.#search?.announceFound(this.listed);
    else this.#list.removal.announcement = '';
    this.#host.requestUpdate();
  };

  renderControls(): TemplateResult | undefined {
    return this.#search?.render(this.#isWhole ? this.listed.length : this.count, this.#onSearch);
  }

  /** Instead of the products, before all are loaded: it is not known which ones are found, or come first. */
  renderInstead(): TemplateResult | undefined {
    if (this.#isWhole || !(this.#needsAll || !this.#saved.length)) return undefined;
    const { error } = this.pages;
    return error
      ? errorNotice(
          this.#host,
          error,
          localize('Couldn’t load your wishlist.'),
          () => void this.pages.loadAll(),
          heart,
        )
      : this.#list.renderLoading();
  }

  /** That no product has the words of the shopper; `undefined` where there is none at all. */
  renderNothing(): TemplateResult | undefined {
    return this.listed.length ? this.#search?.renderNothing() : undefined;
  }

  /** On which lists a product is, what the shopper has written, and what they are told about it. */
  renderDetails = (item: WishlistItem, label: string): unknown => [
    this.#host.allLists ? this.#lists?.renderLists(item, this.#host.listUrl) : nothing,
    this.#host.notes ? this.#notes?.renderNote(item, this.isOwn(item) ? label : undefined) : nothing,
    this.#host.alerts && this.isOwn(item) ? this.#alerts()?.(item) : nothing,
  ];

  /** What stands below the products; `undefined` where nothing does. */
  renderBelow(): unknown {
    const { allToCart, allLists } = this.#host;
    if (!allToCart && !allLists && !this.pages.error) return undefined;
    return [
      allToCart ? this.#all?.render() : nothing,
      allLists ? this.#lists?.renderMissing() : nothing,
      this.pages.error
        ? html`<span part="message" class="small" role="alert">${localize('Couldn’t load more.')}</span>`
        : nothing,
    ];
  }

  /** The dialog of a note. */
  renderDialog(): TemplateResult | typeof nothing | undefined {
    return this.#notes?.render();
  }
}
