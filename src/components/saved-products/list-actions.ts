import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import {
  createList,
  deleteList,
  leaveList,
  lists,
  randomId,
  renameList,
  toLoyaltyError,
  type CustomerList,
  type Loyalty,
  type NewList,
} from '../../services/index.ts';
import { containKeys } from '../internal/contain-keys.ts';
import { addStyles } from '../internal/add-styles.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { failureText } from '../internal/failure-text.ts';
import { fieldStyles } from '../internal/field-styles.ts';
import { LoyaltyListEvent } from './list-events.ts';
import { restoreFocus } from '../internal/lists.ts';
import { localize } from '../internal/texts/messages.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';

void importPagePolicy();

/** What the shopper does: with a list, or to create one. */
export type ListTask = 'create' | 'rename' | 'delete' | 'share' | 'leave';

interface Open {
  readonly task: ListTask;
  /** `undefined` for a new list. */
  readonly list: CustomerList | undefined;
  /** Of a new list: the same when the request is repeated, so that no second list is created. */
  readonly handle: string;
}

/** Creates, renames, deletes and leaves lists. Loaded when the shopper first presses one of these buttons. */
export class ListActions {
  readonly #host: LitElement;
  readonly #loyalty: () => Loyalty | undefined;
  #owner: Loyalty | undefined;
  #open: Open | undefined;
  #busy = false;
  /** Givers reserved items of the list: its deletion has to be confirmed once more. */
  #isReserved = false;
  #problem: string | undefined;
  /** Why nothing is open any more: the list is gone. */
  notice: string | undefined;
  /** The kind that the shopper chose for a new list. */
  #type: NewList['type'] = 'wishlist';
  /** Text for screen readers about the last change. */
  announcement = '';

  constructor(host: LitElement, loyalty: () => Loyalty | undefined) {
    this.#host = host;
    this.#loyalty = loyalty;
    addStyles(host, fieldStyles);
    containKeys(host);
  }

  /** Another customer must not see what the last one did. */
  update(): void {
    const loyalty = this.#loyalty();
    if (loyalty === this.#owner) return;
    this.#owner = loyalty;
    this.#open = this.#problem = this.notice = undefined;
    this.#busy = false;
    this.announcement = '';
  }

  isOpen = (task: ListTask, list?: CustomerList): boolean =>
    this.#open?.task === task && this.#open.list?.id === list?.id;

  /** Opens the panel of a task, or closes it where it is open. */
  toggle(task: ListTask, list?: CustomerList): void {
    this.update();
    if (this.#busy) return;
    if (this.isOpen(task, list)) return this.#close();
    this.#open = { task, list, handle: `list-${randomId().slice(0, 16)}` };
    this.#isReserved = false;
    this.#type = 'wishlist';
    this.#problem = this.notice = undefined;
    this.announcement = '';
    void this.#focus('.panel input, .panel [part~=cancel-button]');
  }

  /** The form or the question of the open task. */
  renderPanel(offersRegistries: boolean, list?: CustomerList): TemplateResult | typeof nothing {
    const open = this.#open;
    if (!open || open.task === 'share' || open.list?.id !== list?.id) return nothing;
    return html`<form
      class="panel"
      part="form"
      novalidate
      @submit=${this.#onSubmit}
      @keydown=${({ key }: KeyboardEvent) => key === 'Escape' && this.#close()}
    >
      ${isQuestion(open) ? this.#renderQuestion(open) : this.#renderFields(open, offersRegistries)}
      <button class="filled" part="button confirm-button" type="submit" aria-disabled=${this.#busy}>
        <span>${localize(CONFIRM[open.task])}</span>
      </button>
      <button class="ghost" part="button cancel-button" type="button" @click=${() => this.#close()}>
        ${localize('Cancel')}
      </button>
      ${
        this.#problem
          ? html`<p class="problem small" part="problem" id="problem" role="alert">${this.#problem}</p>`
          : nothing
      }
    </form>`;
  }

  #renderQuestion({ task, list }: Open): TemplateResult {
    const question =
      task === 'leave'
        ? 'Leave {list}? You need a new invitation to edit it again.'
        : this.#isReserved
          ? 'Gifts on {list} are reserved. Delete it anyway?'
          : 'Delete {list}?';
    return html`<p part="question" role="alert">${localize(question, { list: list?.name ?? '' })}</p>`;
  }

  #renderFields({ list }: Open, offersRegistries: boolean): TemplateResult {
    return html`<label part="label"
        >${localize('Name of the list')}
        <input
          part="input"
          name="name"
          maxlength="200"
          autocomplete="off"
          required
          value=${list?.name ?? ''}
          aria-invalid=${!!this.#problem}
          aria-describedby=${this.#problem ? 'problem' : nothing}
      /></label>
      ${
        offersRegistries && !list
          ? html`<label part="label"
                >${localize('Type of list')}
                <select part="input" name="type" @change=${this.#onType}>
                  <option value="wishlist">${localize('Wishlist')}</option>
                  <option value="registry">${localize('Gift registry')}</option>
                </select></label
              >
              ${
                this.#type === 'registry'
                  ? html`<label part="label"
                      >${localize('Date of the event')} <input part="input" name="day" type="date"
                    /></label>`
                  : nothing
              }`
          : nothing
      }`;
  }

  #onType = ({ target }: Event): void => {
    this.#type = (target as HTMLSelectElement).value === 'registry' ? 'registry' : 'wishlist';
    this.#host.requestUpdate();
  };

  #onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const open = this.#open;
    const loyalty = this.#loyalty();
    if (this.#busy || !open || !loyalty) return;
    const input = new FormData(event.target as HTMLFormElement);
    const name = String(input.get('name') ?? '').trim();
    this.#problem = undefined;
    if (!isQuestion(open) && !name) {
      this.#problem = localize('Enter a name.');
      return this.#focus('.panel input');
    }
    this.#busy = true;
    this.#host.requestUpdate();
    try {
      const next = await this.#send(loyalty, open, name, String(input.get('day') ?? ''));
      if (this.#loyalty() !== loyalty) return;
      this.#busy = false;
      this.#open = undefined;
      await this.#focus(next);
    } catch (thrown) {
      if (this.#loyalty() !== loyalty) return;
      this.#busy = false;
      const error = toLoyaltyError(thrown);
      if (open.task === 'delete' && error.code === 'conflict' && !this.#isReserved) {
        this.#isReserved = true;
        return this.#focus('.panel [part~=cancel-button]');
      }
      this.#problem = failureText(
        error,
        localize(open.task === 'delete' ? 'Couldn’t delete it.' : 'Couldn’t save. Try again.'),
      );
      this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
      if (error.code === 'not_found' && open.list) {
        // A list that is gone must not stay on the page.
        await loyalty.resource(lists).refresh();
        if (this.#loyalty() !== loyalty) return;
        this.#open = undefined;
        this.notice = localize('We can’t find this list. It may have been deleted.');
      }
      await this.#focus('.panel input, .panel [part~=confirm-button]');
    }
  };

  /** Sends the change. Returns what gets the focus after it. */
  async #send(loyalty: Loyalty, { task, list, handle }: Open, name: string, day: string): Promise<string> {
    const fire = (change: 'created' | 'renamed' | 'deleted' | 'left', changed: CustomerList) => {
      if (this.#loyalty() === loyalty) this.#host.dispatchEvent(new LoyaltyListEvent(change, changed));
    };
    if (!list) {
      const type = this.#type;
      const created = await createList(loyalty, { type, name, handle, eventAt: day || undefined });
      this.announcement = localize('{list} created', { list: created.name });
      fire('created', created);
      return `[data-list="${created.id}"] .name`;
    }
    if (task === 'delete') {
      await deleteList(loyalty, list.id, this.#isReserved);
      this.announcement = localize('{list} deleted', { list: list.name });
      fire('deleted', list);
      return '[part~=new-button]';
    }
    if (task === 'leave' && list.sharedBy) {
      await leaveList(loyalty, list.id, list.sharedBy);
      this.announcement = localize('You no longer edit {list}.', { list: list.name });
      fire('left', list);
      return '[part~=new-button]';
    }
    await renameList(loyalty, list.id, name);
    this.announcement = localize('Saved.');
    fire('renamed', { ...list, name });
    return `[data-list="${list.id}"] [part~=rename-button]`;
  }

  #close(): void {
    const { task, list } = this.#open ?? {};
    this.#open = undefined;
    void this.#focus(list ? `[data-list="${list.id}"] [part~=${task}-button]` : '[part~=new-button]');
  }

  async #focus(selector: string): Promise<void> {
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const find = (target: string) => this.#host.renderRoot.querySelector<HTMLElement>(target);
    restoreFocus(this.#host, find(selector) ?? find('[part~=new-button]'));
  }
}

const CONFIRM = {
  create: 'Create list',
  rename: 'Save',
  delete: 'Delete',
  share: 'Share',
  leave: 'Leave',
} as const;

/** Tasks that only have to be confirmed. */
const isQuestion = ({ task }: Open): boolean => task === 'delete' || task === 'leave';
