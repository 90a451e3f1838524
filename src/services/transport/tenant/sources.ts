import { lookUp } from '../accept-language.ts';
import { LoyaltyError } from '../errors.ts';
import { record, text } from '../read.ts';
import type { Conversion, Detailed, FieldMap, Place, Source, SourceContext } from './tenant-file.ts';

// Evaluates the sources of a tenant file.

/** What a place can name before its pointer. */
export interface Scope extends SourceContext {
  readonly header: (name: string) => string | null | undefined;
}

/** The value at a JSON pointer (RFC 6901); `undefined` where there is none. */
export function atPointer(value: unknown, pointer: string): unknown {
  if (pointer === '') return value;
  let found = value;
  for (const token of pointer.slice(1).split('/')) {
    const name = token.replace(/~1/g, '/').replace(/~0/g, '~');
    if (typeof found !== 'object' || !found || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

const PLACE = /^(?:([\w-]+):)?(\/.*)?$/s;

/** @throws LoyaltyError `invalid_config` for a text that is no place */
export function atPlace(place: string, own: unknown, scope: Scope): unknown {
  const [, name, pointer = ''] = PLACE.exec(place) ?? [, , undefined];
  if (!PLACE.test(place)) throw new LoyaltyError('invalid_config', `"${place}" is no place.`);
  switch (name) {
    case undefined:
    case 'record':
      return atPointer(own, pointer);
    case 'reply':
    case 'body':
    case 'query':
    case 'parameters':
      return atPointer(scope[name], pointer);
    case 'header':
      return scope.header(pointer.slice(1)) ?? undefined;
    default:
      return atPointer(scope.get(name), pointer);
  }
}

/**
 * The value of a source.
 * @param own the record that pointers without a name begin in
 */
export function evaluate(source: Source<never>, own: unknown, scope: Scope): unknown {
  if (source === null) return undefined;
  if (typeof source === 'string') return atPlace(source, own, scope);
  if (typeof source === 'function') return source(own as never, scope);
  const value = detailed(source, own, scope);
  // A service says "none" by null: that is known, unlike a field that is missing.
  return value ?? (source.or === undefined ? value : source.or);
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The values at the places of a source. */
function foundBy(source: Detailed<never>, own: unknown, scope: Scope): unknown[] {
  const { from } = source;
  const places: readonly Place[] = from === undefined ? [''] : typeof from === 'string' ? [from] : from;
  return 'value' in source ? [source.value] : places.map((place) => atPlace(place, own, scope));
}

/** The texts of a value by language, without empty ones. */
function textsOf(value: unknown, places: NonNullable<Detailed<never>['byLanguage']>, scope: Scope) {
  const isExpected = typeof value === 'object' && value && (places === true) !== Array.isArray(value);
  if (!isExpected) throw invalid(value, 'text by language');
  const pairs =
    places === true
      ? Object.entries(value)
      : Object.values(value).map((one) => [
          atPlace(places.tag, one, scope),
          atPlace(places.text, one, scope),
        ]);
  return new Map(pairs.flatMap(([tag, own]) => (text(tag) && text(own) ? [[text(tag)!, text(own)!]] : [])));
}

/** The text in the language of the request, or else the first one. */
function inLanguage(
  value: unknown,
  places: NonNullable<Detailed<never>['byLanguage']>,
  scope: Scope,
): { readonly text?: string; readonly language?: string } {
  const texts = textsOf(value, places, scope);
  const [first] = texts.keys();
  const language = lookUp(scope.languages, [...texts.keys()]) ?? first;
  return language === undefined ? {} : { text: texts.get(language)!, language };
}

/** The language of a text that is in another one than was requested first. */
function otherLanguage(source: Source<never>, own: unknown, scope: Scope): string | undefined {
  if (typeof source !== 'object' || !source?.byLanguage) return undefined;
  const value = foundBy(source, own, scope).find((one) => !isMissing(one));
  const { language } = isMissing(value) ? {} : inLanguage(value, source.byLanguage, scope);
  return language !== undefined && lookUp(scope.languages.slice(0, 1), [language]) === undefined
    ? language
    : undefined;
}

function detailed(source: Detailed<never>, own: unknown, scope: Scope): unknown {
  const { is, byLanguage, values, as, each } = source;
  const found = foundBy(source, own, scope);
  let value = found.find((one) => !isMissing(one));
  if (is) value = is.some((one) => one === (value ?? null));
  if (byLanguage && !isMissing(value)) value = inLanguage(value, byLanguage, scope).text;
  if (isMissing(value)) return found.includes(null) ? null : undefined;
  if (values && Object.hasOwn(values, String(value))) value = values[String(value)];
  if (as && !isMissing(value)) value = CONVERSIONS[as](value);
  if (!each) return value;
  return Array.isArray(value)
    ? value.map((one) => mapFields(one, each, scope))
    : mapFields(value, each, scope);
}

const invalid = (value: unknown, what: string): LoyaltyError =>
  new LoyaltyError('bad_response', `${JSON.stringify(value)} is no ${what}.`, { received: value });

const time = (value: unknown, unit: number, start = 0): string => {
  const moment = new Date(start + Number(value) * unit);
  if (typeof value === 'boolean' || Number.isNaN(moment.getTime())) throw invalid(value, 'time');
  return moment.toISOString();
};

const CONVERSIONS: Readonly<Record<Conversion, (value: unknown) => unknown>> = {
  seconds: (value) => time(value, 1_000),
  milliseconds: (value) => time(value, 1),
  lifetime: (value) => time(value, 1_000, Date.now()),
  utc(value) {
    const text = String(value).replace(' ', 'T');
    if (Number.isNaN(Date.parse(`${text}Z`))) throw invalid(value, 'time without a zone');
    return `${text}Z`;
  },
  cents(value) {
    const digits = /^(-?)(\d+)$/.exec(String(value));
    if (!digits) throw invalid(value, 'amount in hundredths');
    const [, sign, number] = digits;
    const padded = number!.padStart(3, '0');
    return `${sign}${padded.slice(0, -2)}.${padded.slice(-2)}`;
  },
  whole(value) {
    const text = String(value)
      .replace(/(?<=\d),(?=\d{3}(\D|$))/g, '')
      .replace(/\.0+$/, '');
    if (!/^-?\d+$/.test(text)) throw invalid(value, 'whole number');
    return Number(text);
  },
  boolean(value) {
    const truth = TRUTHS.get(String(value).toLowerCase());
    if (truth === undefined) throw invalid(value, 'truth value');
    return truth;
  },
  text: String,
};

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** A record with the fields of the map; its other fields stay. */
export function mapFields(own: unknown, map: FieldMap<never>, scope: Scope): Record<string, unknown> {
  const mapped = { ...record(own) };
  for (const [name, source] of Object.entries(map)) {
    try {
      const names = name.split('.');
      setField(mapped, names, evaluate(source, own, scope));
      const language = otherLanguage(source, own, scope);
      if (language !== undefined)
        setField(mapped, [...names.slice(0, -1), 'text_languages', names.at(-1)!], language);
    } catch (cause) {
      const { message, field, received } = cause as LoyaltyError;
      throw new LoyaltyError('bad_response', `${name}: ${message}`, {
        field: field === undefined ? name : `${name}.${field}`,
        received,
        cause,
      });
    }
  }
  return mapped;
}

/** A record that has nothing but the fields of the map, such as a body. */
export const buildRecord = (own: unknown, map: FieldMap<never>, scope: Scope): Record<string, unknown> => {
  const built: Record<string, unknown> = {};
  for (const [name, source] of Object.entries(map))
    setField(built, name.split('.'), evaluate(source, own, scope));
  return built;
};

function setField(target: Record<string, unknown>, names: readonly string[], value: unknown): void {
  const [name = '', ...below] = names;
  if (below.length) {
    const inner = { ...record(target[name]) };
    setField(inner, below, value);
    if (value !== undefined || Object.keys(inner).length) target[name] = inner;
  } else if (value === undefined) delete target[name];
  else target[name] = value;
}
