import { html } from 'hono/html';
import type { ReplyBody } from '../api.ts';
import { definitionTexts } from '../../../../src/services/contract/common.ts';
import { localised } from '../../programme/money.ts';
import { formToken, type Markup } from '../form.ts';
import { errorAt, head, problems, text } from '../layout.ts';
import type { Session } from '../session.ts';
import { translationChanges, translationFields, type TextField } from './translations.ts';

export const REWARDS = '/dashboard/rewards';

type Definition = Readonly<Record<string, unknown>>;
const points = (value: unknown): string => `${new Intl.NumberFormat('en').format(Number(value) || 0)} points`;

/** `1,200 points`, or `€1.00 for each 100 points` with steps. */
const price = ({ points_cost: cost, step_amount: amount, step_currency: currency }: Definition): string =>
  typeof amount === 'string' && typeof currency === 'string'
    ? `${localised(amount, currency)} for each ${points(cost)}`
    : points(cost);

/** The picture of a definition, if its address is https or a path of the shop. */
function pictureOf(definition: Definition, shopOrigin: string | undefined): Markup {
  const address = text(definition['image_url']);
  const source = /^https:\/\//i.test(address)
    ? address
    : address.startsWith('/') && !address.startsWith('//') && shopOrigin !== undefined
      ? shopOrigin + address
      : undefined;
  return source
    ? html`<img class="picture" src="${source}" alt="" width="96" height="96" loading="lazy" />`
    : html`<span class="picture none" aria-hidden="true"
        >${/^.{1,2}$/u.exec(text(definition['icon']))?.[0] ?? '★'}</span
      >`;
}

/** All reward definitions, as cards. */
export const rewardsPage = (definitions: readonly Definition[], shopOrigin: string | undefined): Markup =>
  html`${head('Rewards', 'What customers can claim for points. A change shows in the shop at once.')}
    <ul class="rewards">
      ${definitions.map(
        (definition) =>
          html`<li>
            <a class="card reward" href="${REWARDS}/${text(definition['id'])}">
              ${pictureOf(definition, shopOrigin)}
              <span
                ><strong>${text(definition['name'])}</strong>
                <span>${text(definition['short_description'] ?? definition['description'])}</span>
                <span class="cost">${price(definition)}</span>
                ${definition['is_published'] === false ? html`<span class="tag">Not published</span>` : ''}</span
              >
            </a>
          </li>`,
      )}
    </ul>`;

/** The fields that can be edited here, in the order of the form. */
const rewardFields = [
  { name: 'name', label: 'Name', kind: 'text', hint: '' },
  { name: 'points_cost', label: 'Cost in points', kind: 'number', hint: '' },
  {
    name: 'step_amount',
    label: 'Money for this cost',
    kind: 'text',
    hint: 'Such as 1.00: the customer chooses how many times. Empty: a reward with one price.',
  },
  { name: 'step_currency', label: 'Currency of the money', kind: 'text', hint: 'Such as EUR.' },
  { name: 'minimum_steps', label: 'Fewest times', kind: 'optional number', hint: '' },
  {
    name: 'maximum_steps',
    label: 'Most times',
    kind: 'optional number',
    hint: 'Empty: as many as the points allow.',
  },
  { name: 'image_url', label: 'Picture', kind: 'text', hint: 'An https address.' },
  { name: 'short_description', label: 'Short text', kind: 'text', hint: '' },
  { name: 'description', label: 'Text', kind: 'area', hint: '' },
  { name: 'terms_conditions', label: 'Terms', kind: 'area', hint: '' },
] as const;

/** The texts of the form that have translations. */
const textFields: readonly TextField[] = rewardFields.filter(
  (field): field is (typeof rewardFields)[number] & TextField => field.name in definitionTexts,
);

const inputOf = {
  number: html`type="number" min="0" step="1" required`,
  'optional number': html`type="number" min="1" step="1"`,
  text: html`type="text"`,
};

interface Sent {
  readonly saved?: boolean;
  /** What was refused, and why. */
  readonly changes?: Definition;
  readonly reply?: ReplyBody | undefined;
}

/** The form for a definition. */
export function rewardPage(
  session: Session,
  definition: Definition,
  shopOrigin: string | undefined,
  { saved = false, changes, reply }: Sent = {},
): Markup {
  const entered = { ...definition, ...changes };
  const action = `${REWARDS}/${text(definition['id'])}`;
  return html`${head(text(definition['name']), html`<a href="${REWARDS}">Rewards</a>`)}
    ${saved ? html`<div class="notice good" role="status"><p>Saved. The shop shows it now.</p></div>` : ''}
    ${problems(reply?.message, reply?.errors)}
    <div class="beside">
      <form method="post" action="${action}" class="card fields">
        ${formToken(session.token, action)}
        ${rewardFields.map(
          ({ name, label, kind, hint }) =>
            html`<label
              >${label}
              ${
                kind === 'area'
                  ? html`<textarea name="${name}" rows="3">${text(entered[name])}</textarea>`
                  : html`<input name="${name}" value="${text(entered[name])}" ${inputOf[kind]} />`
              }
              ${hint ? html`<small>${hint}</small>` : ''} ${errorAt(reply?.errors, name)}
            </label>`,
        )}
        <label class="check"
          ><input
            type="checkbox"
            name="is_published"
            value="1"
            ${entered['is_published'] === false ? '' : html`checked`}
          />
          Published: customers see it</label
        >
        ${translationFields(textFields, entered, reply?.errors)}
        <p><button>Save</button></p>
      </form>
      <aside class="card preview" aria-label="As it is now">
        ${pictureOf(definition, shopOrigin)}
        <strong>${text(definition['name'])}</strong>
        <span class="cost">${price(definition)}</span>
        <span>${text(definition['short_description'] ?? definition['description'])}</span>
      </aside>
    </div>`;
}

/** The changed fields of a form. Unchanged ones are not sent, so that they are neither checked nor stored again. */
export function changesOf(fields: URLSearchParams, definition: Definition): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const { name, kind } of rewardFields) {
    // Forms send line breaks as CRLF.
    const given = (fields.get(name) ?? '').replace(/\r\n/g, '\n');
    if (given === text(definition[name])) continue;
    changes[name] = given === '' ? null : kind.endsWith('number') ? Number(given) : given;
  }
  Object.assign(changes, translationChanges(fields, textFields, definition));
  const published = fields.has('is_published');
  if (published !== (definition['is_published'] !== false)) changes['is_published'] = published;
  return changes;
}
