/** Converter of properties with JSON; `null` is reported as malformed. */
export function readJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
