import { valueOrUndefined } from './value-or-undefined.ts';
/**
 * The value as JSON, also on a page with an old library that gives arrays the method `toJSON`, which writes each as a text.
 * `undefined` where there is nothing to write.
 */
export const writeJson = (value: unknown): string | undefined =>
  JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, written: unknown) {
    const given = this[key];
    return Array.isArray(given) ? given : written;
  });

/** The value of a text; `undefined` where it is not JSON, or none. */
export const readJson = (text: string | null | undefined): unknown =>
  valueOrUndefined(() => JSON.parse(text!));
