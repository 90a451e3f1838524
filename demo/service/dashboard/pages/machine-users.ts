import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import type { ClientCredentials, MachineUser } from '../../auth/machine-users.ts';
import type { ReplyBody } from '../api.ts';
import { formToken, type Markup } from '../form.ts';
import { head, moment, problems } from '../layout.ts';
import type { Session } from '../session.ts';
import { scopeBoxes } from './scope-boxes.ts';
import { TOKENS } from './tokens.ts';

export const MACHINES = '/dashboard/settings/machine-users';

/** Settings, Machine users: with their clients, scopes and states. */
export const machineUsersPage = (
  session: Session,
  users: readonly MachineUser[],
  overlapHours: number,
  message?: string,
): Markup =>
  html`${head(
      'Machine users',
      'One for each system that calls the service by itself: it owns the tokens of that system.',
      session.mayUse('organisations.write')
        ? html`<a class="button" href="${MACHINES}/new">Add machine user</a>`
        : '',
    )}
    ${problems(message)}
    <p class="note">
      After a new secret the old one is accepted for ${overlapHours} more hours, so that the system can change
      to the new one without a failed request. The setting
      <code>machine_users.secret_overlap_hours</code> changes that.
    </p>
    ${
      users.length === 0
        ? html`<p class="card empty">There is no machine user yet.</p>`
        : html`<table class="card">
            <thead>
              <tr>
                ${['Name', 'Client id', 'Scopes', 'Last seen', 'State'].map((name) => html`<th scope="col">${name}</th>`)}
                <th scope="col"><span class="hidden">Actions</span></th>
              </tr>
            </thead>
            <tbody>
              ${users.map((user) => row(session, user))}
            </tbody>
          </table>`
    }`;

const row = (session: Session, user: MachineUser): Markup =>
  html`<tr>
    <th scope="row">${user.name}<small>${user.username}</small></th>
    <td data-name="Client id">
      <ul class="keys">
        ${user.clients.map(
          ({ id, rotatedAt, previousEndsAt }) =>
            html`<li>
              <code>${id}</code>
              ${rotatedAt ? html`<small>secret of ${moment(rotatedAt)}</small>` : ''}
              ${previousEndsAt ? html`<small>the one before until ${moment(previousEndsAt)}</small>` : ''}
            </li>`,
        )}
      </ul>
    </td>
    <td data-name="Scopes">
      <span class="tags">${user.scopes.map((scope) => html`<code class="tag">${scope}</code> `)}</span>
    </td>
    <td data-name="Last seen">${user.lastSeenAt ? moment(user.lastSeenAt.toISOString()) : 'Never'}</td>
    <td data-name="State">${user.isActive ? 'On' : 'Off'}</td>
    <td class="actions">${session.mayUse('organisations.write') ? actions(session, user) : ''}</td>
  </tr>`;

function actions(session: Session, user: MachineUser): Markup {
  const switching = `${MACHINES}/${user.id}/${user.isActive ? 'off' : 'on'}`;
  return html`${user.clients.map(({ id }) => {
      const action = `${MACHINES}/clients/${encodeURIComponent(id)}/rotate`;
      return html`<details>
        <summary class="plain">New secret</summary>
        <form method="post" action="${action}">
          ${formToken(session.token, action)}
          <input type="hidden" name="form_number" value="${randomUUID()}" />
          <p>It is shown once. The old one stays valid for a while.</p>
          <button>Create a new secret</button>
        </form>
      </details>`;
    })}
    <details>
      <summary class="${user.isActive ? '' : 'plain'}">Switch ${user.isActive ? 'off' : 'on'}</summary>
      <form method="post" action="${switching}">
        ${formToken(session.token, switching)}
        <p>
          ${
            user.isActive
              ? 'Its tokens become invalid at once and permanently, and it gets no new ones.'
              : 'It can request tokens again. Its old tokens stay invalid.'
          }
        </p>
        <button class="${user.isActive ? 'danger' : ''}">
          Switch ${user.name} ${user.isActive ? 'off' : 'on'}
        </button>
      </form>
    </details>`;
}

export interface MachineForm {
  readonly name: string;
  readonly scopes: readonly string[];
}

export const addMachineUserPage = (session: Session, form: MachineForm, reply?: ReplyBody): Markup =>
  html`${head('Add machine user', html`<a href="${MACHINES}">Machine users</a>`)}
    ${problems(reply?.message, reply?.errors)}
    <form method="post" action="${MACHINES}" class="card fields">
      ${formToken(session.token, MACHINES)}
      <input type="hidden" name="form_number" value="${randomUUID()}" />
      <label
        >Name
        <input name="name" value="${form.name}" maxlength="80" required autocomplete="off" />
        <small>The name of the system, such as “Till Amsterdam”.</small>
      </label>
      ${scopeBoxes(form.scopes)}
      <p><button>Add machine user</button></p>
    </form>`;

/** The credentials of a new machine user, shown once. */
export const newMachineUserPage = (name: string, credentials: ClientCredentials | undefined): Markup =>
  html`${head(credentials ? 'Machine user added' : 'Machine user was added', html`<a href="${MACHINES}">Machine users</a>`)}
    <div class="card">
      ${
        credentials
          ? html`<p>
                With these credentials <strong>${name}</strong> requests tokens. Copy them now: they cannot be
                shown again.
              </p>
              <dl class="secrets">
                ${(
                  [
                    ['client_id', credentials.clientId],
                    ['client_secret', credentials.clientSecret],
                    ['username', credentials.username],
                    ['password', credentials.password],
                  ] as const
                ).map(
                  ([field, value]) =>
                    html`<div>
                      <dt><code>${field}</code></dt>
                      <dd class="secret"><code>${value}</code></dd>
                    </div>`,
                )}
              </dl>
              <p>
                Send the four as a form, with <code>grant_type=client_credentials</code> and
                <code>scope</code>, to <code>POST /v3/auth/token</code>. A token that does not expire is added
                under <a href="${TOKENS}/new">Add token</a>, with this machine user as its owner.
              </p>`
          : html`<p>This form was sent before. The secret was shown then, and cannot be shown again.</p>`
      }
      <p><a class="button" href="${MACHINES}">Done</a></p>
    </div>`;
