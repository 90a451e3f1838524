import { html, type PropertyValues, type TemplateResult } from 'lit';
import { account, LoyaltyError, toLoyaltyError } from '../../services/index.ts';
import { renderAccountForm, type AccountProblem, type AccountTask, type SignInForm } from './account-form.ts';
import { containKeys } from '../internal/contain-keys.ts';
import { LoyaltyAccountEvent, LoyaltyErrorEvent } from '../internal/events.ts';
import { accountStyles } from './account-styles.ts';
import { define } from '../internal/element.ts';
import { containPresses } from '../internal/contain-presses.ts';
import { LoyaltyElement } from '../page/loyalty-element.ts';
import { localize } from '../internal/texts/messages.ts';
import { restoreFocus } from '../internal/lists.ts';
import { isOfInput, problemOf, send } from './account-sending.ts';
import { accountRefusal, errorNotice } from '../internal/notice.ts';
import { ResourceController, type ElementState } from '../internal/resource-controller.ts';

export type { LoyaltyAccountEvent, LoyaltyErrorEvent } from '../internal/events.ts';

const PASSWORD_FORM: SignInForm = { render: renderAccountForm, send };

/**
 * A form with which shoppers sign in or create an account, and a button to sign out, without leaving the page. It needs the shop's
 * proxy (`proxy-url` of the provider). The values are sent once and not stored, except an address to which a code was sent: for ten minutes, in
 * `sessionStorage`.
 *
 * @summary sign-in, join and sign-out through the proxy
 * @tag loyalty-account
 * @needs account
 * @slot signed-in - Shown to signed-in customers instead of the sentence, above the sign-out button.
 * @csspart form - The form.
 * @csspart heading - The heading of the form.
 * @csspart field - A label with its input and its problem.
 * @csspart label - The label of a field.
 * @csspart input - The input of a field.
 * @csspart reveal-button - The button in the password's field that shows and hides it.
 * @csspart reveal-icon - The eye in this button.
 * @csspart problem - An error message, below its field or above all fields.
 * @csspart button - Every button outside a field.
 * @csspart submit-button - The button that signs in or creates the account.
 * @csspart other-button - The button that changes between signing in and creating an account, or to another e-mail address.
 * @csspart again-button - The button that sends a new code.
 * @csspart sign-out-button - The button that signs out in every tab.
 * @csspart notice - The box that signed-in customers see, also with an error.
 * @csspart message - The sentence in this box.
 * @csspart retry-button - The button that loads again after an error.
 * @cssprop [--loyalty-account-block-size=17.5em] - Height reserved for the sign-in form.
 * @cssprop [--loyalty-color-problem] - Colour of the line beside error messages and around invalid fields; a red that fits the text colour.
 * @cssprop [--loyalty-input-radius=0.5em] - Corners of inputs.
 * @cssprop [--loyalty-input-background=transparent] - Background of inputs.
 * @cssprop [--loyalty-button-color=var(--loyalty-color-accent)] - Colour of the submit button.
 * @cssprop [--loyalty-button-text-color] - Its text; black or white, whichever has more contrast.
 * @cssstate loading - It is not known yet whether the shopper is signed in.
 * @cssstate signed-out - The form is shown.
 * @cssstate failed - The account could not be loaded.
 * @fires loyalty-signed-in - A customer signed in; `detail.joined` is true if the account is new.
 * @fires loyalty-signed-out - The customer signed out.
 * @fires loyalty-error - Signing in does not work on this page, or the account could not be loaded.
 */
export class LoyaltyAccount extends LoyaltyElement {
  static override properties = {
    task: {},
    method: {},
    headingLevel: { converter: Number, attribute: 'heading-level' },
    busy: { state: true },
    problem: { state: true },
    revealed: { state: true },
    form: { state: true },
  };

  static readonly values = { task: ['sign-in', 'join'], method: ['password', 'code'] };

  static override styles = accountStyles;

  /** The form that guests see: `sign-in`, or `join` to create an account. */
  task: AccountTask = 'sign-in';

  /** How customers prove who they are: `password`, or `code` for one that your shop sends to their e-mail address. */
  method: 'password' | 'code' = 'password';

  /** Level of the form's heading among those of the page, 1 to 6. */
  headingLevel = 2;

  private busy = false;
  private problem: AccountProblem | undefined;
  /** The password is readable. */
  private revealed = false;

  /** `undefined` while its file loads. */
  private form: SignInForm | undefined = PASSWORD_FORM;

  #account = new ResourceController(this, account);
  /** Text for screen readers after signing in. */
  #announcement = '';
  /** The state that the shopper leaves, until the focus is moved to what replaces the focused control. */
  #leaving: ElementState<unknown>['status'] | undefined;

  constructor() {
    super();
    containPresses(this);
    containKeys(this);
  }

  /** Ends the customer's session in every tab. */
  signOut(): void {
    if (this.#account.state.status !== 'ready') return;
    this.#leaving = 'ready';
    this.#announcement = '';
    void this.#account.loyalty?.signOut();
    this.dispatchEvent(new LoyaltyAccountEvent('out'));
  }

  #onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { loyalty } = this.#account;
    const { form, task } = this;
    if (this.busy || !loyalty || !form) return;
    // TypeScript does not know that the target of a submission is its form.
    const input = new FormData(event.target as HTMLFormElement, event.submitter);
    this.busy = true;
    this.revealed = false; // a password manager offers to save a hidden password only
    this.problem = undefined;
    try {
      this.#leaving = 'signed-out';
      if (await form.send(loyalty, input, task)) {
        this.task = 'sign-in';
        this.#announcement = localize('You’re signed in.');
        this.dispatchEvent(new LoyaltyAccountEvent('in', task === 'join'));
      } else this.#leaving = undefined;
    } catch (thrown) {
      this.#leaving = undefined;
      const error = toLoyaltyError(thrown);
      // A later sign-in or a sign-out replaced this one: not an error.
      if (error.code !== 'aborted') {
        this.problem = problemOf(error, task);
        if (!isOfInput(error)) this.dispatchEvent(new LoyaltyErrorEvent(error));
      }
    } finally {
      this.busy = false;
    }
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[aria-invalid=true], .next')?.focus();
  };

  #loadForm = async (): Promise<void> => {
    this.form = this.method === 'code' ? undefined : PASSWORD_FORM;
    this.form ??= await import('./code-form.ts').then(
      ({ createCodeForm }) => createCodeForm(this),
      () => ({ send, render: () => this.#renderError(new LoyaltyError('offline'), this.#loadForm) }),
    );
  };

  #onReveal = (): void => {
    this.revealed = !this.revealed;
  };

  #onOtherTask = async (): Promise<void> => {
    this.task = this.task === 'join' ? 'sign-in' : 'join';
    this.problem = undefined;
    await this.updateComplete;
    this.renderRoot.querySelector('input')?.focus();
  };

  /** Clears and hides the password when the form changes between signing in and creating an account, or is not shown any more. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('task') || this.#account.state.status !== 'signed-out') this.revealed = false;
    // There is no input before the first update, nor on a server.
    if (!this.hasUpdated || !changed.has('task')) return;
    const password = this.renderRoot.querySelector<HTMLInputElement>('[name=password]');
    if (password) password.value = '';
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('method')) void this.#loadForm();
    const { status } = this.#account.state;
    if (status === 'ready') this.form?.forget?.();
    if (!this.#leaving || this.#leaving === status) return;
    restoreFocus(this, this.renderRoot.querySelector<HTMLElement>('[tabindex], button'));
    if (status !== 'loading') this.#leaving = undefined;
  }

  protected override render(): TemplateResult {
    return html`${this.#renderState()}
      <p class="hidden" role="status">${this.#announcement}</p>`;
  }

  #renderState(): TemplateResult {
    const { state } = this.#account;
    const loading = html`<p class="hidden" aria-busy="true" tabindex="-1">
      ${localize('Loading your account')}
    </p>`;
    switch (state.status) {
      case 'loading':
        return loading;
      case 'signed-out': {
        const refusal = accountRefusal(state);
        return (
          this.form?.render({
            task: this.task,
            busy: this.busy,
            problem: this.problem ?? (refusal ? { text: refusal } : undefined),
            revealed: this.revealed,
            headingLevel: this.headingLevel,
            onReveal: this.#onReveal,
            onSubmit: this.#onSubmit,
            onOtherTask: this.#onOtherTask,
          }) ?? loading
        );
      }
      case 'error':
        return this.#renderError(state.error, () => this.#account.retry());
      case 'ready':
        return html`<div class="notice" part="notice" tabindex="-1">
          <slot name="signed-in"><p part="message">${localize('You’re signed in.')}</p></slot>
          <button class="ghost" part="button sign-out-button" type="button" @click=${this.signOut}>
            ${localize('Sign out')}
          </button>
        </div>`;
    }
  }

  #renderError = (error: LoyaltyError, retry: () => void): TemplateResult =>
    errorNotice(this, error, localize('Your account isn’t available.'), retry);
}

define('loyalty-account', LoyaltyAccount);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-account': LoyaltyAccount;
  }
}
