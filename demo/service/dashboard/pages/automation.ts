import { html } from 'hono/html';
import { recordsOf, type ApiReply } from '../api.ts';
import type { Markup } from '../form.ts';
import { head, problems, shown } from '../layout.ts';

export const WEBHOOKS = '/dashboard/webhooks';

/** Webhooks with their addresses, and their deliveries. */
export const webhooksPage = (reply: ApiReply, deliveries: Markup | '' = ''): Markup =>
  html`${head(
    'Webhooks',
    'Events that the service sends to other systems.',
    html`<a class="button" href="${WEBHOOKS}/keys">Signing keys</a>`,
  )}
  ${reply.status === 200 ? '' : problems(reply.body.message ?? 'This service does not implement it.')}
  ${table(
    reply,
    ['Trigger', 'Address', 'Namespace', 'Queue', 'State'],
    (webhook) => [
      shown(webhook['trigger']),
      html`<code>${shown(webhook['url'])}</code>`,
      shown(webhook['namespace']),
      shown(webhook['queue']),
      webhook['is_active'] === false ? 'Paused' : 'Active',
    ],
    'There is no webhook yet.',
  )}
  ${deliveries}`;

function table(
  reply: ApiReply,
  names: readonly string[],
  cells: (record: Readonly<Record<string, unknown>>) => readonly (Markup | string)[],
  empty: string,
): Markup | '' {
  const records = recordsOf(reply);
  if (reply.status !== 200) return '';
  if (records.length === 0) return html`<p class="card empty">${empty}</p>`;
  return html`<table class="card">
    <thead>
      <tr>
        ${names.map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${records.map(
        (record) =>
          html`<tr>
            ${cells(record).map((cell, index) =>
              index === 0
                ? html`<th scope="row">${cell}</th>`
                : html`<td data-name="${names[index] ?? ''}">${cell}</td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
