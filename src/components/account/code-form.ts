import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { LoyaltyError, requestCode, toLoyaltyError, type Loyalty } from '../../services/index.ts';
import { localize } from '../internal/texts/messages.ts';
import type { AccountForm, SignInForm } from './account-form.ts';

// Loaded for `method="code"` only.

type Step = 'email' | 'code';

/** Asks for an e-mail address, and then for the code that was sent to it. The address is kept until the customer is signed in. */
export function createCodeForm(host: LitElement): SignInForm {
  let step: Step = 'email';
  let email = '';

  async function onOtherAddress(): Promise<void> {
    step = 'email';
    host.requestUpdate();
    await host.updateComplete;
    host.renderRoot.querySelector('input')?.focus();
  }

  async function send(loyalty: Loyalty, input: FormData): Promise<boolean> {
    const value = readInput(input, step);
    try {
      if (step === 'email') {
        await requestCode(loyalty, value);
        email = value;
        step = 'code';
        return false;
      }
      const turn = loyalty.takeTurn();
      await (await loyalty.session(turn)).signInWith({ email, code: value });
      email = '';
      step = 'email';
      return true;
    } catch (thrown) {
      const error = toLoyaltyError(thrown);
      const problem = PROBLEMS()[error.code];
      throw problem ? refusal(step, problem) : error;
    }
  }

  return {
    send,
    render({ busy, problem, headingLevel, onSubmit }) {
      const isCode = step === 'code';
      const sentence = problem?.fields?.[step] ? undefined : problem?.text;
      return html`<form part="form" method="post" novalidate @submit=${onSubmit}>
        <div part="heading" role="heading" aria-level=${headingLevel || 2} tabindex="-1">
          ${localize('Sign in')}
        </div>
        <p class="problem small" part="problem" role="alert" ?hidden=${!sentence}>${sentence}</p>
        <p class="small" role="status" ?hidden=${!isCode}>
          ${isCode ? localize('If {email} is a customer’s address, a code is on its way to it.', { email }) : nothing}
        </p>
        <div class="fields" ?hidden=${isCode}>
          ${renderField('email', localize('E-mail'), !isCode, problem)}
        </div>
        ${isCode ? html`<div class="fields">${renderField('code', localize('Code from the e-mail, 6 digits'), true, problem)}</div>` : nothing}
        <div class="actions">
          <button part="button submit-button" type="submit" aria-disabled=${busy ? 'true' : 'false'}>
            <span>${isCode ? localize('Sign in') : localize('Send me a code')}</span>
          </button>
          ${
            isCode
              ? html`<button class="link" part="button other-button" type="button" @click=${onOtherAddress}>
                  ${localize('Another address or a new code')}
                </button>`
              : nothing
          }
        </div>
      </form>`;
    },
  };
}

/** Sentences for the field, whose value the shopper changes. */
const PROBLEMS = (): Readonly<Record<string, string>> => ({
  unauthenticated: localize('This code is not valid.'),
  validation: localize('Please write your e-mail address.'),
  rate_limited: localize('Too many tries. Please try again later.'),
});

const refusal = (field: Step, sentence: string): LoyaltyError =>
  new LoyaltyError('validation', undefined, { fields: { [field]: [sentence] } });

/** The value of the field of a step. Blanks and dashes of a copied code are no mistake. */
function readInput(input: FormData, step: Step): string {
  const text = String(input.get(step) ?? '');
  const value = step === 'code' ? text.replace(/[\s-]/g, '') : text.trim();
  if (step === 'email' && !value.includes('@'))
    throw refusal(step, localize('Please write your e-mail address.'));
  if (step === 'code' && !/^\d{6}$/.test(value)) throw refusal(step, localize('Please write the 6 digits.'));
  return value;
}

/** The field of a step. It is invalid while it is shown with a problem. */
function renderField(
  field: Step,
  label: string,
  isShown: boolean,
  problem: AccountForm['problem'],
): TemplateResult {
  const isCode = field === 'code';
  const sentences = problem?.fields?.[field];
  const isInvalid = isShown && !!sentences;
  return html`<div class="field" part="field">
    <label part="label" for=${field}>${label}</label>
    <input
      class=${isCode ? 'next' : nothing}
      part="input"
      id=${field}
      name=${field}
      type=${isCode ? 'text' : 'email'}
      inputmode=${isCode ? 'numeric' : nothing}
      autocomplete=${isCode ? 'one-time-code' : 'username'}
      autocapitalize=${isCode ? nothing : 'none'}
      maxlength=${isCode ? 12 : nothing}
      spellcheck="false"
      ?required=${isShown}
      aria-invalid=${isInvalid ? 'true' : 'false'}
      aria-describedby=${isInvalid ? `${field}-problem` : nothing}
    />
    ${
      sentences
        ? html`<p class="problem small" part="problem" id="${field}-problem">${sentences.join(' ')}</p>`
        : nothing
    }
  </div>`;
}
