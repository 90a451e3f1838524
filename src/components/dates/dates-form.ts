import { html, nothing, type TemplateResult } from 'lit';
import { localize } from '../internal/texts/messages.ts';
import { today } from '../internal/today.ts';

/** A form: of a date that the page names, or of another one that is stored. */
export interface DateForm {
  readonly name: string;
  /** Of the stored date that it was made for. */
  readonly id?: string;
  readonly isSending?: boolean;
  /** What the last press did. */
  readonly outcome?: { readonly text: string; readonly isProblem: boolean } | undefined;
}

export interface DateView {
  /** Position of the form. */
  readonly index: number;
  /** Name of the date on the page. */
  readonly label: string;
  readonly isBirthday: boolean;
  /** `YYYY-MM-DD`; `undefined` where none is saved. */
  readonly day: string | undefined;
  readonly onSave: (index: number, input: HTMLInputElement) => void;
  readonly onRemove: (index: number) => void;
  readonly onInput: (index: number) => void;
}

/** The form of a date. Its message has its line in the box, so that nothing moves when it appears. */
export function renderDate({ isSending, outcome }: DateForm, view: DateView): TemplateResult {
  const { index, label, isBirthday, day, onSave, onRemove, onInput } = view;
  const id = `date-${index}`;
  const saveText = isSending ? localize('Saving…') : localize('Save date');
  const kind = outcome && (outcome.isProblem ? 'problem' : 'saved');
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    onSave(index, (event.target as HTMLFormElement).querySelector('input')!);
  };
  return html`<form class="date" part="date" novalidate @submit=${onSubmit}>
    <div class="head">
      <label class="line" part="label" for=${id} title=${label} dir="auto">${label}</label>
      ${
        day
          ? html`<button
              class="link"
              part="button remove-button"
              type="button"
              aria-label=${localize('Remove {name}', { name: label })}
              aria-disabled=${!!isSending}
              @click=${() => onRemove(index)}
            >
              ${localize('Remove')}
            </button>`
          : nothing
      }
    </div>
    <div class="entry">
      <input
        part="input"
        id=${id}
        type="date"
        value=${day ?? ''}
        min="1900-01-01"
        max=${isBirthday ? today() : nothing}
        autocomplete=${isBirthday ? 'bday' : 'off'}
        aria-invalid=${kind === 'problem'}
        aria-describedby="${id}-message"
        @input=${() => onInput(index)}
      />
      <button
        class="filled"
        part="button save-button"
        type="submit"
        aria-label=${`${saveText}: ${label}`}
        aria-disabled=${!!isSending}
      >
        <span>${saveText}</span>
      </button>
    </div>
    ${isBirthday && !outcome ? html`<div class="quiet small" part="gift"><slot name="birthday"></slot></div>` : nothing}
    <p class="small ${kind}" part="message ${kind}" id="${id}-message" role="status">${outcome?.text}</p>
  </form>`;
}
