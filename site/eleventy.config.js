// The documentation site: a static folder that works below any path. `npm run docs` builds it, `npm run docs -- --serve` shows it.
import { build } from 'esbuild';
import * as pagefind from 'pagefind';
import { frameOf } from './frame.js';
import { inlineMarkdown } from './markdown.js';

const OUTPUT = 'site/dist';

export default function configure(eleventy) {
  eleventy.setInputDirectory('site/pages');
  eleventy.setIncludesDirectory('../layouts');
  eleventy.setDataDirectory('../data');
  eleventy.setOutputDirectory(OUTPUT);
  eleventy.setTemplateFormats(['njk']);
  eleventy.setQuietMode(true);
  for (const source of ['site/browser', 'site/assets', 'docs', 'examples', 'dist/cdn'])
    eleventy.addWatchTarget(source);

  eleventy.addPassthroughCopy({
    'site/assets': 'assets',
    'dist/cdn': 'assets/elements',
    'dist/llms.txt': 'llms.txt',
    'docs/pictures': 'pictures/docs',
    'demo/sample/pictures': 'pictures/products',
  });

  // Pages link each other by relative addresses, so that the site works below any path.
  eleventy.addFilter('root', (url) => '../'.repeat(url.split('/').length - 2) || './');
  eleventy.addFilter('inline', inlineMarkdown);
  eleventy.addAsyncFilter('frame', frameOf);

  eleventy.on('eleventy.after', async () => {
    await Promise.all([
      build({
        entryPoints: ['site/browser/page.ts', 'site/browser/frame.ts'],
        outdir: `${OUTPUT}/assets`,
        bundle: true,
        minify: true,
        format: 'esm',
        target: 'es2022',
        // The elements are the files that a shop loads: they stay files of their own.
        external: ['./elements/*', '../pagefind/*'],
      }),
      // A service worker answers pages below its own folder: it stands at the root of the site.
      build({
        entryPoints: ['site/browser/answers.ts'],
        outdir: OUTPUT,
        bundle: true,
        minify: true,
        format: 'iife',
        target: 'es2022',
      }),
      writeSearchIndex(),
    ]);
  });
}

async function writeSearchIndex() {
  const { index, errors } = await pagefind.createIndex({});
  if (!index) throw new Error(`The search index cannot be made: ${errors.join(', ')}`);
  await index.addDirectory({ path: OUTPUT });
  await index.writeFiles({ outputPath: `${OUTPUT}/pagefind` });
  await pagefind.close();
}
