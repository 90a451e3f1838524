// Which test files stand nearest to a source file: by the number of imports between them, those of the same folder first.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
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

const importers = new Map();
for (const [file, { imports }] of read)
  for (const target of imports.flatMap(targetsOf))
    importers.set(target, [...(importers.get(target) ?? []), file]);

/** The folder of the tests of a file: `test/components/tier` for `src/components/tier/…`, or the nearest above it that exists. */
function folderOfTests(file) {
  let folder = path.posix.join('test', path.posix.dirname(file).replace(/^src\//, ''));
  while (!existsSync(folder)) folder = path.posix.dirname(folder);
  return `${folder}/`;
}

/** The tests that a file can reach, nearest first. */
export function nearestTests(file) {
  const distance = new Map([[file, 0]]);
  const queue = [file];
  for (const one of queue)
    for (const importer of importers.get(one) ?? [])
      if (!distance.has(importer)) {
        distance.set(importer, distance.get(one) + 1);
        queue.push(importer);
      }
  const folder = folderOfTests(file);
  const place = (test) => distance.get(test) - (test.startsWith(folder) ? 2 : 0);
  return queue.filter((one) => TESTS.test(one)).sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}
