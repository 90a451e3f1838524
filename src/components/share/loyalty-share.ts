import { html, nothing, type TemplateResult } from 'lit';
import {
  listShares,
  shareList,
  stopSharing,
  toLoyaltyError,
  type Loyalty,
  type LoyaltyError,
  type ListShare,
} from '../../services/index.ts';
import { containKeys } from '../internal/contain-keys.ts';
import { define, readFlag } from '../internal/element.ts';
import { readId } from '../internal/read-id.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { failureText } from '../internal/failure-text.ts';
import { inBrowser } from '../internal/in-browser.ts';
import { LoyaltyShareEvent } from '../saved-products/list-events.ts';
import { linkOf } from '../saved-products/list-links.ts';
import { restoreFocus } from '../internal/lists.ts';
import { localize } from '../internal/texts/messages.ts';
import { whileBusy } from '../internal/while-busy.ts';
import { NamedResourceController } from '../internal/named-resource-controller.ts';
import { errorNotice } from '../internal/notice.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import type { InviteEditors } from './invite-editors.ts';
import { shareStyles } from './share-styles.ts';
import { setState } from '../internal/states.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';

export type { LoyaltyShareEvent } from '../saved-products/list-events.ts';
export type { LoyaltyErrorEvent } from '../internal/events.ts';

/**
 * Shares a list: makes its link, copies it or opens the device's share sheet, and stops sharing. A list that is shared already keeps its
 * link. With `editors` the owner invites others to edit the list, and sees and removes them.
 *
 * @summary the link to a list
 * @tag loyalty-share
 * @guests notice
 * @required list
 * @needs shares
 * @slot signed-out - Shown to guests: your sign-in link.
 * @csspart base - The box around everything.
 * @csspart link - The input with the link.
 * @csspart button - Every button.
 * @csspart share-button - The button that makes the link.
 * @csspart copy-button - The button that copies the link.
 * @csspart send-button - The button that opens the device's share sheet, where there is one.
 * @csspart stop-button - The button that asks whether to stop sharing.
 * @csspart confirm-button - The button that stops sharing.
 * @csspart cancel-button - The button that keeps sharing.
 * @csspart question - The question before sharing stops.
 * @csspart invite-button - The button that shows who is invited to edit (with `editors`).
 * @csspart editors - What it shows.
 * @csspart editor - An invitation in it, or one who edits the list.
 * @csspart make-button - The button that makes the link of an invitation.
 * @csspart end-button - The button that ends this link.
 * @csspart remove-button - The button that removes an editor.
 * @csspart hint - The sentence about what others see, or what was just done.
 * @csspart skeleton - A grey shape while it is not known whether the list is shared.
 * @csspart problem - The reason why something did not work.
 * @csspart notice - The box instead of the buttons: signed out, no such list, or an error.
 * @csspart message - The sentence in this box.
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-share-block-size=4.75em] - Height reserved for it; 12.5em on narrow screens. With `editors` 7.5em and 13.5em.
 * @cssprop [--loyalty-color-problem] - Colour of the line beside error messages and around invalid fields; a red that fits the text colour.
 * @cssstate loading - It is not known yet whether the list is shared.
 * @cssstate failed - The links could not be loaded.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @cssstate shared - The list is shared.
 * @fires loyalty-list-shared - The customer made the link, or that of an invitation.
 * @fires loyalty-list-unshared - The customer stopped sharing, ended an invitation, or removed an editor.
 * @fires loyalty-error - The links could not be loaded or changed.
 * @keyboard Escape - Answers the question whether the link is deleted with no; the focus returns to the button.
 */
export class LoyaltyShare extends InvitingElement {
  static override properties = {
    list: { converter: readId },
    shareUrl: { attribute: 'share-url' },
    editors: { type: Boolean, converter: readFlag, reflect: true },
    asking: { state: true },
    busy: { state: true },
    note: { state: true },
    problem: { state: true },
  };

  static override styles = shareStyles;

  /** Id or handle of the list. */
  list: string | undefined;
  /** Address of your page for shared lists; `{handle}` is replaced by the handle of the share. */
  shareUrl = '/lists/{handle}';
  /** The owner can invite others to edit the list: each link makes one profile an editor. */
  editors = false;

  /** The shopper pressed "Stop sharing". */
  private asking = false;
  private busy = false;
  /** What was just done. */
  private note = '';
  private problem: string | undefined;
  /** Customer and list of the fields above. */
  #owner: Loyalty | undefined;
  #shownList: string | undefined;

  /** Loaded when the owner first presses its button. */
  #invites: InviteEditors | undefined;

  #shares = new NamedResourceController(this, () => this.list ?? '', listShares);

  constructor() {
    super();
    containKeys(this);
  }

  protected override willUpdate(): void {
    const { loyalty } = this.#shares;
    if (loyalty === this.#owner && this.list === this.#shownList) return;
    this.#owner = loyalty;
    this.#shownList = this.list;
    this.asking = this.busy = false;
    this.note = '';
    this.problem = undefined;
    this.#invites?.close();
  }

  protected override updated(): void {
    const { state } = this.#shares;
    setState(this, 'shared', state.status === 'ready' && !!state.value?.length);
  }

  #onShare = (): Promise<void> =>
    this.#change('shared', async (loyalty, list) => {
      const share = await shareList(loyalty, list);
      this.note = localize('Your link is ready.');
      await this.#copy(share, 'input');
    });

  #onStop = (): Promise<void> =>
    this.#change('unshared', async (loyalty, list) => {
      await stopSharing(loyalty, list);
      this.asking = false;
      this.note = localize('The list is no longer shared.');
    });

  #onAsk = (): void => {
    this.asking = true;
    this.note = '';
    this.problem = undefined;
    void this.#focus('[part~=cancel-button]');
  };

  #onCancel = (): void => {
    this.asking = false;
    void this.#focus('[part~=stop-button]');
  };

  #onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape' && this.asking) this.#onCancel();
  };

  #onInvite = async ({ currentTarget }: Event): Promise<void> => {
    this.problem = undefined;
    try {
      const file = await whileBusy(currentTarget as Element, import('./invite-editors.ts'));
      this.#invites ??= new file.InviteEditors(this, {
        loyalty: () => this.#shares.loyalty,
        list: () => this.list ?? '',
        isBusy: () => this.busy,
        renderLink: (share, input) => this.#renderLink(share, input),
        change: (change, act) => this.#change(change, act),
        say: (text) => (this.note = text),
      });
      this.#invites.toggle();
    } catch (cause) {
      void importPagePolicy().then((policy) => policy?.reportMissing(this, cause));
      this.problem = localize('Couldn’t load this.');
    }
  };

  /** Copies the link. Without a permission it is selected: then the shopper copies it with the keyboard. */
  async #copy(share: Link, selector: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(linkOf(this.shareUrl, share.handle));
      this.note = localize('Link copied.');
    } catch {
      await this.updateComplete;
      const input = this.renderRoot.querySelector<HTMLInputElement>(selector);
      input?.select();
      if (input) this.note = localize('The link is selected. Copy it with your keyboard.');
    }
  }

  #send(share: Link): void {
    // The shopper may close the share sheet: not an error.
    navigator.share({ url: linkOf(this.shareUrl, share.handle) }).catch(() => {});
  }

  async #change(
    change: 'shared' | 'unshared',
    act: (loyalty: Loyalty, list: string) => Promise<void>,
  ): Promise<void> {
    const { loyalty } = this.#shares;
    const { list } = this;
    if (this.busy || !loyalty || !list) return;
    const isCurrent = () => this.#shares.loyalty === loyalty && this.list === list;
    this.busy = true;
    this.problem = undefined;
    this.note = '';
    try {
      await Promise.all([act(loyalty, list), importPagePolicy()]);
      if (isCurrent()) this.dispatchEvent(new LoyaltyShareEvent(change, list));
    } catch (thrown) {
      if (!isCurrent()) return;
      const error = toLoyaltyError(thrown);
      this.problem = failureText(error, problemOf(error, change));
      this.dispatchEvent(new LoyaltyErrorEvent(error));
    }
    if (!isCurrent()) return;
    this.busy = false;
    await this.#focus(
      this.#invites?.focusTarget ??
        '[part~=confirm-button], [part~=copy-button], [part~=share-button], [part=notice]',
    );
  }

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    restoreFocus(this, this.renderRoot.querySelector<HTMLElement>(selector));
  }

  protected override render(): TemplateResult {
    const { state } = this.#shares;
    // The console says that the page names no list.
    if (this.list === undefined) return html``;
    switch (state.status) {
      case 'loading':
        return html`<div part="base" class="base" aria-busy="true">
          <span class="hidden">${localize('Loading this list')}</span>
          <button part="button skeleton" class="skeleton" type="button" disabled aria-hidden="true">
            ${localize('Share this list')}
          </button>
        </div>`;
      case 'signed-out':
        return this.renderSignedOut(localize('Sign in to share this list.'), state);
      case 'error':
        return errorNotice(this, state.error, localize('Couldn’t load this list.'), () =>
          this.#shares.retry(),
        );
      case 'ready':
        return state.value
          ? this.#renderShare(state.value[0])
          : html`<div class="notice" part="notice" tabindex="-1">
              <p part="message">
                ${
                  // Deleted, or the list of another. The wishlist is made with its first product.
                  localize(
                    this.list === 'wishlist' ? 'Nothing to share yet.' : 'You can share lists of your own.',
                  )
                }
              </p>
            </div>`;
    }
  }

  #renderShare(share: ListShare | undefined): TemplateResult {
    return html`<div part="base" class="base" @keydown=${this.#onKey}>
      ${
        !share
          ? html`<button
              class="filled"
              part="button share-button"
              type="button"
              aria-disabled=${this.busy}
              @click=${this.#onShare}
            >
              <span>${localize('Share this list')}</span>
            </button>`
          : this.asking
            ? this.#renderQuestion()
            : html`${this.#renderLink(share, 'link')}<button
                  class="ghost"
                  part="button stop-button"
                  type="button"
                  @click=${this.#onAsk}
                >
                  ${localize('Stop sharing')}
                </button>`
      }
      ${
        this.editors
          ? html`<div class="own-line">
              <button
                class="ghost"
                part="button invite-button"
                type="button"
                aria-expanded=${!!this.#invites?.isOpen}
                @click=${this.#onInvite}
              >
                ${localize('Invite someone to edit')}
              </button>
            </div>`
          : nothing
      }
      ${
        this.problem
          ? html`<p class="hint problem small" part="problem" role="alert">${this.problem}</p>`
          : html`<p class="hint quiet small" part="hint" role="status">
              ${this.note || localize('Anyone with the link can see this list and its products, but not your name.')}
            </p>`
      }
      ${this.#invites?.render()}
    </div>`;
  }

  /** The link in an input with this part, and the buttons that copy and send it. */
  #renderLink(share: Link, input: 'link' | 'invite-link'): TemplateResult {
    return html`<input
        part=${input}
        type="text"
        dir="ltr"
        readonly
        aria-label=${localize('Link to this list')}
        value=${linkOf(this.shareUrl, share.handle)}
      />
      <button
        class="filled"
        part="button copy-button"
        type="button"
        @click=${({ currentTarget }: Event) => whileBusy(currentTarget as Element, this.#copy(share, `[part=${input}]`))}
      >
        <span>${localize('Copy link')}</span>
      </button>
      ${
        inBrowser && 'share' in navigator
          ? html`<button
              class="ghost"
              part="button send-button"
              type="button"
              @click=${() => this.#send(share)}
            >
              ${localize('Send link')}
            </button>`
          : nothing
      }`;
  }

  #renderQuestion(): TemplateResult {
    return html`<p part="question">${localize('Stop sharing? The link will stop working.')}</p>
      <button
        class="filled"
        part="button confirm-button"
        type="button"
        aria-disabled=${this.busy}
        @click=${this.#onStop}
      >
        <span>${localize('Stop sharing')}</span>
      </button>
      <button class="ghost" part="button cancel-button" type="button" @click=${this.#onCancel}>
        ${localize('Cancel')}
      </button>`;
  }
}

/** A share, or an invitation. */
type Link = Pick<ListShare, 'handle'>;

function problemOf({ code }: LoyaltyError, change: 'shared' | 'unshared'): string {
  if (change === 'unshared') return localize('The list is still shared. Try again.');
  return code === 'validation'
    ? localize('This type of list can’t be shared.')
    : localize('Couldn’t share the list. Try again.');
}

define('loyalty-share', LoyaltyShare);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-share': LoyaltyShare;
  }
}
