import { html, type TemplateResult } from 'lit';
import { renderField } from '../internal/form-field.ts';
import { localize } from '../internal/texts/messages.ts';
import { today } from '../internal/today.ts';

/** Fields of the form, named as in requests (`POST transaction claims`). */
export type ReceiptField = 'receipt_ref' | 'total' | 'transacted_at';

export interface ReceiptFormView {
  readonly isBusy: boolean;
  /** A problem of each field, and one of the form. */
  readonly problems: ReceiptProblems;
  /** What became of the last receipt. */
  readonly outcome: string | undefined;
  readonly onSubmit: (event: SubmitEvent) => void;
}

export type ReceiptProblems = Readonly<Partial<Record<ReceiptField | 'form', string>>>;

/** The form. */
export function renderReceiptForm(view: ReceiptFormView): TemplateResult {
  const { isBusy, problems, outcome, onSubmit } = view;
  return html`<form part="form" novalidate @submit=${onSubmit}>
    ${renderField({
      name: 'receipt_ref',
      label: localize('Receipt or order number'),
      problem: problems.receipt_ref,
      isRequired: true,
      maxlength: 255,
    })}
    <div class="pair">
      ${renderField({
        name: 'total',
        label: localize('Total'),
        problem: problems.total,
        isRequired: true,
        inputmode: 'decimal',
      })}
      ${renderField({
        name: 'transacted_at',
        label: localize('Date (optional)'),
        problem: problems.transacted_at,
        type: 'date',
        max: today(),
      })}
    </div>
    <div class="actions">
      <button
        class="filled"
        part="button submit-button"
        type="submit"
        aria-disabled=${isBusy}
        @click=${refuseDoubleClick}
      >
        <span>${isBusy ? localize('Sending…') : localize('Submit')}</span>
      </button>
      <p
        class=${problems.form ? 'problem small' : 'small'}
        part=${problems.form ? 'problem' : 'message'}
        role="status"
      >
        ${problems.form ?? outcome}
      </p>
    </div>
  </form>`;
}

/** The second press of a double click: the first one may be answered already, and the form empty. */
function refuseDoubleClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}
