// Plugin of the manifest's analyzer, which reads the text of one file at a time: this one asks the compiler what types mean.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

const EVENT_MAP = 'GlobalEventHandlersEventMap';
const FORMAT =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

/** A program of the package, with the project's compiler options. */
function compile() {
  const { config } = ts.readConfigFile('tsconfig.build.json', (name) => readFileSync(name, 'utf8'));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  return ts.createProgram(['src/index.ts'], options);
}

const LITERAL =
  ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLiteral | ts.TypeFlags.Undefined | ts.TypeFlags.Null;

/** The values instead of the name of their type, because an editor offers them. Other named types keep their name. */
function typeText(checker, type, node) {
  const print = (one) => checker.typeToString(one, node, FORMAT);
  if (!type.isUnion() || type.types.some(({ flags }) => (flags & LITERAL) === 0)) return print(type);
  const [values, absent] = [true, false].map((isValue) =>
    type.types.filter((one) => one.isLiteral() === isValue),
  );
  return [...values, ...absent].map(print).join(' | ');
}

/** What an attribute may have: without it, the property is `undefined` or `null`. */
const withoutAbsent = (text) => text.replaceAll(/ \| (undefined|null)\b/g, '');

function parametersOf(checker, signature, node) {
  return signature.getParameters().map((parameter) => {
    const { valueDeclaration: declaration } = parameter;
    // A parameter that is taken apart has no name.
    const name = ts.isIdentifier(declaration.name) ? declaration.name.text : 'options';
    const type = { text: typeText(checker, checker.getTypeOfSymbol(parameter), node) };
    const standard = declaration.initializer && { default: declaration.initializer.getText() };
    return { name, type, ...standard, ...(checker.isOptionalParameter(declaration) && { optional: true }) };
  });
}

/** Fields, attributes and methods get the types that the compiler finds. */
function resolveMembers(checker, element, node) {
  const typeOf = new Map();
  for (const member of element.members ?? []) {
    const symbol = checker.getTypeAtLocation(node).getProperty(member.name);
    if (!symbol) throw new Error(`${element.tagName}: ${member.name} of the manifest is not a member.`);
    const type = checker.getTypeOfSymbolAtLocation(symbol, node);
    if (member.kind === 'field') {
      member.type = { text: typeText(checker, type, node) };
      typeOf.set(member.name, member.type);
    } else {
      const [signature] = type.getCallSignatures();
      const parameters = parametersOf(checker, signature, node);
      if (parameters.length) member.parameters = parameters;
      member.return = { type: { text: typeText(checker, signature.getReturnType(), node) } };
    }
  }
  for (const attribute of element.attributes ?? []) {
    // An accessor is a member of another name to the analyzer, unless its attribute has the same name.
    attribute.fieldName ??= attribute.name;
    const type = typeOf.get(attribute.fieldName);
    if (!type) throw new Error(`${element.tagName}: the attribute ${attribute.name} has no property.`);
    attribute.type = { text: withoutAbsent(type.text) };
    // A field that does not know its attribute is a second property of the same name in the types for frameworks.
    const field = element.members.find(({ name }) => name === attribute.fieldName);
    field.attribute ??= attribute.name;
    attribute.description ??= field.description;
  }
}

/** Events get their class, and the type of their `detail`, by the name under which the page listens for them. */
function resolveEvents(checker, element, node) {
  const map = checker.resolveName(EVENT_MAP, node, ts.SymbolFlags.Interface, false);
  const events = checker.getDeclaredTypeOfSymbol(map);
  for (const event of element.events ?? []) {
    const symbol = events.getProperty(event.name);
    if (!symbol) throw new Error(`${element.tagName}: ${EVENT_MAP} does not have ${event.name}.`);
    const type = checker.getTypeOfSymbolAtLocation(symbol, node);
    const detail = checker.getTypeOfSymbolAtLocation(type.getProperty('detail'), node);
    const { name } = type.symbol;
    event.type = { text: name, references: [{ name, package: 'loyalty-elements' }] };
    event.detail = { text: typeText(checker, detail, node).replaceAll('readonly ', '') };
  }
}

/** Replaces guessed types by those of the compiler, and sources by the files of the package. */
export function resolvedTypes() {
  return {
    name: 'resolved-types',
    packageLinkPhase({ customElementsManifest }) {
      const program = compile();
      const checker = program.getTypeChecker();
      customElementsManifest.schemaVersion = '2.1.0';
      // A base class is not part of the package: its members are those of the elements.
      customElementsManifest.modules = customElementsManifest.modules.filter(({ declarations }) =>
        declarations.some(({ customElement, tagName }) => customElement && tagName),
      );
      for (const module of customElementsManifest.modules) {
        const source = program.getSourceFile(resolve(module.path));
        module.declarations = module.declarations.filter(({ customElement }) => customElement);
        const [element] = module.declarations;
        const node = source.statements.find(
          (one) => ts.isClassDeclaration(one) && one.name.text === element.name,
        );
        resolveMembers(checker, element, node);
        resolveEvents(checker, element, node);
        // Its base classes are not part of the package's interface.
        for (const one of [...element.members, ...(element.attributes ?? [])]) delete one.inheritedFrom;
        if (!element.superclass.package) element.superclass = { name: 'HTMLElement' };
        module.path = `dist/npm/${element.tagName}.js`;
        const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source));
        module.exports = [
          ...exported.map(({ name }) => ({ kind: 'js', name, declaration: { name, module: module.path } })),
          {
            kind: 'custom-element-definition',
            name: element.tagName,
            declaration: { name: element.name, module: module.path },
          },
        ];
      }
    },
  };
}
