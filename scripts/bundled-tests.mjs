import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';

/** Files of the tests of elements, from the root of the repository. */
const FOLDER = 'test/components';

/**
 * Plugin of the dev server: bundles the tests of elements once with all that they import. Otherwise each test file loads several hundred modules
 * one by one, because its browser has an empty cache, and takes four times as long. Modules that several files use are shared, and what is
 * imported on demand stays a file of its own.
 */
export function bundledTests() {
  const files = new Map();
  return {
    name: 'bundled-tests',
    async serverStart({ config }) {
      const { outputFiles } = await build({
        entryPoints: readdirSync(join(config.rootDir, FOLDER), { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.test.ts'))
          .map((file) => join(FOLDER, file)),
        absWorkingDir: config.rootDir,
        outdir: '.',
        outbase: '.',
        chunkNames: `${FOLDER}/bundled/[name]-[hash]`,
        bundle: true,
        splitting: true,
        format: 'esm',
        target: 'es2022',
        conditions: ['browser', 'development'],
        external: ['/__web-dev-server__*'],
        sourcemap: 'inline',
        write: false,
        logLevel: 'warning',
      });
      for (const { path, text } of outputFiles)
        files.set(`/${relative(config.rootDir, path)}`.replace(/\.test\.js$/, '.test.ts'), text);
    },
    serve({ path }) {
      const body = files.get(path);
      return body === undefined ? undefined : { body, type: 'js' };
    },
  };
}
