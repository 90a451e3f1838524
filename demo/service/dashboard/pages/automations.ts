import { html } from 'hono/html';
import type { Markup } from '../form.ts';
import { formToken } from '../form.ts';
import { head, moment, problems, shown } from '../layout.ts';
import type { Session } from '../session.ts';

export const AUTOMATIONS = '/dashboard/automations';
export const MESSAGES = '/dashboard/messages';

type Shown = Readonly<Record<string, unknown>>;

export interface AutomationsPage {
  readonly automations: readonly Shown[];
  /** Runs of all of them, newest first. */
  readonly runs: readonly Shown[];
  readonly refusal: string | undefined;
  /** Whether the user may run one. */
  readonly mayRun: boolean;
}

/** Automations with their queries, and their last runs. */
export const automationsPage = (session: Session, page: AutomationsPage): Markup =>
  html`${head('Automations', 'Actions that the service runs by a schedule, and for which profiles.')}
    ${problems(page.refusal)}
    ${
      page.automations.length === 0
        ? html`<p class="card empty">There is no automation yet.</p>`
        : table(
            ['Automation', 'Finds', 'Schedule', 'Next run'],
            page.automations.map((one) => automationRow(session, one, page.mayRun)),
            true,
          )
    }
    <section class="stack">
      <h2>Runs</h2>
      ${
        page.runs.length === 0
          ? html`<p class="card empty">Nothing has run yet.</p>`
          : table(
              ['Run', 'State', 'Profiles', 'Result', 'Begun'],
              page.runs.map((run) => runRow(run, page.automations)),
            )
      }
    </section>`;

const automationRow = (session: Session, one: Shown, mayRun: boolean): Markup => {
  const action = `${AUTOMATIONS}/${String(one['id'])}/run`;
  return html`<tr>
    <th scope="row">
      ${shown(one['name'])}${one['is_active'] === false ? html` <span class="tag">Paused</span>` : ''}
    </th>
    <td data-name="Finds">
      <span
        ><code>${JSON.stringify(one['query'] ?? {})}</code> <small>${shown(one['frequency'])}</small></span
      >
    </td>
    <td data-name="Schedule"><code>${shown(one['schedule'])}</code></td>
    <td data-name="Next run">${moment(one['next_run_at'])}</td>
    <td class="actions">
      ${
        mayRun
          ? html`<form method="post" action="${action}">
              ${formToken(session.token, action)}
              <button class="quiet">Run now</button>
            </form>`
          : ''
      }
    </td>
  </tr>`;
};

const runRow = (run: Shown, automations: readonly Shown[]): Markup =>
  html`<tr>
    <th scope="row">
      <a href="${AUTOMATIONS}/runs/${String(run['id'])}"
        >${shown(
          automations.find(({ id }) => id === run['automation_id'])?.['name'] ??
            `Automation ${shown(run['automation_id'])}`,
        )}</a
      >
    </th>
    <td data-name="State"><span class="tag">${shown(run['status'])}</span></td>
    <td data-name="Profiles">${shown(run['profiles'])}</td>
    <td data-name="Result">${shown(run['message'])}</td>
    <td data-name="Begun">${moment(run['created_at'])}</td>
  </tr>`;

/** A run, with its actions for each profile. */
export const runPage = (run: Shown, entries: readonly Shown[]): Markup =>
  html`${head(
    `Run ${shown(run['id'])}`,
    html`${shown(run['message'] ?? run['status'])}, begun ${moment(run['created_at'])}`,
  )}
  ${
    entries.length === 0
      ? html`<p class="card empty">It found no profiles.</p>`
      : table(
          ['Profile', 'Action', 'State', 'Message'],
          entries.map(
            (entry) =>
              html`<tr>
                <th scope="row"><code>${shown(entry['profile_id'])}</code></th>
                <td data-name="Action">${shown(entry['type'])}</td>
                <td data-name="State"><span class="tag">${shown(entry['status'])}</span></td>
                <td data-name="Message">${shown(entry['message'])}</td>
              </tr>`,
          ),
        )
  }`;

export interface ListedMessage {
  /** Null for a guest, whose address is not shown. */
  readonly profile_id: string | null;
  readonly name: string;
  readonly trigger: string;
  readonly channel: string;
  readonly subject: string;
  readonly status: string;
  readonly reason: string | null;
  readonly created_at: Date;
}

/** Messages to customers, newest first, with the reason if one was not sent. */
export const messagesPage = (messages: readonly ListedMessage[]): Markup =>
  html`${head('Messages', 'Messages to customers by e-mail, SMS and push.')}
  ${
    messages.length === 0
      ? html`<p class="card empty">There is no message yet.</p>`
      : table(
          ['To', 'Subject', 'Channel', 'Event', 'State', 'Created'],
          messages.map(
            (one) =>
              html`<tr>
                <th scope="row">${one.name || (one.profile_id ?? 'Guest')}</th>
                <td data-name="Subject">${one.subject}</td>
                <td data-name="Channel">${one.channel}</td>
                <td data-name="Event">${one.trigger}</td>
                <td data-name="State"><span class="tag">${one.status}</span> ${one.reason ?? ''}</td>
                <td data-name="Created">${moment(one.created_at.toISOString())}</td>
              </tr>`,
          ),
        )
  }`;

const table = (names: readonly string[], rows: readonly Markup[], hasActions = false): Markup =>
  html`<table class="card">
    <thead>
      <tr>
        ${names.map((name) => html`<th scope="col">${name}</th>`)}
        ${hasActions ? html`<th scope="col"><span class="hidden">Actions</span></th>` : ''}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
