import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { minify } from 'terser';
import { build } from 'vite';
import { bareElementsOf, type Pair } from './pairs.ts';
import type { ComparedPage } from './scenarios.ts';
import type { ReadFile } from './server.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = join(import.meta.dirname, 'pages');
/** Ignored by Git, and outside of the package's dependencies. */
export const CACHE = join(ROOT, '.cache/bench-page');
export const PEERS = join(CACHE, 'peers');

/** The scripts of all pages: ours as they are published, the others bundled and minified with the same tools. */
export async function buildPages(
  pages: readonly ComparedPage[],
  pairs: readonly Pair[] = [],
): Promise<ReadFile> {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build-when-stale.mjs')], { stdio: 'inherit' });
  // Read now: a build during the measurement would remove them.
  const built = new Map<string, Buffer>(
    readdirSync(join(ROOT, 'dist/cdn')).map((name) => [
      `/cdn/${name}`,
      readFileSync(join(ROOT, 'dist/cdn', name)),
    ]),
  );
  for (const { id, packages } of pages) {
    if (!existsSync(join(SOURCES, `${id}.js`))) continue;
    if (packages) cpSync(join(SOURCES, `${id}.js`), join(PEERS, `${id}.js`));
    built.set(`/${id}.js`, await bundle(id, join(packages ? PEERS : SOURCES, `${id}.js`)));
  }
  for (const pair of pairs) {
    const entry = join(CACHE, `${pair.bare.id}.js`);
    const elements = bareElementsOf(pair).map((name) => `import '${SOURCES}/bare/${name}.js';\n`);
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(entry, elements.join(''));
    built.set(`/${pair.bare.id}.js`, await bundle(pair.bare.id, entry));
  }
  return (path) => {
    if (path.includes('..')) return undefined;
    const file = path.startsWith('/peers/') && join(PEERS, path.replace('/peers', 'node_modules'));
    return file && existsSync(file) ? readFileSync(file) : built.get(path);
  };
}

async function bundle(id: string, entry: string): Promise<Buffer> {
  const outDir = join(CACHE, 'built', id);
  rmSync(outDir, { recursive: true, force: true });
  await build({
    configFile: false,
    root: dirname(entry),
    logLevel: 'error',
    publicDir: false,
    // Our package.json names the files with side effects, of which these are none: they would be left out.
    plugins: [{ name: 'keep-bare-elements', transform: (code) => ({ code, moduleSideEffects: true }) }],
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { conditions: ['production', 'browser', 'module', 'import'] },
    build: {
      target: 'es2022',
      outDir,
      minify: true,
      lib: { formats: ['es'], entry, fileName: () => `${id}.js` },
      rolldownOptions: { output: { minify: true } },
    },
  });
  // As `minifyOnceMore` in vite.config.ts.
  const { code } = await minify(readFileSync(join(outDir, `${id}.js`), 'utf8'), {
    ecma: 2020,
    module: true,
    compress: { passes: 3, unsafe_arrows: true, unsafe_methods: true, keep_fargs: false },
    ...(id.startsWith('bare-lit') && { mangle: { properties: { regex: /^_\$/ } } }),
  });
  return Buffer.from(code ?? '');
}
