import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { minify } from 'terser';
import minifyTemplates from 'rollup-plugin-minify-template-literals';
import { defineConfig, runnerImport, type Plugin, type Rolldown } from 'vite';
import { compileTemplates } from './scripts/compile-templates.mjs';
import { denseStyles } from './scripts/dense-styles.mjs';
import { leanLit } from './scripts/lean-lit.mjs';
import { dropUnusedExports, internalNames, shortenNames } from './scripts/short-names.mjs';
import { REPLACEMENTS, type CompleteMessages } from './src/components/internal/texts/messages.ts';
import { hashOf } from './src/components/internal/texts/message-hash.ts';
import { MESSAGE_KEYS } from './src/components/internal/texts/message-keys.ts';
import { reservedBoxes } from './src/components/reserved-boxes.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Elements by tag name, which is the name of their file. */
const ELEMENTS = readdirSync('src/components').flatMap((name) => /^(loyalty-.*)\.ts$/.exec(name)?.[1] ?? []);
const sourcePath = (name: string): string => `${import.meta.dirname}/src/${name}.ts`;
const BALANCE = sourcePath('components/loyalty-balance');

/** Writes `loyalty.css`, the reserved boxes of elements that are not defined yet. */
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

/** Languages by tag: `de` for `src/locales/de.ts`. */
const LOCALES = readdirSync('src/locales').map((name) => name.replace(/\.ts$/, ''));

/**
 * Writes `locale-de.js` and the others: scripts that a page loads before `loyalty.js`. A page's own `messages` win, whichever comes first.
 * They import nothing, so that they do not load a second copy of `loyalty.js` under another address.
 */
function localeFiles(): Plugin {
  return {
    name: 'locale-files',
    async generateBundle() {
      for (const locale of LOCALES) {
        const { module } = await runnerImport<{ messages: CompleteMessages }>(`src/locales/${locale}.ts`);
        const messages = JSON.stringify(module.messages);
        const source = `const key=Symbol.for(${JSON.stringify(REPLACEMENTS.description)});globalThis[key]={...${messages},...globalThis[key]};\n`;
        this.emitFile({ type: 'asset', fileName: `locale-${locale}.js`, source });
      }
    },
  };
}

/** Modules that coordinate the tokens of several tabs. */
const TOKEN_MODULES = ['services/customer/tokens/acquire', 'services/customer/tokens/sign-out'].map(
  sourcePath,
);

/** Modules that only a misconfigured page imports. */
const ADVICE_MODULES = [
  'services/customer/misconfiguration',
  'services/transport/logging',
  'components/internal/page-misconfigurations',
  'components/internal/missing-element',
].map(sourcePath);

/** Ids of the given modules and of everything that they import statically. */
function withStaticImports(roots: readonly string[], context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set(roots);
  for (const id of found) {
    const module = context.getModuleInfo(id);
    if (!module) throw new Error(`vite.config.ts names ${id}, which the CDN files do not import.`);
    for (const imported of module.importedIds) found.add(imported);
  }
  return found;
}

/** Shared by elements of all kinds, and too small for a file of its own. */
const NEXT_FRAME = sourcePath('components/internal/next-frame');

/** The balance and the base class. The index of the services lists every element's resource: of these only that of the balance. */
const isPartOfElements = (id: string, context: Rolldown.ChunkingContext): boolean =>
  id === sourcePath('services/customer/resources/balances') ||
  id === NEXT_FRAME ||
  (!id.includes('/src/services/') &&
    withStaticImports([BALANCE], context).has(id) &&
    !withStaticImports([sourcePath('autoloader')], context).has(id));

/** Endpoints are requested by the elements of their section alone. */
const isEndpoints = (id: string): boolean => id.includes('/contract/endpoints/');

const isPartOfHeart = (id: string, context: Rolldown.ChunkingContext): boolean =>
  !isEndpoints(id) && withStaticImports([sourcePath('components/loyalty-wishlist-button')], context).has(id);

/** In fewer files, a page loads more of what it does not use; in more files, each has its own headers. */
const MANY = 7;
/** Source bytes: a file that several elements share, and that is smaller, costs them more in headers and names than it saves. */
const SMALLEST_SHARED_FILE = 1_500;

/** In names of files until their content is known. */
const NO_HASH = '-0000000';

/** Which module goes into which CDN file. The first group that matches takes the module. */
const cdnFiles: Rolldown.OutputOptions = {
  // Shared files are named after every element that uses them, which is longer than what some of them hold.
  chunkFileNames: ({ name }) => `${name.replace(/~.*/, '')}${NO_HASH}.js`,
  codeSplitting: {
    groups: [
      { name: (id, context) => (isPartOfElements(id, context) ? 'elements' : null) },
      // What the entry imports statically is in `loyalty.js`: the provider with the service layer, without Lit.
      { name: 'loyalty', tags: ['$initial'] },
      // What only elements with a form use, or only those with products: the others must not load it.
      { name: 'fields', test: /\/internal\/(field-styles|today)\.ts$/ },
      { name: 'pictures', test: /\/internal\/((product-)?picture|page-link)\.ts$/ },
      // Endpoints of the history and of estimates: without a file of their own they would be in that of the rewards.
      { name: 'points', test: /\/endpoints\/incentives\/points\.ts$/, minShareCount: 2 },
      // Only changes use it, whose files load later.
      { name: 'unanswered', test: /\/transport\/unanswered\.ts$/, minShareCount: 2 },
      // Only presses use them, too. Together with smaller modules they would be loaded by elements that use only those.
      { name: 'wishlist-events', test: /\/internal\/wishlist-events\.ts$/ },
      { name: 'undo-removal', test: /\/internal\/undo-removal\.ts$/ },
      // Not with the smaller modules of other elements with lists.
      { name: 'lists', test: /\/resources\/lists\.ts$/ },
      // What many elements use is in two files: what also the small ones use, of which a page has many, and the rest.
      {
        name: (id, context) => (isPartOfHeart(id, context) ? 'common' : null),
        minShareCount: MANY,
      },
      { name: (id) => (isEndpoints(id) ? null : 'content'), minShareCount: MANY },
      {
        name: 'shared',
        minShareCount: 2,
        entriesAware: true,
        entriesAwareMergeThreshold: SMALLEST_SHARED_FILE,
      },
    ],
    includeDependenciesRecursively: false,
  },
};

/** Replaces the list of message keys, which finds misspelt keys of `messages`, by one bit per key: a tenth of the bytes. */
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

const JOINED: Readonly<Record<string, readonly string[]>> = {
  '/virtual/advice.js': ADVICE_MODULES,
  '/virtual/tokens.js': TOKEN_MODULES,
};

/**
 * Puts modules that are imported together into one file, where similar code compresses well. A dynamic import of one of them becomes an
 * import of a module with the exports of all, because a file with several dynamically imported modules gets an object for each.
 */
function joinedFiles(): Plugin {
  return {
    name: 'joined-files',
    enforce: 'pre',
    async resolveId(source, importer, { kind }) {
      if (kind !== 'dynamic-import') return undefined;
      const resolved = await this.resolve(source, importer);
      const joined = Object.entries(JOINED).find(([, modules]) => resolved && modules.includes(resolved.id));
      return joined?.[0];
    },
    load: (id) => JOINED[id]?.map((path) => `export * from '${path}';`).join('\n'),
  };
}

/** A file with a name that several files would have: the bundler writes a number behind it. */
const NUMBERED = new RegExp(`([\\w-]+${NO_HASH})\\d*\\.js`, 'g');

/**
 * Numbers files with the same name in the order of their modules. The bundler's order depends on the folder of the checkout, and with it
 * the hash would.
 */
function stableNumbers(): Plugin {
  const firstModule = ({ moduleIds }: Rolldown.OutputChunk) =>
    moduleIds.map((id) => relative(import.meta.dirname, id)).sort()[0] ?? '';
  return {
    name: 'stable-numbers',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const counts = new Map<string, number>();
      const names = new Map<string, string>();
      const sorted = chunks.toSorted((one, other) => (firstModule(one) < firstModule(other) ? -1 : 1));
      for (const { fileName } of sorted) {
        const name = fileName.replace(NUMBERED, '$1');
        const count = (counts.get(name) ?? 0) + 1;
        counts.set(name, count);
        names.set(fileName, count > 1 ? name.replace(NO_HASH, count + NO_HASH) : name);
      }
      const withNumber = (text: string) => text.replace(NUMBERED, (fileName) => `${names.get(fileName)}.js`);
      for (const chunk of chunks) {
        chunk.code = withNumber(chunk.code);
        chunk.fileName = withNumber(chunk.fileName);
      }
    },
  };
}

/** Settings of the second minifier. Which of them make a file smaller after Brotli depends on the file, so each is tried. */
const MINIFIERS = [
  { hoist_funs: true },
  { hoist_funs: true, side_effects: false },
  { hoist_funs: true, evaluate: false },
  { hoist_funs: true, passes: 1 },
  { hoist_funs: true, collapse_vars: false },
  { hoist_funs: true, passes: 5 },
  { hoist_funs: true, passes: 5, evaluate: false },
  { passes: 5 },
  { hoist_funs: true, sequences: false },
  { hoist_funs: true, arrows: false },
  { hoist_funs: true, reduce_vars: false },
  { comparisons: false },
  {},
] as const;

/**
 * Chromium compiles the functions of the first file while it arrives, and not one after the other before the first request: 20 ms less
 * on a slow processor. Other browsers ignore it.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

/** A second minifier after Vite's own: 2 % fewer bytes in a script that every page of a shop loads. */
function minifyOnceMore(): Plugin {
  async function minified(
    source: string,
    names: readonly [string, string][],
    settings: (typeof MINIFIERS)[number],
  ): Promise<string> {
    const compress = {
      passes: 3,
      pure_getters: true,
      hoist_props: true,
      unsafe_arrows: true,
      unsafe_methods: true,
      keep_fargs: false,
      ...settings,
    } as const;
    const mangle = { properties: { regex: internalNames.regex } };
    // New for each call, because the minifier adds to it.
    const nameCache = {
      vars: { props: Object.fromEntries(names.map(([name, short]) => [`$${name}`, short])) },
      props: { props: { ...internalNames.letters } },
    };
    const { code } = await minify(source, { ecma: 2020, module: true, compress, mangle, nameCache });
    return code ?? source;
  }
  return {
    name: 'minify-once-more',
    async generateBundle(_options, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk');
      dropUnusedExports(files);
      const names = shortenNames(files, (code) => this.parse(code));
      for (const file of files) {
        const hint = file.name === 'loyalty' ? COMPILE_HINT : '';
        const results = await Promise.all(
          MINIFIERS.map(
            async (settings) => hint + (await minified(file.code, names.get(file.fileName)!, settings)),
          ),
        );
        // Zeros in the names of other files would take fewer bytes than a hash.
        const sized = results.map((code) => ({
          code,
          bytes: brotliCompressSync(code.replaceAll(NO_HASH, '-5e1b9d3')).length,
        }));
        file.code = sized.sort((one, other) => one.bytes - other.bytes)[0]!.code;
      }
    },
  };
}

/**
 * Writes one hash of all files into their names, so that a browser can keep them for ever. With a hash of its own, each name of another
 * file would cost four bytes after Brotli: 70 in the first file (decision 0260).
 */
function hashedNames(): Plugin {
  return {
    name: 'hashed-names',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const content = chunks.map(({ fileName, code }) => fileName + code).sort();
      const hash = createHash('sha256').update(content.join()).digest('hex').slice(0, 7);
      const withHash = (text: string) => text.replaceAll(NO_HASH, `-${hash}`);
      for (const chunk of chunks) {
        chunk.code = withHash(chunk.code);
        chunk.fileName = withHash(chunk.fileName);
      }
    },
  };
}

/** Address of the files in the README's examples. A shop replaces it with its own. */
const CDN = `https://cdn.example.com/loyalty-elements/${version}/`;

/**
 * Writes `integrity.json`, an import map with the SHA-384 of every file, and `integrity.html`, the tags of a page that uses it. The
 * browser then refuses a file that differs, also one that `loyalty.js` imports later.
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
      const scripts = [...hashes].filter(([name]) => name.endsWith('.js')).sort();
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
<link rel="modulepreload" href="${CDN}elements.js" ${attributes('elements.js')} />
<script type="module" src="${CDN}loyalty.js" ${attributes('loyalty.js')}></script>
`;
      this.emitFile({ type: 'asset', fileName: 'integrity.json', source: `${map}\n` });
      this.emitFile({ type: 'asset', fileName: 'integrity.html', source });
    },
  };
}

/**
 * `vite build` writes the npm package: one ES module per entry, without Lit, which the shop's bundler adds.
 * `vite build --mode cdn` writes the files for a script tag: Lit included, one chunk per element.
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
            leanLit(),
            compileTemplates(),
            denseStyles(),
            hashedMessages(),
            joinedFiles(),
            boxStyles(),
            localeFiles(),
            stableNumbers(),
            minifyOnceMore(),
            hashedNames(),
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
        // `elements` is an entry, because a file that is only imported dynamically would get an object with the exports of the balance.
        entry: cdn
          ? { loyalty: 'src/autoloader.ts', elements: BALANCE }
          : {
              index: 'src/index.ts',
              client: 'src/client/index.ts',
              proxy: 'src/proxy/index.ts',
              'proxy-node': 'src/proxy/node.ts',
              'proxy-main': 'src/proxy/main.ts',
              'proxy-edge': 'src/proxy/edge.ts',
              signature: 'src/proxy/signature.ts',
              ...Object.fromEntries(ELEMENTS.map((tag) => [tag, `src/components/${tag}.ts`])),
              ...Object.fromEntries(
                LOCALES.map((locale) => [`locales/${locale}`, `src/locales/${locale}.ts`]),
              ),
            },
        fileName: (_format, name) => `${name}.js`,
      },
      rolldownOptions: {
        // The npm entries must export what their sources export. The CDN entry has no importers, and `false` lets its chunks merge.
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
