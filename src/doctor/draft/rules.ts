import { escaped, oneLine } from '../limits.ts';
import type { TenantFile } from '../../services/transport/tenant/tenant-file.ts';

/** One line of a draft. */
export interface Rule {
  /** Where it is in the tenant file: `['operations', 'profiles.tier.show', 'path']`. */
  readonly at: readonly string[];
  readonly value: unknown;
  /** What of the answers speaks for it. */
  readonly evidence: string;
  /** The value as source, where it is not data. */
  readonly source?: string;
  /** It is in the tenant file that was given: a draft does not change it. */
  readonly isGiven?: true;
}

/** Rules of a record, by the name of our field. */
export const fieldRule = (operation: string, field: string, value: unknown, evidence: string): Rule => ({
  at: ['operations', operation, 'record', field],
  value,
  evidence,
});

export const operationRule = (operation: string, name: string, value: unknown, evidence: string): Rule => ({
  at: ['operations', operation, name],
  value,
  evidence,
});

/** The rules, of which the later ones replace the earlier ones in the same place. Those that are given stay. */
export function withRules(rules: readonly Rule[], more: readonly Rule[]): Rule[] {
  const given = rules.filter(({ isGiven }) => isGiven);
  const added = more.filter(
    ({ at }) => !given.some((rule) => isWithin(rule.at, at) || isWithin(at, rule.at)),
  );
  const places = new Set(added.map(({ at }) => at.join('\n')));
  return [...rules.filter(({ at }) => !places.has(at.join('\n'))), ...added];
}

const isWithin = (at: readonly string[], place: readonly string[]): boolean =>
  place.every((name, depth) => at[depth] === name);

/** Parts of a file and of an operation that have lines of their own: one of them can be added. */
const PARTED: readonly string[] = [
  'paging',
  'errors',
  'query',
  'record',
  'meta',
  'headers',
  'before',
  'also',
];

/** A tenant file as the rules that make it. */
export function rulesOf(file: TenantFile | null | undefined, at: readonly string[] = []): Rule[] {
  const [subject, , part] = at;
  const isParted =
    at.length === 0 ||
    (at.length === 1 && (subject === 'operations' || PARTED.includes(subject!))) ||
    (subject === 'operations' && (at.length === 2 || (at.length === 3 && PARTED.includes(part!))));
  if (isParted && (isPlain(file) || at.length === 0))
    return Object.entries(file ?? {}).flatMap(([name, value]) => rulesOf(value as TenantFile, [...at, name]));
  return file === undefined ? [] : [{ at, value: file, evidence: '', isGiven: true }];
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Tree {
  [name: string]: unknown;
}

/** The tenant file that the rules make. */
export function fileOf(rules: readonly Rule[]): TenantFile {
  const file: Tree = {};
  for (const { at, value } of rules) {
    let place = file;
    for (const name of at.slice(0, -1)) place = (place[name] ??= {}) as Tree;
    place[at.at(-1)!] = value;
  }
  return file;
}

/** The value in one place of the draft. */
export const ruleAt = (rules: readonly Rule[], ...at: readonly string[]): unknown =>
  rules.find((rule) => rule.at.join('\n') === at.join('\n'))?.value;

const NAME = /^[A-Za-z_$][\w$]*$/;
const key = (name: string): string => (NAME.test(name) ? name : quoted(name));
export const quoted = (text: string): string => `'${escaped(text.replace(/[\\']/g, '\\$&'))}'`;

/** A value as JavaScript. */
function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value)
    return `{ ${Object.entries(value)
      .map(([name, inner]) => `${key(name)}: ${literal(inner)}`)
      .join(', ')} }`;
  return String(value);
}

/**
 * The draft as a module: each line with its evidence.
 * @param given address of the tenant file that it adds them to, for an import
 */
export function writeDraft(
  rules: readonly Rule[],
  head: readonly string[],
  left: readonly string[],
  given?: string,
): string {
  return [
    ...head.map((line) => `// ${oneLine(line)}`),
    "import { defineTenant } from 'loyalty-elements/tenant';",
    ...(given === undefined ? [] : [`import given from ${quoted(given)};`]),
    '',
    'export default defineTenant({',
    ...branch(rules, [], 1),
    '});',
    ...(left.length
      ? ['', '// Not found in the answers:', ...left.map((line) => `// - ${oneLine(line)}`)]
      : []),
    '',
  ].join('\n');
}

function branch(rules: readonly Rule[], place: readonly string[], indent: number): string[] {
  const pad = '  '.repeat(indent);
  const own = rules.filter(({ at }) => isWithin(at, place));
  const names = new Set(own.flatMap(({ at, isGiven }) => (isGiven ? [] : at[place.length]!)));
  const kept = own.some(({ isGiven }) => isGiven) ? [`${pad}...given${place.map(member).join('')},`] : [];
  return [
    ...kept,
    ...[...names].flatMap((name) => {
      const inner = [...place, name];
      const leaf = own.find(({ at }) => at.length === inner.length && isWithin(at, inner));
      if (leaf)
        return [
          `${pad}// ${oneLine(leaf.evidence)}`,
          `${pad}${key(name)}: ${leaf.source ?? literal(leaf.value)},`,
        ];
      return [`${pad}${key(name)}: {`, ...branch(own, inner, indent + 1), `${pad}},`];
    }),
  ];
}

const member = (name: string): string => (NAME.test(name) ? `.${name}` : `[${quoted(name)}]`);
