import { html } from 'hono/html';
import { duration, grouped } from '../../../progress.ts';
import { isOpen, type FailedRow, type ListedJob } from '../../jobs/job-list.ts';
import type { Markup } from '../form.ts';
import { head, moment, problems } from '../layout.ts';

export const JOBS = '/dashboard/jobs';
export const REFRESH_SECONDS = 5;

export interface JobsPage {
  readonly loads: readonly ListedJob[];
  /** The error of the service, if the user may not see them. */
  readonly refusal: string | undefined;
  readonly mayImport: boolean;
  /** Whether the page reloads itself. */
  readonly refreshes: boolean;
  readonly now: Date;
}

/** Imports and batches with progress, rate and remaining time. */
export const jobsPage = ({ loads, refusal, mayImport, refreshes, now }: JobsPage): Markup =>
  html`${head(
    'Jobs',
    'Imports and batches that the service processes in the background.',
    mayImport ? html`<a class="button" href="/dashboard/imports">Import a file</a>` : '',
  )}
  ${problems(refusal)} ${refusal === undefined ? list(loads) : ''}
  ${loads.some(isOpen) ? refreshNote(refreshes, now) : ''}`;

const columns = ['Load', 'State', 'Progress', 'Failed', 'Begun'];

const list = (loads: readonly ListedJob[]): Markup =>
  loads.length === 0
    ? html`<p class="card empty">
        There is no job yet. <code>npm run import</code> imports large files, and shows the same progress bar.
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
    <td data-name="Failed">
      ${
        load.failed
          ? html`<a class="bad" href="${JOBS}/${encodeURIComponent(load.key)}"
              >${grouped(load.failed)}<span class="hidden"> failed rows of ${load.name}</span></a
            >`
          : '0'
      }
    </td>
    <td data-name="Begun">${moment(load.begunAt?.toISOString())}</td>
  </tr>`;

/** The failed rows of a job with their errors. */
export const failuresPage = (failures: readonly FailedRow[]): Markup =>
  html`${head('Failed rows', html`<a href="${JOBS}">Jobs</a>`)}
  ${
    failures.length === 0
      ? html`<p class="card empty">No row failed.</p>`
      : html`<table class="card">
          <thead>
            <tr>
              ${['Row', 'Error'].map((name) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${failures.map(
              ({ row, message }) =>
                html`<tr>
                  <th scope="row">${grouped(row)}</th>
                  <td data-name="Error">${message}</td>
                </tr>`,
            )}
          </tbody>
        </table>`
  }`;

/** A progress bar with its figures. Finished loads have no rate. */
function progress({ name, handled, total, rate }: ListedJob): Markup {
  if (total === 0) return html`<span>Empty: there was nothing to process.</span>`;
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
