import { html, nothing, type TemplateResult } from 'lit';
import type { LoyaltyError } from '../../services/index.ts';
import { say } from './messages.ts';

/** What the form is for. */
export type AccountTask = 'sign-in' | 'join';

/** Fields of the form, under the names that the proxy's answers use (spec 5.4, G45). */
export type AccountField = 'email' | 'password' | 'first_name' | 'last_name';

export interface AccountForm {
  readonly task: AccountTask;
  readonly busy: boolean;
  readonly error: LoyaltyError | undefined;
  readonly onSubmit: (event: SubmitEvent) => void;
  readonly onOtherTask: () => void;
}

interface FieldLook {
  readonly label: string;
  readonly type: string;
  readonly autocomplete: string;
  readonly required: boolean;
}

/**
 * A real form with real names and autocomplete words, so that password managers fill it and offer to save. Each field has a place
 * of its own in the template: Lit reuses inputs by place, so in a list one would hand its value to another field.
 */
export function renderAccountForm({ task, busy, error, onSubmit, onOtherTask }: AccountForm): TemplateResult {
  const joining = task === 'join';
  const known = FIELDS.some((name) => error?.fields[name]?.length);
  const field = (name: AccountField) => renderField(name, task, error);
  return html`<form part="form" method="post" novalidate @submit=${onSubmit}>
    <h3 part="heading">${joining ? say('Create your account') : say('Sign in')}</h3>
    <p class="problem small" part="problem" role="alert" ?hidden=${!error || known}>
      ${error && !known ? sentenceFor(error, task) : nothing}
    </p>
    ${joining ? html`<div class="pair">${field('first_name')}${field('last_name')}</div>` : nothing}
    <div class="fields">${field('email')}</div>
    <div class="fields">${field('password')}</div>
    <div class="actions">
      <button part="button submit-button" type="submit" aria-disabled=${busy ? 'true' : 'false'}>
        <span>${submitWord(joining, busy)}</span>
      </button>
      <button class="link" part="button other-button" type="button" @click=${onOtherTask}>
        ${joining ? say('I have an account') : say('New here? Create an account')}
      </button>
    </div>
  </form>`;
}

const FIELDS: readonly AccountField[] = ['first_name', 'last_name', 'email', 'password'];

function submitWord(joining: boolean, busy: boolean): string {
  if (joining) return busy ? say('Creating your account…') : say('Create account');
  return busy ? say('Signing in…') : say('Sign in');
}

function look(name: AccountField, task: AccountTask): FieldLook {
  switch (name) {
    case 'email':
      return { label: say('E-mail'), type: 'email', autocomplete: 'username', required: true };
    case 'password':
      return task === 'join'
        ? {
            label: say('Password, 8 characters or more'),
            type: 'password',
            autocomplete: 'new-password',
            required: true,
          }
        : { label: say('Password'), type: 'password', autocomplete: 'current-password', required: true };
    case 'first_name':
      return { label: say('First name'), type: 'text', autocomplete: 'given-name', required: false };
    case 'last_name':
      return { label: say('Last name'), type: 'text', autocomplete: 'family-name', required: false };
  }
}

function renderField(name: AccountField, task: AccountTask, error: LoyaltyError | undefined): TemplateResult {
  const { label, type, autocomplete, required } = look(name, task);
  const problems = error?.fields[name] ?? [];
  return html`<div class="field" part="field">
    <label part="label" for=${name}>${label}</label>
    <input
      part="input"
      id=${name}
      name=${name}
      type=${type}
      autocomplete=${autocomplete}
      autocapitalize="none"
      spellcheck="false"
      ?required=${required}
      aria-invalid=${problems.length ? 'true' : 'false'}
      aria-describedby=${problems.length ? `${name}-problem` : nothing}
    />
    ${
      problems.length
        ? html`<p class="problem small" part="problem" id="${name}-problem">${problems.join(' ')}</p>`
        : nothing
    }
  </div>`;
}

function sentenceFor(error: LoyaltyError, task: AccountTask): string {
  switch (error.code) {
    case 'unauthenticated':
      return say('This e-mail and password do not fit.');
    case 'rate_limited':
      return say('Too many tries. Please wait a quarter of an hour.');
    case 'invalid_config':
      return say('Nobody can sign in on this page.');
    case 'offline':
    case 'timeout':
      return say('No connection. Please try again.');
    default:
      return task === 'join' ? say('Your account could not be created.') : say('You could not be signed in.');
  }
}
