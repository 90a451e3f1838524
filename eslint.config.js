import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

/** Who may import whom: docs/architecture.md has the table, these are its rows. */
const forbid = (...patterns) => ({
  'no-restricted-imports': [
    'error',
    { patterns: patterns.map(([group, message]) => ({ group: [group].flat(), message })) },
  ],
});
const NO_LIT = [['lit', 'lit/*', '@lit/*'], 'The service layer knows no DOM and no Lit.'];
const NO_HONO = [['hono', 'hono/*', '@hono/*'], 'Only the proxy and the demo are servers.'];
const NO_CRYPTO_JS = [
  ['crypto-js', 'crypto-js/*'],
  'Signing happens on servers: src/proxy/signature.ts alone.',
];
const NO_VALIBOT = [['valibot'], 'Schemas stay out of the browser: import the types of a shape only.'];
const NO_COMPONENTS = [
  ['**/components/*', '**/components/**'],
  'Data flows down: a service knows no component.',
];
const NO_DEMO = [['**/demo/**'], 'What is shipped does not know the demo.'];
const NO_PROXY = [['**/proxy/**'], 'The proxy is a server.'];
const ONLY_SERVICES_INDEX = [
  ['**/services/**', '!**/services/index.ts'],
  'Components import the service layer through services/index.ts.',
];
const NO_SIBLING = [['./loyalty-*.ts'], 'An element imports another one only if it renders it.'];

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.data/', '.cache/', 'coverage/'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strict],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/unified-signatures': 'off',
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
        { selector: "MemberExpression[property.name='innerHTML']", message: 'Text is text.' },
      ],
    },
  },
  {
    files: ['src/components/**/*.ts'],
    extends: [lit.configs['flat/recommended'], wc.configs['flat/recommended'], litA11y.configs.recommended],
    settings: { wc: { elementBaseClasses: ['LitElement'] } },
    rules: {
      'wc/guard-super-call': 'off',
      'no-restricted-globals': ['error', 'fetch'],
      ...forbid(ONLY_SERVICES_INDEX, NO_HONO, NO_CRYPTO_JS, NO_VALIBOT, NO_DEMO, NO_PROXY),
    },
  },
  {
    files: ['src/components/loyalty-*.ts'],
    rules: forbid(ONLY_SERVICES_INDEX, NO_HONO, NO_CRYPTO_JS, NO_VALIBOT, NO_DEMO, NO_PROXY, NO_SIBLING),
  },
  // The provider is the one place that hands the page's own fetch and storage to the service layer.
  { files: ['src/components/loyalty-provider.ts'], rules: { 'no-restricted-globals': 'off' } },
  {
    files: ['src/services/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        'document',
        'window',
        'console',
        'fetch',
        'localStorage',
        'sessionStorage',
      ],
      ...forbid(NO_LIT, NO_HONO, NO_CRYPTO_JS, NO_VALIBOT, NO_COMPONENTS, NO_DEMO, NO_PROXY),
    },
  },
  {
    files: ['src/services/contract/shapes/**/*.ts'],
    rules: forbid(NO_LIT, NO_HONO, NO_CRYPTO_JS, NO_COMPONENTS, NO_DEMO, NO_PROXY),
  },
  { files: ['src/proxy/**/*.ts'], rules: forbid(NO_LIT, NO_COMPONENTS, NO_DEMO) },
  { files: ['demo/**/*.ts'], rules: forbid(NO_LIT, NO_COMPONENTS) },
  {
    files: ['vite.config.ts', 'vitest*.config.ts', 'src/proxy/edge.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      // Assertions are chained properties, and some of them look like promises.
      '@typescript-eslint/no-unused-expressions': 'off',
      'no-restricted-syntax': 'off',
    },
  },
  { files: ['test/components/**/*.ts'], rules: { '@typescript-eslint/no-floating-promises': 'off' } },
);
