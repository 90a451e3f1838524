import { isPath, valueAt } from './paths.ts';

const MAX_TEMPLATE_CHARACTERS = 4_000;
const MAX_PLACEHOLDERS = 50;
/** Bytes of what a template may become, whatever values an event brings. */
const MAX_RESULT_BYTES = 16_384;

type Part = string | { readonly path: string };

/** The text between `{{` and `}}` is a path (G19); everything else stays as it is. There is no logic. */
function parse(template: string): readonly Part[] | string {
  const parts: Part[] = [];
  let at = 0;
  for (;;) {
    const open = template.indexOf('{{', at);
    if (open < 0) return [...parts, template.slice(at)];
    const close = template.indexOf('}}', open);
    if (close < 0) return 'The placeholder that begins with {{ does not end with }}.';
    const path = template.slice(open + 2, close).trim();
    if (!isPath(path)) return 'Between {{ and }} stands a path such as data.total.';
    parts.push(template.slice(at, open), { path });
    if (parts.length > 2 * MAX_PLACEHOLDERS) return `There are at most ${MAX_PLACEHOLDERS} placeholders.`;
    at = close + 2;
  }
}

/** What is wrong with a template, if anything. */
export function faultOfTemplate(template: string): string | undefined {
  if (template.length > MAX_TEMPLATE_CHARACTERS) {
    return `The template has at most ${MAX_TEMPLATE_CHARACTERS} characters.`;
  }
  const parsed = parse(template);
  return typeof parsed === 'string' ? parsed : undefined;
}

/**
 * What stands under `extra`. A template that is JSON is filled in string by string, so that no value can change its
 * structure, and a string that is one placeholder alone becomes the value itself; any other template becomes text.
 */
export function render(template: string, message: unknown): unknown {
  const fault = faultOfTemplate(template);
  if (fault) throw new Error(fault);
  const extra = fill(structureOf(template), message);
  if (Buffer.byteLength(JSON.stringify(extra) ?? '') > MAX_RESULT_BYTES) {
    throw new Error('The extra data of this event is too large.');
  }
  return extra;
}

/** A template as text, whatever it holds. */
export const renderText = (template: string, message: unknown): string => words(fillText(template, message));

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
  return parts.map((part) => (typeof part === 'string' ? part : words(valueAt(message, part.path)))).join('');
}

const words = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
