import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import type { CampaignPreview } from '../../../../src/services/contract/configuration/campaigns.ts';
import { grouped } from '../../../progress.ts';
import type { ReplyBody } from '../api.ts';
import { formToken, type Markup } from '../form.ts';
import { errorAt, head, moment, problems, text } from '../layout.ts';
import type { Session } from '../session.ts';
import { translationChanges, translationFields, type TextField } from './translations.ts';

export const CAMPAIGNS = '/dashboard/campaigns';

type Shown = Readonly<Record<string, unknown>>;

/** `2 times the points`, `50 points for each piece`. */
const givenBy = ({ multiplier, bonus_points: bonus, bonus_per: per }: Shown): string =>
  multiplier === null || multiplier === undefined
    ? `${grouped(Number(bonus))} points for each ${per === 'piece' ? 'piece' : 'purchase'}`
    : `${text(multiplier)} times the points`;

/** A purchase counts by its moment: so does this state. */
function stateOf({ is_active: isActive, starts_at: from, ends_at: until }: Shown, now: Date): string {
  if (isActive === false) return 'Off';
  if (typeof until === 'string' && new Date(until) <= now) return 'Ended';
  return typeof from === 'string' && new Date(from) > now ? 'Planned' : 'Running';
}

/** All campaigns, with what they give and when. */
export const campaignsPage = (
  session: Session,
  { campaigns, total }: { readonly campaigns: readonly Shown[]; readonly total: number },
  now: Date,
): Markup =>
  html`${head(
    'Campaigns',
    'More points for purchases, for a time.',
    mayChange(session) ? html`<a class="button" href="${CAMPAIGNS}/new">Add campaign</a>` : '',
  )}
  ${
    campaigns.length === 0
      ? html`<p class="card empty">There is no campaign yet.</p>`
      : html`<table class="card">
          <thead>
            <tr>
              ${['Campaign', 'Gives', 'Begins', 'Ends', 'State'].map((name) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${campaigns.map(
              (one) =>
                html`<tr>
                  <th scope="row"><a href="${CAMPAIGNS}/${text(one['id'])}">${text(one['name'])}</a></th>
                  <td data-name="Gives">${givenBy(one)}</td>
                  <td data-name="Begins">${moment(one['starts_at'])}</td>
                  <td data-name="Ends">${moment(one['ends_at'])}</td>
                  <td data-name="State"><span class="tag">${stateOf(one, now)}</span></td>
                </tr>`,
            )}
          </tbody>
        </table>`
  }
  ${
    total > campaigns.length
      ? html`<p class="note">The ${campaigns.length} that were added last, of ${grouped(total)}.</p>`
      : ''
  }`;

const mayChange = (session: Session): boolean => session.mayUse('configuration.write');
const mayPreview = (session: Session): boolean => mayChange(session) && session.mayUse('commerce.read');

interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind:
    | 'text'
    | 'area'
    | 'moment'
    | 'number'
    | 'lines'
    | 'tier'
    | readonly (readonly [value: string, label: string])[];
  readonly hint?: string;
}

const groups: readonly { readonly name: string; readonly fields: readonly Field[] }[] = [
  {
    name: 'Campaign',
    fields: [
      { name: 'name', label: 'Name', kind: 'text', hint: 'Customers read it.' },
      { name: 'starts_at', label: 'Begins', kind: 'moment', hint: 'In UTC. Empty: it has begun.' },
      { name: 'ends_at', label: 'Ends', kind: 'moment', hint: 'In UTC. Empty: until somebody ends it.' },
      { name: 'description', label: 'Text', kind: 'area' },
    ],
  },
  {
    name: 'Points: either a multiplier or a bonus',
    fields: [
      { name: 'multiplier', label: 'Multiplier', kind: 'text', hint: 'Such as 2 or 1.5.' },
      { name: 'bonus_points', label: 'Bonus in points', kind: 'number' },
      {
        name: 'bonus_per',
        label: 'Bonus for each',
        kind: [
          ['', 'purchase'],
          ['piece', 'piece'],
        ],
      },
      {
        name: 'rounding',
        label: 'Parts of a point',
        kind: [
          ['down', 'down'],
          ['nearest', 'to the nearest'],
          ['up', 'up'],
        ],
      },
    ],
  },
  {
    name: 'What counts: one on each line; without any, everything',
    fields: [
      { name: 'products', label: 'Products', kind: 'lines', hint: 'Ids or SKUs.' },
      { name: 'categories', label: 'Categories', kind: 'lines' },
      { name: 'brands', label: 'Brands', kind: 'lines', hint: 'Handles.' },
      { name: 'excluded_products', label: 'Products that never count', kind: 'lines', hint: 'Ids or SKUs.' },
      { name: 'excluded_categories', label: 'Categories that never count', kind: 'lines' },
      { name: 'channels', label: 'Channels', kind: 'lines', hint: 'Types of locations, such as web.' },
      { name: 'tier_definition_id', label: 'Lowest tier', kind: 'tier' },
    ],
  },
  {
    name: 'Limits',
    fields: [
      { name: 'max_points', label: 'Most points in addition for one purchase', kind: 'number' },
      { name: 'max_points_per_profile', label: 'Most points in addition for one member', kind: 'number' },
    ],
  },
];
const fields = groups.flatMap((group) => group.fields);
const textFields: readonly TextField[] = fields.flatMap(({ name, label, kind }) =>
  kind === 'area' || name === 'name' ? [{ name, label, kind: kind === 'area' ? kind : 'text' }] : [],
);

/** A value as its input has it. */
function entryOf({ kind, name }: Field, value: unknown): string {
  if (kind === 'lines') return Array.isArray(value) ? value.join('\n') : '';
  // `datetime-local` has no zone and, here, no seconds.
  if (kind === 'moment') return typeof value === 'string' ? new Date(value).toISOString().slice(0, 16) : '';
  return name === 'bonus_per' && value === 'purchase' ? '' : text(value);
}

function valueOf({ kind }: Field, entry: string): unknown {
  if (kind === 'lines') {
    const lines = entry.split('\n').flatMap((line) => line.trim() || []);
    return lines.length > 0 ? lines : null;
  }
  if (entry === '') return null;
  if (kind === 'moment') return `${entry}Z`;
  return kind === 'number' || kind === 'tier' ? Number(entry) : entry;
}

// Forms send line breaks as CRLF.
const sent = (form: URLSearchParams, name: string): string =>
  (form.get(name) ?? '').replace(/\r\n/g, '\n').trim();

/** The fields of a form that differ from a campaign; those of a new one are compared with an empty one. */
export function changesOf(form: URLSearchParams, campaign: Shown): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const field of fields) {
    const entry = sent(form, field.name);
    if (entry !== entryOf(field, campaign[field.name])) changes[field.name] = valueOf(field, entry);
  }
  const isActive = form.has('is_active');
  if (isActive !== (campaign['is_active'] !== false)) changes['is_active'] = isActive;
  Object.assign(changes, translationChanges(form, textFields, campaign));
  return changes;
}

/** The campaign of a form for a preview: what it gives depends on no other field. */
export const draftOf = (form: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueOf(field, sent(form, field.name));
      return value === null ? [] : [[field.name, value]];
    }),
  );

/** Days of a preview as they are entered, both included. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

export interface CampaignForm {
  /** The stored campaign; without one, the form adds one. */
  readonly campaign?: Shown;
  readonly tiers: readonly Shown[];
  readonly days: Days;
  readonly now: Date;
  readonly saved?: boolean;
  /** The values of the form that are not saved. */
  readonly changes?: Shown;
  readonly reply?: ReplyBody | undefined;
  readonly preview?: CampaignPreview;
}

/** The form for a campaign, with a preview of what is entered in it. */
export function campaignPage(session: Session, form: CampaignForm): Markup {
  const { campaign, changes, reply, preview } = form;
  const entered = { ...campaign, ...changes };
  const action = campaign ? `${CAMPAIGNS}/${text(campaign['id'])}` : CAMPAIGNS;
  return html`${head(
      campaign ? text(campaign['name']) : 'Add campaign',
      html`<a href="${CAMPAIGNS}">Campaigns</a>`,
      campaign ? html`<span class="tag">${stateOf(campaign, form.now)}</span>` : '',
    )}
    ${
      form.saved
        ? html`<div class="notice good" role="status">
            <p>Saved. Purchases that came before keep their points.</p>
          </div>`
        : ''
    }
    ${problems(reply?.message, reply?.errors)} ${preview ? previewOf(preview) : ''}
    <form method="post" action="${action}" class="card fields">
      ${formToken(session.token, action)}
      <input type="hidden" name="form_number" value="${randomUUID()}" />
      ${groups.map(
        (group, at) =>
          html`<fieldset class="${at === 0 ? 'grid' : 'fields grid'}">
            <legend class="${at === 0 ? 'hidden' : ''}">${group.name}</legend>
            ${group.fields.map(
              (field) =>
                html`<label
                  >${field.label} ${inputOf(field, entryOf(field, entered[field.name]), form.tiers)}
                  ${field.hint ? html`<small>${field.hint}</small>` : ''}
                  ${errorAt(reply?.errors, field.name)}
                </label>`,
            )}
          </fieldset>`,
      )}
      ${translationFields(textFields, entered, reply?.errors)}
      <label class="check"
        ><input
          type="checkbox"
          name="is_active"
          value="1"
          ${entered['is_active'] === false ? '' : html`checked`}
        />
        On: purchases count in it</label
      >
      ${mayChange(session) ? html`<p><button name="do" value="save">${campaign ? 'Save' : 'Add campaign'}</button></p>` : ''}
      ${mayPreview(session) ? daysOf(form.days, reply) : ''}
    </form>
    ${campaign && mayChange(session) && stateOf(campaign, form.now) === 'Running' ? endForm(session, campaign, action) : ''}`;
}

function inputOf({ name, kind }: Field, entry: string, tiers: readonly Shown[]): Markup {
  if (kind === 'area' || kind === 'lines')
    return html`<textarea name="${name}" rows="${kind === 'area' ? '3' : '2'}">${entry}</textarea>`;
  if (kind === 'moment') return html`<input type="datetime-local" name="${name}" value="${entry}" />`;
  if (kind === 'number')
    return html`<input type="number" min="1" step="1" name="${name}" value="${entry}" />`;
  if (kind === 'text')
    return html`<input
      type="text"
      name="${name}"
      value="${entry}"
      ${name === 'name' ? html`required` : ''}
    />`;
  const options = kind === 'tier' ? tierOptions(entry, tiers) : kind;
  return html`<select name="${name}">
    ${options.map(
      ([value, label]) =>
        html`<option value="${value}" ${value === entry ? html`selected` : ''}>${label}</option>`,
    )}
  </select>`;
}

/** With the tier of the campaign, also where the user may not read tiers: the form would remove it. */
function tierOptions(entry: string, tiers: readonly Shown[]): readonly (readonly [string, string])[] {
  const known = tiers.map(({ id, name }) => [text(id), text(name)] as const);
  const isKnown = entry === '' || known.some(([id]) => id === entry);
  return [['', 'Every customer'], ...known, ...(isKnown ? [] : [[entry, `Tier ${entry}`] as const])];
}

const daysOf = ({ from, until }: Days, reply: ReplyBody | undefined): Markup =>
  html`<fieldset class="fields grid">
      <legend>What would past purchases have earned with it? Nothing is stored.</legend>
      <label
        >First day <input type="date" name="from" value="${from}" /> ${errorAt(reply?.errors, 'from')}</label
      >
      <label
        >Last day
        <input type="date" name="until" value="${until}" /> ${errorAt(reply?.errors, 'until')}</label
      >
    </fieldset>
    <p><button class="quiet" name="do" value="preview">Preview</button></p>`;

const endForm = (session: Session, campaign: Shown, action: string): Markup =>
  html`<details class="card">
    <summary>End</summary>
    <form method="post" action="${action}/end">
      ${formToken(session.token, `${action}/end`)}
      <p>Purchases from now on no longer count. Customers keep the points that it gave.</p>
      <p><button class="danger">End ${text(campaign['name'])} now</button></p>
    </form>
  </details>`;

/** Most purchases that are listed below the sums. */
const LISTED = 20;
const signed = (value: number): string =>
  value > 0 ? `+${grouped(value)}` : value < 0 ? `−${grouped(-value)}` : '0';

function previewOf({ earned, would_earn: would, transactions }: CampaignPreview): Markup {
  if (transactions.length === 0)
    return html`<p class="card empty" role="status">There is no purchase in these days.</p>`;
  const changed = transactions
    .map((one) => ({ ...one, more: one.would_earn - one.earned }))
    .filter(({ more }) => more !== 0)
    .sort((a, b) => Math.abs(b.more) - Math.abs(a.more));
  return html`<section class="card stack" role="status" aria-labelledby="preview">
      <h2 id="preview">
        Preview of ${grouped(transactions.length)} ${transactions.length === 1 ? 'purchase' : 'purchases'}
      </h2>
      <dl class="facts">
        ${(
          [
            ['Earned', grouped(earned)],
            ['Would have earned', grouped(would)],
            ['Difference', signed(would - earned)],
          ] as const
        ).map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd class="cost">${value}</dd>
            </div>`,
        )}
      </dl>
      <p class="note">In points, before refunds. The dates of the campaign do not matter here.</p>
    </section>
    ${
      changed.length === 0
        ? ''
        : html`<table class="card">
              <thead>
                <tr>
                  ${['Purchase', 'Earned', 'Would have earned', 'Difference'].map(
                    (name) => html`<th scope="col">${name}</th>`,
                  )}
                </tr>
              </thead>
              <tbody>
                ${changed.slice(0, LISTED).map(
                  (one) =>
                    html`<tr>
                      <th scope="row">${one.external_id}</th>
                      <td data-name="Earned">${grouped(one.earned)}</td>
                      <td data-name="Would earn">${grouped(one.would_earn)}</td>
                      <td data-name="Difference">${signed(one.more)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
            ${
              changed.length > LISTED
                ? html`<p class="note">
                    The ${LISTED} with the largest difference, of ${grouped(changed.length)}.
                  </p>`
                : ''
            }`
    }`;
}
