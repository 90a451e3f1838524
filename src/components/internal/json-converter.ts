import { readJson } from '../../services/index.ts';

/** Converter of properties with JSON; `null` is reported as malformed. */
export const jsonConverter = (text: string | null): unknown =>
  text === null ? undefined : (readJson(text) ?? null);
