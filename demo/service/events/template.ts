import { faultOfPath, isPath, valueAt } from './message.ts';
import { faultOfField } from './own-events.ts';

const MAX_TEMPLATE_CHARACTERS = 4_000;
const MAX_PLACEHOLDERS = 50;
/** Bytes of a filled template, whatever the values of an event are. */
const MAX_RESULT_BYTES = 16_384;

type Part = string | { readonly path: string };

/** The text between `{{` and `}}` is a path; other text stays as it is. There is no logic. Returns the error as text. */
function parse(template: string): readonly Part[] | string {
  if (template.length > MAX_TEMPLATE_CHARACTERS)
    return `The template has at most ${MAX_TEMPLATE_CHARACTERS} characters.`;
  const parts: Part[] = [];
  let at = 0;
  for (;;) {
    const open = template.indexOf('{{', at);
    if (open < 0) return [...parts, template.slice(at)];
    const close = template.indexOf('}}', open);
    if (close < 0) return 'The placeholder that begins with {{ does not end with }}.';
    const path = template.slice(open + 2, close).trim();
    if (!isPath(path)) return 'Between {{ and }} a path is needed, such as data.total.';
    parts.push(template.slice(at, open), { path });
    if (parts.length > 2 * MAX_PLACEHOLDERS) return `There are at most ${MAX_PLACEHOLDERS} placeholders.`;
    at = close + 2;
  }
}

interface Readable {
  /** What paths begin with. */
  readonly known?: readonly string[];
  /** The event whose message is read, if it is always the same. */
  readonly trigger?: string;
}

/** The error of a template with a path that leads to nothing; undefined for a valid one. */
export function faultOfTemplate(
  template: string,
  { known, trigger = '' }: Readable = {},
): string | undefined {
  const parsed = parse(template);
  if (typeof parsed === 'string') return parsed;
  for (const part of parsed) {
    if (typeof part === 'string') continue;
    const fault = faultOfPath(part.path, known) ?? faultOfField(part.path, trigger);
    if (fault) return fault;
  }
  return undefined;
}

/**
 * The value of `extra`. A JSON template is filled string by string, so that no value can change its structure, and a string
 * that is only a placeholder becomes the value itself. Any other template becomes text.
 */
export function render(template: string, message: unknown): unknown {
  const parsed = parse(template);
  if (typeof parsed === 'string') throw new Error(parsed);
  const extra = fill(structureOf(template), message);
  if (Buffer.byteLength(JSON.stringify(extra) ?? '') > MAX_RESULT_BYTES) {
    throw new Error('The extra data of this event is too large.');
  }
  return extra;
}

/** A filled template as text, also if it is only a placeholder. Throws for a text that is too large. */
export function renderText(template: string, message: unknown): string {
  const text = asText(fillText(template, message));
  if (Buffer.byteLength(text) > MAX_RESULT_BYTES)
    throw new Error(`The text of this message has more than ${MAX_RESULT_BYTES} bytes.`);
  return text;
}

function structureOf(template: string): unknown {
  try {
    return JSON.parse(template);
  } catch {
    return template;
  }
}

function fill(value: unknown, message: unknown): unknown {
  if (typeof value === 'string') return fillText(value, message);
  if (Array.isArray(value)) return value.map((one) => fill(one, message));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner, message)]));
}

function fillText(text: string, message: unknown): unknown {
  const parts = parse(text);
  if (typeof parts === 'string') return text;
  const [before, only, after, ...more] = parts;
  if (before === '' && typeof only === 'object' && after === '' && more.length === 0) {
    return valueAt(message, only.path) ?? null;
  }
  return parts
    .map((part) => (typeof part === 'string' ? part : asText(valueAt(message, part.path))))
    .join('');
}

const asText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
