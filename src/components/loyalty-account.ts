import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { account, LoyaltyError, toLoyaltyError, type Loyalty } from '../services/index.ts';
import { renderAccountForm, type AccountField, type AccountTask } from './internal/account-form.ts';
import { LoyaltyAccountEvent, LoyaltyErrorEvent } from './internal/events.ts';
import { accountStyles } from './internal/account-styles.ts';
import { define } from './internal/element.ts';
import { localize } from './internal/messages.ts';
import { errorNotice } from './internal/notice.ts';
import { ResourceController } from './internal/resource-controller.ts';

/** Errors that the shopper corrects in the form; the page gets no event. */
const INPUT_ERRORS: readonly string[] = ['unauthenticated', 'validation', 'conflict', 'rate_limited'];

/**
 * A form with which shoppers sign in or create an account, and a button to sign out, without leaving the page. It needs the shop's
 * proxy (`proxy-url` of the provider). The values are sent once and not stored.
 *
 * @tag loyalty-account
 * @slot signed-in - Shown to signed-in customers in place of the sentence, above the sign-out button.
 * @csspart form - The form.
 * @csspart heading - The heading of the form.
 * @csspart field - A label with its input and its problem.
 * @csspart label - The label of a field.
 * @csspart input - The input of a field.
 * @csspart problem - An error message, below its field or above all fields.
 * @csspart button - Every button.
 * @csspart submit-button - The button that signs in or creates the account.
 * @csspart other-button - The button that changes between signing in and creating an account.
 * @csspart sign-out-button - The button that signs out in every tab.
 * @csspart notice - The box that signed-in customers see, also with an error.
 * @cssprop [--loyalty-account-block-size=17.5em] - Height reserved for the sign-in form.
 * @cssprop [--loyalty-color-problem=light-dark(#a8200d, #ffa394)] - Colour of error messages.
 * @fires loyalty-signed-in - A customer signed in; `detail.joined` is true if the account is new.
 * @fires loyalty-signed-out - The customer signed out.
 * @fires loyalty-error - Signing in does not work on this page, or the account could not be loaded.
 */
export class LoyaltyAccount extends LitElement {
  static override properties = {
    task: {},
    busy: { state: true },
    problem: { state: true },
  };

  static override styles = accountStyles;

  /** The form that guests see: `sign-in`, or `join` to create an account. */
  task: AccountTask = 'sign-in';

  private busy = false;
  private problem: LoyaltyError | undefined;

  #account = new ResourceController(this, account);

  /** Ends the customer's session in every tab. */
  signOut(): void {
    if (this.#account.state.status !== 'ready') return;
    void this.#account.loyalty?.signOut();
    this.dispatchEvent(new LoyaltyAccountEvent('out'));
  }

  #onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { loyalty } = this.#account;
    if (this.busy || !loyalty) return;
    // The listener is on the form.
    const input = new FormData(event.target as HTMLFormElement);
    const isNewAccount = this.task === 'join';
    this.problem = missingInput(input);
    if (!this.problem) {
      this.busy = true;
      try {
        await send(loyalty, input, isNewAccount);
        this.task = 'sign-in';
        this.dispatchEvent(new LoyaltyAccountEvent('in', isNewAccount));
      } catch (thrown) {
        const problem = toLoyaltyError(thrown);
        // A later sign-in or a sign-out replaced this one: not an error.
        if (problem.code !== 'aborted') {
          this.problem = problem;
          if (!INPUT_ERRORS.includes(problem.code)) this.dispatchEvent(new LoyaltyErrorEvent(problem));
        }
      } finally {
        this.busy = false;
      }
    }
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[aria-invalid=true], [part~=sign-out-button]')?.focus();
  };

  #onOtherTask = async (): Promise<void> => {
    this.task = this.task === 'join' ? 'sign-in' : 'join';
    this.problem = undefined;
    await this.updateComplete;
    this.renderRoot.querySelector('input')?.focus();
  };

  /** Clears the password when the form changes between signing in and creating an account. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    // There is no input before the first update, nor on a server.
    if (!this.hasUpdated || !changed.has('task')) return;
    const password = this.renderRoot.querySelector<HTMLInputElement>('[name=password]');
    if (password) password.value = '';
  }

  protected override render(): TemplateResult {
    const { state } = this.#account;
    switch (state.status) {
      case 'loading':
        return html`<p class="hidden" aria-busy="true">${localize('Looking for your account')}</p>`;
      case 'signed-out':
        return renderAccountForm({
          task: this.task,
          busy: this.busy,
          error: this.problem,
          onSubmit: this.#onSubmit,
          onOtherTask: this.#onOtherTask,
        });
      case 'error':
        return errorNotice(state.error, localize('Your account is not available.'), () =>
          this.#account.retry(),
        );
      case 'ready':
        return html`<div class="notice" part="notice">
          <slot name="signed-in"><p>${localize('You are signed in.')}</p></slot>
          <button class="ghost" part="button sign-out-button" type="button" @click=${this.signOut}>
            ${localize('Sign out')}
          </button>
        </div>`;
    }
  }
}

async function send(loyalty: Loyalty, input: FormData, isNewAccount: boolean): Promise<void> {
  const session = await loyalty.session();
  const [email, password] = [valueOf(input, 'email'), valueOf(input, 'password')];
  if (!isNewAccount) return session.signIn(email, password);
  const [firstName, lastName] = [valueOf(input, 'first_name'), valueOf(input, 'last_name')];
  return session.join({ email, password, firstName, lastName });
}

const valueOf = (input: FormData, name: AccountField): string => String(input.get(name) ?? '');

/** Required fields that are empty, as an error with a message for each field. */
function missingInput(input: FormData): LoyaltyError | undefined {
  const fields = {
    ...(!valueOf(input, 'email') && { email: [localize('Please write your e-mail address.')] }),
    ...(!valueOf(input, 'password') && { password: [localize('Please write your password.')] }),
  };
  return Object.keys(fields).length ? new LoyaltyError('validation', undefined, { fields }) : undefined;
}

define('loyalty-account', LoyaltyAccount);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-account': LoyaltyAccount;
  }
}
