// What one CDN file exports to others has one short name, the same in every file that uses it: `import{a,b}from"./loyalty.js"` in place of
// `import{x as t,Oe as i}…`, and `export{a,b}` in place of `export{Ke as x,ve as Oe}`. Two exports have the same name only if no file uses
// both, so one letter is nearly always enough.

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ$_'];
const NAMES = ['', 0, 1, 2].flatMap((digit) => LETTERS.map((letter) => letter + digit));

/** A longer name is one that a page reads: the bundler's own have at most two letters. */
const LONGEST_OWN_NAME = 2;

/** `import('./shared.js').then(e=>e.t)`: the object with the exports of a module that shares its file. */
const READ_BY_NAME = /import\([`"']\.\/([\w.-]+)[`"']\)\.then\((\w+)=>\2\.(\w+)\)/g;

/**
 * Gives the exports of `chunks` their names. Returns, by file, the names that a minifier must give to variables: pairs of the name in the
 * changed code and the new one.
 */
export function shortenNames(chunks, parse) {
  const uses = chunks.flatMap((chunk) => usesIn(chunk, parse(chunk.code)));
  const kept = new Set(
    chunks.flatMap(({ code }) =>
      [...code.matchAll(READ_BY_NAME)].map(([, file, , name]) => `${file} ${name}`),
    ),
  );
  const names = namesOf(uses, kept);
  return new Map(
    chunks.map((chunk) => {
      const own = uses.filter(({ file }) => file === chunk.fileName);
      chunk.code = renamed(chunk.code, own, names);
      return [
        chunk.fileName,
        own.flatMap(({ key, local }) => (names.has(key) ? [[local, names.get(key)]] : [])),
      ];
    }),
  );
}

/** Removes exports that no other file names: an element is loaded for its definition, not for its class. */
export function dropUnusedExports(chunks) {
  for (const chunk of chunks) {
    const others = chunks.filter((other) => other !== chunk).map(({ code }) => code);
    const isUsed = (specifier) => {
      const name = specifier.split(' as ').at(-1).trim();
      return name.length <= LONGEST_OWN_NAME || others.some((code) => new RegExp(`\\b${name}\\b`).test(code));
    };
    chunk.code = chunk.code.replace(/\bexport\s*\{([^}]*)\};?/g, (_all, list) => {
      const used = list.split(',').filter(isUsed);
      return used.length ? `export{${used}};` : '';
    });
  }
}

/** Each place in a file that imports or exports something. `key` is the same in all files. */
function usesIn({ fileName: file }, { body }) {
  return body.flatMap(({ type, source, specifiers }) => {
    if (type === 'ImportDeclaration')
      return specifiers.map(({ start, end, imported, local }) => ({
        ...{ file, start, end, isImport: true, local: local.name },
        ...{ name: imported.name, key: `${source.value.slice(2)} ${imported.name}` },
      }));
    if (type !== 'ExportNamedDeclaration') return [];
    return specifiers.map(({ start, end, exported, local }) => ({
      ...{ file, start, end, isImport: false, local: local.name },
      ...{ name: exported.name, key: `${file} ${exported.name}` },
    }));
  });
}

/** New names by key. What the most files use chooses first. */
function namesOf(uses, kept) {
  const filesOf = new Map();
  for (const { file, name, key } of uses)
    if (name.length <= LONGEST_OWN_NAME && !kept.has(key))
      filesOf.set(key, [...(filesOf.get(key) ?? []), file]);
  const taken = new Map(uses.map(({ file }) => [file, new Set()]));
  const names = new Map();
  for (const [key, files] of [...filesOf].sort(([, one], [, other]) => other.length - one.length)) {
    const free = NAMES.find((name) => files.every((file) => !taken.get(file).has(name)));
    files.forEach((file) => taken.get(file).add(free));
    names.set(key, free);
  }
  return names;
}

function renamed(code, uses, names) {
  let result = '';
  let position = 0;
  for (const { start, end, isImport, local, name, key } of uses) {
    const outer = names.get(key) ?? name;
    result += code.slice(position, start) + (isImport ? `${outer} as ${local}` : `${local} as ${outer}`);
    position = end;
  }
  return result + code.slice(position);
}

/**
 * Methods and fields that only files of one build use of each other: of the base class and its controllers, and of views. No name that a
 * page can use, that is stored or sent, or that elements of another version would use of a provider.
 */
const INTERNAL_NAMES = [
  ...['addController', 'hostConnected', 'hostDisconnected', 'hostUpdate'],
  ...['defineProperties', 'hasUpdated', 'isUpdatePending', 'performUpdate', 'willUpdate'],
  ...['announcement', 'isGuest', 'renderSections', 'renderUndo'],
  ...['onClaim', 'onMore', 'onMove', 'onOtherTask', 'onRemove', 'onReveal', 'onSubmit', 'onUse'],
  ...['isRenewed', 'onCustomerChange', 'sendFailure', 'sendHeartbeat', 'sendRecord'],
];

/** Settings of the minifier: each of them has the same capital letter in all files. */
export const internalNames = {
  regex: new RegExp(`^(${INTERNAL_NAMES.join('|')})$`),
  letters: Object.fromEntries(
    INTERNAL_NAMES.map((name, index) => [`$${name}`, String.fromCharCode(65 + index)]),
  ),
};
