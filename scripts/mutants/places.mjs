// The places of a source file that can be broken by one small change, and the change. Texts for people, types and styles have none.
import ts from 'typescript';

const { SyntaxKind: Kind } = ts;

const TURNED = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '===': '!==', '!==': '===' };
const BOUNDARY = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const SWAPPED = { '&&': '||', '||': '&&', '+': '-', '-': '+' };

const isText = (node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) &&
    node.operatorToken.kind === Kind.PlusToken &&
    (isText(node.left) || isText(node.right)));

/** Whether a statement does nothing but leave: `return`, `throw`, `continue` or `break`, with or without a block. */
function leaves(statement) {
  const only =
    ts.isBlock(statement) && statement.statements.length === 1 ? statement.statements[0] : statement;
  return (
    ts.isReturnStatement(only) ||
    ts.isThrowStatement(only) ||
    ts.isContinueStatement(only) ||
    ts.isBreakStatement(only)
  );
}

const COMPARED = new Set(['includes', 'has', 'startsWith', 'endsWith']);

/** Whether code decides by this text: it is compared, or is the label of a case. */
function isLogic(node) {
  const { parent } = node;
  if (ts.isCaseClause(parent)) return true;
  if (ts.isBinaryExpression(parent))
    return parent.operatorToken.getText() in TURNED && !ts.isTypeOfExpression(parent.left);
  return (
    ts.isCallExpression(parent) &&
    ts.isPropertyAccessExpression(parent.expression) &&
    COMPARED.has(parent.expression.name.text)
  );
}

/** Whether a number is a boundary: it is compared, calculated with, passed, or named as a constant. */
const isBoundary = ({ parent }) =>
  ts.isBinaryExpression(parent) || ts.isCallExpression(parent) || ts.isVariableDeclaration(parent);

const calls = ({ expression }) => {
  const call =
    ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) ? expression.expression : expression;
  return ts.isCallExpression(call) && call.expression.kind !== Kind.SuperKeyword;
};

/** Changes of one node: what they are called, what is replaced, and by what. */
function* changesOf(node) {
  const replace = (operator, target, text) => ({
    operator,
    start: target.getStart(),
    end: target.getEnd(),
    text,
  });
  if (ts.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node;
    const sign = operatorToken.getText();
    if (sign in TURNED) yield replace('comparison turned', operatorToken, TURNED[sign]);
    if (sign in BOUNDARY) yield replace('boundary', operatorToken, BOUNDARY[sign]);
    if (sign in SWAPPED && !isText(node)) yield replace('operator swapped', operatorToken, SWAPPED[sign]);
    if (sign === '??')
      yield { operator: 'default removed', start: left.getEnd(), end: right.getEnd(), text: '' };
  }
  if (ts.isIfStatement(node)) {
    yield replace('condition negated', node.expression, `!(${node.expression.getText()})`);
    if (!node.elseStatement && leaves(node.thenStatement)) yield replace('early return removed', node, ';');
  }
  if (ts.isConditionalExpression(node))
    yield replace('condition negated', node.condition, `!(${node.condition.getText()})`);
  if (ts.isExpressionStatement(node) && calls(node)) yield replace('call removed', node, ';');
  if (node.kind === Kind.TrueKeyword) yield replace('boolean', node, 'false');
  if (node.kind === Kind.FalseKeyword) yield replace('boolean', node, 'true');
  if (ts.isStringLiteral(node) && isLogic(node)) yield replace('text compared', node, `'mutant'`);
  if (ts.isNumericLiteral(node) && isBoundary(node)) yield replace('number', node, `(${node.getText()} + 1)`);
}

const isSkipped = (node) =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node);

const fold = (text) => text.replace(/\s+/g, ' ').trim();

/** Every mutant of a file: its place, the line it stands in, and the change as text. */
export function mutantsOf(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const lines = source.split('\n');
  const found = [];
  const visit = (node) => {
    if (isSkipped(node)) return;
    for (const { operator, start, end, text } of changesOf(node)) {
      const line = tree.getLineAndCharacterOfPosition(start).line + 1;
      const within = fold(lines[line - 1]);
      found.push({ file, line, within, operator, code: fold(source.slice(start, end)), text, start, end });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
