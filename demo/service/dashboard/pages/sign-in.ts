import { html } from 'hono/html';
import { formToken, type Markup } from '../form.ts';

export const signInPage = (secret: string, returnTo: string, username = '', message?: string): Markup =>
  html`<div class="card narrow">
    <p class="brand"><span aria-hidden="true"></span>Loyalty dashboard</p>
    <h1>Sign in</h1>
    ${message ? html`<div class="notice bad" role="alert"><p>${message}</p></div>` : ''}
    <form method="post" action="/dashboard/sign-in" class="fields">
      ${formToken(secret, '/dashboard/sign-in')}
      <input type="hidden" name="return_to" value="${returnTo}" />
      <label
        >User name
        <input name="username" value="${username}" autocomplete="username" required autocapitalize="none" />
      </label>
      <label
        >Password
        <input name="password" type="password" autocomplete="current-password" required />
      </label>
      <button>Sign in</button>
    </form>
  </div>`;
