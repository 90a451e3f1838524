import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { build, type Rolldown } from 'vite';
import { judge } from '../../scripts/advisories.mjs';
import {
  ALLOWED_LICENSES,
  BUNDLED,
  LICENSES,
  licensesOf,
  SBOM,
  sbomOf,
  shippedPackages,
} from '../../scripts/shipped.mjs';
import { builtFiles } from './files.ts';

const packageJson = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
};
const shipped = shippedPackages();
const read = (file: string) => readFileSync(file, 'utf8');

/** `…/node_modules/@lit/context/x.js` → `@lit/context`. */
const packageOf = (id: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];

/** The packages whose code a build puts into its files. */
async function packagesIn(mode: 'cdn' | 'production'): Promise<string[]> {
  const built = (await build({ mode, logLevel: 'error', build: { write: false } })) as
    Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  const chunks = [built].flat().flatMap(({ output }) => output.filter((file) => file.type === 'chunk'));
  expect(chunks.length).toBeGreaterThan(3);
  return [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds.map(packageOf)))]
    .filter((name) => name !== undefined)
    .sort();
}

describe('published package', () => {
  test('the CDN files contain the listed packages, and the npm modules contain none', async () => {
    expect(await packagesIn('cdn')).toEqual(BUNDLED);
    expect(await packagesIn('production')).toEqual([]);
  });

  test('the npm modules import only packages in package.json', () => {
    const names = builtFiles('npm').flatMap(({ text }) =>
      [...text.matchAll(/(?:from|import)\s*\(?\s*["']([^"'./\s][^"'\s]*)["']/g)].map(([, specifier = '']) =>
        specifier.startsWith('node:') ? undefined : packageOf(`node_modules/${specifier}`),
      ),
    );
    // Examples import the package itself.
    const { name, dependencies, peerDependencies } = packageJson;
    const allowed = [name, ...Object.keys(dependencies), ...Object.keys(peerDependencies)];
    const imported = [...new Set(names.filter((one) => one !== undefined))];
    expect(imported.filter((one) => !allowed.includes(one))).toEqual([]);
    expect(imported).toContain('lit');
  });

  test('the bill of materials lists every dependency of the lock file with its own dependencies', () => {
    const sbom = JSON.parse(read(SBOM)) as ReturnType<typeof sbomOf>;
    expect(sbom).toEqual(sbomOf(shipped, packageJson));
    const names = sbom.components.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        ...Object.keys(packageJson.dependencies),
        ...BUNDLED,
        '@lit-labs/ssr-dom-shim',
      ]),
    );
    const refs = new Set(sbom.components.map(({ purl }) => purl));
    for (const { dependsOn } of sbom.dependencies) for (const ref of dependsOn) expect(refs).toContain(ref);
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
  });

  test('every published package has an allowed licence, and its text is in the tarball', () => {
    for (const { name, license } of shipped) expect(ALLOWED_LICENSES, name).toContain(license);
    const text = read(LICENSES);
    expect(text).toBe(licensesOf(shipped));
    for (const { name, version, license } of shipped)
      expect(text).toContain(`${name} ${version} (${license})`);
    expect(text.match(/Permission is hereby granted|Redistribution and use|Permission to use/g)?.length).toBe(
      shipped.length,
    );
    const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      encoding: 'utf8',
    });
    const [tarball] = JSON.parse(packed) as [{ files: { path: string }[] }];
    expect(tarball.files.map(({ path }) => path)).toEqual(expect.arrayContaining([SBOM, LICENSES]));
  });

  test('a package that is missing in the lock file stops the list with an error', () => {
    expect(() => shippedPackages({ packages: { '': { dependencies: { gone: '1' } } } })).toThrow(
      'package-lock.json has no gone',
    );
    const lock = {
      packages: {
        '': { dependencies: { a: '1' }, devDependencies: { c: '1' } },
        'node_modules/a': { dependencies: { b: '2' }, version: '1' },
        'node_modules/a/node_modules/b': { version: '2', dependencies: { a: '1' } },
        'node_modules/b': { version: '1' },
        'node_modules/c': { version: '1' },
      },
    };
    expect(shippedPackages(lock).map(({ name, version }) => `${name} ${version}`)).toEqual(['a 1', 'b 2']);
  });
});

describe('check:advisories', () => {
  test.each([
    ['output that is not JSON', '', 0, /^Skipped: npm audit gave no report/],
    [
      'a registry without advisories',
      '{"message":"405 Method Not Allowed"}',
      0,
      /^Skipped: the registry .*405/,
    ],
    ['an error', '{"error":{"summary":"network"}}', 0, /^Skipped: the registry .*network/],
    ['no advisory', '{"vulnerabilities":{}}', 0, /^No advisories/],
    [
      'an advisory',
      '{"vulnerabilities":{"hono":{"name":"hono","severity":"high","range":"<4","via":[{"title":"T","url":"https://x"},"lit"]}}}',
      1,
      /^high: hono <4: T https:\/\/x; by lit$/,
    ],
  ])('reports %s', (_, stdout, code, line) => {
    const result = judge(stdout);
    expect(result.code).toBe(code);
    expect(result.lines[0]).toMatch(line);
  });
});
