import { html } from 'hono/html';
import type { Delivery } from '../deliveries.ts';
import { formToken, type Markup } from '../form.ts';
import { moment } from '../layout.ts';
import type { Session } from '../session.ts';
import { WEBHOOKS } from './automation.ts';

/** The log of deliveries, newest first, each with its attempts and, with `mayReplay`, a button to send it again. */
export const deliveriesSection = (session: Session, log: readonly Delivery[], mayReplay: boolean): Markup =>
  html`<section class="stack">
    <h2>Deliveries</h2>
    ${
      log.length === 0
        ? html`<p class="card empty">Nothing was sent yet.</p>`
        : html`<table class="card">
            <thead>
              <tr>
                ${['Event', 'To', 'State', 'Attempts', 'Happened'].map((name) => html`<th scope="col">${name}</th>`)}
                <th scope="col"><span class="hidden">Actions</span></th>
              </tr>
            </thead>
            <tbody>
              ${log.map((delivery) => row(session, delivery, mayReplay))}
            </tbody>
          </table>`
    }
  </section>`;

function row(session: Session, delivery: Delivery, mayReplay: boolean): Markup {
  const action = `${WEBHOOKS}/deliveries/${delivery.id}/replay`;
  const last = delivery.last_status ?? delivery.last_error;
  return html`<tr id="delivery-${delivery.id}">
    <th scope="row">${delivery.trigger}</th>
    <td data-name="To"><code>${delivery.url}</code></td>
    <td data-name="State"><span class="tag">${delivery.status}</span>${last === null ? '' : ` ${last}`}</td>
    <td data-name="Attempts">${attempts(delivery)}</td>
    <td data-name="Happened">${moment(delivery.created_at.toISOString())}</td>
    <td class="actions">
      ${
        mayReplay && delivery.status !== 'pending'
          ? html`<form method="post" action="${action}">
              ${formToken(session.token, action)}
              <button class="quiet">Send again</button>
            </form>`
          : ''
      }
    </td>
  </tr>`;
}

const attempts = ({ attempts: count, tries }: Delivery): Markup =>
  tries.length === 0
    ? html`${count}`
    : html`<details>
        <summary class="plain">${count}</summary>
        <ol>
          ${tries.map(
            ({ number, status, error, duration_ms, created_at }) =>
              html`<li value="${number}">
                ${moment(created_at.toISOString())}: ${status ?? error ?? 'no answer'}, ${duration_ms} ms
              </li>`,
          )}
        </ol>
      </details>`;
