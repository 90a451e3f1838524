// What a stranger sends is read up to these limits, and the report says what was not read.

/** As much as a page of the shop reads of an answer. */
export const MAX_ANSWER_BYTES = 2_000_000;
export const MAX_PAGE_BYTES = 5_000_000;
/** Arrays and records inside each other. */
export const MAX_DEPTH = 100;
/** Of one answer, in the search for fields. */
export const MAX_RECORDS = 500;
/** One request with its answer. */
export const REQUEST_DEADLINE_MS = 20_000;
/** All requests together, without the waits that the service has asked for. */
export const MAX_TIME_MS = 600_000;
/** Names of fields: longer ones are no names. */
export const MAX_NAME = 200;
const MAX_LINE = 1_000;

export interface LimitedText {
  readonly text: string;
  readonly isCut: boolean;
}

/** The body as text, up to a number of bytes: what comes after is not received. */
export async function readLimited({ body }: Response, maxBytes: number): Promise<LimitedText> {
  if (!body) return { text: '', isCut: false };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let left = maxBytes; ;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isCut: false };
    text += decoder.decode(value.subarray(0, left), { stream: true });
    left -= value.length;
    if (left >= 0) continue;
    // Not awaited: the sender may never confirm it.
    void reader.cancel().catch(() => undefined);
    return { text, isCut: true };
  }
}

/** Whether a JSON text has more arrays and records inside each other than are read. `JSON.stringify` ends the process with a few thousand. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (isInText) {
      if (character === '\\') at++;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === '[' || character === '{') {
      if (++depth > MAX_DEPTH) return true;
    } else if (character === ']' || character === '}') depth--;
  }
  return false;
}

/** Characters that are not seen, end a line, steer a terminal, or change the direction of what follows. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const escapeOf = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** The text with such characters as `\uXXXX`, as JSON and JavaScript have them. */
export const escaped = (text: string): string => text.replace(INVISIBLE, escapeOf);

/** A text of an answer as one line of the report. */
export function oneLine(text: string): string {
  const line = escaped(text);
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}… (${line.length} characters)` : line;
}

/** A value as JSON in lines, with such characters escaped. */
export const jsonLines = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).split('\n').map(escaped).join('\n')}\n`;
