import { html } from 'hono/html';
import { record } from '../../../../src/services/transport/read.ts';
import { grouped } from '../../../progress.ts';
import { localised } from '../../programme/money.ts';
import type { ReplyBody } from '../api.ts';
import { type FoundMember, SHOWN_MEMBERS } from '../found-members.ts';
import { formToken, type Markup } from '../form.ts';
import { head, moment, problems, shown } from '../layout.ts';
import type { Session } from '../session.ts';

export const MEMBERS = '/dashboard/members';

type Shown = Readonly<Record<string, unknown>>;

const count = (value: unknown): string => grouped(Number(value) || 0);

/** The search for a member. */
export const membersPage = (wanted: string, found: readonly FoundMember[]): Markup =>
  html`${head('Members', 'Balances, ledger and rewards of one member.')}
    <form method="get" action="${MEMBERS}" class="card search" role="search">
      <label
        >Name, e-mail address, phone number or id
        <input type="search" name="search" value="${wanted}" maxlength="200" />
      </label>
      <button>Search</button>
    </form>
    ${
      found.length === 0
        ? html`<p class="card empty">
            ${wanted ? html`No member has “${wanted}” in the name, e-mail address or phone number.` : 'There is no member yet.'}
          </p>`
        : table(
            ['Member', 'Email', 'Points', 'Tier'],
            found.map(({ id, name, email, points, tier }) => [
              html`<a href="${addressOf(id)}">${name || id}</a>`,
              shown(email),
              count(points),
              shown(tier),
            ]),
          )
    }
    ${found.length < SHOWN_MEMBERS ? '' : html`<p class="note">The first ${SHOWN_MEMBERS} by name. Search for others.</p>`}`;

export const addressOf = (id: string): string => `${MEMBERS}/${encodeURIComponent(id)}`;

export interface MemberPage {
  readonly profile: Shown;
  readonly points: Shown;
  readonly tier: Shown;
  readonly ledger: readonly Shown[];
  /** Rewards that were claimed or issued. */
  readonly rewards: readonly Shown[];
  readonly credits: readonly Shown[];
  readonly registries: readonly Shown[];
  readonly addresses: readonly Shown[];
  /** Lists that the user may not read, with the error of the service. */
  readonly refusals: readonly string[];
  /** Whether the user may change points and rewards. */
  readonly mayChange: boolean;
  /** A new number in each page, so that a form has one effect even if it is sent twice. */
  readonly formNumber: string;
  readonly saved?: string | undefined;
  /** The reply to a form that was refused, and its values. */
  readonly reply?: ReplyBody | undefined;
  readonly sent?: URLSearchParams | undefined;
}

/** One member: balances, points to give or take, rewards to undo, gift cards, ledger. */
export function memberPage(session: Session, page: MemberPage): Markup {
  const { profile, points, tier, ledger, rewards, credits } = page;
  const id = String(profile['id']);
  const name = String(profile['full_name'] ?? '') || id;
  const expiring = record(points['expiring']);
  return html`${head(name, html`<a href="${MEMBERS}">Members</a>`)}
    ${page.saved === undefined ? '' : html`<div class="notice good" role="status"><p>${page.saved}</p></div>`}
    ${problems(page.reply?.message, page.reply?.errors)} ${page.refusals.map((one) => problems(one))}
    <dl class="card facts">
      ${fact('Id', html`<code>${id}</code>`)} ${fact('Email', shown(profile['email']))}
      ${fact('Phone', shown(profile['phone']))} ${fact('Tier', tierText(tier))}
      ${fact('Member since', moment(profile['created_at']))}
    </dl>
    <section class="stack">
      <h2>Balances</h2>
      <ul class="tiles">
        ${tile(count(points['available']), 'Points to spend')}
        ${tile(count(points['pending']), 'Not released yet')} ${tile(count(points['earned']), 'Total earned')}
        ${Number(points['owed']) > 0 ? tile(count(points['owed']), 'Owed') : ''}
      </ul>
      ${
        expiring['value'] === undefined
          ? ''
          : html`<p class="note">
              ${count(expiring['value'])} points expire ${moment(expiring['expires_at'])}.
            </p>`
      }
    </section>
    ${page.mayChange ? adjusting(session, id, page) : ''}
    <section class="stack">
      <h2>Rewards</h2>
      ${
        rewards.length === 0
          ? html`<p class="card empty">No reward was claimed or issued.</p>`
          : table(
              ['Reward', 'Code', 'Points', 'Worth', 'Issued', 'State'],
              rewards.map((reward) => rewardCells(session, id, reward, page)),
              'Actions',
            )
      }
    </section>
    <section class="stack">
      <h2>Gift cards and credits</h2>
      ${
        credits.length === 0
          ? html`<p class="card empty">There is none.</p>`
          : table(
              ['Name', 'Left', 'Of', 'Expires'],
              credits.map((credit) => [
                shown(credit['name'] ?? credit['id']),
                shown(credit['value_remaining']),
                shown(credit['value_initial']),
                moment(credit['expires_at']),
              ]),
            )
      }
    </section>
    ${
      page.registries.length === 0
        ? ''
        : html`<section class="stack">
            <h2>Gift registries</h2>
            ${table(
              ['Name', 'Day', 'Gifts go to'],
              page.registries.map((list) => [
                shown(list['name']),
                moment(list['event_at']),
                deliveryText(page.addresses, list),
              ]),
            )}
          </section>`
    }
    <section class="stack">
      <h2>Ledger</h2>
      ${
        ledger.length === 0
          ? html`<p class="card empty">There is no entry yet.</p>`
          : table(
              ['Entry', 'Change', 'Balance', 'Of', 'At'],
              ledger.map((entry) => [
                shown(entry['description']),
                signed(entry['value']),
                shown(entry['balance']),
                shown(entry['type']).replace('_', ' '),
                moment(entry['occurred_at']),
              ]),
            )
      }
    </section>`;
}

const fact = (name: string, value: Markup | string): Markup =>
  html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;

const tile = (value: string, name: Markup | string): Markup =>
  html`<li>
    <div class="tile"><strong>${value}</strong> <span>${name}</span></div>
  </li>`;

const ADDRESS_LINES = ['name', 'line_1', 'line_2', 'postcode', 'city', 'region', 'country'];

/** The address of a list: it is the address of the member with the type `list-{id}`. */
function deliveryText(addresses: readonly Shown[], { id }: Shown): string {
  const address = addresses.find(({ type }) => type === `list-${String(id)}`);
  return shown(
    ADDRESS_LINES.map((name) => address?.[name])
      .filter(Boolean)
      .join(', '),
  );
}

const tierText = (tier: Shown): Markup => {
  const { ends_at: endsAt, is_at_risk: isAtRisk } = tier;
  return html`${shown(record(tier['definition'])['name'])}
  ${endsAt ? html`<small>ends ${moment(endsAt)}${isAtRisk ? ', at risk' : ''}</small>` : ''}`;
};

/** `+5`, `−5`: amounts are exact decimal text. */
const signed = (value: unknown): string => {
  const amount = shown(value);
  return amount.startsWith('-') ? `−${amount.slice(1)}` : `+${amount}`;
};

function adjusting(session: Session, id: string, { formNumber, sent }: MemberPage): Markup {
  const action = `${addressOf(id)}/points`;
  return html`<section class="stack">
    <h2>Give or take points</h2>
    <form method="post" action="${action}" class="card fields">
      ${formToken(session.token, action)}
      <input type="hidden" name="form_number" value="${formNumber}" />
      <label
        >Points
        <input type="number" name="value" step="1" required value="${sent?.get('value') ?? ''}" />
        <small>Below zero takes points.</small></label
      >
      <label
        >Reason
        <input name="reason" required maxlength="255" value="${sent?.get('reason') ?? ''}" />
        <small>It is in the ledger, which the member can see.</small></label
      >
      <p><button>Change the points</button></p>
    </form>
  </section>`;
}

function rewardCells(
  session: Session,
  id: string,
  reward: Shown,
  { mayChange }: MemberPage,
): (Markup | string)[] {
  const action = `${addressOf(id)}/rewards/${String(reward['id'])}/undo`;
  const name = shown(record(reward['definition'])['name'] ?? reward['id']);
  return [
    name,
    html`<code>${shown(reward['code'])}</code>`,
    count(reward['points_spent']),
    worthOf(reward),
    moment(reward['issued_at'] ?? reward['created_at']),
    html`<span class="tag">${stateOf(reward)}</span>`,
    mayChange && !reward['redeemed_at']
      ? html`<details>
          <summary>Undo</summary>
          <form method="post" action="${action}" class="fields">
            ${formToken(session.token, action)}
            <label>Reason <input name="reason" required maxlength="255" /></label>
            <p><button class="danger">Undo ${name}</button></p>
            <small>The points return with an entry in the ledger, and the piece to the stock.</small>
          </form>
        </details>`
      : '',
  ];
}

const worthOf = ({ amount, currency }: Shown): string =>
  typeof amount === 'string' && typeof currency === 'string' ? localised(amount, currency) : '–';

const stateOf = (reward: Shown): string => {
  if (reward['redeemed_at']) return 'used';
  const end = reward['expires_at'];
  return typeof end === 'string' && Date.parse(end) <= Date.now() ? 'expired' : 'open';
};

/** A table; with `actions`, the last cell of each row is for buttons. */
const table = (
  names: readonly string[],
  rows: readonly (readonly (Markup | string)[])[],
  actions?: string,
): Markup =>
  html`<table class="card">
    <thead>
      <tr>
        ${names.map((name) => html`<th scope="col">${name}</th>`)}
        ${actions === undefined ? '' : html`<th scope="col"><span class="hidden">${actions}</span></th>`}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell, index) =>
              index === 0
                ? html`<th scope="row">${cell}</th>`
                : index < names.length
                  ? html`<td data-name="${names[index] ?? ''}">${cell}</td>`
                  : html`<td class="actions">${cell}</td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
