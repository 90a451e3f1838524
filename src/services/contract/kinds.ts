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

/** How the message of a check begins: what a value has to be, with an example. The service puts the name of the field before it. */
export const EXPECTATION = 'has to ';

const wholeNumber = v.pipe(v.number(), v.safeInteger());
const TEXT = 255;
const LONG_TEXT = 20_000;
const DECIMAL = /^-?\d{1,15}(\.\d{1,6})?$/;
/** RFC 3339 and ISO 8601, and as exports of shops have it: `2026-11-20 10:11:12 +0100`, `2026-11-20 10:11:12 UTC`. */
const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?: ?(?:(Z|UTC|GMT)|([+-]\d\d)(?::?(\d\d))?))?)?$/i;

/** Text that is not empty, of at most this many characters. */
export const text = (maxLength = TEXT) =>
  kind(v.string(), v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength)));
/** An id of another system. `.` and `..` cannot stand in a path: such a record could not be read. */
export const externalId = kind(
  v.string(),
  v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(TEXT),
    v.check((id) => id !== '.' && id !== '..', 'has to be an id other than "." and "..".'),
  ),
);
/** Text of a paragraph or more; it may be empty. */
export const longText = kind(v.string(), v.pipe(v.string(), v.maxLength(LONG_TEXT)));
/** Lower-case letters, digits and hyphens: names a record within its resource. */
export const handle = kind(
  v.string(),
  v.pipe(
    v.string(),
    v.regex(
      /^[a-z0-9][a-z0-9_-]{0,79}$/,
      'has to have 1 to 80 lower-case letters, digits, hyphens and underscores, such as spring-sale.',
    ),
  ),
);
export const integer = kind(wholeNumber);
/** A whole number within bounds. */
export const count = (min: number, max: number) =>
  kind(wholeNumber, v.pipe(v.number(), v.safeInteger(), v.minValue(min), v.maxValue(max)));
/** The id of another record. */
export const reference = count(1, Number.MAX_SAFE_INTEGER);
export const number = kind(v.pipe(v.number(), v.finite()));
export const boolean = kind(v.boolean());
const MOMENT_EXPECTED =
  'has to be a date and a time, such as 2026-11-20T10:11:12+01:00 or 2026-11-20 09:11:12 (UTC), or a date alone.';
/** A moment (spec 2: timestamps are strings), with any offset, without one in UTC. The output is RFC 3339. */
export const timestamp = kind(
  v.string(),
  v.pipe(
    v.string(MOMENT_EXPECTED),
    v.regex(MOMENT, MOMENT_EXPECTED),
    v.transform(inRfc3339),
    v.check(
      (moment) => isCalendarDay(moment.slice(0, 10)) && isStorable(moment),
      'has to be a date of the calendar with a time and an offset that exist, in the years 1 to 9999.',
    ),
  ),
);
/** Purchases may be dated so far ahead: a time without an offset counts as UTC, and zones differ by 14 hours at most. */
const FUTURE_TOLERANCE_MS = 86_400_000;
/** The moment of something that has happened. A purchase that is dated wrongly into the future would earn points today. */
export const pastTimestamp = kind(
  v.string(),
  v.pipe(
    timestamp.write,
    v.check(
      (moment) => Date.parse(inUtcIfUnzoned(moment)) <= Date.now() + FUTURE_TOLERANCE_MS,
      'has to be a moment that has passed: at most a day ahead, for differences of time zones.',
    ),
  ),
);
/** Whether the values of a kind are moments. */
export const isMomentKind = (kind: Kind): boolean => kind === timestamp || kind === pastTimestamp;

const DAY_EXPECTED = 'has to be a day of the calendar, such as 2026-11-20.';
/** A calendar day, `YYYY-MM-DD`; no time, no zone. */
export const day = kind(
  v.string(),
  v.pipe(v.string(DAY_EXPECTED), v.isoDate(DAY_EXPECTED), v.check(isCalendarDay, DAY_EXPECTED)),
);
const DECIMAL_EXPECTED =
  'has to be a decimal number as text, such as "89.00": a point, and no other separator.';
/** A schema of its own for each kind: `moneySchemas` tells money from other decimal text by it. */
const decimalText = () => v.pipe(v.string(DECIMAL_EXPECTED), v.regex(DECIMAL, DECIMAL_EXPECTED));
/** An amount as decimal text, such as `"89.00"`: never a float. */
export const decimal = kind(v.string(), decimalText());
const notNegative = v.check<string, string>(
  (amount) => !amount.startsWith('-') || Number(amount) === 0,
  'has to be zero or more.',
);
/** The same, zero or more: a factor, such as a rate. */
export const factor = kind(v.string(), v.pipe(decimalText(), notNegative));
/** How many times the points, as decimal text: more than 1, and at most 100. */
export const multiplier = kind(
  v.string(),
  v.pipe(
    decimalText(),
    v.check(
      (times) => Number(times) > 1 && Number(times) <= 100,
      'has to be more than 1 and at most 100, such as "2" or "1.5".',
    ),
  ),
);
/** Money as decimal text, with at most the digits of its currency: the service checks those (`checkMoney`). Zero or more. */
export const money = kind(v.string(), v.pipe(decimalText(), notNegative));
/** The same, more than zero. */
export const positiveMoney = kind(
  v.string(),
  v.pipe(
    decimalText(),
    v.check((amount) => Number(amount) > 0, 'has to be more than zero.'),
  ),
);
/** The same; a line of a refund or a discount is below zero. */
export const signedMoney = kind(v.string(), decimalText());
/** Money as a number, as in spec 2.3; a refund is below zero. */
export const moneyNumber = kind(v.pipe(v.number(), v.finite()), v.pipe(v.number(), v.finite()));
/** What a field or body holds where its schema is one of these. */
export const moneySchemas: ReadonlySet<AnySchema> = new Set<AnySchema>([
  money.write,
  positiveMoney.write,
  signedMoney.write,
  moneyNumber.write,
]);
/** Kinds of decimal text, which is compared as a number. */
export const decimalKinds: ReadonlySet<Kind> = new Set<Kind>([
  decimal,
  factor,
  multiplier,
  money,
  positiveMoney,
  signedMoney,
]);
/** A label of a domain. */
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
/**
 * What `<input type=email>` takes (HTML, valid e-mail address), and letters of every script (RFC 6531). Shops have such customers, so a
 * narrower check would lock them out.
 */
const EMAIL_ADDRESS = new RegExp(
  String.raw`^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_\x60{|}~-]{1,64}@${LABEL}(?:\.${LABEL})*$`,
  'u',
);

/** The check of an e-mail address. Valibot's own refuses an apostrophe, `xn--` in the last label, and letters outside of ASCII. */
export function emailAddress<const Message extends string>(message: Message) {
  return { ...v.email<string, Message>(message), requirement: EMAIL_ADDRESS };
}

export const email = kind(
  v.string(),
  v.pipe(
    v.string(),
    v.maxLength(TEXT),
    emailAddress('has to be an e-mail address, such as ann@example.com.'),
  ),
);
const WEB_ADDRESS_EXPECTED = 'has to be an https address, such as https://shop.example/lamp.';
/** An https address; only such a one becomes a link or a picture. */
export const webAddress = kind(
  v.string(),
  v.pipe(
    v.string(),
    v.maxLength(2_000),
    v.url(WEB_ADDRESS_EXPECTED),
    v.regex(/^https:\/\//i, WEB_ADDRESS_EXPECTED),
  ),
);
/** `#rgb` or `#rrggbb`. */
export const colour = kind(
  v.string(),
  v.pipe(v.string(), v.regex(/^#([\da-f]{3}|[\da-f]{6})$/i, 'has to be a colour, such as #2f6b4f.')),
);
/** A number that is a name: zeros before it count. */
export const digits = kind(
  v.string(),
  v.pipe(v.string(), v.regex(/^\d{1,64}$/, 'has to have 1 to 64 digits, and nothing else.')),
);
/** Letters, digits and hyphens; `purged-` is for credits of profiles that are gone. */
export const creditNumber = kind(
  v.string(),
  v.pipe(
    v.string(),
    v.regex(
      /^(?!purged-)[A-Za-z0-9][A-Za-z0-9-]{0,63}$/,
      'has to have 1 to 64 letters, digits and hyphens, such as GIFT-2026-0001.',
    ),
  ),
);
const CURRENCY_EXPECTED = 'has to be a currency of ISO 4217, such as EUR.';
/** ISO 4217, such as `EUR`. */
export const currencyCode = kind(
  v.string(),
  v.pipe(
    v.string(),
    v.regex(/^[A-Z]{3}$/, CURRENCY_EXPECTED),
    v.check((code) => Intl.supportedValuesOf('currency').includes(code), CURRENCY_EXPECTED),
  ),
);
const COUNTRY_EXPECTED = 'has to be a country of ISO 3166 in two capital letters, such as NL.';
/** ISO 3166 alpha-2, such as `NL`. */
export const countryCode = kind(
  v.string(),
  v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, COUNTRY_EXPECTED), v.check(isCountry, COUNTRY_EXPECTED)),
);
/** IANA time zone, such as `Europe/Amsterdam`. */
export const timezone = kind(
  v.string(),
  v.pipe(
    v.string(),
    v.maxLength(64),
    v.check(isTimeZone, 'has to be an IANA time zone that exists, such as Europe/Amsterdam.'),
  ),
);
/** BCP 47, such as `de` or `pt-BR`. */
export const language = kind(
  v.string(),
  v.pipe(v.string(), v.maxLength(35), v.check(isLanguage, 'has to be a language, such as de or pt-BR.')),
);
/** Languages of the translations of a record. */
const MAX_LANGUAGES = 40;

/** Texts of a record in other languages, by language and field: `{"de": {"name": "…"}}`. Each text is as long as its field allows, and not empty. */
export function translations(texts: Readonly<Record<string, Kind>>) {
  const names = Object.keys(texts).join(', ');
  const write = v.strictObject(
    Object.fromEntries(
      Object.entries(texts).map(([name, of]) => [
        name,
        v.optional(
          v.pipe(
            v.string(),
            v.check(
              (text) => text !== '',
              'has to be a text that is not empty; leave the field out instead.',
            ),
            of.write as v.GenericSchema<string>,
          ),
        ),
      ]),
    ),
    ({ expected }) =>
      expected === 'never'
        ? `has to be left out: texts that can be translated are ${names}.`
        : `has to be a JSON object of texts: ${names}.`,
  );
  return kind(
    v.record(v.string(), v.record(v.string(), v.string())),
    v.pipe(
      objectOnly(v.record(language.write, objectOnly(write))),
      v.check(
        (languages) => Object.keys(languages).length <= MAX_LANGUAGES,
        `has to have at most ${MAX_LANGUAGES} languages.`,
      ),
      v.check((languages) => {
        const tags = Object.keys(languages);
        return Intl.getCanonicalLocales(tags).length === tags.length;
      }, 'has to name each language once: de-at and de-AT are the same.'),
    ),
  );
}
/** The language of each text, by its field: `{"name": "en"}`. */
export const languageOfTexts = kind(v.record(v.string(), v.string()));
/** A telephone number as people write it, with at least three digits. */
export const phone = kind(
  v.string(),
  v.pipe(
    v.string(),
    v.maxLength(32),
    v.regex(
      /^(?=(?:\P{Nd}*\p{Nd}){3})\+?[\p{Nd}\p{Zs}\p{Pd}()./]+(?:(?:ext\.?|x|#)\p{Zs}?\p{Nd}+)?$/iu,
      'has to be a telephone number, such as +31 20 123 4567.',
    ),
  ),
);
/** `"1"` or `"0"`: some booleans of the spec are strings (2.7, 2.8). `"0"` is truthy: compare, do not test. */
export const booleanText = kind(v.string(), v.picklist(['0', '1']));
/** One of these words when written; any text when read. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  kind(v.string(), v.picklist(words));

/** Largest JSON of a value of free form. Events carry it to every webhook, and lists read it with every record. */
export const MAX_FREE_FORM_BYTES = 16 * 1024;
const withinLimit = <Value>() =>
  v.check(
    (value: Value) => new TextEncoder().encode(JSON.stringify(value)).length <= MAX_FREE_FORM_BYTES,
    `has to have at most ${MAX_FREE_FORM_BYTES / 1024} KiB as JSON.`,
  );

/** An array whose items the spec does not type (`meta`, `statuses`). */
export const anyArray = kind(
  v.array(v.unknown()),
  v.pipe(v.array(v.unknown()), v.maxLength(100), withinLimit()),
);
export const texts = kind(
  v.array(v.string()),
  v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(TEXT))), v.maxLength(100)),
);
/** Settings of free form: names with values. */
export const namedValues = kind(
  objectOnly(v.record(v.string(), v.unknown())),
  v.pipe(objectOnly(v.record(v.string(), v.unknown())), withinLimit()),
);
/** Any JSON value. */
export const anything = kind(v.unknown(), v.pipe(v.unknown(), withinLimit()));

/** Whether the time zone exists, by the time zone database of the runtime. An offset such as `+01:00` is no zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return /^[A-Za-z]/.test(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** Codes that name a place and no country: `ZZ` is an unknown one, the others are for tests. */
const NO_COUNTRIES: readonly string[] = ['ZZ', 'XA', 'XB'];

function isCountry(code: string): boolean {
  return !NO_COUNTRIES.includes(code) && hasName('region', code);
}

function isLanguage(tag: string): boolean {
  try {
    return hasName('language', new Intl.Locale(tag).language);
  } catch {
    return false;
  }
}

function hasName(type: 'region' | 'language', code: string): boolean {
  try {
    return new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code) !== undefined;
  } catch {
    // It does not have the form of a code.
    return false;
  }
}

/** A matched moment in the form of RFC 3339; without an offset if it has none. */
function inRfc3339(text: string): string {
  const [, date = '', time, utc, hours, minutes = '00'] = MOMENT.exec(text) ?? [];
  if (time === undefined) return date;
  return `${date}T${time}${utc ? 'Z' : hours ? `${hours}:${minutes}` : ''}`;
}

/** Whether `YYYY-MM-DD` is a day of the calendar: 30 February is not. */
export function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  // The calendar of PostgreSQL has no year 0.
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day && !day.startsWith('0000');
}

/** A moment without an offset is in UTC. */
const inUtcIfUnzoned = (moment: string): string =>
  /(Z|[+-]\d\d:\d\d)$/.test(moment) || !/[T ]/.test(moment) ? moment : `${moment}Z`;

/** Whether a moment has a year of four digits in UTC too, where its offset may move it into another one. */
function isStorable(moment: string): boolean {
  const year = new Date(inUtcIfUnzoned(moment)).getUTCFullYear();
  return year >= 1 && year <= 9_999;
}
