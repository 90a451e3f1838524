import { html, nothing, type TemplateResult } from 'lit';
import { lists, type CustomerList } from '../../services/index.ts';
import type { ListActions, ListTask } from '../saved-products/list-actions.ts';
import { define, readFlag } from '../internal/element.ts';
import { languageOf } from '../internal/format.ts';
import { LoyaltyListEvent } from '../saved-products/list-events.ts';
import { linkOf } from '../saved-products/list-links.ts';
import { listNameOf } from '../saved-products/list-name.ts';
import { formatEventDay } from '../saved-products/list-rows.ts';
import { firstCount, reservedRows } from '../internal/lists.ts';
import { listsStyles } from './lists-styles.ts';
import { renderMoreButton } from '../internal/more-button.ts';
import { whileBusy } from '../internal/while-busy.ts';
import { localize } from '../internal/texts/messages.ts';
import { errorNotice } from '../internal/notice.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import { renderProductPicture } from '../saved-products/product-picture.ts';
import { ResourceController } from '../internal/resource-controller.ts';
import { totalOf } from '../saved-products/style-guide.ts';

export type { LoyaltyListEvent, LoyaltyShareEvent } from '../saved-products/list-events.ts';
export type { LoyaltyErrorEvent } from '../internal/events.ts';

const PICTURES = 4;
const TYPES = { wishlist: 'Wishlist', registry: 'Gift registry', 'style-guide': 'Style guide' } as const;
/** Hearts save to this list, so that it is not deleted here. */
const HEARTS_LIST = 'wishlist';

async function loadActions(task: ListTask) {
  const [actions] = await Promise.all([
    import('../saved-products/list-actions.ts'),
    task === 'share' && import('../share/loyalty-share.ts'),
  ]);
  return actions;
}

/**
 * The customer's lists: wishlists, gift registries and style guides, with their newest products. Customers create, rename, share and
 * delete them, and open one on its page. The lists of others that they edit stand among them.
 *
 * @summary several lists: wishlists, gift registries, style guides
 * @tag loyalty-lists
 * @guests line
 * @needs lists
 * @parts shares
 * @slot signed-out - Shown to guests: your sign-in link.
 * @slot empty - Shown while the customer has no list.
 * @csspart list - The list of lists.
 * @csspart item - A list.
 * @csspart name - The name of a list: a link, or a button without `list-url`.
 * @csspart about - The kind of a list, its day, and how many products it has.
 * @csspart total - What the products of a style guide cost together.
 * @csspart pictures - The row of pictures of a list; in a style guide each is a link.
 * @csspart picture - The frame of a picture.
 * @csspart image - The picture in it.
 * @csspart skeleton - A grey shape while the lists load.
 * @csspart actions - The buttons of a list.
 * @csspart button - Every button but the names.
 * @csspart share-button - The button that shows how to share a list.
 * @csspart rename-button - The button that opens the form with the name.
 * @csspart delete-button - The button that asks whether to delete a list.
 * @csspart leave-button - The button that asks whether to leave the list of another.
 * @csspart new-button - The button that opens the form of a new list.
 * @csspart more-button - The button that shows all lists.
 * @csspart form - The form or question below a list, or of a new list.
 * @csspart question - The question before a list is deleted.
 * @csspart label - The label of an input.
 * @csspart input - An input.
 * @csspart confirm-button - The button that saves, deletes or leaves.
 * @csspart cancel-button - The button that closes the form.
 * @csspart problem - The reason why something did not work.
 * @csspart share - The element that shares a list, `<loyalty-share>`; style its parts with `loyalty-lists::part(link)` and so on.
 * @csspart notice - The box instead of the lists: signed out, or an error.
 * @csspart message - The sentence in this box.
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-lists-rows=3] - Number of lists that are shown, and reserved while they load; 2 in a window below 40em.
 * @cssprop [--loyalty-lists-row-size=7em] - Height of a list; 8em in a window of 40em or less, 11.5em in one below 31em.
 * @cssprop [--loyalty-guest-block-size=6em] - Height reserved for a guest's notice, on a page with the class `loyalty-guest`.
 * @cssprop [--loyalty-guest-line-size=2.5em] - Height reserved for a guest's notice where the element does not invite: it is a line.
 * @cssprop [--loyalty-color-problem] - Colour of the line beside error messages and around invalid fields; a red that fits the text colour.
 * @cssstate loading - The lists are loading.
 * @cssstate failed - The lists could not be loaded.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @fires loyalty-list-open - The customer pressed the name of a list.
 * @fires loyalty-list-created - A list was created.
 * @fires loyalty-list-renamed - A list has another name.
 * @fires loyalty-list-deleted - A list was deleted.
 * @fires loyalty-list-left - The customer no longer edits the list of another.
 * @fires loyalty-list-shared - The customer made the link to a list.
 * @fires loyalty-list-unshared - The customer stopped sharing a list.
 * @fires loyalty-error - The lists could not be loaded or changed.
 * @keyboard Enter, Space - On Rename, Delete, Share, Leave and New list: opens the form or the question below the list, and focuses its first control.
 * @keyboard Escape - Closes it; the focus returns to the button.
 */
export class LoyaltyLists extends InvitingElement {
  static override properties = {
    listUrl: { attribute: 'list-url' },
    shareUrl: { attribute: 'share-url' },
    registries: { converter: readFlag },
    editors: { converter: readFlag },
    expanded: { converter: readFlag },
    problem: { state: true },
  };

  static override styles = listsStyles;

  /** Address of your page for one list; `{handle}` is replaced by its handle. Without it, a press fires `loyalty-list-open` only. */
  listUrl: string | undefined;
  /** Address of your page for shared lists; `{handle}` is replaced by the handle of the share. */
  shareUrl = '/lists/{handle}';
  /** Customers can create gift registries, too. */
  registries = false;
  /** Customers can invite others to edit a list, where they share it. */
  editors = false;
  /** Shows every list instead of the first ones. */
  expanded = false;

  private problem: string | undefined;

  #lists = new ResourceController(this, lists);
  #actions: ListActions | undefined;

  protected override updated(): void {
    this.#actions?.update();
  }

  protected prepare(): void {
    if (this.#lists.state.status === 'ready') void loadActions('share').catch(() => {});
  }

  #onTask = async ({ currentTarget }: Event, task: ListTask, list?: CustomerList): Promise<void> => {
    try {
      const { ListActions } = await whileBusy(currentTarget as Element, loadActions(task));
      this.#actions ??= new ListActions(this, () => this.#lists.loyalty);
      this.problem = undefined;
      this.#actions.toggle(task, list);
    } catch (cause) {
      void importPagePolicy().then((policy) => policy?.reportMissing(this, cause));
      this.problem = localize('Couldn’t load this.');
    }
  };

  #onOpen = (list: CustomerList): void => void this.dispatchEvent(new LoyaltyListEvent('open', list));

  #onMore = async (): Promise<void> => {
    const position = this.renderRoot.querySelectorAll('.name').length;
    this.expanded = true;
    await this.updateComplete;
    this.renderRoot.querySelectorAll<HTMLElement>('.name')[position]?.focus({ preventScroll: true });
  };

  /** Number of lists that fit the reserved box. */
  get #rows(): number {
    return reservedRows(this, '--_rows', 3);
  }

  protected override render(): TemplateResult {
    const { state } = this.#lists;
    switch (state.status) {
      case 'loading':
        return this.#renderLoading();
      case 'signed-out':
        return this.renderSignedOut(localize('Sign in to see your lists.'), state);
      case 'error':
        return errorNotice(this, state.error, localize('Couldn’t load your lists.'), () =>
          this.#lists.retry(),
        );
      case 'ready':
        return this.#renderLists(state.value);
    }
  }

  #renderLoading(): TemplateResult {
    return html`<ul part="list" aria-busy="true">
      <li class="hidden">${localize('Loading your lists')}</li>
      ${Array.from(
        { length: this.#rows },
        () =>
          html`<li class="row" part="item" aria-hidden="true">
            <span class="texts"
              ><span part="skeleton" class="skeleton">Name of the list</span
              ><span part="skeleton" class="skeleton small">3 products</span></span
            >
          </li>`,
      )}
    </ul>`;
  }

  #renderLists(all: readonly CustomerList[]): TemplateResult {
    const language = languageOf(this);
    const shown = this.expanded ? all : all.slice(0, firstCount(all.length, this.#rows));
    const isWhole = shown.length === all.length;
    const takesRow = shown.length < this.#rows;
    const creates = this.#actions?.isOpen('create') ?? false;
    const problem = this.problem ?? this.#actions?.notice;
    return html`${
        all.length
          ? html`<ul part="list">
              ${shown.map((list) => this.#renderList(list, language))}
            </ul>`
          : html`<div class="notice rows" part="notice">
              <slot name="empty"><p part="message">${localize('No lists yet.')}</p></slot>
            </div>`
      }
      ${creates ? this.#actions!.renderPanel(this.registries) : nothing}
      <div class=${(isWhole || takesRow) && !creates ? 'below frame' : 'below'}>
        ${
          isWhole
            ? nothing
            : renderMoreButton({
                n: all.length,
                name: 'Show all {n} lists',
                language,
                classes: 'ghost',
                takesRow,
                onMore: this.#onMore,
              })
        }
        ${
          creates
            ? nothing
            : html`<button
                class="ghost"
                part="button new-button"
                type="button"
                @click=${(event: Event) => this.#onTask(event, 'create')}
              >
                ${localize('New list')}
              </button>`
        }
      </div>
      <p class="problem small" part="problem" role="alert" ?hidden=${!problem}>${problem}</p>
      <p class="hidden" role="status">${this.#actions?.announcement}</p>`;
  }

  #renderList(list: CustomerList, language: string | undefined): TemplateResult {
    const { type, count, eventAt, items, sharedBy } = list;
    const name = listNameOf(list);
    const kind = localize(TYPES[type]);
    const about = [
      sharedBy && localize('Shared by {name}', { name: sharedBy.name ?? localize('Someone') }),
      // A wishlist is often called "Wishlist".
      kind !== name && kind,
      eventAt && formatEventDay(eventAt, language),
      count !== undefined && localize('{n} products', { n: count }, language, '{n} product'),
      type === 'style-guide' && count === items.length && totalOf(items, language),
    ].filter(Boolean);
    return html`<li class="row" part="item" data-list=${list.id}>
      <div class="texts">
        ${
          this.listUrl
            ? html`<a
                class="name line"
                part="name"
                href=${linkOf(this.listUrl, list.handle)}
                title=${name}
                dir="auto"
                @click=${() => this.#onOpen(list)}
                >${name}</a
              >`
            : html`<button
                class="name line"
                part="name"
                type="button"
                title=${name}
                dir="auto"
                @click=${() => this.#onOpen(list)}
              >
                ${name}
              </button>`
        }
        <p part="about" class="quiet small">${about.join(' · ')}</p>
      </div>
      <div class="pictures" part="pictures">
        ${items
          .slice(0, PICTURES)
          .map((item) =>
            type === 'style-guide' && item.url && item.name
              ? html`<a
                  class="picture"
                  part="picture"
                  href=${item.url}
                  aria-label=${item.name}
                  title=${item.name}
                  >${renderProductPicture(item.imageUrl)}</a
                >`
              : html`<span class="picture" part="picture">${renderProductPicture(item.imageUrl)}</span>`,
          )}
      </div>
      <div class="actions" part="actions">
        ${
          sharedBy
            ? this.#renderButton('leave', 'Leave', 'Leave {list}', list)
            : html`${this.#renderButton('share', 'Share', 'Share {list}', list)}${this.#renderButton('rename', 'Rename', 'Rename {list}', list)}${list.handle === HEARTS_LIST ? nothing : this.#renderButton('delete', 'Delete', 'Delete {list}', list)}`
        }
      </div>
      ${
        this.#actions?.isOpen('share', list)
          ? html`<loyalty-share
              class="panel"
              part="share"
              exportparts="link, share-button, copy-button, send-button, stop-button, confirm-button, cancel-button, question, hint, problem, invite-button, editors, editor, invite-link, make-button, end-button, remove-button, button"
              list=${list.id}
              share-url=${this.shareUrl}
              ?editors=${this.editors}
            ></loyalty-share>`
          : this.#actions?.renderPanel(this.registries, list)
      }
    </li>`;
  }

  #renderButton(
    task: Exclude<ListTask, 'create'>,
    text: 'Share' | 'Rename' | 'Delete' | 'Leave',
    label: 'Share {list}' | 'Rename {list}' | 'Delete {list}' | 'Leave {list}',
    list: CustomerList,
  ): TemplateResult {
    return html`<button
      class="ghost"
      part="button ${task}-button"
      type="button"
      aria-expanded=${this.#actions?.isOpen(task, list) ?? false}
      aria-label=${localize(label, { list: listNameOf(list) })}
      @click=${(event: Event) => this.#onTask(event, task, list)}
    >
      ${localize(text)}
    </button>`;
  }
}

define('loyalty-lists', LoyaltyLists);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-lists': LoyaltyLists;
  }
}
