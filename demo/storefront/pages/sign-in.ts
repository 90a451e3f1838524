import { html } from 'hono/html';
import type { PageContent, Visit } from './page.ts';

export interface SignInForm {
  readonly returnTo: string;
  /** The address that was submitted, and the error message for it. */
  readonly email?: string;
  readonly problem?: string;
}

/** Sign-in without a password: visitors of the demo choose a customer. */
export function signInPage({ settings }: Visit, { returnTo, email = '', problem }: SignInForm): PageContent {
  if (settings.proxyUrl) return accountElementPage(settings.signInMethod);
  return {
    title: 'Sign in',
    main: html`<div class="sign-in">
      <header class="page-head">
        <h1>Sign in</h1>
        <p>This is a demo: there are no passwords. Choose who you want to be.</p>
      </header>
      <form method="post" action="/sign-in">
        <input type="hidden" name="return_to" value="${returnTo}" />
        <ul class="customers">
          ${settings.customers.map(
            ({ id, firstName, lastName, about }) =>
              html`<li>
                <button name="customer" value="${id}">
                  <span class="initial" aria-hidden="true">${Array.from(firstName)[0] ?? ''}</span>
                  <span class="customer-name"><bdi>${firstName} ${lastName}</bdi></span>
                  <span class="customer-about">${about}</span>
                </button>
              </li>`,
          )}
        </ul>
      </form>
      <form method="post" action="/sign-in" class="email-form">
        <input type="hidden" name="return_to" value="${returnTo}" />
        <label for="email">Or with your email</label>
        <div class="email-row">
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="email"
            required
            maxlength="254"
            value="${email}"
            ${problem ? html`aria-invalid="true" aria-describedby="email-problem"` : ''}
          />
          <button class="button">Sign in</button>
        </div>
        ${problem ? html`<p id="email-problem" class="problem" role="alert">${problem}</p>` : ''}
      </form>
    </div>`,
  };
}

/** With a proxy `<loyalty-account>` signs in; the shop has no form for it. */
function accountElementPage(method: 'password' | 'code' = 'password'): PageContent {
  return {
    title: 'Your account',
    main: html`<div class="sign-in">
      <header class="page-head">
        <h1>Your account</h1>
        <p>
          Points come with every order. Sign in to see
          yours${method === 'code' ? '' : ', or create an account'}.
        </p>
      </header>
      <loyalty-account method="${method}">
        <p slot="signed-in">Your points and rewards are <a href="/account">on your account page</a>.</p>
      </loyalty-account>
    </div>`,
  };
}
