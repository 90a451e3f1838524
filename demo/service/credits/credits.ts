import { isTimeZone } from '../programme/time-zone.ts';
import { invalid } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import type { Resource } from '../crud/resource.ts';
import { type Values, type Stored, tableOf } from '../crud/tables.ts';
import { findRecord } from '../crud/store.ts';
import { checkIssuable } from '../programme/archived.ts';
import { book, restoreExpired } from './credit-book.ts';
import { forget, planNotices, tellDueNotices, untold } from './credit-notices.ts';
import { creditNumberFor, digits } from './credit-numbers.ts';
import { creditView } from './credit-view.ts';
import { randomCode } from '../rewards/issue-reward.ts';
import { endOf, momentOf, releaseOf } from '../programme/periods.ts';
import { programmeOf } from '../programme/programme.ts';

/** 40 bits, or 26 of digits alone: nobody guesses it at the rate that requests are allowed. */
const SECURITY_CODE_CHARACTERS = 8;

/** Credits (spec 2.5): money of a profile, whose balance is the sum of its book. */
export const credit = {
  model: 'credit',
  ...creditView,
  adding: issueCredit,
  zoneOf: ({ db }: KnownCall, values: Values) => zoneOfCredit(db, values),
  added: async ({ db }: KnownCall, record: Stored) => {
    await book(db, record, 'issue', String(record['value_initial']), 'Credit issued');
    await planNotices(db, record, ['issue', 'release', 'remind']);
    await tellDueNotices(db, { creditId: Number(record.id) });
    return await findRecord(db, tableOf('credit'), {}, String(record.id));
  },
  editing: changeCredit,
  // Its book stays, and ends at nothing.
  removing: async ({ db }: KnownCall, record: Stored) => {
    const remaining = String(record['value_remaining']);
    if (Number(remaining) > 0) await book(db, record, 'void', `-${remaining}`, 'Credit deleted');
  },
} satisfies Omit<Resource, 'id'>;

/** What a credit is issued with, where the request does not say: its definition does. */
async function issueCredit({ db, cause }: Pick<KnownCall, 'db' | 'cause'>, values: Values): Promise<Values> {
  const definition = await definitionOf(db, values);
  checkIssuable(definition, 'credit_definition_id');
  const value = values['value_initial'] ?? definition['value'];
  if (value === undefined || value === null) throw required('value_initial');
  if (Number(value) < 0) throw invalid({ value_initial: ['The value_initial field cannot be below zero.'] });
  const largest = definition['max_value'];
  if (typeof largest === 'number' && Number(value) > largest) {
    throw invalid({ value_initial: [`The value_initial field is at most ${largest}.`] });
  }
  if (definition['require_creator'] === true && !values['creator_profile_id']) {
    throw required('creator_profile_id');
  }
  const issued = typeof values['issued_at'] === 'string' ? momentOf(values['issued_at']) : new Date();
  const number = await creditNumberFor(db, definition, values['credit_number']);
  return {
    issued_at: issued,
    released_at: releaseOf(definition, issued),
    expires_at: endOf(definition, issued, await zoneOfCredit(db, values, definition)),
    name: definition['name'],
    timezone: definition['timezone'] ?? null,
    ...untold,
    ...originOf(cause),
    ...values,
    locked: values['locked'] === true,
    value_initial: String(value),
    credit_number: number,
    security_code:
      definition['security_code_type'] === 'numeric'
        ? digits(SECURITY_CODE_CHARACTERS)
        : randomCode(SECURITY_CODE_CHARACTERS),
  };
}

/** What made it, where that was no request: an action of a trigger or an automation, a batch, an import. */
function originOf(cause: string | undefined): Values {
  const [type = null, id = ''] = cause?.split(':') ?? [];
  return {
    ...{ source_type: type, source_id: /^\d{1,15}$/.test(id) ? Number(id) : null },
    ...{ is_imported: type === 'import', is_system_generated: type === 'event' },
  };
}

/** Another release or another end changes what is told of it, and a later end brings back what had expired. */
async function changeCredit({ db }: KnownCall, record: Stored, values: Values): Promise<Values> {
  if ('released_at' in values && (await definitionOf(db, record))['is_releasable'] === false)
    throw invalid({ released_at: ['Credits of this definition are released by their definition alone.'] });
  if ('released_at' in values || 'expires_at' in values) {
    await planNotices(db, { ...record, ...values }, ['release', 'remind']);
  }
  if ('expires_at' in values) await goOn(db, Number(record.id), values['expires_at']);
  return 'locked' in values ? { ...values, locked: values['locked'] === true } : values;
}

/** What a credit with a new end is again, where that is ahead: it holds what had expired, and has not ended. */
export async function goOn(db: KnownCall['db'], creditId: number, end: unknown): Promise<void> {
  const moment = typeof end === 'string' ? momentOf(end) : end;
  if (moment instanceof Date && moment <= new Date()) return;
  await restoreExpired(db, creditId);
  await forget(db, creditId, ['expiry']);
}

/** The time zone of a credit's days: its own, its definition's, or the programme's. */
export async function zoneOfCredit(db: KnownCall['db'], credit: Values, known?: Stored): Promise<string> {
  const definition = known ?? (credit['credit_definition_id'] ? await definitionOf(db, credit) : {});
  const zone = credit['timezone'] ?? (definition as Values)['timezone'];
  return typeof zone === 'string' && isTimeZone(zone) ? zone : (await programmeOf(db)).timezone;
}

const definitionOf = (db: KnownCall['db'], { credit_definition_id: named }: Values): Promise<Stored> =>
  findRecord(db, tableOf('credit-definition'), {}, String(named));

const required = (field: string) => invalid({ [field]: [`The ${field} field is required.`] });
