// The types that each entry of package.json exports, as lines such as `client ClientSettings.baseUrl: string`, read from the declarations
// that the build writes. They are committed (test/build/types.txt) and compared with those of the last published version.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const DIST = path.resolve('dist');
const printer = ts.createPrinter({ removeComments: true });
/** Without the files of `import("./file.ts").Name`: a declaration that moves stays the same for its readers. */
const sourceText = (node) =>
  printer
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replace(/\s+/g, ' ')
    .replace(/import\("[^"]*"\)\./g, '');
/** A longer union or list has a line for each of its types, so that a difference can be read. */
const LONG = 400;
/** The types of a union or list, also of one in brackets. */
function typesIn(node) {
  if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) return typesIn(node.type);
  if (ts.isArrayTypeNode(node)) return typesIn(node.elementType);
  return ts.isUnionTypeNode(node) ? node.types : ts.isTupleTypeNode(node) ? node.elements : undefined;
}

/** Names of entries with their declarations, one for each file of a pattern: `client`, `proxy/node`, `loyalty-tier.js`. */
export function entryFiles() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const files = readdirSync('dist', { recursive: true }).map((file) => `./dist/${file}`);
  return Object.entries(exports).flatMap(([name, { types }]) => {
    if (!types) return [];
    const entry = name === '.' ? 'index' : name.slice(2);
    const [first, ...rest] = types.split('*');
    const pattern = new RegExp(
      `^${first}${rest.map((one, index) => (index ? `\\1${one}` : `(.*)${one}`)).join('')}$`,
    );
    return files.flatMap((file) => {
      const [, part = ''] = pattern.exec(file) ?? [];
      return pattern.test(file) ? [[entry.replace('*', part), path.resolve(file)]] : [];
    });
  });
}

/** Lines of all entries, sorted. */
export function publicTypes() {
  const entries = entryFiles();
  const program = ts.createProgram(
    entries.map(([, file]) => file),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ESNext, skipLibCheck: true, types: ['node'] },
  );
  const checker = program.getTypeChecker();
  /** Types by the name of their line; a function with overloads has several. */
  const lines = new Map();
  const add = (name, type = '') => lines.set(name, (lines.get(name) ?? new Set()).add(type));
  /** Declared symbols with the name under which the first entry has them. */
  const labels = new Map();
  const waiting = [];

  const resolve = (symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const isOwn = (symbol) =>
    symbol.declarations?.some((one) => one.getSourceFile().fileName.startsWith(`${DIST}/`));

  function label(symbol, name) {
    if (!labels.has(symbol)) {
      const taken = [...labels.values()];
      let own = name;
      for (let number = 2; taken.includes(own); number++) own = `${name} (${number})`;
      labels.set(symbol, own);
      waiting.push(symbol);
    }
    return labels.get(symbol);
  }

  /** Adds what a type refers to: it is a part of what the entry promises, exported or not. */
  function follow(node) {
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node);
      const target = symbol && resolve(symbol);
      const { Class, Interface, TypeAlias, Enum, Variable, Function } = ts.SymbolFlags;
      const named = Class | Interface | TypeAlias | Enum | Variable | Function;
      if (target && target.flags & named && isOwn(target) && target.declarations.some(isTopLevel))
        label(target, `(not exported) ${target.name}`);
    }
    ts.forEachChild(node, follow);
  }
  const isTopLevel = (node) => ts.isSourceFile(node.parent) || ts.isVariableDeclarationList(node.parent);

  function write(name, node, mark = '') {
    if (!node) return add(name, `${mark}any`);
    if (ts.isTypeLiteralNode(node)) return node.members.forEach((one) => writeMember(name, one));
    if (ts.isIntersectionTypeNode(node) && node.types.some(ts.isTypeLiteralNode))
      return node.types.forEach((one) => write(name, one, mark));
    follow(node);
    const text = sourceText(node);
    const types = text.length > LONG && typesIn(node);
    // A colon and a space end the name of a line.
    for (const one of types || []) add(`${name} includes ${sourceText(one).replaceAll(': ', ':')}`);
    if (!types) add(name, `${mark}${text}`);
  }

  const HIDDEN = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  function writeMember(owner, member) {
    if (ts.getCombinedModifierFlags(member) & HIDDEN || (member.name && ts.isPrivateIdentifier(member.name)))
      return;
    const optional = member.questionToken ? '?' : '';
    const name = `${owner}.${member.name ? sourceText(member.name) : ''}${optional}`;
    const flags = ts.getCombinedModifierFlags(member);
    const mark = flags & ts.ModifierFlags.Readonly ? 'readonly ' : '';
    if (ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) write(name, member.type, mark);
    else writeSignature(member.name ? name : `${owner}.(${ts.SyntaxKind[member.kind]})`, member);
  }

  /** A function, method, accessor, constructor or index. Overloads are one line each. */
  function writeSignature(name, node) {
    follow(node);
    const text = sourceText(node).replace(/^(export )?(declare )?(static |function |get |set )*/, '');
    add(name, text.replace(/;$/, ''));
  }

  function writeDeclaration(name, node) {
    const generic = node.typeParameters ? `<${node.typeParameters.map(sourceText).join(', ')}>` : '';
    node.typeParameters?.forEach(follow);
    if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
      const heritage = (node.heritageClauses ?? []).map(sourceText).join(' ');
      node.heritageClauses?.forEach(follow);
      add(`${name}${generic} ${ts.isClassDeclaration(node) ? 'class' : 'interface'}`, heritage);
      node.members.forEach((one) => writeMember(name, one));
    } else if (ts.isTypeAliasDeclaration(node)) write(`${name}${generic}`, node.type);
    else if (ts.isVariableDeclaration(node)) write(name, node.type);
    else if (ts.isEnumDeclaration(node)) node.members.forEach((one) => add(`${name}.${sourceText(one)}`));
    else writeSignature(name, node);
  }

  function writeExports(entry, module, prefix = '') {
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = resolve(exported);
      const name = `${prefix}${exported.name}`;
      if (symbol.flags & ts.SymbolFlags.ValueModule) writeExports(entry, symbol, `${name}.`);
      // A namespace that is exported as types has the schemas of the contract, too, which cannot be used.
      else if (prefix && !(symbol.flags & ts.SymbolFlags.Type)) continue;
      else if (isOwn(symbol)) {
        const known = label(symbol, `${entry} ${name}`);
        if (known !== `${entry} ${name}`) add(`${entry} ${name} is ${known}`);
      } else add(`${entry} ${name} of ${path.basename(symbol.declarations[0].getSourceFile().fileName)}`);
    }
  }

  for (const [entry, file] of entries) {
    const source = program.getSourceFile(file);
    const module = checker.getSymbolAtLocation(source);
    if (module) writeExports(entry, module);
    for (const statement of source.statements)
      if (ts.isModuleDeclaration(statement)) {
        follow(statement);
        add(`${entry} ${sourceText(statement)}`);
      }
  }
  for (const symbol of waiting)
    for (const declaration of symbol.declarations)
      if (declaration.getSourceFile().fileName.startsWith(`${DIST}/`))
        writeDeclaration(labels.get(symbol), declaration);
  return [...lines].map(([name, types]) => [name, [...types].join(' & ')].filter(Boolean).join(': ')).sort();
}
