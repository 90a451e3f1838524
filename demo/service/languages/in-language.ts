import type { definitionTexts } from '../../../src/services/contract/common.ts';
import type { Database } from '../database/tables.ts';
import { settingOf } from '../tenant-settings.ts';
import { acceptedLanguages, lookUp } from '../../../src/services/transport/accept-language.ts';

/**
 * The key under which a view has the stored translations of its record until the answer is written. It is a symbol, so that answers never
 * contain it, and no value that a client has sent is taken for it.
 */
const TRANSLATIONS: unique symbol = Symbol('translations');

type Texts = { readonly [name: string]: unknown };
type Translations = { readonly [language: string]: Texts };

/** Part of a view: its texts are in several languages. @param translations as they are stored */
export const translatedBy = (translations: unknown): object => ({
  [TRANSLATIONS]: isObject(translations) ? translations : {},
});

const TEXT_FIELDS: Readonly<Record<keyof typeof definitionTexts, true>> = {
  name: true,
  short_description: true,
  description: true,
  long_description: true,
  terms_conditions: true,
  earn_instructions: true,
};

/** A reply in the languages that its reader asked for. */
export interface LocalReply {
  readonly reply: unknown;
  /** The languages of its texts, for the header `Content-Language`; empty where none is known. */
  readonly languages: readonly string[];
}

/**
 * The reply to a customer or guest, with each text in the preferred language of those that it is in: translated, or as it is in the record.
 * `text_languages` names the language of texts that are in another one than the reader asked for first. The interface says nothing of
 * languages: ASSUMPTION.
 *
 * @param header the header `Accept-Language` of the request
 */
export async function inLanguage(
  db: Database,
  header: string | undefined,
  reply: unknown,
): Promise<LocalReply> {
  if (!isTranslated(reply)) return { reply, languages: [] };
  const ranges = acceptedLanguages(header);
  const own = await settingOf(db, 'programme.language');
  const languages = new Set<string>();
  const translated = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(translated);
    if (!isPlain(value)) return value;
    const view: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(value)) view[name] = translated(inner);
    const translations = translationsOf(value);
    if (!translations) return view;
    const others: Record<string, string> = {};
    for (const name of Object.keys(TEXT_FIELDS)) {
      if (typeof view[name] !== 'string' || view[name] === '') continue;
      const { text, language } = textIn(ranges, { name, own, ownText: view[name], translations });
      view[name] = text;
      if (language === null) continue;
      languages.add(language);
      // A text in `de` is what a request for `de-AT` asked for.
      if (ranges[0] !== undefined && lookUp(ranges.slice(0, 1), [language]) === undefined)
        others[name] = language;
    }
    if (Object.keys(others).length > 0) view['text_languages'] = others;
    return view;
  };
  return { reply: translated(reply), languages: [...languages] };
}

interface TextOfRecord {
  readonly name: string;
  /** The language of the record's own texts, where it is known. */
  readonly own: string | null;
  readonly ownText: string;
  readonly translations: Translations;
}

/** The text in the preferred language; without one the record's own. */
function textIn(
  ranges: readonly string[],
  { name, own, ownText, translations }: TextOfRecord,
): { readonly text: string; readonly language: string | null } {
  const texts = new Map<string, string>();
  for (const [language, { [name]: text }] of Object.entries(translations))
    if (typeof text === 'string') texts.set(language, text);
  if (own !== null) texts.set(own, ownText);
  const language = lookUp(ranges, [...texts.keys()]) ?? own;
  return { text: (language !== null && texts.get(language)) || ownText, language };
}

/** Whether a reply has a view with translations: most have none, and are not copied. */
const isTranslated = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(isTranslated)
    : isPlain(value) && (translationsOf(value) !== undefined || Object.values(value).some(isTranslated));

const translationsOf = (view: object): Translations | undefined =>
  (view as { readonly [TRANSLATIONS]?: Translations })[TRANSLATIONS];

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether it is written as a JSON object: a `Date` is written as text. */
const isPlain = (value: unknown): value is object => isObject(value) && !('toJSON' in value);
