import { randomInt } from 'node:crypto';
import { creditShape } from '../../../src/services/shapes/credit.ts';
import { creditDefinitionShape } from '../../../src/services/shapes/credit-definition.ts';
import { invalid } from '../http/problem.ts';
import type { KnownCall } from '../http/route.ts';
import type { Resource, Values } from '../records/resource.ts';
import { findRecord } from '../records/store.ts';
import type { Stored } from '../records/table.ts';
import { tableOf } from '../records/tables.ts';
import { creditDefinitionParts, joinCreditDefinitions } from './credit-definitions.ts';
import { randomCode } from './issue-reward.ts';
import { withDefinition, type Definitions } from './joined.ts';
import { endOfPeriod, momentOf } from './periods.ts';

const CREDIT_NUMBER_DIGITS = 16;
/** 40 bits: nobody guesses it at the rate that requests are allowed. */
const SECURITY_CODE_CHARACTERS = 8;

const whether = (name: string) => ({ [name]: (record: Stored) => record[name] ?? false });

/** No state or transition is shown: a locked credit is open again once its lock has expired. ASSUMPTION G5. */
export const isLocked = (credit: Stored, now = new Date()): boolean =>
  credit['locked'] === true &&
  !(credit['lock_expires_at'] instanceof Date && credit['lock_expires_at'] <= now);

/** Whose definition a credit shows. */
export const definitionOfCredit: Definitions = {
  model: 'credit-definition',
  field: 'credit_definition_id',
  shape: creditDefinitionShape,
  joined: joinCreditDefinitions,
  along: creditDefinitionParts,
};

/** Credits (spec 2.5): money of a profile, whose balance is the sum of its book. */
export const credit = {
  model: 'credit',
  shape: creditShape,
  references: {
    profile_id: 'profile',
    creator_profile_id: 'profile',
    credit_definition_id: 'credit-definition',
    location_id: 'location',
  },
  joined: withDefinition(definitionOfCredit),
  computed: {
    locked: (record: Stored) => isLocked(record),
    meta: (record: Stored) => record['meta'] ?? [],
    ...whether('has_notified_issue'),
    ...whether('has_notified_expiry'),
    ...whether('has_notified_release'),
    ...whether('has_notified_remind'),
    ...whether('has_notified_extend'),
    ...whether('is_imported'),
    ...whether('is_system_generated'),
  },
  adding: issueCredit,
  added: async ({ db }: KnownCall, record: Stored) => {
    await book(db, record, 'issue', String(record['value_initial']), 'Credit issued');
    return await findRecord(db, tableOf('credit'), {}, String(record.id));
  },
  editing: async (_: KnownCall, __: Stored, values: Values) =>
    'locked' in values ? { ...values, locked: values['locked'] === true } : values,
  // Its book stays, and ends at nothing.
  removing: async ({ db }: KnownCall, record: Stored) => {
    const remaining = String(record['value_remaining']);
    if (Number(remaining) > 0) await book(db, record, 'void', `-${remaining}`, 'Credit deleted');
  },
} satisfies Omit<Resource, 'id'>;

/** What a credit is issued with, where the request does not say: its definition does. */
async function issueCredit({ db }: Pick<KnownCall, 'db'>, values: Values): Promise<Values> {
  const named = String(values['credit_definition_id']);
  const definition = await findRecord(db, tableOf('credit-definition'), {}, named);
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
  return {
    issued_at: issued,
    released_at: endOfPeriod(
      definition,
      { period: 'release_period', type: 'release_period_type', absolute: 'release_period_absolute_expiry' },
      issued,
    ),
    expires_at: endOfPeriod(
      definition,
      { period: 'period', type: 'period_type', absolute: 'absolute_expiry' },
      issued,
    ),
    name: definition['name'],
    timezone: definition['timezone'] ?? null,
    ...values,
    locked: values['locked'] === true,
    value_initial: String(value),
    credit_number: digits((definition['credit_number_length'] as number | null) ?? CREDIT_NUMBER_DIGITS),
    security_code: randomCode(SECURITY_CODE_CHARACTERS),
  };
}

type Kind = 'issue' | 'redeem' | 'return' | 'void';

/** Writes an entry into a credit's book, which changes what remains. Nothing for nothing. */
export async function book(
  db: KnownCall['db'],
  credit: Pick<Stored, 'id' | string>,
  kind: Kind,
  amount: string,
  reason: string,
): Promise<void> {
  if (Number(amount) === 0) return;
  const profileId = String(credit['profile_id']);
  await db
    .insertInto('credit_entries')
    .values({ credit_id: Number(credit.id), profile_id: profileId, kind, amount, reason })
    .execute();
}

const required = (field: string) => invalid({ [field]: [`The ${field} field is required.`] });

const digits = (length: number): string => Array.from({ length }, () => String(randomInt(10))).join('');
