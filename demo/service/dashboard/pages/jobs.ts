import { html } from 'hono/html';
import { duration, grouped } from '../../../progress.ts';
import { isOpen, type ListedJob } from '../../platform/jobs/job-list.ts';
import type { Markup } from '../form.ts';
import { head, moment, problems } from '../layout.ts';

export const JOBS = '/dashboard/jobs';
export const REFRESH_SECONDS = 5;

export interface JobsPage {
  readonly loads: readonly ListedJob[];
  /** The error of the service, if the user may not see them. */
  readonly refusal: string | undefined;
  /** Whether the page reloads itself. */
  readonly refreshes: boolean;
  readonly now: Date;
}

/** Imports and batches with progress, rate and remaining time. */
export const jobsPage = ({ loads, refusal, refreshes, now }: JobsPage): Markup =>
  html`${head('Jobs', 'Imports and batches that the service processes in the background.')}
  ${problems(refusal)} ${refusal === undefined ? list(loads) : ''}
  ${loads.some(isOpen) ? refreshNote(refreshes, now) : ''}`;

const columns = ['Load', 'State', 'Progress', 'Failed', 'Begun'];

const list = (loads: readonly ListedJob[]): Markup =>
  loads.length === 0
    ? html`<p class="card empty">
        There is no job yet. <code>npm run import</code> imports a file, and shows the same progress bar.
      </p>`
    : html`<table class="card loads">
        <thead>
          <tr>
            ${columns.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${loads.map(row)}
        </tbody>
      </table>`;

const row = (load: ListedJob): Markup =>
  html`<tr>
    <th scope="row">${load.name} <small>${load.model}</small></th>
    <td data-name="State"><span class="tag">${load.status}</span></td>
    <td data-name="Progress">${progress(load)}</td>
    <td data-name="Failed"><span class="${load.failed ? 'bad' : ''}">${grouped(load.failed)}</span></td>
    <td data-name="Begun">${moment(load.begunAt?.toISOString())}</td>
  </tr>`;

/** A progress bar with its figures. Finished loads have no rate. */
function progress({ name, handled, total, rate }: ListedJob): Markup {
  const share = total > 0 ? Math.floor((100 * Math.min(handled, total)) / total) : 100;
  return html`<div class="progress">
    <progress value="${handled}" max="${Math.max(total, 1)}" aria-label="${name}">${share} %</progress>
    <span>${share} %</span>
    <small
      >${grouped(handled)} of
      ${grouped(total)}${rate ? `, ${grouped(Math.round(rate.perSecond))}/s, ${duration(rate.secondsLeft)} left` : ''}</small
    >
  </div>`;
}

/** Lets the reader stop the reloading, which would disturb screen readers. */
const refreshNote = (refreshes: boolean, now: Date): Markup =>
  html`<p class="note">
    ${
      refreshes
        ? html`This page refreshes every ${REFRESH_SECONDS} seconds.
            <a href="${JOBS}?refresh=off">Stop refreshing</a>`
        : html`As of ${moment(now.toISOString())}. <a href="${JOBS}">Refresh automatically</a>`
    }
  </p>`;
