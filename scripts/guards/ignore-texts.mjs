/**
 * Stryker plugin: texts of errors and log entries are for people, so no mutant changes them. Names of headers, schemes, patterns and
 * all other strings stay subject to mutation.
 */
const TAKE_A_TEXT = new Set([
  'Refusal',
  'Problem',
  'Error',
  'TypeError',
  'SettingsError',
  'forbidden',
  'conflict',
]);
/** Calls whose first argument is a code, and the second a text. */
const TAKE_A_CODE_AND_A_TEXT = new Set(['LoyaltyError']);
/** Everything below these is a text. */
const HOLD_TEXTS = new Set(['invalid', 'log']);
/** Properties of descriptions: sentences for the operator of the proxy. */
const SENTENCES = new Set(['about', 'requirement']);

const nameOf = (node) =>
  node.type === 'CallExpression' || node.type === 'NewExpression' ? node.callee.name : undefined;

const isText = (path) =>
  path.isStringLiteral() || path.isTemplateLiteral() || path.isArrayExpression() || path.isObjectExpression();

const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'texts',
    value: {
      shouldIgnore(path) {
        if (!isText(path)) return undefined;
        const isArgument = path.listKey === 'arguments';
        const call = isArgument ? nameOf(path.parent) : undefined;
        const isLiteral = path.isStringLiteral() || path.isTemplateLiteral();
        if (isLiteral && TAKE_A_TEXT.has(call)) return 'a text for people';
        if (isLiteral && TAKE_A_CODE_AND_A_TEXT.has(call) && path.key > 0) return 'a text for people';
        if (isLiteral && path.parent.type === 'YieldExpression') return 'a text for people';
        if (isLiteral && SENTENCES.has(path.parent.key?.name)) return 'a text for people';
        if (HOLD_TEXTS.has(call)) return 'texts for people';
        return undefined;
      },
    },
  },
];

export { strykerPlugins };
