import { html, nothing, type TemplateResult } from 'lit';

/** A labelled input of a form. */
export interface FormField {
  /** Also its id. */
  readonly name: string;
  readonly label: string;
  /** Default `text`. */
  readonly type?: string | undefined;
  /** The sentence below it. */
  readonly problem?: string | undefined;
  /** Whether the problem is that of the value. Default: where there is one. */
  readonly isInvalid?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
  /** Default `off`. */
  readonly autocomplete?: string | undefined;
  readonly inputmode?: string | undefined;
  readonly max?: string | undefined;
  readonly maxlength?: number | undefined;
  /** Class of the input. */
  readonly className?: string | undefined;
  /** A button inside the field, at its end. */
  readonly button?: TemplateResult | undefined;
}

/** Each field needs an expression of its own in the template of its form: in a list Lit would reuse an input, with its value, for another field. */
export function renderField({
  name,
  label,
  type = 'text',
  problem,
  isInvalid = !!problem,
  isRequired = false,
  autocomplete = 'off',
  inputmode,
  max,
  maxlength,
  className,
  button,
}: FormField): TemplateResult {
  const input = html`<input
    class=${className ?? nothing}
    part="input"
    id=${name}
    name=${name}
    type=${type}
    inputmode=${inputmode ?? nothing}
    max=${max ?? nothing}
    maxlength=${maxlength ?? nothing}
    autocomplete=${autocomplete}
    autocapitalize="none"
    spellcheck="false"
    ?required=${isRequired}
    aria-invalid=${isInvalid ? 'true' : 'false'}
    aria-describedby=${isInvalid ? `${name}-problem` : nothing}
  />`;
  return html`<div class="field" part="field">
    <label part="label" for=${name}>${label}</label>
    ${button ? html`<div class="reveal">${input}${button}</div>` : input}
    ${problem ? html`<p class="problem small" part="problem" id="${name}-problem" role="alert">${problem}</p>` : nothing}
  </div>`;
}
