import * as v from 'valibot';
import * as on from '../endpoints/incentives/credits.ts';
import * as kind from '../kinds.ts';
import { dated, extend } from '../common.ts';
import { creditDefinitionShape } from '../configuration/definitions.ts';
import { clause, contract, crud, onlyNamed, verbsNotNamed } from '../contract.ts';
import { data, page } from '../envelope.ts';
import {
  given,
  mayName,
  optional,
  optionalOnce,
  refersTo,
  requiredOnce,
  scoped,
  staffOnly,
} from '../fields.ts';
import { about, nested, shownShape, type Adding, type Editing, type Reading } from '../shape.ts';

export const creditShape = shownShape('Credit', {
  [about]:
    'A credit (spec 2.5): 36 fields. What may be written: ASSUMPTION. A locked credit cannot be redeemed.',
  id: given(kind.integer),
  location_id: refersTo('location')(optional(kind.reference)),
  credit_definition_id: refersTo('credit-definition')(requiredOnce(kind.reference)),
  source_id: given(kind.integer),
  profile_id: refersTo('profile')(requiredOnce(kind.text())),
  creator_profile_id: refersTo('profile')(optionalOnce(kind.text())),
  staff_id: mayName('staff', 'identifier', 'id')(optionalOnce(kind.text())),
  name: optional(kind.text()),
  timezone: optional(kind.timezone),
  recipient_first_name: optional(kind.text()),
  recipient_email: optional(kind.email),
  message: optional(kind.longText),
  issued_at: optionalOnce(kind.timestamp),
  expires_at: optional(kind.timestamp),
  released_at: optional(kind.timestamp),
  extended_at: given(kind.timestamp),
  value_initial: optionalOnce(kind.money, 'Decimal text, as `value_remaining`.'),
  value_remaining: given(kind.money),
  external_id: optional(kind.externalId),
  external_namespace: optional(kind.text()),
  credit_number: staffOnly(
    optionalOnce(kind.creditNumber, 'Accepted if the definition has `use_custom_numbers`.'),
  ),
  security_code: scoped('incentives.write')(staffOnly(given(kind.text()))),
  source_type: given(kind.text()),
  lock_expires_at: optional(kind.timestamp),
  ...dated,
  locked: optional(kind.boolean),
  has_notified_issue: given(kind.boolean),
  has_notified_expiry: given(kind.boolean),
  has_notified_release: given(kind.boolean),
  has_notified_remind: given(kind.boolean),
  has_notified_extend: given(kind.boolean),
  is_imported: given(kind.boolean),
  is_system_generated: given(kind.boolean),
  meta: staffOnly(optional(kind.anyArray)),
  definition: given(nested(creditDefinitionShape)),
});

/** As it is read: its two fields for the definition must agree (spec 1 rule 6). */
export const credit = v.pipe(
  creditShape.record,
  v.check(
    ({ credit_definition_id: named, definition }) => !named || !definition?.id || named === definition.id,
    'the id of its definition',
  ),
);
export type Credit = Reading<typeof creditShape>;
export type AddCredit = Adding<typeof creditShape>;
export type EditCredit = Editing<typeof creditShape>;

export const creditContracts = [
  ...clause('4.6 Incentives', verbsNotNamed, [
    contract(on.addCredit, 'Issues a credit to a profile', {
      reply: data(creditShape),
      body: creditShape.add,
    }),
    ...crud(on, 'credits', creditShape, {
      one: 'a credit',
      many: 'credits of all profiles',
      except: ['store'],
    }),
  ]),
  ...clause('4.6 Incentives', onlyNamed, [
    contract(on.extendCredits, 'Extends the expiry of credits', { reply: page(creditShape), body: extend }),
  ]),
  ...clause('4.6 Profile sub-resources', [
    contract(on.profileCredits, 'Browses credits of a profile', { reply: page(creditShape) }),
  ]),
];
