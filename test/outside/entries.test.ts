import { existsSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { folder, moduleEntries, packageFolder, packageJson, run, runModule } from './consumer.ts';

const declarations = moduleEntries.map(({ types }) => path.join(packageFolder, types));
const program = ts.createProgram(declarations, {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  noEmit: true,
});

/** Names of the exported values of a declaration file, without types. */
function declaredValues(file: string): string[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file)!;
  const module = checker.getSymbolAtLocation(source)!;
  // `export type * from` a module: its classes are types here.
  const types = source.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) && statement.isTypeOnly && !statement.exportClause
      ? checker.getExportsOfModule(checker.getSymbolAtLocation(statement.moduleSpecifier!)!)
      : [],
  );
  return checker
    .getExportsOfModule(module)
    .filter((symbol) => !types.includes(symbol))
    .filter((symbol) => {
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      return (target.flags & ts.SymbolFlags.Value) !== 0 && !isTypeOnly(symbol);
    })
    .map(({ name }) => name)
    .sort();
}

/** `export type { A }` and `export type * from` export no value, even of a class. */
const isTypeOnly = (symbol: ts.Symbol): boolean =>
  (symbol.declarations ?? []).some(
    (declaration) =>
      (ts.isExportSpecifier(declaration) &&
        (declaration.isTypeOnly || declaration.parent.parent.isTypeOnly)) ||
      (ts.isNamespaceExport(declaration) && declaration.parent.isTypeOnly),
  );

const exportedValues = (specifier: string) =>
  runModule(
    'entry.mjs',
    `console.log(JSON.stringify(Object.keys(await import(${JSON.stringify(specifier)})).sort()));`,
  );

describe('entries of the installed package', () => {
  test('are not resolved from the repository', () => {
    const above: string[] = [];
    for (let parent = path.dirname(folder); !above.includes(parent); parent = path.dirname(parent))
      above.push(parent);
    expect(above.filter((parent) => existsSync(path.join(parent, 'node_modules')))).toEqual([]);
  });

  test.each(moduleEntries)(
    '$specifier exports the values that its types declare',
    async ({ specifier, types }) => {
      const declared = declaredValues(path.join(packageFolder, types));
      // These do something for the page, and export no value.
      if (!/\/(auto|first-answers)$/.test(specifier)) expect(declared).not.toEqual([]);
      expect(await exportedValues(specifier)).toEqual(declared);
    },
  );

  test('of files exist', () => {
    const files = Object.values(packageJson.exports).filter((target) => typeof target === 'string');
    const missing = files.filter((target) => !existsSync(path.join(packageFolder, target.replace('/*', ''))));
    expect(missing).toEqual([]);
  });

  test('with elements print nothing in Node and do not keep the process running', async () => {
    const args = ['--input-type=module', '--eval', `await import('loyalty-elements');`];
    expect(await run(process.execPath, args)).toEqual({ code: 0, stderr: '', stdout: '' });
  });
});
