import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { account, LoyaltyError, toLoyaltyError, type Loyalty } from '../services/index.ts';
import { renderAccountForm, type AccountField, type AccountTask } from './internal/account-form.ts';
import { LoyaltyAccountEvent, LoyaltyErrorEvent } from './internal/events.ts';
import { accountStyles } from './internal/account-styles.ts';
import { define } from './internal/element.ts';
import { say } from './internal/messages.ts';
import { errorNotice } from './internal/notice.ts';
import { ResourceController } from './internal/resource-controller.ts';

/** What a shopper may type: for them to correct, and no event for the page. */
const WRONG_INPUT: readonly string[] = ['unauthenticated', 'validation', 'conflict', 'rate_limited'];

/**
 * Where shoppers sign in, create an account and sign out, without leaving the page. It goes through the shop's proxy
 * (`proxy-url` of the provider); what is typed is sent once and kept nowhere.
 *
 * @tag loyalty-account
 * @slot signed-in - Shown to customers above the button, in place of the sentence.
 * @csspart form - The form.
 * @csspart heading - Its heading.
 * @csspart field - A label with its input.
 * @csspart label - A label.
 * @csspart input - An input.
 * @csspart problem - What is wrong, beside its field or above all.
 * @csspart button - Every button.
 * @csspart submit-button - Signs in or creates the account.
 * @csspart other-button - Changes between the two.
 * @csspart sign-out-button - Signs out, in every tab.
 * @csspart notice - What stands there once somebody is signed in.
 * @cssprop [--loyalty-account-block-size=17.5em] - Height reserved for the sign-in form.
 * @cssprop [--loyalty-color-problem=light-dark(#a8200d, #ffa394)] - Colour of what is wrong.
 * @fires loyalty-signed-in - Somebody signed in; `detail.joined` tells whether the account is new.
 * @fires loyalty-signed-out - The customer signed out.
 * @fires loyalty-error - Nobody can sign in on this page, or the account could not be loaded.
 */
export class LoyaltyAccount extends LitElement {
  static override properties = {
    task: {},
    busy: { state: true },
    problem: { state: true },
  };

  static override styles = accountStyles;

  /** What a guest is asked to do first: `sign-in` or `join`. */
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
    const typed = new FormData(event.target as HTMLFormElement);
    const joined = this.task === 'join';
    this.problem = missing(typed);
    if (!this.problem) {
      this.busy = true;
      try {
        await send(loyalty, typed, joined);
        this.task = 'sign-in';
        this.dispatchEvent(new LoyaltyAccountEvent('in', joined));
      } catch (thrown) {
        const problem = toLoyaltyError(thrown);
        // A later sign-in or a sign-out took its place: that is not a problem to show.
        if (problem.code !== 'aborted') {
          this.problem = problem;
          if (!WRONG_INPUT.includes(problem.code)) this.dispatchEvent(new LoyaltyErrorEvent(problem));
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

  /** A password never outlives the task that it was typed for. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    // Before the first update there is no input, and on a server there never is.
    if (!this.hasUpdated || !changed.has('task')) return;
    const password = this.renderRoot.querySelector<HTMLInputElement>('[name=password]');
    if (password) password.value = '';
  }

  protected override render(): TemplateResult {
    const { state } = this.#account;
    switch (state.status) {
      case 'loading':
        return html`<p class="hidden" aria-busy="true">${say('Looking for your account')}</p>`;
      case 'signed-out':
        return renderAccountForm({
          task: this.task,
          busy: this.busy,
          error: this.problem,
          onSubmit: this.#onSubmit,
          onOtherTask: this.#onOtherTask,
        });
      case 'error':
        return errorNotice(state.error, say('Your account is not available.'), () => this.#account.retry());
      case 'ready':
        return html`<div class="notice" part="notice">
          <slot name="signed-in"><p>${say('You are signed in.')}</p></slot>
          <button class="ghost" part="button sign-out-button" type="button" @click=${this.signOut}>
            ${say('Sign out')}
          </button>
        </div>`;
    }
  }
}

async function send(loyalty: Loyalty, typed: FormData, joined: boolean): Promise<void> {
  const session = await loyalty.session();
  const [email, password] = [valueOf(typed, 'email'), valueOf(typed, 'password')];
  if (!joined) return session.signIn(email, password);
  const [firstName, lastName] = [valueOf(typed, 'first_name'), valueOf(typed, 'last_name')];
  return session.join({ email, password, firstName, lastName });
}

const valueOf = (typed: FormData, name: AccountField): string => String(typed.get(name) ?? '');

/** What must not be empty, said in the shopper's language and beside its field. */
function missing(typed: FormData): LoyaltyError | undefined {
  const fields = {
    ...(!valueOf(typed, 'email') && { email: [say('Please write your e-mail address.')] }),
    ...(!valueOf(typed, 'password') && { password: [say('Please write your password.')] }),
  };
  return Object.keys(fields).length ? new LoyaltyError('validation', undefined, { fields }) : undefined;
}

define('loyalty-account', LoyaltyAccount);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-account': LoyaltyAccount;
  }
}
