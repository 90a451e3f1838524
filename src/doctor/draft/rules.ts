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

/** The rules, of which the later ones replace the earlier ones in the same place. */
export function withRules(rules: readonly Rule[], more: readonly Rule[]): Rule[] {
  const places = new Set(more.map(({ at }) => at.join('\n')));
  return [...rules.filter(({ at }) => !places.has(at.join('\n'))), ...more];
}

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

/** The draft as a module: each line with its evidence. */
export function writeDraft(rules: readonly Rule[], head: readonly string[], left: readonly string[]): string {
  return [
    ...head.map((line) => `// ${oneLine(line)}`),
    "import { defineTenant } from 'loyalty-elements/tenant';",
    '',
    'export default defineTenant({',
    ...branch(rules, 0, 1),
    '});',
    ...(left.length
      ? ['', '// Not found in the answers:', ...left.map((line) => `// - ${oneLine(line)}`)]
      : []),
    '',
  ].join('\n');
}

function branch(rules: readonly Rule[], depth: number, indent: number): string[] {
  const pad = '  '.repeat(indent);
  const groups = new Map<string, Rule[]>();
  for (const rule of rules) groups.set(rule.at[depth]!, [...(groups.get(rule.at[depth]!) ?? []), rule]);
  return [...groups].flatMap(([name, group]) => {
    const leaf = group.find(({ at }) => at.length === depth + 1);
    if (leaf)
      return [
        `${pad}// ${oneLine(leaf.evidence)}`,
        `${pad}${key(name)}: ${leaf.source ?? literal(leaf.value)},`,
      ];
    return [`${pad}${key(name)}: {`, ...branch(group, depth + 1, indent + 1), `${pad}},`];
  });
}
