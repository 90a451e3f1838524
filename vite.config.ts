import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { minify } from 'terser';
import minifyTemplates from 'rollup-plugin-minify-template-literals';
import { defineConfig, type Plugin } from 'vite';
import { leanLit } from './scripts/lean-lit.mjs';
import { hashOf } from './src/components/internal/message-hash.ts';
import { MESSAGE_KEYS } from './src/components/internal/message-keys.ts';
import { reservedBoxes } from './src/components/internal/boxes/index.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const ELEMENTS = ['provider', 'account', 'balance', 'tier', 'rewards', 'wishlist', 'wishlist-button'].map(
  (name) => `loyalty-${name}`,
);

/** Writes `loyalty.css`. */
function boxStyles(): Plugin {
  const source = `/* loyalty-elements ${version} */
${reservedBoxes()}
`;
  return {
    name: 'box-styles',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'loyalty.css', source });
    },
  };
}

/** All that a page with a balance needs is one file, `loyalty.js`: the modules below go with the entry. */
const CORE = [
  /node_modules/,
  /src\/services\/(index|transport\/(address|client|errors|formats|http|paths|query|read|tokens)|customer\/(browser|config|loyalty|profile|resource|tokens\/cache|resources\/balances)|contract\/endpoints\/(endpoint|incentives\/balances))\.ts/,
  /src\/autoloader\.ts|components\/loyalty-(provider|balance)\.ts/,
  /internal\/(account-event|context|define|error-event|flag|format|hydration|messages|resource-controller|styles|boxes\/loyalty-balance)\.ts/,
];
const cdnFiles = {
  chunkFileNames: '[name]-[hash:6].js',
  codeSplitting: {
    groups: [
      { name: 'loyalty', test: (id: string) => CORE.some((part) => part.test(id)) },
      // What a page without a token loads comes in one piece, so that it is one step.
      {
        name: 'tokens',
        test: /services\/(customer\/(tokens|session|find-profile)|contract\/endpoints\/(auth|profiles)|transport\/(attempt|identities|token-reply))/,
      },
      // Small modules that several elements share: a file of its own would cost each of them more than it holds.
      {
        name: 'shared',
        test: /internal\/(events|format-day|keep-focus|reserved-rows)\.ts|services\/(customer\/each|transport\/(pages|paging|web-address))\.ts/,
      },
    ],
    includeDependenciesRecursively: false,
  },
};

/** Type names of the catalogue are for the compiler: a page needs method, path, and the operation id that `paths` names it by. */
function bareEndpoints(): Plugin {
  return {
    name: 'bare-endpoints',
    enforce: 'pre',
    transform(code, id) {
      if (!/contract\/endpoints\/.*\.ts$/.test(id) || id.endsWith('/endpoint.ts')) return undefined;
      return {
        code: code.replace(/(endpoint\(\s*'[A-Z]+',\s*'[^']+',\s*'[^']+')[^;]*\);/g, '$1);'),
        map: null,
      };
    },
  };
}

/** All texts of the elements once more, to find misspelt keys of `messages`: one bit for each is a tenth of the bytes. */
function hashedMessages(): Plugin {
  return {
    name: 'hashed-messages',
    enforce: 'pre',
    transform(_code, id) {
      if (!id.endsWith('/internal/message-keys.ts')) return undefined;
      const bits = MESSAGE_KEYS.reduce((all, key) => all | (1n << BigInt(hashOf(key))), 0n);
      const code = `import { hashOf } from './message-hash.ts';
export const isMessageKey = (key) => !!((BigInt('0x${bits.toString(16)}') >> BigInt(hashOf(key))) & BigInt(1));`;
      return { code, map: null };
    },
  };
}

const ADVICE = '/virtual/mistakes.js';

/**
 * What a page without mistakes never loads, in one file: two lists of advice say much the same words. One module holds all of it,
 * because a file with several that are imported dynamically gets an object for each.
 */
function oneAdvice(): Plugin {
  const exported = [
    'services/customer/mistakes',
    'services/transport/logging',
    'components/internal/page-mistakes',
  ].map((name) => `export * from '${import.meta.dirname}/src/${name}.ts';`);
  return {
    name: 'one-advice',
    enforce: 'pre',
    resolveId: (source) => (source === 'virtual:mistakes' ? ADVICE : undefined),
    load: (id) => (id === ADVICE ? exported.join('\n') : undefined),
    transform(code, id) {
      if (!id.includes('/src/')) return undefined;
      const files = /import\('[./\w]*\/(page-mistakes|mistakes|logging)\.ts'\)/g;
      return { code: code.replace(files, `import('virtual:mistakes')`), map: null };
    },
  };
}

/** A second minifier after Vite's own: 2 % fewer bytes, for a script that sits on every page of a shop. */
function minifyOnceMore(): Plugin {
  return {
    name: 'minify-once-more',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const compress = {
          passes: 3,
          pure_getters: true,
          hoist_props: true,
          unsafe_arrows: true,
          unsafe_methods: true,
          keep_fargs: false,
        } as const;
        // Names that Lit's modules share among themselves, and no chunk uses.
        if (!file.isEntry && file.code.includes('_$')) this.error(`${file.fileName} holds a part of Lit.`);
        const mangle = { properties: { regex: /^_\$/ } };
        const { code } = await minify(file.code, { ecma: 2020, module: true, compress, mangle });
        file.code = code ?? file.code;
      }
    },
  };
}

/** Where the README's examples have the files; a shop puts its own address in its place. */
const CDN = `https://cdn.example.com/loyalty-elements/${version}/`;

/**
 * Writes `integrity.json`, an import map with the SHA-384 of every file, and `integrity.html`, the tags of a page that has it:
 * the browser then runs no file that differs, also none of those that `loyalty.js` imports later.
 */
function integrity(): Plugin {
  return {
    name: 'integrity',
    generateBundle(_options, bundle) {
      const hashes = new Map(
        Object.values(bundle).map((file): [string, string] => {
          const content = file.type === 'chunk' ? file.code : file.source;
          return [file.fileName, `sha384-${createHash('sha384').update(content).digest('base64')}`];
        }),
      );
      const scripts = [...hashes].filter(([name]) => name.endsWith('.js'));
      const map = JSON.stringify(
        { integrity: Object.fromEntries(scripts.map(([name, hash]) => [CDN + name, hash])) },
        null,
        2,
      );
      const attributes = (name: string) => `integrity="${hashes.get(name)}" crossorigin="anonymous"`;
      const source = `<link rel="stylesheet" href="${CDN}loyalty.css" ${attributes('loyalty.css')} />
<script type="importmap">
${map}
</script>
<script type="module" src="${CDN}loyalty.js" ${attributes('loyalty.js')}></script>
`;
      this.emitFile({ type: 'asset', fileName: 'integrity.json', source: `${map}\n` });
      this.emitFile({ type: 'asset', fileName: 'integrity.html', source });
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
      ...(cdn
        ? [
            leanLit(),
            bareEndpoints(),
            hashedMessages(),
            oneAdvice(),
            boxStyles(),
            minifyOnceMore(),
            integrity(),
          ]
        : []),
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
              client: 'src/client/index.ts',
              proxy: 'src/proxy/index.ts',
              'proxy-node': 'src/proxy/node.ts',
              'proxy-main': 'src/proxy/main.ts',
              'proxy-edge': 'src/proxy/edge.ts',
              signature: 'src/proxy/signature.ts',
              ...Object.fromEntries(ELEMENTS.map((tag) => [tag, `src/components/${tag}.ts`])),
            },
        fileName: (_format, name) => `${name}.js`,
      },
      rolldownOptions: {
        // The npm entries must export what their sources export; nobody imports from the CDN file, and `false` lets its chunks merge.
        preserveEntrySignatures: cdn ? false : 'strict',
        external: cdn
          ? []
          : [/^(lit|hono|valibot|rate-limiter-flexible|ioredis|crypto-js)(\/|$)/, /^@(lit|hono)\//, /^node:/],
        output: {
          minify: cdn,
          ...(cdn ? cdnFiles : { chunkFileNames: 'chunks/[name]-[hash].js' }),
        },
      },
    },
  };
});
