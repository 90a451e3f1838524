import { text } from '../services/transport/read.ts';
import type { Detailed } from '../services/transport/tenant/tenant-file.ts';
import { escaped, isRecord } from './records.ts';

// Recognises texts in several languages: `{"en": "Coffee", "de": "Kaffee"}`, or a list of them.

/** How a tenant file reads such a value. */
export type ByLanguage = NonNullable<Detailed<never>['byLanguage']>;

/** Two letters, which few other names have, and perhaps a script or a region. */
const TAG = /^[a-z]{2}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;
const known = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

const isLanguage = (name: string): boolean => TAG.test(name) && known.of(name) !== undefined;
const isText = (value: unknown): boolean => value === null || typeof value === 'string';

/** How all of these values are read, where they are texts in several languages; otherwise `undefined`. */
export function byLanguageOf(values: readonly unknown[]): ByLanguage | undefined {
  if (!values.length) return undefined;
  if (values.every(isMap)) return true;
  const records = values.flat();
  if (!values.every(Array.isArray) || !records.length || !records.every(isRecord)) return undefined;
  const names = Object.keys(records[0] as object);
  const has = (name: string, is: (value: unknown) => boolean) =>
    records.every((one) => is((one as Readonly<Record<string, unknown>>)[name]));
  const tags = names.filter((name) => has(name, (value) => isLanguage(text(value) ?? '')));
  const texts = names.filter((name) => !tags.includes(name) && has(name, isText));
  // With a third text nothing says which one is shown.
  return tags.length === 1 && texts.length === 1
    ? { tag: `/${escaped(tags[0]!)}`, text: `/${escaped(texts[0]!)}` }
    : undefined;
}

function isMap(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const entries = Object.entries(value as object);
  return entries.length > 0 && entries.every(([name, one]) => isLanguage(name) && isText(one));
}
