// Which test files stand nearest to a source file: by the number of imports between them. A test file stands for the folder in whose place it is.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Their tests need no build: in Chromium (`test/components`), or in Node with or without a database. */
const TESTS = /^test\/(components|services|client|proxy|doctor|demo|real-files)\/.*\.test\.ts$/;

const sources = ['src', 'demo', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((file) => /\.m?ts$/.test(file) && !file.includes('node_modules')),
);

const resolve = (from, name) => path.posix.join(path.posix.dirname(from), name);

/** The static and dynamic imports of a file, each with the names that it takes, and whether the file only passes on names. */
function readImports(file) {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const imports = [];
  const add = (specifier, names) => {
    if (specifier && ts.isStringLiteralLike(specifier) && specifier.text.startsWith('.'))
      imports.push({ file: resolve(file, specifier.text), names });
  };
  const namesOf = (bindings) =>
    bindings?.elements?.map(({ name, propertyName }) => (propertyName ?? name).text);
  const visit = (node) => {
    if (ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly)
      add(node.moduleSpecifier, namesOf(node.importClause?.namedBindings));
    if (ts.isExportDeclaration(node) && !node.isTypeOnly)
      add(node.moduleSpecifier, namesOf(node.exportClause));
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { imports, passesOn: tree.statements.length > 0 && tree.statements.every(ts.isExportDeclaration) };
}

const read = new Map(sources.map((file) => [file, readImports(file)]));

/** The files that an import reaches: through an index, only those that export the names that are taken. */
function targetsOf({ file, names }) {
  const target = read.get(file);
  if (!target?.passesOn || !names) return [file];
  const chosen = target.imports.filter((one) => !one.names || one.names.some((name) => names.includes(name)));
  return chosen.flatMap(targetsOf);
}

const folderOf = (file) => path.posix.dirname(file);
/** `test/components/tier` for `src/components/tier`. */
const folderOfTests = (file) => path.posix.join('test', folderOf(file).replace(/^src\//, ''));

const importers = new Map();
const addEdge = (target, importer) => importers.set(target, [...(importers.get(target) ?? []), importer]);
for (const [file, { imports }] of read)
  for (const target of imports.flatMap(targetsOf)) addEdge(target, file);
// A test tries the folder in whose place it stands, also where it imports everything.
for (const test of sources.filter((file) => TESTS.test(file)))
  for (const file of sources) if (folderOfTests(file) === folderOf(test)) addEdge(file, test);

/** What imports everything says little about what a test tries. */
const FAR = 5;
const lengthOf = (importer) => (path.posix.basename(importer) === 'index.ts' ? FAR : 1);

/** The tests that a file can reach, nearest first. */
export function nearestTests(file) {
  const distance = new Map([[file, 0]]);
  const open = [file];
  while (open.length) {
    const one = open.shift();
    for (const importer of importers.get(one) ?? []) {
      const there = distance.get(one) + lengthOf(importer);
      if (there >= (distance.get(importer) ?? Infinity)) continue;
      distance.set(importer, there);
      open.push(importer);
    }
  }
  // `wishlist-notes.test.ts` comes before its neighbours for `item-notes.ts`.
  const words = path.posix.basename(file, '.ts').split('-');
  const isNamesake = (test) => words.some((word) => path.posix.basename(test).split(/[-.]/).includes(word));
  const place = (test) => distance.get(test) - (isNamesake(test) ? 1 : 0);
  // At the same distance, tests of the same part, which need no other one to run, come first: `test/services` for `src/services`.
  const mirrored = folderOfTests(file).split('/');
  const shared = (test) => {
    const differs = mirrored.findIndex((name, at) => test.split('/')[at] !== name);
    return differs < 0 ? mirrored.length : differs;
  };
  const tests = [...distance.keys()].filter((one) => TESTS.test(one));
  return tests.sort((a, b) => place(a) - place(b) || shared(b) - shared(a) || (a < b ? -1 : 1));
}
