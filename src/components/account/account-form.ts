import { html, nothing, type TemplateResult } from 'lit';
import type { Loyalty } from '../../services/index.ts';
import { renderField } from '../internal/form-field.ts';
import { localize } from '../internal/texts/messages.ts';

/** Purpose of the form. */
export type AccountTask = 'sign-in' | 'join';

/** Fields of the form, named as in the proxy's responses (spec 5.4). */
export type AccountField = 'email' | 'password' | 'first_name' | 'last_name';

/** Why the form was not accepted. */
export interface AccountProblem {
  /** Sentences below their fields. */
  readonly fields?: Readonly<Partial<Record<string, readonly string[]>>>;
  /** The sentence above the fields, if no field has one. */
  readonly text: string;
}

export interface AccountForm {
  readonly task: AccountTask;
  readonly busy: boolean;
  readonly problem: AccountProblem | undefined;
  /** The password is readable. */
  readonly revealed: boolean;
  readonly headingLevel: number;
  readonly onReveal: () => void;
  readonly onSubmit: (event: SubmitEvent) => void;
  readonly onOtherTask: () => void;
}

/** A way to sign in. */
export interface SignInForm {
  readonly render: (form: AccountForm) => TemplateResult;
  /**
   * Sends what was written. `false` where the form has another step, whose input has the class `next`.
   * @throws LoyaltyError
   */
  readonly send: (loyalty: Loyalty, input: FormData, task: AccountTask) => Promise<boolean>;
  /** Removes what was stored for the form, after a customer has signed in. */
  readonly forget?: () => void;
}

/**
 * A form with standard names and `autocomplete` values, so that password managers fill it and offer to save.
 */
export function renderAccountForm(form: AccountForm): TemplateResult {
  const { task, busy, problem, onSubmit, onOtherTask } = form;
  const joining = task === 'join';
  const hasFieldError = FIELDS.some((name) => problem?.fields?.[name]?.length);
  const field = (name: AccountField) => renderFormField(name, form);
  return html`<form part="form" method="post" novalidate @submit=${onSubmit}>
    <div part="heading" role="heading" aria-level=${form.headingLevel || 2} tabindex="-1">
      ${joining ? localize('Create your account') : localize('Sign in')}
    </div>
    <p class="problem small" part="problem" role="alert" ?hidden=${!problem || hasFieldError}>
      ${hasFieldError ? nothing : problem?.text}
    </p>
    ${joining ? html`<div class="pair">${field('first_name')}${field('last_name')}</div>` : nothing}
    <div class="fields">${field('email')}</div>
    <div class="fields">${field('password')}</div>
    <div class="actions">
      <button
        class="filled"
        part="button submit-button"
        type="submit"
        aria-disabled=${busy ? 'true' : 'false'}
      >
        <span>${submitLabel(joining, busy)}</span>
      </button>
      <button class="link" part="button other-button" type="button" @click=${onOtherTask}>
        ${joining ? localize('I have an account') : localize('New here? Create an account')}
      </button>
    </div>
  </form>`;
}

const FIELDS: readonly AccountField[] = ['first_name', 'last_name', 'email', 'password'];

function submitLabel(joining: boolean, busy: boolean): string {
  if (joining) return busy ? localize('Creating your account…') : localize('Create account');
  return busy ? localize('Signing in…') : localize('Sign in');
}

/** Label and `autocomplete` of a field. */
function textsOf(name: AccountField, task: AccountTask): readonly [label: string, autocomplete: string] {
  switch (name) {
    case 'email':
      return [localize('Email'), 'username'];
    case 'password':
      return task === 'join'
        ? [localize('Password, 8 characters or more'), 'new-password']
        : [localize('Password'), 'current-password'];
    case 'first_name':
      return [localize('First name'), 'given-name'];
    case 'last_name':
      return [localize('Last name'), 'family-name'];
  }
}

function renderFormField(
  name: AccountField,
  { task, problem, revealed, onReveal }: AccountForm,
): TemplateResult {
  const [label, autocomplete] = textsOf(name, task);
  const isPassword = name === 'password';
  const isRequired = isPassword || name === 'email';
  return renderField({
    name,
    label,
    autocomplete,
    isRequired,
    type: !isRequired || (isPassword && revealed) ? 'text' : name,
    problem: problem?.fields?.[name]?.join(' '),
    button: isPassword ? renderReveal(revealed, onReveal) : undefined,
  });
}

/** A toggle button: its label stays, `aria-pressed` changes. */
function renderReveal(revealed: boolean, onReveal: () => void): TemplateResult {
  return html`<button
    part="reveal-button"
    type="button"
    aria-pressed=${revealed ? 'true' : 'false'}
    aria-label=${localize('Show password')}
    @click=${onReveal}
  >
    <svg part="reveal-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0" />
      <path class="slash" d="M4 20 20 4" />
    </svg>
  </button>`;
}
