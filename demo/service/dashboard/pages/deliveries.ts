import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import type { Delivery } from '../deliveries.ts';
import { formToken, type Markup } from '../form.ts';
import { moment } from '../layout.ts';
import type { Session } from '../session.ts';
import { WEBHOOKS } from './automation.ts';

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dropped'] as const;

export interface DeliveriesSection {
  readonly log: readonly Delivery[];
  readonly status: string | undefined;
  readonly trigger: string | undefined;
  /** Whether the user may send a delivery again. */
  readonly mayResend: boolean;
  /** Whether the user may see what was sent and answered: events contain data of members. */
  readonly mayReadMessages: boolean;
}

/** The log of deliveries, newest first, each with its message and attempts, and a button to send it again. */
export const deliveriesSection = (session: Session, section: DeliveriesSection): Markup => {
  const { log, status, trigger } = section;
  return html`<section class="stack">
    <h2>Deliveries</h2>
    <form method="get" action="${WEBHOOKS}" class="card search">
      <label
        >State
        <select name="status">
          <option value="">All</option>
          ${deliveryStatuses.map(
            (one) => html`<option ${one === status ? html`selected` : ''}>${one}</option>`,
          )}
        </select></label
      >
      <label>Event <input name="event" value="${trigger ?? ''}" placeholder="reward.claimed" /></label>
      <button>Filter</button>
    </form>
    ${
      log.length === 0
        ? html`<p class="card empty">
            ${status || trigger ? 'No delivery has this state and event.' : 'Nothing was sent yet.'}
          </p>`
        : html`<table class="card">
            <thead>
              <tr>
                ${['Event', 'To', 'State', 'Attempts', 'Happened'].map((name) => html`<th scope="col">${name}</th>`)}
                <th scope="col"><span class="hidden">Actions</span></th>
              </tr>
            </thead>
            <tbody>
              ${log.map((delivery) => row(session, delivery, section))}
            </tbody>
          </table>`
    }
  </section>`;
};

function row(
  session: Session,
  delivery: Delivery,
  { mayResend, mayReadMessages }: DeliveriesSection,
): Markup {
  const action = `${WEBHOOKS}/deliveries/${delivery.id}/resend`;
  const last = delivery.last_status ?? delivery.last_error;
  return html`<tr id="delivery-${delivery.id}">
    <th scope="row">${delivery.trigger} ${mayReadMessages ? message(delivery.body) : ''}</th>
    <td data-name="To"><code>${delivery.url}</code></td>
    <td data-name="State"><span class="tag">${delivery.status}</span>${last === null ? '' : ` ${last}`}</td>
    <td data-name="Attempts">${attempts(delivery, mayReadMessages)}</td>
    <td data-name="Happened">${moment(delivery.created_at.toISOString())}</td>
    <td class="actions">
      ${
        mayResend && delivery.status !== 'pending'
          ? html`<form method="post" action="${action}">
              ${formToken(session.token, action)}
              <input type="hidden" name="form_number" value="${randomUUID()}" />
              <button class="quiet">Send again</button>
            </form>`
          : ''
      }
    </td>
  </tr>`;
}

const message = (body: string): Markup =>
  html`<details>
    <summary class="plain">Message</summary>
    <pre>${indented(body)}</pre>
  </details>`;

/** JSON for reading; another text as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const attempts = ({ attempts: count, tries }: Delivery, mayReadAnswers: boolean): Markup =>
  tries.length === 0
    ? html`${count}`
    : html`<details>
        <summary class="plain">${count}</summary>
        <ol>
          ${tries.map(
            ({ number, status, error, answer, duration_ms, created_at }) =>
              html`<li value="${number}">
                ${moment(created_at.toISOString())}: ${status ?? error ?? 'no answer'}, ${duration_ms} ms
                ${answer !== null && mayReadAnswers ? html`<pre>${answer}</pre>` : ''}
              </li>`,
          )}
        </ol>
      </details>`;
