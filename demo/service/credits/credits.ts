import { creditDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import { isTimeZone } from '../../../src/services/contract/kinds.ts';
import type { creditShape } from '../../../src/services/contract/incentives/credits.ts';
import { invalid } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { defineModel, defineResource, type Resource } from '../crud/resource.ts';
import { findRecord } from '../crud/store.ts';
import type { Values } from '../crud/tables.ts';
import type { Database } from '../database/tables.ts';
import { checkIssuable } from '../programme/definitions.ts';
import { endOf, momentOf, releaseOf } from '../programme/periods.ts';
import { programmeOf } from '../programme/programme.ts';
import { randomCode } from '../rewards/issue-reward.ts';
import {
  creditDefinitionAttributes,
  creditDefinitionTable,
  withCreditDefinitionParts,
  type CreditDefinition,
} from './credit-definitions.ts';
import { currencyOfCredits } from './credit-currency.ts';
import { restoreExpired, writeEntry } from './credit-ledger.ts';
import { clearNotified, notNotified, planNotices, sendDueNotices } from './credit-notices.ts';
import { checkNumberRange, creditNumberFor, digits } from './credit-numbers.ts';
import { creditTable, creditView, type Credit } from './credit-view.ts';

type CreditValues = Values<typeof creditShape, 'credit'>;

/** 40 bits, or 26 bits with only digits: too many to guess at the allowed rate of requests. */
const SECURITY_CODE_CHARACTERS = 8;

const creditDefinitionResource = defineResource({
  id: 'credits.definitions',
  model: 'credit-definition',
  shape: creditDefinitionShape,
  // Hidden until it is complete.
  defaults: { is_published: false, is_archived: false, period_type: 'day', release_period_type: 'day' },
  fixedInUse: ['currency_id'],
  zoneOf: ({ db }, { timezone }) => zoneOr(db, timezone),
  adding: async (_, values) => {
    checkNumberRange(values);
    return values;
  },
  editing: async (_, record, values) => {
    checkNumberRange({ ...record, ...values });
    return values;
  },
  computed: { meta: ({ meta }) => meta ?? [], tags: ({ tags }) => tags ?? [] },
  withRelated: withCreditDefinitionParts,
  attributes: creditDefinitionAttributes,
});

/** Credits (spec 2.5): money of a profile, whose balance is the sum of its ledger entries. */
export const credit = defineModel({
  model: 'credit',
  ...creditView,
  adding: issueCredit,
  zoneOf: ({ db }, values) => zoneOfCredit(db, values),
  currencyOf: async ({ db }, values) => (await currencyOfCredits(db, await definitionOf(db, values))).code,
  added: async ({ db }, record) => {
    await writeEntry(db, record, 'issue', record.value_initial, 'Credit issued');
    await planNotices(db, record, ['issue', 'release', 'remind']);
    await sendDueNotices(db, { creditId: record.id });
    return await findRecord(db, creditTable, {}, String(record.id));
  },
  editing: changeCredit,
  // Its ledger remains, with a balance of zero.
  removing: async ({ db }, record) => {
    const { value_remaining: remaining } = record;
    if (Number(remaining) > 0) await writeEntry(db, record, 'void', `-${remaining}`, 'Credit deleted');
  },
});

export const creditResources: readonly Resource[] = [
  creditDefinitionResource,
  { id: 'credits', ...credit },
  { id: 'profiles.credits', ...credit },
];

/** The values of a new credit; fields that the request leaves out are those of its definition. */
export async function issueCredit(
  { db, cause }: Pick<KnownCall, 'db' | 'cause'>,
  values: CreditValues,
): Promise<CreditValues> {
  const { value, definition } = await valueOfCredit(db, values);
  const issued = typeof values.issued_at === 'string' ? momentOf(values.issued_at) : new Date();
  const number = await creditNumberFor(db, definition, values.credit_number);
  return {
    issued_at: issued,
    // A gift that is issued on a later day cannot be spent before it.
    released_at: releaseOf(definition, issued) ?? (issued > new Date() ? issued : null),
    expires_at: endOf(definition, issued, await zoneOfCredit(db, values, definition)),
    name: definition.name,
    timezone: definition.timezone ?? null,
    ...notNotified,
    ...originOf(cause),
    ...values,
    locked: values.locked === true,
    value_initial: String(value),
    credit_number: number,
    security_code:
      definition.security_code_type === 'numeric'
        ? digits(SECURITY_CODE_CHARACTERS)
        : randomCode(SECURITY_CODE_CHARACTERS),
  };
}

/** The value of a new credit, as it says or as its definition does. Throws 422 for one that its definition does not allow. */
export async function valueOfCredit(db: Database, values: CreditValues) {
  const definition = await definitionOf(db, values);
  checkIssuable(definition, 'credit_definition_id');
  const value = values.value_initial ?? definition.value;
  if (value === undefined || value === null) throw required('value_initial');
  if (Number(value) < 0) throw invalid({ value_initial: ['The value_initial field cannot be below zero.'] });
  const largest = definition.max_value;
  if (typeof largest === 'number' && Number(value) > largest) {
    throw invalid({ value_initial: [`The value_initial field is at most ${largest}.`] });
  }
  if (definition.require_creator === true && !values.creator_profile_id) {
    throw required('creator_profile_id');
  }
  return { value, definition };
}

/** The source of a credit that no request issued: an action of a trigger or an automation, a batch, an import. */
function originOf(cause: string | undefined): CreditValues {
  const [type = null, id = ''] = cause?.split(':') ?? [];
  return {
    source_type: type,
    source_id: /^\d{1,15}$/.test(id) ? Number(id) : null,
    is_imported: type === 'import',
    is_system_generated: type === 'event',
  };
}

/** Another release or expiry changes its notices, and a later expiry restores the expired value. */
async function changeCredit({ db }: KnownCall, record: Credit, values: CreditValues): Promise<CreditValues> {
  if ('released_at' in values && (await definitionOf(db, record)).is_releasable === false)
    throw invalid({ released_at: ['Credits of this definition are released by their definition alone.'] });
  if ('released_at' in values || 'expires_at' in values) {
    await planNotices(db, { ...record, ...values }, ['release', 'remind']);
  }
  if ('expires_at' in values) await reactivate(db, record.id, values.expires_at);
  return 'locked' in values ? { ...values, locked: values.locked === true } : values;
}

/** A credit with a new expiry in the future gets its expired value back, and can expire again. */
export async function reactivate(
  db: Database,
  creditId: number,
  expiry: Date | string | null | undefined,
): Promise<void> {
  const moment = typeof expiry === 'string' ? momentOf(expiry) : expiry;
  if (moment && moment <= new Date()) return;
  await restoreExpired(db, creditId);
  await clearNotified(db, creditId, ['expiry']);
}

/** The time zone of a credit's days: its own, its definition's, or the programme's. */
export async function zoneOfCredit(
  db: Database,
  credit: Pick<CreditValues, 'credit_definition_id' | 'timezone'>,
  known?: CreditDefinition,
): Promise<string> {
  const definition = known ?? (credit.credit_definition_id ? await definitionOf(db, credit) : undefined);
  return zoneOr(db, credit.timezone ?? definition?.timezone);
}

const zoneOr = async (db: Database, zone: string | null | undefined): Promise<string> =>
  zone && isTimeZone(zone) ? zone : (await programmeOf(db)).timezone;

const definitionOf = (
  db: Database,
  { credit_definition_id: id }: Pick<CreditValues, 'credit_definition_id'>,
): Promise<CreditDefinition> => findRecord(db, creditDefinitionTable, {}, String(id));

const required = (field: string) => invalid({ [field]: [`The ${field} field is required.`] });
