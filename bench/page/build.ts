import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify } from 'terser';
import { build } from 'vite';
import type { ComparedPage } from './scenarios.ts';
import type { ReadFile } from './server.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = join(import.meta.dirname, 'pages');
/** Ignored by Git, and outside of the package's dependencies. */
const CACHE = join(ROOT, '.cache/bench-page');
const PEERS = join(CACHE, 'peers');
const INSTALL_LIMIT_MS = 240_000;

/** The scripts of all pages: ours as they are published, the others bundled and minified with the same tools. */
export async function buildPages(pages: readonly ComparedPage[]): Promise<ReadFile> {
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
    built.set(`/${id}.js`, await bundle(id, packages ? PEERS : SOURCES));
  }
  return (path) => {
    if (path.includes('..')) return undefined;
    const file = path.startsWith('/peers/') && join(PEERS, path.replace('/peers', 'node_modules'));
    return file && existsSync(file) ? readFileSync(file) : built.get(path);
  };
}

/**
 * Installs the packages of the compared libraries into a folder of the benchmark.
 * @returns why that failed; `undefined` where they are installed
 */
export function installPeers(packages: readonly string[]): string | undefined {
  const list = packages.join('\n');
  const installed = join(PEERS, 'installed.txt');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === list) return undefined;
  mkdirSync(PEERS, { recursive: true });
  writeFileSync(join(PEERS, 'package.json'), '{ "private": true, "type": "module" }\n');
  const words = ['install', '--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--legacy-peer-deps'];
  try {
    execFileSync('npm', [...words, ...packages], { cwd: PEERS, stdio: 'pipe', timeout: INSTALL_LIMIT_MS });
    writeFileSync(installed, list);
    return undefined;
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    return /npm error .*/.exec(stderr?.toString() ?? '')?.[0] ?? String(error);
  }
}

async function bundle(id: string, folder: string): Promise<Buffer> {
  const entry = join(folder, `${id}.js`);
  if (folder !== SOURCES) cpSync(join(SOURCES, `${id}.js`), entry);
  const outDir = join(CACHE, 'built', id);
  rmSync(outDir, { recursive: true, force: true });
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    publicDir: false,
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
    ...(id === 'bare-lit' && { mangle: { properties: { regex: /^_\$/ } } }),
  });
  return Buffer.from(code ?? '');
}
