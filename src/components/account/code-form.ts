import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import {
  LoyaltyError,
  readJson,
  requestCode,
  toLoyaltyError,
  typedDigits,
  typedText,
  writeJson,
  type Loyalty,
} from '../../services/index.ts';
import { renderField } from '../internal/form-field.ts';
import type { MessageKey } from '../internal/texts/message-keys.ts';
import { localize } from '../internal/texts/messages.ts';
import type { AccountForm, SignInForm } from './account-form.ts';

// Loaded for `method="code"` only.

type Step = 'email' | 'code';

/** Name of the button that sends another code to the same address. */
const SEND_AGAIN = 'send-again';
const SENT = 'If there’s an account for {email}, we’ve sent a code. It can take a minute.';
const SENT_AGAIN = 'If there’s an account for {email}, we’ve sent a new code. Use that one.';

/**
 * Asks for an e-mail address, and then for the code that was sent to it. The address is kept until the customer is signed in, also where a
 * device loads the page again while the shopper reads the message.
 */
export function createCodeForm(host: LitElement): SignInForm {
  let email = addressOfSentCode();
  let step: Step = email ? 'code' : 'email';
  let wasSentAgain = false;

  function forget(): void {
    email = '';
    step = 'email';
    storeSentCode();
  }

  async function onOtherEmail(): Promise<void> {
    forget();
    host.requestUpdate();
    await host.updateComplete;
    host.renderRoot.querySelector('input')?.focus();
  }

  async function send(loyalty: Loyalty, input: FormData): Promise<boolean> {
    const sendsAgain = input.has(SEND_AGAIN);
    const value = sendsAgain ? email : readInput(input, step);
    try {
      if (step === 'email' || sendsAgain) {
        await requestCode(loyalty, value);
        email = value;
        step = 'code';
        storeSentCode(email);
        wasSentAgain = sendsAgain;
        if (sendsAgain) clearCode();
        return false;
      }
      const attempt = loyalty.beginAttempt();
      await (await loyalty.session(attempt)).signInWith({ email, code: value });
      forget();
      return true;
    } catch (thrown) {
      const error = toLoyaltyError(thrown);
      const problem = problemOf(error);
      throw problem ? refusal(step, problem) : error;
    }
  }

  /** The code before is no longer valid. */
  function clearCode(): void {
    const input = host.renderRoot.querySelector<HTMLInputElement>('[name=code]');
    if (input) input.value = '';
  }

  return {
    send,
    forget,
    render({ busy, problem, headingLevel, onSubmit }) {
      const isCode = step === 'code';
      const sentence = problem?.fields?.[step] ? undefined : problem?.text;
      return html`<form part="form" method="post" novalidate @submit=${onSubmit}>
        <div part="heading" role="heading" aria-level=${headingLevel || 2} tabindex="-1">
          ${localize('Sign in')}
        </div>
        <p class="problem small" part="problem" role="alert" ?hidden=${!sentence}>${sentence}</p>
        <p class="small" role="status" ?hidden=${!isCode}>
          ${isCode ? localize(wasSentAgain ? SENT_AGAIN : SENT, { email }) : nothing}
        </p>
        <div class="fields" ?hidden=${isCode}>
          ${renderStep('email', localize('Email'), !isCode, problem)}
        </div>
        ${isCode ? html`<div class="fields">${renderStep('code', localize('6-digit code from the email'), true, problem)}</div>` : nothing}
        <div class="actions">
          <button
            class="filled"
            part="button submit-button"
            type="submit"
            aria-disabled=${busy ? 'true' : 'false'}
          >
            <span>${isCode ? localize('Sign in') : localize('Send me a code')}</span>
          </button>
          ${
            isCode
              ? html`<button
                    class="link"
                    part="button again-button"
                    type="submit"
                    name=${SEND_AGAIN}
                    value="1"
                  >
                    ${localize('Send a new code')}
                  </button>
                  <button class="link" part="button other-button" type="button" @click=${onOtherEmail}>
                    ${localize('Use another email')}
                  </button>`
              : nothing
          }
        </div>
      </form>`;
    },
  };
}

/** In `sessionStorage`: the address to which a code was sent, and when. Never the code. */
const SENT_CODE = 'loyalty-elements code';
/** As long as a code is valid. */
const CODE_LIFETIME_MS = 10 * 60_000;

/** The address to which this tab has a code sent that is still valid; empty without one. */
function addressOfSentCode(): string {
  try {
    const { email, at } = Object(readJson(sessionStorage.getItem(SENT_CODE))) as {
      email?: unknown;
      at?: unknown;
    };
    const age = Date.now() - Number(at);
    if (typeof email === 'string' && age >= 0 && age < CODE_LIFETIME_MS) return email;
    sessionStorage.removeItem(SENT_CODE);
  } catch {
    // Without storage the form begins with the address.
  }
  return '';
}

function storeSentCode(email?: string): void {
  try {
    if (email) sessionStorage.setItem(SENT_CODE, writeJson({ email, at: Date.now() })!);
    else sessionStorage.removeItem(SENT_CODE);
  } catch {
    // The same.
  }
}

/** Why the proxy refuses a code, in its own words: `errors.code` of its 401. The first is the reason where it names none. */
const CODE_PROBLEMS = [
  'This code isn’t right or has expired. Check it, or send a new code.',
  'Too many wrong codes. Send a new code.',
  'We sent a newer code. Use that one.',
] as const satisfies readonly MessageKey[];

/** The sentence for the field, whose value the shopper changes. */
function problemOf({ code, fields }: LoyaltyError): string | undefined {
  switch (code) {
    case 'unauthenticated':
      return localize(CODE_PROBLEMS.find((text) => fields['code']?.includes(text)) ?? CODE_PROBLEMS[0]);
    case 'validation':
      return localize('Enter your email.');
    case 'rate_limited':
      return localize('Too many attempts. Try again later.');
    default:
      return undefined;
  }
}

const refusal = (field: Step, sentence: string): LoyaltyError =>
  new LoyaltyError('validation', undefined, { fields: { [field]: [sentence] } });

/** The value of the field of a step. A code may have been pasted with the sentence around it. */
function readInput(input: FormData, step: Step): string {
  const text = String(input.get(step) ?? '');
  const value = step === 'code' ? typedDigits(text, 6) : typedText(text).trim();
  if (step === 'email' && !value?.includes('@')) throw refusal(step, localize('Enter your email.'));
  if (value === undefined) throw refusal(step, localize('Enter all 6 digits.'));
  return value;
}

/** The field of a step. It is invalid while it is shown with a problem. */
function renderStep(
  step: Step,
  label: string,
  isShown: boolean,
  problem: AccountForm['problem'],
): TemplateResult {
  const isCode = step === 'code';
  const sentence = problem?.fields?.[step]?.join(' ');
  return renderField({
    name: step,
    label,
    problem: sentence,
    isInvalid: isShown && !!sentence,
    isRequired: isShown,
    ...(isCode
      ? { className: 'next', inputmode: 'numeric', autocomplete: 'one-time-code' }
      : { type: 'email', autocomplete: 'username' }),
  });
}
