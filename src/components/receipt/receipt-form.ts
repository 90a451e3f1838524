import { html, nothing, type TemplateResult } from 'lit';
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

/** The form. Each field has an expression of its own: in a list an input could be used for another field, with its value. */
export function renderReceiptForm(view: ReceiptFormView): TemplateResult {
  const { isBusy, problems, outcome, onSubmit } = view;
  return html`<form part="form" novalidate @submit=${onSubmit}>
    ${renderField('receipt_ref', localize('Receipt or order number'), problems)}
    <div class="pair">
      ${renderField('total', localize('Total'), problems)}
      ${renderField('transacted_at', localize('Date (optional)'), problems)}
    </div>
    <div class="actions">
      <button part="button submit-button" type="submit" aria-disabled=${isBusy} @click=${refuseDoubleClick}>
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

function renderField(name: ReceiptField, label: string, problems: ReceiptProblems): TemplateResult {
  const problem = problems[name];
  return html`<div class="field" part="field">
    <label part="label" for=${name}>${label}</label>
    <input
      part="input"
      id=${name}
      name=${name}
      type=${name === 'transacted_at' ? 'date' : 'text'}
      inputmode=${name === 'total' ? 'decimal' : nothing}
      max=${name === 'transacted_at' ? today() : nothing}
      maxlength=${name === 'receipt_ref' ? '255' : nothing}
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      ?required=${name !== 'transacted_at'}
      aria-invalid=${problem ? 'true' : 'false'}
      aria-describedby=${problem ? `${name}-problem` : nothing}
    />
    ${problem ? html`<p class="problem small" part="problem" id="${name}-problem">${problem}</p>` : nothing}
  </div>`;
}
