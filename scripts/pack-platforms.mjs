// `npm run pack:platforms`: makes the packs of shop platforms in `packs/`, each as a folder and as a zip file: the files of `platforms/` with
// the built CDN files inside, so that a shop needs no other host for them.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { zipSync } from 'fflate';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const LICENSES = ['LICENSE', 'dist/THIRD-PARTY-LICENSES.txt'];
/**
 * Each pack: its folder in `platforms/`, where in it the CDN files are placed, and the licences that it gets. An extension of Shopify has no
 * place for them.
 */
const PACKS = [
  { name: 'shopify', source: 'shopify/extension', cdnFolder: 'assets', licenses: [] },
  {
    name: 'loyalty-elements',
    source: 'wordpress/loyalty-elements',
    cdnFolder: `assets/${version}`,
    licenses: LICENSES,
  },
];
/** What a page loads. `integrity.*` are for pages that link the files by address. */
const SHIPPED_TYPE = /\.(?:js|css)$/;

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Makes the packs in this folder, and returns the folder of each by its name. */
export function packPlatforms(target = join(ROOT, 'packs')) {
  return Object.fromEntries(
    PACKS.map(({ name, source, cdnFolder, licenses }) => {
      const folder = join(target, name);
      rmSync(folder, { recursive: true, force: true });
      cpSync(join(ROOT, 'platforms', source), folder, { recursive: true });
      mkdirSync(join(folder, cdnFolder), { recursive: true });
      for (const file of readdirSync(join(ROOT, 'dist/cdn')).filter((file) => SHIPPED_TYPE.test(file)))
        cpSync(join(ROOT, 'dist/cdn', file), join(folder, cdnFolder, file));
      for (const file of licenses) cpSync(join(ROOT, file), join(folder, basename(file)));
      const files = filesIn(folder).map((file) => [`${name}/${relative(folder, file)}`, readFileSync(file)]);
      writeFileSync(join(dirname(folder), `${name}.zip`), zipSync(Object.fromEntries(files), { level: 9 }));
      return [name, folder];
    }),
  );
}

/** Makes the worker for Shopify's app proxy, one file with all that it imports, in this folder, and returns its path. */
export function packShopifyWorker(target = join(ROOT, 'packs')) {
  const file = join(target, 'shopify-worker.js');
  buildSync({
    entryPoints: [join(ROOT, 'platforms/shopify/worker.mjs')],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    logLevel: 'error',
    banner: { js: `// loyalty-elements ${version}, the worker for Shopify's app proxy. MIT licence.` },
    legalComments: 'inline',
  });
  return file;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const file of [
    ...Object.values(packPlatforms()).map((folder) => `${folder}.zip`),
    packShopifyWorker(),
  ])
    console.log(relative(process.cwd(), file));
