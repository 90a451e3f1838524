import * as v from 'valibot';
import * as kind from './kinds.ts';
import { always, defaulted, given, listed, optional, required, staffOnly, type Fields } from './fields.ts';
import {
  about,
  body,
  reply,
  shape,
  shownShape,
  type About,
  type Adding,
  type Editing,
  type Reading,
} from './shape.ts';

// The parts that records share. What the spec does not show of them: ASSUMPTION.
/** Id of records that a whole number identifies. */
export const numbered = { id: always(kind.integer) };

export const dated = { created_at: given(kind.timestamp), updated_at: given(kind.timestamp) };

/** The shape of a record that a whole number identifies, with the times of its creation and last change. */
export const recordShape = <F extends Fields & About>(name: string, fields: F) =>
  shape(name, { ...numbered, ...fields, ...dated });

/** A name for people and a handle for programs; without a handle the service derives it from the name. */
export const nameAndHandle = {
  name: required(kind.text()),
  handle: defaulted(kind.handle),
  description: optional(kind.longText),
};

/** The texts of a definition that shoppers read. */
export const definitionTexts = {
  name: kind.text(),
  short_description: kind.longText,
  description: kind.longText,
  long_description: kind.longText,
  terms_conditions: kind.longText,
  earn_instructions: kind.longText,
};

/** The same of a list definition and a status. */
export const nameAndDescription = { name: kind.text(), description: kind.longText };

/** The fields of a record whose texts come in the language of the shopper: ASSUMPTION. */
export const inLanguages = (texts: Readonly<Record<string, kind.Kind>>) => ({
  translations: staffOnly(
    optional(
      kind.translations(texts),
      'Texts of the record in other languages, by BCP 47 tag: at most 40. Customers get each text in the language that `Accept-Language` asks for (lookup of RFC 4647), or else as it is in the record.',
    ),
  ),
  text_languages: given(
    kind.languageOfTexts,
    'For customers: the language of each text that is in another language than they asked for first. Of texts without a translation it is known by the setting `programme.language`.',
  ),
});

export const externalId = { external_id: optional(kind.externalId) };

export const notes = {
  internal_notes: staffOnly(optional(kind.longText)),
  meta: listed(staffOnly(optional(kind.anyArray))),
};

export const switched = { is_active: defaulted(kind.boolean) };

export const customFieldShape = shownShape('CustomField', {
  [about]: 'A custom field (spec 2.7): ten strings, `is_index` too. What may be written: ASSUMPTION.',
  name: required(kind.text()),
  handle: required(kind.handle, 'Unique within its record; identifies the field in the path.'),
  namespace: optional(kind.text()),
  value: optional(kind.longText),
  type: optional(
    kind.oneOf('text', 'integer', 'number', 'decimal', 'boolean', 'date'),
    'What `value` is; default `text`.',
  ),
  custom_fieldable_type: given(kind.text(), 'The resource that it belongs to, such as `transaction`.'),
  custom_fieldable_id: given(kind.text()),
  ...dated,
  is_index: optional(kind.booleanText, '`"1"` or `"0"`.'),
});
export type CustomField = Reading<typeof customFieldShape>;
export type AddCustomField = Adding<typeof customFieldShape>;
export type EditCustomField = Editing<typeof customFieldShape>;

// Instances and definitions of the section Incentives (spec 1 rule 6) that the spec does not show: ASSUMPTION.
// Rewards, tiers, credits and redemptions have files of their own.
export const points = kind.count(-1_000_000_000, 1_000_000_000);

export const extend = body('Extend', {
  [about]: 'Extends the expiry of instances, by days or to a date.',
  ids: v.pipe(v.array(kind.reference.write), v.minLength(1), v.maxLength(500)),
  days: v.optional(kind.count(1, 36_500).write),
  expires_at: v.optional(v.union([kind.day.write, kind.timestamp.write])),
});
export type Extend = v.InferInput<typeof extend>;

export const counted = reply('Counted', { count: v.number() });
export type Counted = v.InferOutput<typeof counted>;

export const group = reply('Group', {
  [about]: 'Number of records per group; totals are per currency, and separate for points.',
  key: v.nullable(v.string()),
  count: v.number(),
  total: v.nullish(v.string()),
  /** ISO 4217; null for points, and where none is named. */
  currency: v.nullish(v.string()),
  /** Unit of the total of redemptions. */
  unit: v.nullish(v.picklist(['money', 'points'])),
});
export type Group = v.InferOutput<typeof group>;

export const accepted = reply('Accepted', {
  [about]:
    'Accepted work that continues in the background: a batch, queue or run (spec 1 rule 8): ASSUMPTION.',
  id: v.string(),
  /** `accepted`, `running`, `done` or `failed`: accepted is not saved. */
  status: v.string(),
});
export type Accepted = v.InferOutput<typeof accepted>;
