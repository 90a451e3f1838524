import * as v from 'valibot';

export type AnySchema = v.GenericSchema;

/**
 * What a field holds: as it is read (no more than the type that the spec names, so that a tenant that differs in detail
 * is not reported), as it may be written, and as the reference service sends it.
 */
export interface Kind<
  Read extends AnySchema = AnySchema,
  Write extends AnySchema = AnySchema,
  Sent extends AnySchema = AnySchema,
> {
  readonly read: Read;
  readonly write: Write;
  readonly sent: Sent;
}

/**
 * The same schema, which takes no array: to valibot an array is an object, and it makes `{}` of it, so that no later step
 * of a pipe could see the difference.
 */
export function objectOnly<Schema extends v.GenericSchema>(schema: Schema): Schema {
  return {
    ...schema,
    '~run'(dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) {
      if (!Array.isArray(dataset.value)) return schema['~run'](dataset, config);
      v._addIssue(this as never, 'type', dataset, config);
      return dataset;
    },
  };
}

function kind<Read extends AnySchema>(read: Read): Kind<Read, Read, Read>;
function kind<Read extends AnySchema, Write extends AnySchema>(
  read: Read,
  write: Write,
): Kind<Read, Write, Read>;
function kind(read: AnySchema, write = read): Kind {
  return { read, write, sent: read };
}

/** A kind with the same schema for reading, writing and sending. */
export const ofSchema = <Schema extends AnySchema>(schema: Schema) => kind(schema);

const wholeNumber = v.pipe(v.number(), v.safeInteger());
const TEXT = 255;
const LONG_TEXT = 20_000;
const MOMENT = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Text that is not empty, of at most this many characters. */
export const text = (maxLength = TEXT) =>
  kind(v.string(), v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength)));
/** Text of a paragraph or more; it may be empty. */
export const longText = kind(v.string(), v.pipe(v.string(), v.maxLength(LONG_TEXT)));
/** Lower-case letters, digits and hyphens: names a record within its resource. */
export const handle = kind(v.string(), v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,79}$/)));
export const integer = kind(wholeNumber);
/** A whole number within bounds. */
export const count = (min: number, max: number) =>
  kind(wholeNumber, v.pipe(v.number(), v.safeInteger(), v.minValue(min), v.maxValue(max)));
/** The id of another record. */
export const reference = count(1, Number.MAX_SAFE_INTEGER);
export const number = kind(v.pipe(v.number(), v.finite()));
export const boolean = kind(v.boolean());
/** A moment (spec 2: timestamps are strings). Written as RFC 3339, without an offset in UTC: G2. */
export const timestamp = kind(
  v.string(),
  v.pipe(
    v.string(),
    v.regex(MOMENT),
    v.check((moment) => isCalendarDay(moment.slice(0, 10)) && isStorable(moment)),
  ),
);
/** A calendar day, `YYYY-MM-DD`; no time, no zone. */
export const day = kind(v.string(), v.pipe(v.string(), v.isoDate(), v.check(isCalendarDay)));
/** An amount as decimal text, such as `"89.00"`: never a float. */
export const decimal = kind(v.string(), v.pipe(v.string(), v.regex(/^-?\d{1,15}(\.\d{1,6})?$/)));
export const email = kind(v.string(), v.pipe(v.string(), v.maxLength(TEXT), v.email()));
/** An https address; only such a one becomes a link or a picture. */
export const webAddress = kind(
  v.string(),
  v.pipe(v.string(), v.maxLength(2_000), v.url(), v.regex(/^https:\/\//i)),
);
/** `#rgb` or `#rrggbb`. */
export const colour = kind(v.string(), v.pipe(v.string(), v.regex(/^#([\da-f]{3}|[\da-f]{6})$/i)));
/** A number that is a name: zeros before it count. */
export const digits = kind(v.string(), v.pipe(v.string(), v.regex(/^\d{1,64}$/)));
/** Letters, digits and hyphens; `purged-` is for credits of profiles that are gone. */
export const creditNumber = kind(
  v.string(),
  v.pipe(v.string(), v.regex(/^(?!purged-)[A-Za-z0-9][A-Za-z0-9-]{0,63}$/)),
);
/** ISO 4217, such as `EUR`. */
export const currencyCode = kind(v.string(), v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)));
/** ISO 3166 alpha-2, such as `NL`. */
export const countryCode = kind(v.string(), v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)));
/** IANA time zone, such as `Europe/Amsterdam`. */
export const timezone = kind(
  v.string(),
  v.pipe(v.string(), v.regex(/^[A-Za-z]+(\/[\w+-]+){0,2}$/), v.maxLength(64)),
);
/** `"1"` or `"0"`: some booleans of the spec are strings (2.7, 2.8). `"0"` is truthy: compare, do not test. */
export const booleanText = kind(v.string(), v.picklist(['0', '1']));
/** One of these words when written; any text when read. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  kind(v.string(), v.picklist(words));

/** An array whose items the spec does not type (`meta`, `statuses`). */
export const anyArray = kind(v.array(v.unknown()), v.pipe(v.array(v.unknown()), v.maxLength(100)));
export const texts = kind(
  v.array(v.string()),
  v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(TEXT))), v.maxLength(100)),
);
/** Settings of free form: names with values. */
export const namedValues = kind(objectOnly(v.record(v.string(), v.unknown())));
/** Any JSON value. */
export const anything = kind(v.unknown());

/** Whether `YYYY-MM-DD` is a day of the calendar: 30 February is not. */
export function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  // The calendar of PostgreSQL has no year 0.
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day && !day.startsWith('0000');
}

/** Whether a moment has a year of four digits in UTC too, where its offset may move it into another one. */
function isStorable(moment: string): boolean {
  const isZoned = /(Z|[+-]\d\d:\d\d)$/.test(moment) || !/[T ]/.test(moment);
  const year = new Date(isZoned ? moment : `${moment}Z`).getUTCFullYear();
  return year >= 1 && year <= 9_999;
}
