import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url).pathname;

/** What the project's own bundler makes of a small page. */
async function bundle(contents: string): Promise<string> {
  const entry = `${root}page.ts`; // it is in memory alone
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'page',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? entry : undefined),
        load: (id) => (id === entry ? contents : undefined),
      },
    ],
    build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: 'page' } },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  return [built]
    .flat()
    .flatMap(({ output }) => output)
    .map((file) => (file.type === 'chunk' ? file.code : ''))
    .join('');
}
const pathsIn = (code: string) => [...code.matchAll(/"(\/[^"]*)"/g)].map(([, path]) => path);

describe('a page', () => {
  it('ships the endpoints that it calls and no other, though all are exported from one file', async () => {
    const code = await bundle(`
      import { profileBalances, readBrand } from './src/services/contract/endpoints/index.ts';
      console.log(profileBalances, readBrand);`);
    expect(pathsIn(code).sort()).toEqual(['/v3/brands/{brand}', '/v3/profiles/{profile}/balances']);
    expect(code.length).toBeLessThan(1_000);
  });

  it('ships no endpoint if it calls none, and no schema', async () => {
    const code = await bundle(`import * as catalogue from './src/services/contract/endpoints/index.ts';`);
    expect(pathsIn(code)).toEqual([]);
    expect(code).not.toContain('valibot');
  });

  it('has no client credentials in it, even with every element', async () => {
    const code = await bundle(`import './src/autoloader.ts';`);
    for (const word of ['client_credentials', 'client_secret', 'grant_type', 'clientSecret'])
      expect(code).not.toContain(word);
  });
});
