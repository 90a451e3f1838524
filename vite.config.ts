import minifyTemplates from 'rollup-plugin-minify-template-literals';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import { ENTRIES, GROUPS } from './scripts/cdn-groups.ts';
import {
  boxStyles,
  elementFiles,
  firstAnswers,
  inlineRuntime,
  integrity,
  localeFiles,
  LOCALES,
  tenantModule,
} from './scripts/cdn-files.ts';
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

/** Makes the files of a page about one percent smaller, before the bundler names them by their content and minifies them. */
const compress = (): Plugin => ({
  name: 'compress',
  renderChunk: async (code) =>
    (await minify(code, { module: true, compress: { passes: 3, ecma: 2020, inline: 1, join_vars: false } }))
      .code,
});

/** A page preloads `elements.js` by its name. */
const cdnName = ({ name }: { readonly name: string }): string =>
  name === 'elements' ? 'elements.js' : `${name}-[hash].js`;

/**
 * `vite build` writes the npm package: one ES module per entry, without Lit, which the shop's bundler adds.
 * `vite build --mode cdn` writes the files for a script tag: Lit included, files by subject (`cdn-groups.ts`).
 */
export default defineConfig(({ mode }) => {
  const cdn = mode === 'cdn';
  return {
    define: { 'process.env.NODE_ENV': '"production"' },
    publicDir: false,
    plugins: [
      // Without `keepClosingSlash`, shapes inside an svg template would become children of each other.
      { ...minifyTemplates({ options: { minifyOptions: { keepClosingSlash: true } } }), enforce: 'pre' },
      ...(cdn
        ? [
            trustedTypesPolicy(),
            inlineRuntime(),
            compress(),
            elementFiles(),
            boxStyles(),
            localeFiles(),
            tenantModule(),
            firstAnswers(),
            integrity(),
          ]
        : []),
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
              'first-answers': 'src/first-answers.ts',
              errors: 'src/errors.ts',
              testing: 'src/testing/index.ts',
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
              /^(lit|lean-qr|etiket|hono|valibot|rate-limiter-flexible|ioredis|prom-client|crypto-js|parse5|jose)(\/|$)/,
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
