// Writes dist/types: the declarations of what package.json exports. The compiler alone would write every record of the interface out at
// each place that has it, nested ones included, because it knows the types of the contract as inferences from schemas: a megabyte, and an
// editor that shows pages of fields. Here each record, body and reply is written once, and the others refer to it by name.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const OUTPUT = path.resolve('dist/types');
const CONTRACT = path.resolve('src/services/contract');
/** `export type Order = Reading<typeof orderShape>`, and the like. */
const INFERENCES = new Set(['Reading', 'Adding', 'Editing', 'v.InferInput', 'v.InferOutput']);
/** Shorter ones are as plain as a name. */
const MIN_LENGTH = 30;

const { fileNames, options, errors } = ts.parseJsonConfigFileContent(
  ts.readConfigFile('tsconfig.build.json', (file) => ts.sys.readFile(file)).config,
  ts.sys,
  '.',
);
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();
const printer = ts.createPrinter({ removeComments: true });

const isInferred = (statement) =>
  ts.isTypeAliasDeclaration(statement) &&
  !statement.typeParameters &&
  ts.isTypeReferenceNode(statement.type) &&
  INFERENCES.has(statement.type.typeName.getText());
const contractFiles = program
  .getSourceFiles()
  .filter(({ fileName }) => path.resolve(fileName).startsWith(CONTRACT));
const inferred = contractFiles.flatMap((file) =>
  file.statements
    .filter(isInferred)
    .map((statement) => ({ file: file.fileName, name: statement.name.text, statement })),
);

const texts = new WeakMap();
/** The type as text, the same for two types that differ in the order of fields alone. */
function sourceText(node, file) {
  const known = texts.get(node);
  if (known !== undefined) return known;
  const of = (child) => sourceText(child, file);
  let text;
  if (ts.isParenthesizedTypeNode(node)) text = of(node.type);
  else if (ts.isTypeLiteralNode(node)) text = `{${node.members.map(of).sort().join(';')}}`;
  else if (ts.isPropertySignature(node))
    text = `${node.modifiers ? 'readonly ' : ''}${of(node.name)}${node.questionToken ? '?' : ''}:${of(node.type)}`;
  else if (ts.isUnionTypeNode(node)) text = node.types.map(of).sort().join('|');
  else if (ts.isIntersectionTypeNode(node)) text = node.types.map(of).sort().join('&');
  else if (ts.isArrayTypeNode(node)) text = `(${of(node.elementType)})[]`;
  else text = printer.printNode(ts.EmitHint.Unspecified, node, file).replace(/\s+/g, ' ');
  texts.set(node, text);
  return text;
}

const { InTypeAlias, MultilineObjectLiterals, NoTruncation, UseStructuralFallback } = ts.NodeBuilderFlags;
const FLAGS = InTypeAlias | MultilineObjectLiterals | NoTruncation | UseStructuralFallback;
const nameByText = new Map();
/** By the statement's place: files may use the same name. */
const typeByPlace = new Map();
const placeOf = (file, name) => `${file} ${name}`;
for (const { file, name, statement } of inferred) {
  const node = checker.typeToTypeNode(checker.getTypeAtLocation(statement.name), statement, FLAGS);
  typeByPlace.set(placeOf(file, name), node);
  const text = sourceText(node, statement.getSourceFile());
  if (text.length >= MIN_LENGTH && !nameByText.has(text)) nameByText.set(text, { file, name });
}

/** Writes inferred types out once, and refers to them elsewhere. */
const refer = (context) => (file) => {
  const { factory } = context;
  const folder = path.dirname(file.fileName);
  const reference = ({ file: home, name }) => {
    if (home === file.fileName) return factory.createTypeReferenceNode(name);
    const relative = path.relative(folder, home).split(path.sep).join('/');
    const specifier = factory.createStringLiteral(relative.startsWith('.') ? relative : `./${relative}`);
    return factory.createImportTypeNode(
      factory.createLiteralTypeNode(specifier),
      undefined,
      factory.createIdentifier(name),
    );
  };
  const visit = (node) => {
    const known = ts.isTypeNode(node) && nameByText.get(sourceText(node, file));
    return known ? reference(known) : ts.visitEachChild(node, visit, context);
  };
  const statement = (node) => {
    const type = ts.isTypeAliasDeclaration(node) && typeByPlace.get(placeOf(file.fileName, node.name.text));
    if (!type) return visit(node);
    const known = nameByText.get(sourceText(type, file));
    const written =
      known && known.name !== node.name.text ? reference(known) : ts.visitEachChild(type, visit, context);
    return factory.updateTypeAliasDeclaration(node, node.modifiers, node.name, node.typeParameters, written);
  };
  return ts.isSourceFile(file) ? ts.visitEachChild(file, statement, context) : file;
};

const written = new Map();
const emitted = program.emit(
  undefined,
  (file, text) => written.set(path.resolve(file), text),
  undefined,
  true,
  {
    afterDeclarations: [refer],
  },
);
const faults = [...errors, ...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics];
if (faults.length) {
  const host = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => process.cwd(),
    getNewLine: () => '\n',
  };
  process.stderr.write(ts.formatDiagnostics(faults, host));
  process.exit(1);
}

/** The files that a declaration refers to, without packages. */
function linked(source) {
  const specifiers = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
      specifiers.push(node.moduleSpecifier?.text);
    if (ts.isImportTypeNode(node)) specifiers.push(node.argument.literal.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return specifiers
    .filter((specifier) => specifier?.startsWith('.'))
    .map((specifier) => path.resolve(path.dirname(source.fileName), specifier).replace(/\.ts$/, '.d.ts'));
}

/** Declarations that the entries of the package reach. */
function reached(sources) {
  const byFile = new Map(sources.map((source) => [source.fileName, source]));
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const entries = Object.values(exports).flatMap(({ types }) =>
    types?.startsWith('./dist/types') ? [types] : [],
  );
  const patterns = entries.map((entry) => new RegExp(`^${path.resolve(entry).replaceAll('*', '[^/]*')}$`));
  const found = new Set([...byFile.keys()].filter((file) => patterns.some((pattern) => pattern.test(file))));
  for (const file of found) {
    const source = byFile.get(file);
    if (!source) throw new Error(`${file} is missing from the declarations.`);
    for (const next of linked(source)) found.add(next);
  }
  return [...found].map((file) => byFile.get(file));
}

/** Names that declarations take from each other. */
function referred(files) {
  const names = new Set();
  const visit = (node) => {
    if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node))
      names.add((node.propertyName ?? node.name).text);
    if (ts.isTypeQueryNode(node)) names.add((node.exprName.right ?? node.exprName).text);
    if (ts.isImportTypeNode(node) && node.qualifier) names.add((node.qualifier.right ?? node.qualifier).text);
    if (ts.isComputedPropertyName(node)) names.add(node.expression.getText());
    ts.forEachChild(node, visit);
  };
  files.forEach(visit);
  return names;
}

/** Leaves out the schemas of the contract, which only the build reads, and imports for them. */
function withoutSchemas(sources) {
  const names = referred(sources);
  let changed = false;
  const rest = sources.map((source) => {
    if (
      !source.fileName.startsWith(path.join(OUTPUT, 'services/contract')) ||
      source.fileName.includes('/endpoints/')
    )
      return source;
    const kept = source.statements.filter((statement) => {
      if (ts.isVariableStatement(statement))
        return statement.declarationList.declarations.some(({ name }) => names.has(name.text));
      if (!ts.isImportDeclaration(statement) || !statement.importClause) return true;
      const own = source.text.slice(0, statement.pos) + source.text.slice(statement.end);
      const { name, namedBindings } = statement.importClause;
      const bound = [name, namedBindings?.name, ...(namedBindings?.elements ?? []).map((one) => one.name)];
      return bound.some((one) => one && new RegExp(`\\b${one.text}\\b`).test(own));
    });
    if (kept.length === source.statements.length) return source;
    changed = true;
    return parse(source.fileName, kept.map((statement) => statement.getFullText().trim()).join('\n') + '\n');
  });
  return changed ? withoutSchemas(rest) : rest;
}
const parse = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

const sources = withoutSchemas([...written].map(([file, text]) => parse(file, text)));
rmSync(OUTPUT, { recursive: true, force: true });
for (const { fileName, text } of reached(sources)) {
  mkdirSync(path.dirname(fileName), { recursive: true });
  writeFileSync(fileName, text);
}
