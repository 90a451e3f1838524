import { sql } from 'kysely';
import { creditDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import { creditShape } from '../../../src/services/contract/incentives/credits.ts';
import { attributes } from '../api/query/attribute.ts';
import { tableOf, type Stored } from '../crud/tables.ts';
import { codeColumn } from '../programme/typed-code.ts';
import { withDefinition, type DefinitionSource } from '../programme/with-definition.ts';
import { creditDefinitionParts, withCreditDefinitionParts } from './credit-definitions.ts';

export const creditTable = tableOf('credit', creditShape);

export type Credit = Stored<typeof creditShape, 'credit'>;

/** The interface shows no state or transition: a locked credit is open again once its lock has expired. ASSUMPTION. */
export const isLocked = (
  { locked, lock_expires_at: until }: Pick<Credit, 'locked' | 'lock_expires_at'>,
  now = new Date(),
): boolean => locked && !(until && until <= now);

/** The same, for filters. */
const locked = sql`(credits.locked and not coalesce(credits.lock_expires_at <= now(), false))`;

/** The definition that a credit shows. */
export const definitionOfCredit = {
  model: 'credit-definition',
  field: 'credit_definition_id',
  shape: creditDefinitionShape,
  withRelated: withCreditDefinitionParts,
  relatedColumn: creditDefinitionParts,
  decimals: ['value_initial', 'value_remaining'],
} as const satisfies DefinitionSource;

/** Credits as they are shown (spec 2.5). */
export const creditView = {
  shape: creditShape,
  attributes: attributes({
    locked: { kind: 'boolean', sql: locked },
    credit_number: codeColumn('credits.credit_number'),
  }),
  withRelated: withDefinition(definitionOfCredit),
  computed: {
    locked: (credit: Credit) => isLocked(credit),
    meta: ({ meta }: Credit) => meta ?? [],
    has_notified_issue: (credit: Credit) => credit.has_notified_issue ?? false,
    has_notified_expiry: (credit: Credit) => credit.has_notified_expiry ?? false,
    has_notified_release: (credit: Credit) => credit.has_notified_release ?? false,
    has_notified_remind: (credit: Credit) => credit.has_notified_remind ?? false,
    has_notified_extend: (credit: Credit) => credit.has_notified_extend ?? false,
    is_imported: (credit: Credit) => credit.is_imported ?? false,
    is_system_generated: (credit: Credit) => credit.is_system_generated ?? false,
  },
};
