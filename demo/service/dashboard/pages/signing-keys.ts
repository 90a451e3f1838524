import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import { OLD_KEY_HOURS, type KnownKey } from '../../events/signing-keys.ts';
import { formToken, type Markup } from '../form.ts';
import { head, moment, problems } from '../layout.ts';
import type { Session } from '../session.ts';
import { WEBHOOKS } from './automation.ts';
import { newSecretPage } from './new-secret.ts';

export const KEYS = `${WEBHOOKS}/keys`;

export interface KeyedWebhook {
  readonly id: string;
  readonly trigger: string;
  readonly url: string;
  /** Newest first. */
  readonly keys: readonly KnownKey[];
}

/** The signing keys of each webhook, without their values. */
export const signingKeysPage = (
  session: Session,
  webhooks: readonly KeyedWebhook[],
  refusal: string | undefined,
): Markup =>
  html`${head('Signing keys', html`<a href="${WEBHOOKS}">Webhooks</a>`)} ${problems(refusal)}
    <p class="note">
      Every message is signed, so that its receiver knows it is from here. A new key takes over at once; the
      old one signs along for ${OLD_KEY_HOURS} hours, so that no message is lost while you change it.
    </p>
    ${
      refusal !== undefined
        ? ''
        : webhooks.length === 0
          ? html`<p class="card empty">There is no webhook yet.</p>`
          : html`<table class="card">
              <thead>
                <tr>
                  ${['Webhook', 'Address', 'Keys'].map((name) => html`<th scope="col">${name}</th>`)}
                  <th scope="col"><span class="hidden">Actions</span></th>
                </tr>
              </thead>
              <tbody>
                ${webhooks.map((webhook) => row(session, webhook))}
              </tbody>
            </table>`
    }`;

function row(session: Session, { id, trigger, url, keys }: KeyedWebhook): Markup {
  const action = `${KEYS}/${id}`;
  return html`<tr>
    <th scope="row">${trigger}</th>
    <td data-name="Address"><code>${url}</code></td>
    <td data-name="Keys">
      ${
        keys.length === 0
          ? 'None yet'
          : html`<ul class="keys">
              ${keys.map(key)}
            </ul>`
      }
    </td>
    <td class="actions">
      ${
        session.mayUse('automation.write')
          ? html`<details>
              <summary class="plain">New key</summary>
              <form method="post" action="${action}">
                ${formToken(session.token, action)}
                <input type="hidden" name="form_number" value="${randomUUID()}" />
                <p>Its value is shown once: store it at the receiver.</p>
                <button>Create a new key</button>
              </form>
            </details>`
          : ''
      }
    </td>
  </tr>`;
}

const key = ({ ending, createdAt, retiresAt }: KnownKey): Markup =>
  html`<li>
    <code>whsec_…${ending}</code>
    <small
      >${
        retiresAt
          ? html`signs until ${moment(retiresAt.toISOString())}`
          : html`since ${moment(createdAt.toISOString())}`
      }</small
    >
  </li>`;

export const newKeyPage = (trigger: string, value: string | undefined): Markup =>
  newSecretPage({
    kind: 'key',
    title: 'New signing key',
    titleAgain: 'Key was created',
    value,
    from: { address: KEYS, name: 'Signing keys' },
    description: html`It signs what the webhook <strong>${trigger}</strong> gets.`,
    usage: html`The receiver verifies messages with it, as Standard Webhooks defines it. The previous key also
    signs for ${OLD_KEY_HOURS} hours.`,
  });
