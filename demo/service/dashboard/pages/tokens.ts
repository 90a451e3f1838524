import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import type { MachineUser } from '../../auth/machine-users.ts';
import type { ReplyBody } from '../api.ts';
import { formToken, type Markup } from '../form.ts';
import { head, moment, problems } from '../layout.ts';
import type { Session } from '../session.ts';
import { scopeBoxes } from './scope-boxes.ts';
import { newSecretPage } from './new-secret.ts';

export const TOKENS = '/dashboard/settings/tokens';

type Token = Readonly<Record<string, unknown>>;

/** Settings, API Tokens (spec 5.2): all tokens, without their values. */
export const tokensPage = (session: Session, tokens: readonly Token[], message?: string): Markup =>
  html`${head(
    'API tokens',
    'For systems that call the service without a customer: an integration, a script, a till.',
    html`<a class="button" href="${TOKENS}/new">Add token</a>`,
  )}
  ${problems(message)}
  ${
    tokens.length === 0
      ? html`<p class="card empty">There is no token yet.</p>`
      : html`<table class="card">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Owner</th>
              <th scope="col">Scopes</th>
              <th scope="col">Added</th>
              <th scope="col">Last used</th>
              <th scope="col">Ends</th>
              <th scope="col"><span class="hidden">Actions</span></th>
            </tr>
          </thead>
          <tbody>
            ${tokens.map((token) => row(session, token))}
          </tbody>
        </table>`
  }`;

const row = (session: Session, token: Token): Markup => {
  const action = `${TOKENS}/${String(token['id'])}/delete`;
  const scopes = Array.isArray(token['scopes']) ? token['scopes'].map(String) : [];
  return html`<tr>
    <th scope="row">${String(token['name'])}</th>
    <td data-name="Owner">${typeof token['user_name'] === 'string' ? token['user_name'] : '–'}</td>
    <td data-name="Scopes">
      <span class="tags">${scopes.map((scope) => html`<code class="tag">${scope}</code> `)}</span>
    </td>
    <td data-name="Added">${moment(token['created_at'])}</td>
    <td data-name="Last used">${token['last_used_at'] === null ? 'Never' : moment(token['last_used_at'])}</td>
    <td data-name="Ends">${token['expires_at'] === null ? 'Never' : moment(token['expires_at'])}</td>
    <td class="actions">
      <details>
        <summary>Delete</summary>
        <form method="post" action="${action}">
          ${formToken(session.token, action)}
          <p>Requests with it are refused from then on.</p>
          <button class="danger">Delete ${String(token['name'])}</button>
        </form>
      </details>
    </td>
  </tr>`;
};

export interface TokenForm {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly days: string;
  /** The id of a machine user; empty for the user who adds it. */
  readonly owner: string;
}
export const noTokenForm: TokenForm = { name: '', scopes: [], days: '', owner: '' };

const lifetimes = [
  ['', 'Never'],
  ['30', 'After 30 days'],
  ['90', 'After 90 days'],
  ['365', 'After a year'],
] as const;

/** Add Token: a name and its scopes. The form adds one token, so that a reload does not add a second one. */
export const addTokenPage = (
  session: Session,
  form: TokenForm,
  owners: readonly Pick<MachineUser, 'id' | 'name'>[],
  reply?: ReplyBody,
): Markup =>
  html`${head('Add token', html`<a href="${TOKENS}">API tokens</a>`)}
    ${problems(reply?.message, reply?.errors)}
    <form method="post" action="${TOKENS}" class="card fields">
      ${formToken(session.token, TOKENS)}
      <input type="hidden" name="form_number" value="${randomUUID()}" />
      <label
        >Name
        <input name="name" value="${form.name}" maxlength="255" required autocomplete="off" />
        <small>The system that uses it, such as “till Amsterdam”.</small>
      </label>
      <label
        >Owner
        <select name="user_id">
          <option value="">${session.userName} (you)</option>
          ${owners.map(
            ({ id, name }) =>
              html`<option value="${id}" ${String(id) === form.owner ? html`selected` : ''}>${name}</option>`,
          )}
        </select>
        <small
          >The machine user of the system that uses it. If you switch that user off, the token becomes
          invalid.</small
        >
      </label>
      ${scopeBoxes(form.scopes)}
      <label
        >Ends
        <select name="days">
          ${lifetimes.map(
            ([days, label]) =>
              html`<option value="${days}" ${days === form.days ? html`selected` : ''}>${label}</option>`,
          )}
        </select>
      </label>
      <p><button>Add token</button></p>
    </form>`;

export const newTokenPage = (name: string, value: string | undefined): Markup =>
  newSecretPage({
    kind: 'token',
    title: 'Token added',
    titleAgain: 'Token was added',
    value,
    from: { address: TOKENS, name: 'API tokens' },
    description: html`The value of <strong>${name}</strong>.`,
    usage: html`Send it as <code>Authorization: Bearer …</code>`,
  });
