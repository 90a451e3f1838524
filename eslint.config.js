import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

// Who may import whom is checked by dependency-cruiser.config.mjs.
export default tseslint.config(
  {
    ignores: [
      'dist/',
      'site/dist/',
      'packs/',
      'node_modules/',
      '.data/',
      '.cache/',
      'coverage/',
      'examples/apps/',
    ],
  },
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
    },
  },
  // Only the provider passes the page's fetch and storage to the service layer.
  { files: ['src/components/provider/loyalty-provider.ts'], rules: { 'no-restricted-globals': 'off' } },
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
    },
  },
  {
    files: ['vite.config.ts', '**/vitest.config.ts', 'src/proxy/edge.ts'],
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
