import { readFileSync } from 'node:fs';
import { minify } from 'terser';
import minifyTemplates from 'rollup-plugin-minify-template-literals';
import { defineConfig, type Plugin } from 'vite';
import { boxes } from './src/components/internal/boxes/index.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const ELEMENTS = Object.keys(boxes);

/** The boxes of elements that are not defined yet: a page that links this file does not move when the script arrives. */
function reservedBoxes(): Plugin {
  const rules = Object.entries(boxes).flatMap(([tag, variants]) =>
    Object.entries(variants).map(
      ([attribute, rule]) => `${tag}${attribute}:not(:defined){${rule.replace(/\s+/g, ' ')}}`,
    ),
  );
  return {
    name: 'reserved-boxes',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'loyalty.css',
        source: `/* loyalty-elements ${version} */\n${rules.join('\n')}\n`,
      });
    },
  };
}

/** A second minifier after Vite's own: 2 % fewer bytes, for a script that sits on every page of a shop. */
function minifyOnceMore(): Plugin {
  return {
    name: 'minify-once-more',
    async renderChunk(code) {
      const options = {
        ecma: 2020,
        module: true,
        compress: { passes: 3, pure_getters: true, hoist_props: true },
      } as const;
      return { code: (await minify(code, options)).code ?? code, map: null };
    },
  };
}

/**
 * `vite build` makes the npm package: one ES module per entry, Lit left to the shop's bundler.
 * `vite build --mode cdn` makes the files for a script tag: everything inside, one chunk per element.
 */
export default defineConfig(({ mode }) => {
  const cdn = mode === 'cdn';
  return {
    define: { 'process.env.NODE_ENV': '"production"' },
    publicDir: false,
    plugins: [
      // Without `keepClosingSlash` shapes inside an svg template would nest.
      { ...minifyTemplates({ options: { minifyOptions: { keepClosingSlash: true } } }), enforce: 'pre' },
      ...(cdn ? [reservedBoxes(), minifyOnceMore()] : []),
    ],
    resolve: { conditions: ['production', 'browser', 'module', 'import'] },
    build: {
      target: 'es2022',
      outDir: cdn ? 'dist/cdn' : 'dist/npm',
      sourcemap: !cdn,
      minify: cdn,
      lib: {
        formats: ['es'],
        entry: cdn
          ? { loyalty: 'src/autoloader.ts' }
          : {
              index: 'src/index.ts',
              signature: 'src/proxy/signature.ts',
              ...Object.fromEntries(ELEMENTS.map((tag) => [tag, `src/components/${tag}.ts`])),
            },
        fileName: (_format, name) => `${name}.js`,
      },
      rolldownOptions: {
        // Shared modules may live in the entry file: a page that shows a balance loads one file.
        preserveEntrySignatures: false,
        external: cdn ? [] : [/^lit(\/|$)/, /^@lit\//, /^crypto-js\//],
        output: {
          minify: cdn,
          chunkFileNames: cdn ? '[name]-[hash].js' : 'chunks/[name]-[hash].js',
        },
      },
    },
  };
});
