import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import { grouped } from '../../../progress.ts';
import { importModels, isUpsertModel } from '../../imports/models.ts';
import type { ImportPreview, PreviewColumn } from '../../imports/preview.ts';
import type { ReplyBody } from '../api.ts';
import { formToken, type Markup } from '../form.ts';
import { head, problems } from '../layout.ts';
import type { Session } from '../session.ts';
import { JOBS } from './jobs.ts';

export const IMPORTS = '/dashboard/imports';
export const PREVIEW = `${IMPORTS}/preview`;
/** A file goes to the page and back, in a form that is a third larger. */
export const MAX_FILE_BYTES = 3_000_000;
/** The value of a column for which no field is chosen yet. */
export const NOT_CHOSEN = '?';

/** The form for a file. */
export const uploadPage = (session: Session, reply?: Pick<ReplyBody, 'message' | 'errors'>): Markup =>
  html`${head('Import a file', html`<a href="${JOBS}">Jobs</a>`)} ${problems(reply?.message, reply?.errors)}
    <form method="post" action="${PREVIEW}" enctype="multipart/form-data" class="card narrow fields">
      ${formToken(session.token, PREVIEW)}
      <label
        >The rows are
        <select name="model">
          ${Object.keys(importModels).map((model) => html`<option>${model}</option>`)}
        </select></label
      >
      <label
        >File
        <input type="file" name="file" accept=".csv,.txt,.tsv,.ndjson,.jsonl" required />
        <small
          >CSV with the names of columns in its first line, or NDJSON; up to ${grouped(MAX_FILE_BYTES / 1e6)}
          MB. For larger files: <code>npm run import</code></small
        >
      </label>
      <p><button>Show the first rows</button></p>
      <p class="note">Nothing is stored before you have seen them.</p>
    </form>`;

export interface GivenFile {
  readonly model: string;
  readonly fileName: string;
  readonly content: string;
}

/** The first rows of a file with the field of each column, and the form that imports it. */
export function previewPage(
  session: Session,
  { model, fileName, content }: GivenFile,
  { rows, columns, fields, faults }: ImportPreview,
  reply?: Pick<ReplyBody, 'message' | 'errors'>,
): Markup {
  const unknown = columns.filter(({ field }) => field === undefined);
  return html`${head(
      fileName,
      html`${grouped(rows)} ${rows === 1 ? 'row' : 'rows'}, each a ${model}. Nothing is stored yet.
        <a href="${IMPORTS}">Another file</a>`,
    )}
    ${problems(reply?.message, reply?.errors)}
    ${
      unknown.length
        ? html`<div class="notice" role="status">
            <p>
              ${
                unknown.length === 1
                  ? `A column is no field of a ${model}`
                  : `${unknown.length} columns are no field of a ${model}`
              }:
              ${unknown.map(({ name }) => name).join(', ')}. Choose the field of each, or leave it out.
            </p>
          </div>`
        : ''
    }
    ${
      faults.length
        ? html`<div class="notice bad" role="status">
            <p>These rows will be refused:</p>
            <ul>
              ${faults.map((fault) => html`<li>${fault}</li>`)}
            </ul>
          </div>`
        : ''
    }
    <form method="post" action="${IMPORTS}" enctype="multipart/form-data" class="stack">
      ${formToken(session.token, IMPORTS)}
      <input type="hidden" name="form_number" value="${randomUUID()}" />
      <input type="hidden" name="model" value="${model}" />
      <input type="hidden" name="file_name" value="${fileName}" />
      <input type="hidden" name="content" value="${Buffer.from(content).toString('base64')}" />
      <table class="card">
        <thead>
          <tr>
            ${['Column', 'Field', 'First rows'].map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${columns.map((column, index) => row(column, index, fields))}
        </tbody>
      </table>
      ${
        isUpsertModel(model)
          ? html`<label class="check"
              ><input type="checkbox" name="existing" value="change" /> Change records that exist already;
              without it their rows fail</label
            >`
          : ''
      }
      <p><button>Import ${grouped(rows)} ${rows === 1 ? 'row' : 'rows'}</button></p>
    </form>`;
}

const row = ({ name, field, values }: PreviewColumn, index: number, fields: readonly string[]): Markup =>
  html`<tr>
    <th scope="row">
      ${name}<input type="hidden" name="column" value="${name}" />
      ${field === undefined ? html`<span class="tag">no field</span>` : ''}
    </th>
    <td data-name="Field">
      <select name="field-${index}" aria-label="Field of ${name}">
        ${field === undefined ? html`<option value="${NOT_CHOSEN}" selected>Choose …</option>` : ''}
        <option value="" ${field === '' ? html`selected` : ''}>Leave out</option>
        ${fields.map((one) => html`<option ${one === field ? html`selected` : ''}>${one}</option>`)}
      </select>
    </td>
    <td data-name="First rows">
      <ol class="values">
        ${values.map((value) => html`<li>${value === '' ? html`<small>empty</small>` : value}</li>`)}
      </ol>
    </td>
  </tr>`;
