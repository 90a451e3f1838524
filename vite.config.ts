import minifyTemplates from 'rollup-plugin-minify-template-literals';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { boxStyles, integrity, localeFiles, LOCALES, tenantModule } from './scripts/cdn-files.ts';
import { CATALOGUE } from './src/components/catalogue.ts';

/** Gives Lit's Trusted Types policy our name: a page may allow each name once, and may contain another Lit. */
function trustedTypesPolicy(): Plugin {
  return {
    name: 'trusted-types-policy',
    transform(code, id) {
      if (!/\/lit-html\/lit-html\.js$/.test(id)) return undefined;
      const renamed = code.replace('createPolicy("lit-html"', 'createPolicy("loyalty-elements"');
      if (renamed === code)
        this.error('Lit creates its Trusted Types policy in another way: see vite.config.ts.');
      return { code: renamed, map: null };
    },
  };
}

const ENTRIES = { loyalty: 'src/autoloader.ts', elements: 'src/components/balance/loyalty-balance.ts' };

/** Whether an entry needs the module before it runs. The index of the services lists every resource: that of the balance counts. */
function isImportedBy(entry: string, id: string, context: Rolldown.ChunkingContext): boolean {
  const found = new Set([`${import.meta.dirname}/${entry}`]);
  for (const one of found)
    for (const imported of context.getModuleInfo(one)?.importedIds ?? [])
      if (entry === ENTRIES.loyalty || !imported.includes('/src/services/')) found.add(imported);
  return found.has(id) || (entry === ENTRIES.elements && id.endsWith('/resources/balances.ts'));
}

/** Which modules share a file. The first group that matches takes the module; the others get a file for each dynamic import. */
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  // The balance with Lit and what every element uses, and none of what the first entry has already.
  {
    name: (id, context) =>
      isImportedBy(ENTRIES.elements, id, context) && !isImportedBy(ENTRIES.loyalty, id, context)
        ? 'elements'
        : null,
  },
  // The provider and the service layer, without Lit, so that requests start while Lit loads.
  { name: 'loyalty', tags: ['$initial'] },
  // In fewer files, a page loads more of what it does not use; in more files, each has its own headers.
  { name: 'content', test: /\/src\/(?!services\/contract\/)/, minShareCount: 12 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 600 },
];

/** A page preloads `elements.js` by its name. Shared files are named after every element that uses them. */
const cdnName = ({ name }: { readonly name: string }): string =>
  name === 'elements' ? 'elements.js' : `${name.replace(/~.*/, '')}-[hash].js`;

/**
 * `vite build` writes the npm package: one ES module per entry, without Lit, which the shop's bundler adds.
 * `vite build --mode cdn` writes the files for a script tag: Lit included, one file per element and what elements share.
 */
export default defineConfig(({ mode }) => {
  const cdn = mode === 'cdn';
  return {
    define: { 'process.env.NODE_ENV': '"production"' },
    publicDir: false,
    plugins: [
      // Without `keepClosingSlash`, shapes inside an svg template would become children of each other.
      { ...minifyTemplates({ options: { minifyOptions: { keepClosingSlash: true } } }), enforce: 'pre' },
      ...(cdn ? [trustedTypesPolicy(), boxStyles(), localeFiles(), tenantModule(), integrity()] : []),
    ],
    resolve: { conditions: ['production', 'browser', 'module', 'import'] },
    build: {
      target: 'es2022',
      outDir: cdn ? 'dist/cdn' : 'dist/npm',
      minify: cdn,
      lib: {
        formats: ['es'],
        entry: cdn
          ? ENTRIES
          : {
              index: 'src/index.ts',
              auto: 'src/auto.ts',
              context: 'src/context.ts',
              errors: 'src/errors.ts',
              messages: 'src/messages.ts',
              client: 'src/client/index.ts',
              tenant: 'src/services/transport/tenant/tenant-file.ts',
              proxy: 'src/proxy/index.ts',
              'proxy-node': 'src/proxy/node.ts',
              'proxy-main': 'src/proxy/main.ts',
              'proxy-edge': 'src/proxy/edge.ts',
              'doctor-main': 'src/doctor/main.ts',
              signature: 'src/proxy/signature.ts',
              ...Object.fromEntries(
                [{ name: 'provider' }, ...CATALOGUE].map(({ name }) => [
                  `loyalty-${name}`,
                  `src/components/${name}/loyalty-${name}.ts`,
                ]),
              ),
              ...Object.fromEntries(
                LOCALES.map((locale) => [`locales/${locale}`, `src/locales/${locale}.ts`]),
              ),
            },
        fileName: (_format, name) => `${name}.js`,
      },
      rolldownOptions: {
        // A page imports `loadElements` from `loyalty.js`; what other files import of it is exported beside it.
        preserveEntrySignatures: cdn ? 'allow-extension' : 'strict',
        external: cdn
          ? []
          : [
              /^(lit|hono|valibot|rate-limiter-flexible|ioredis|prom-client|crypto-js|parse5|jose)(\/|$)/,
              /^@(lit|hono)\//,
              /^node:/,
            ],
        output: {
          // The modules of the package keep their names, for errors and debuggers; what explains them is in the declarations.
          minify: cdn || { compress: false, mangle: false, codegen: { removeWhitespace: true } },
          // Bundlers of shops read annotations; a browser only loads them.
          comments: { annotation: !cdn, jsdoc: false },
          hashCharacters: 'hex',
          chunkFileNames: cdn ? cdnName : 'chunks/[name]-[hash].js',
          ...(cdn ? { codeSplitting: { groups: GROUPS, includeDependenciesRecursively: false } } : {}),
        },
      },
    },
  };
});
