import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import {
  mergeLists,
  otherLists,
  WISHLIST,
  type ListedItem,
  type OtherLists,
  type WishlistItem,
} from '../../services/index.ts';
import { localize } from '../internal/texts/messages.ts';
import { ResourceController, type ElementState } from '../internal/resource-controller.ts';
import { linkOf } from '../saved-products/list-links.ts';
import { listNameOf } from '../saved-products/list-name.ts';

// `all-lists` of `<loyalty-wishlist>`. Part of `wishlist-options.ts`.

/** The products of all lists of the customer, each once. */
export class AllListsView {
  readonly #others: ResourceController<OtherLists>;

  constructor(host: LitElement, statusOf: () => string) {
    this.#others = new ResourceController(host, otherLists, statusOf);
  }

  get state(): ElementState<OtherLists> {
    return this.#others.state;
  }

  retry(): void {
    this.#others.retry();
  }

  /** The products of the wishlist and those of the other lists, newest first. */
  merge(items: readonly WishlistItem[]): readonly ListedItem[] {
    const { state } = this;
    return state.status === 'ready' ? mergeLists(items, state.value) : [];
  }

  /** On which lists a product is. The wishlist is the page itself, other lists are linked where the page says where they are. */
  renderLists(item: WishlistItem, listUrl: string | undefined): TemplateResult | typeof nothing {
    const { lists } = item as ListedItem;
    return html`<span class="quiet small line" part="lists" dir="auto"
      ><span class="hidden">${localize('On these lists:')}</span> ${lists.map(
        (list, index) =>
          html`${index ? ', ' : nothing}${
            listUrl && list.handle !== WISHLIST
              ? html`<a part="list-link" href=${linkOf(listUrl, list.handle)}
                  ><bdi>${listNameOf(list)}</bdi></a
                >`
              : html`<bdi>${listNameOf(list)}</bdi>`
          }`,
      )}</span
    >`;
  }

  /** That lists are missing, and a button that loads them again; nothing where all have loaded. */
  renderMissing(): TemplateResult | typeof nothing {
    const { state } = this;
    if (state.status !== 'ready' || !state.value.missing.length) return nothing;
    return html`<span part="message" class="small" role="alert"
        >${localize('Some of your lists couldn’t be loaded.')}</span
      >
      <button class="ghost" part="button retry-button" type="button" @click=${() => this.retry()}>
        ${localize('Try again')}
      </button>`;
  }

  /** Whether the product can be removed and moved here: it is on the wishlist. Other lists have pages of their own. */
  isOwn(item: WishlistItem): boolean {
    return (item as ListedItem).lists.some(({ handle }) => handle === WISHLIST);
  }
}
