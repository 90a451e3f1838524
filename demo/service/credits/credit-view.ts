import { sql } from 'kysely';
import { creditShape } from '../../../src/services/contract/shapes/credit.ts';
import { creditDefinitionShape } from '../../../src/services/contract/shapes/credit-definition.ts';
import { attributes } from '../api/query/attribute.ts';
import type { Stored } from '../crud/tables.ts';
import { creditDefinitionParts, joinCreditDefinitions } from './credit-definitions.ts';
import { withDefinition, type Definitions } from '../programme/joined.ts';

const whether = (name: string) => ({ [name]: (record: Stored) => record[name] ?? false });

/** No state or transition is shown: a locked credit is open again once its lock has expired. ASSUMPTION G5. */
export const isLocked = (credit: Stored, now = new Date()): boolean =>
  credit['locked'] === true &&
  !(credit['lock_expires_at'] instanceof Date && credit['lock_expires_at'] <= now);

/** The same, for filters. */
const locked = sql`(credits.locked and not coalesce(credits.lock_expires_at <= now(), false))`;

/** Whose definition a credit shows. */
export const definitionOfCredit: Definitions = {
  model: 'credit-definition',
  field: 'credit_definition_id',
  shape: creditDefinitionShape,
  withRelated: joinCreditDefinitions,
  along: creditDefinitionParts,
};

/** Credits as they are shown (spec 2.5). */
export const creditView = {
  shape: creditShape,
  attributes: attributes({ locked: { kind: 'boolean', sql: locked } }),
  withRelated: withDefinition(definitionOfCredit),
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
};
