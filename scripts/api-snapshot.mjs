// What shops write against an element: names and types that a theme, a template or a script uses. A list of them is committed
// (test/build/elements.txt), so that a change is seen when it is reviewed, and compared with that of the last published version.

/** The lists that are committed: names of elements, and types of every entry. Each published version has its own under its tag. */
export const SNAPSHOTS = ['test/build/elements.txt', 'test/build/types.txt'];

const typeOf = ({ type }) => type?.text ?? '';
const signature = ({ parameters = [], return: result }) =>
  `(${parameters.map((one) => `${one.name}${one.optional ? '?' : ''}: ${typeOf(one)}`).join(', ')}) => ${typeOf(result ?? {})}`;

/** Kinds of names by the key under which the manifest has them, with what a name stands for. */
const KINDS = {
  attributes: (one) => ['attribute', one.name, typeOf(one)],
  members: (one) =>
    one.kind === 'method'
      ? ['method', one.name, signature(one)]
      : [one.readonly ? 'readonly property' : 'property', one.name, typeOf(one)],
  events: (one) => ['event', one.name, typeOf(one)],
  slots: (one) => ['slot', one.name || '(default)', ''],
  cssParts: (one) => ['part', one.name, ''],
  cssProperties: (one) => ['custom property', one.name, one.syntax ?? ''],
  cssStates: (one) => ['state', one.name, ''],
};

/** Lines such as `loyalty-balance attribute variant: 'inline' | 'card'`, sorted. */
export function apiOf(manifest) {
  const elements = manifest.modules
    .flatMap(({ declarations = [] }) => declarations)
    .filter(({ tagName }) => tagName);
  const lines = elements.flatMap((element) => [
    `${element.tagName} element`,
    ...Object.entries(KINDS).flatMap(([key, describe]) =>
      (element[key] ?? []).map((one) => {
        const [kind, name, type] = describe(one);
        return `${element.tagName} ${kind} ${name}${type && `: ${type}`}`;
      }),
    ),
  ]);
  return [...new Set(lines)].sort();
}

const split = (line) => {
  const [, name, type = ''] = /^(.*?)(?:: (.*))?$/.exec(line);
  return [name, type];
};
const valuesOf = (type) => new Set(type.split(' | '));
/** Whether all that fits the first type fits the second one: what shops have written stays valid. */
const isWidened = (before, after) => [...valuesOf(before)].every((value) => valuesOf(after).has(value));

/**
 * What is different between two lists, and which part of the version it needs: `major` where what shops wrote stops working, `minor`
 * where there is more to write.
 */
export function changesBetween(before, after) {
  const [old, now] = [before, after].map((lines) => new Map(lines.map(split)));
  const changes = [];
  for (const [name, type] of old) {
    const next = now.get(name);
    if (next === undefined) changes.push({ part: 'major', text: `${name} is gone` });
    else if (next !== type)
      changes.push({
        part: isWidened(type, next) ? 'minor' : 'major',
        text: `${name} was ${type || 'without a type'}, and is ${next || 'without one'}`,
      });
  }
  for (const name of now.keys()) if (!old.has(name)) changes.push({ part: 'minor', text: `${name} is new` });
  return changes;
}

/** The lowest version that the changes allow. Before 1.0.0 the second number says that something stops working, the third the rest. */
export function versionNeeded(published, changes) {
  const [major, minor, patch] = published.split('.').map(Number);
  const breaks = changes.some(({ part }) => part === 'major');
  if (!changes.length) return published;
  if (major === 0) return breaks ? `0.${minor + 1}.0` : `0.${minor}.${patch + 1}`;
  return breaks ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}

/** Whether a version is at least another one. */
export function isAtLeast(version, other) {
  const [own, wanted] = [version, other].map((text) => text.split('.').map(Number));
  const at = own.findIndex((number, index) => number !== wanted[index]);
  return at < 0 || own[at] > wanted[at];
}
