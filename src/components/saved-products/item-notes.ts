import { css, html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import {
  choiceKey,
  toLoyaltyError,
  type ItemNote,
  type Loyalty,
  type LoyaltyError,
  type ProductDisplay,
} from '../../services/index.ts';
import { containKeys } from '../internal/contain-keys.ts';
import { addStyles } from '../internal/add-styles.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { failureText } from '../internal/failure-text.ts';
import { fieldStyles } from '../internal/field-styles.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';
import { restoreFocus } from '../internal/lists.ts';
import { localize } from '../internal/texts/messages.ts';
import { nameOf } from './product-name.ts';
import { isKnownPriority, noteTextOf, PRIORITY_TEXTS, renderNoteButton } from './note-text.ts';
import { LoyaltyListChangedEvent } from './list-events.ts';

// Note and priority of a product on an own list. Wishlists with `notes` and registries load it.

type Item = ProductDisplay & ItemNote;

/** Longest note that a shopper can write. */
const MAX_NOTE_LENGTH = 1_000;

const styles = css`
  [part='dialog'] {
    box-sizing: border-box;
    inline-size: min(28em, 100vw - 2em);
    padding: 1.5em;
    border: 1px solid var(--_line);
    border-radius: var(--loyalty-radius, 0.625em);
    background: var(--_surface);
    color: inherit;
    overflow-wrap: anywhere;
  }
  [part='dialog']::backdrop {
    background: rgb(0 0 0 / 0.4);
  }
  [part='dialog'] form {
    display: grid;
    gap: 1em;
    margin: 0;
  }
  [part='dialog'] label {
    display: grid;
    gap: 0.25em;
  }
  [part='dialog-title'] {
    margin: 0;
    font-weight: 600;
  }
  textarea {
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: 5em;
    padding: 0.5em 0.75em;
    border: 1px solid color-mix(in oklab, currentColor 50%, transparent);
    border-radius: var(--loyalty-input-radius, 0.5em);
    background: var(--loyalty-input-background, transparent);
    color: inherit;
    font: inherit;
    resize: vertical;
  }
  /* As large as in an input: below 16 pixels a phone zooms the page when it gets the focus. */
  label > textarea {
    font-size: max(1.1429em, var(--_touch, 0px) / 2.75);
    font-weight: 400;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em;
  }
  [part='note'],
  [part~='note-button'].link {
    grid-column: 1 / -1;
    align-self: start;
    justify-self: start;
  }
  /* Between the price and a button at the end of the card. */
  [part='note'] {
    margin-block-start: auto;
  }
  [part~='note-button'].link {
    margin-block-end: auto;
  }
  :not([part='note']) + [part~='note-button'].link {
    margin-block-start: auto;
  }
`;

interface Open<Shown extends Item> {
  readonly item: Shown;
  readonly loyalty: Loyalty;
  /** Handle of the list. */
  readonly list: string;
  readonly problem?: string;
}

interface NotesOptions<Shown extends Item> {
  readonly customer: () => Loyalty | undefined;
  /** Handle of the list that is shown. */
  readonly list: () => string;
  readonly save: (loyalty: Loyalty, item: Shown, note: ItemNote, form: HTMLFormElement) => Promise<void>;
  /** Further fields of the dialog. */
  readonly fields?: {
    render(item: Shown): unknown;
    /** What is wrong with them before they are sent. */
    problemOf(form: HTMLFormElement): string | undefined;
    /** Why the service refused them. */
    refusalOf(error: LoyaltyError): string | undefined;
  };
  /** Sets the text for screen readers about the last change. */
  readonly announce: (text: string) => void;
}

/** Shows note and priority of a product, and the dialog in which the owner of the list writes them. */
export class ItemNotes<Shown extends Item> implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: NotesOptions<Shown>;
  /** Whose note is being written, by which customer. */
  #open: Open<Shown> | undefined;
  #isSaving = false;

  constructor(host: LitElement, options: NotesOptions<Shown>) {
    this.#host = host;
    this.#options = options;
    addStyles(host, fieldStyles, styles);
    containKeys(host);
    host.addController(this);
  }

  /** Another customer must not see what the last one wrote, nor get it on a list. */
  hostUpdate(): void {
    const { customer, list } = this.#options;
    if (customer() !== this.#open?.loyalty || list() !== this.#open?.list) this.#open = undefined;
  }

  hostDisconnected(): void {
    this.#open = undefined;
  }

  /** Note and priority below a product, with the button for its owner; `name` is that of the product, without it there is no button. */
  renderNote(item: Shown, name: string | undefined): unknown {
    const text = noteTextOf(item);
    return [
      text ? html`<bdi class="small line" part="note" title=${text}>${text}</bdi>` : nothing,
      name ? renderNoteButton(item, name, 'link', () => this.open(item)) : nothing,
    ];
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#open) return nothing;
    const { item, problem } = this.#open;
    const { variantName, note, priority } = item;
    const product = [nameOf(item), variantName].filter(Boolean).join(', ');
    return html`<dialog part="dialog" aria-labelledby="note-title" @close=${this.#onClose}>
      <form part="form" novalidate @submit=${this.#onSubmit}>
        <p part="dialog-title" id="note-title"><bdi>${product}</bdi></p>
        <label part="label"
          >${localize('Note')}
          <textarea
            part="input"
            name="note"
            rows="3"
            maxlength=${MAX_NOTE_LENGTH}
            .value=${note ?? ''}
            aria-describedby=${problem ? 'note-problem' : nothing}
          ></textarea>
        </label>
        ${
          priority === undefined || isKnownPriority(priority)
            ? html`<label part="label"
                >${localize('Priority')}
                <select part="input" name="priority">
                  <option value="">${localize('No priority')}</option>
                  ${PRIORITIES.map(
                    (value) =>
                      html`<option value=${value} ?selected=${value === priority}>
                        ${localize(PRIORITY_TEXTS[value])}
                      </option>`,
                  )}
                </select>
              </label>`
            : nothing
        }
        ${this.#options.fields?.render(item)}
        <div class="choices">
          <button class="filled" part="button confirm-button" type="submit" aria-disabled=${this.#isSaving}>
            <span>${localize('Save')}</span>
          </button>
          <button
            class="ghost"
            part="button cancel-button"
            type="button"
            @click=${({ target }: Event) => (target as Element).closest('dialog')!.close()}
          >
            ${localize('Cancel')}
          </button>
        </div>
        ${
          problem
            ? html`<p class="problem small" part="problem" id="note-problem" role="alert">${problem}</p>`
            : nothing
        }
      </form>
    </dialog>`;
  }

  /** Opens the dialog for the note of a product. */
  async open(item: Shown): Promise<void> {
    const loyalty = this.#options.customer();
    if (!loyalty || this.#isSaving) return;
    this.#open = { item, loyalty, list: this.#options.list() };
    this.#options.announce('');
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const dialog = this.#host.renderRoot.querySelector<HTMLDialogElement>('[part=dialog]');
    if (!dialog || dialog.open) return;
    void importPagePolicy().then((policy) => policy?.takePageBackground(dialog));
    dialog.showModal();
  }

  #onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const open = this.#open;
    if (!open || this.#isSaving) return;
    const { item, loyalty, list } = open;
    const form = event.target as HTMLFormElement;
    const written = new FormData(form);
    const note = String(written.get('note')).trim() || undefined;
    // A priority of the service that the form does not offer is kept.
    const priority = written.has('priority')
      ? PRIORITIES.find((value) => value === written.get('priority'))
      : item.priority;
    const isShown = () => this.#open?.loyalty === loyalty;
    const invalid = this.#options.fields?.problemOf(form);
    if (invalid) return this.#setOpen({ item, loyalty, list, problem: invalid });
    this.#isSaving = true;
    this.#setOpen({ item, loyalty, list });
    try {
      await Promise.all([this.#options.save(loyalty, item, { note, priority }, form), importPagePolicy()]);
      if (this.#options.customer() !== loyalty) return;
      this.#options.announce(localize('Saved.'));
      this.#host.dispatchEvent(new LoyaltyListChangedEvent(list));
      if (isShown()) form.closest('dialog')!.close();
    } catch (thrown) {
      if (!isShown()) return;
      const error = toLoyaltyError(thrown);
      this.#setOpen({
        item,
        loyalty,
        list,
        problem:
          this.#options.fields?.refusalOf(error) ?? failureText(error, localize('Couldn’t save. Try again.')),
      });
      this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
    } finally {
      this.#isSaving = false;
      this.#host.requestUpdate();
    }
  };

  #setOpen(open: Open<Shown> | undefined): void {
    this.#open = open;
    this.#host.requestUpdate();
  }

  /** The focus returns to the button of the product, which may have another place. */
  #onClose = async (): Promise<void> => {
    const key = this.#open && choiceKey(this.#open.item);
    this.#setOpen(undefined);
    await this.#host.updateComplete;
    const buttons = this.#host.renderRoot.querySelectorAll<HTMLElement>('[part~=note-button]');
    restoreFocus(
      this.#host,
      [...buttons].find(({ dataset }) => dataset['note'] === key),
    );
  };
}

const PRIORITIES = ['high', 'medium', 'low'] as const;
