import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';

/** What a bundler adds to a page for a module that imports this, brotli-compressed. */
async function bytesOf(source: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: '.' },
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    splitting: true,
    outdir: '/out',
    target: 'es2022',
    conditions: ['production'],
  });
  const entry = outputFiles.find(({ path }) => path.endsWith('stdin.js'));
  const texts = new Map(outputFiles.map(({ path, text }) => [path.replace('/out/', './'), text]));
  const loaded = new Set(['./stdin.js']);
  for (const name of loaded)
    for (const [, imported = ''] of (texts.get(name) ?? '').matchAll(/(?:from|import)\s*"(\.\/[^"]+)"/g))
      loaded.add(imported);
  expect(entry).toBeDefined();
  return [...loaded].reduce((sum, name) => sum + brotliCompressSync(texts.get(name) ?? '').length, 0);
}

describe('entries of the package', () => {
  // Limits, with some room above what was measured.
  it.each([
    ["import { setMessages } from 'loyalty-elements/messages'; setMessages({});", 400],
    ["import { LoyaltyError } from 'loyalty-elements/errors'; console.log(LoyaltyError);", 4_200],
    ["import { loyaltyContext } from 'loyalty-elements/context'; console.log(loyaltyContext);", 1_500],
    ["import 'loyalty-elements/auto';", 400],
    ["import 'loyalty-elements/first-answers';", 1_000],
    [
      "import { LoyaltyBalance } from 'loyalty-elements/loyalty-balance.js'; console.log(LoyaltyBalance);",
      19_000,
    ],
  ])('%s brings at most %i bytes before the page runs', async (source, limit) => {
    expect(await bytesOf(source)).toBeLessThanOrEqual(limit);
  });

  it('brings every element with its main module, which is what the others are for', async () => {
    expect(await bytesOf("import 'loyalty-elements';")).toBeGreaterThan(60_000);
  });
});

describe('the packed package', () => {
  interface Packed {
    readonly unpackedSize: number;
    readonly files: readonly { readonly path: string; readonly size: number }[];
  }
  let packed: Packed;
  beforeAll(() => {
    const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      encoding: 'utf8',
    });
    [packed] = JSON.parse(output) as [Packed];
  });

  it('has less than 3.5 MB unpacked', () => {
    expect(packed.unpackedSize).toBeLessThan(3_500_000);
  });

  it('has what editors and frameworks read', () => {
    const paths = packed.files.map(({ path }) => path);
    for (const name of ['html-custom-data.json', 'css-custom-data.json', 'web-types.json'])
      expect(paths).toContain(`dist/editors/${name}`);
    for (const name of ['react', 'preact', 'solid', 'svelte', 'vue'])
      expect(paths).toContain(`dist/frameworks/${name}.d.ts`);
  });

  it('has llms.txt: Markdown without HTML, with every element, whose links are whole addresses of files', () => {
    expect(packed.files.map(({ path }) => path)).toContain('dist/llms.txt');
    const text = readFileSync('dist/llms.txt', 'utf8');
    const prose = text.replace(/```[^]*?```|`[^`]*`/g, '');
    expect(prose).not.toMatch(/<[a-z/]|&\w+;/i);
    const links = [...prose.matchAll(/\]\(([^)]*)\)/g)].map(([, link]) => link!);
    const ROOT = 'https://github.com/loyalty-elements/loyalty-elements/blob/main/';
    expect(links.filter((link) => !link.startsWith(ROOT) || !existsSync(link.replace(ROOT, '')))).toEqual([]);
    const pages = readdirSync('docs/elements').filter((name) => name.startsWith('loyalty-'));
    for (const name of pages) expect(links).toContain(`${ROOT}docs/elements/${name}`);
  });

  it('runs no script when it is installed', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
  });
});

describe('declarations of the contract', () => {
  const types = (name: string) => readFileSync(`dist/types/services/contract/${name}.d.ts`, 'utf8');

  it('write a record once, and refer to it by its name', () => {
    const redemptions = types('incentives/redemptions');
    expect(redemptions).toContain('import("../envelope.ts").Page<Redemption>');
    expect(redemptions).toMatch(/^export type Redemption = \{\n/m);
    expect(redemptions.match(/total_localised/g)).toHaveLength(1);
    expect(redemptions).toContain('import("./credits.ts").Credit ');
  });

  it('have no schemas, which pages and servers do not see', () => {
    expect(types('incentives/redemptions')).not.toMatch(/Schema/);
  });
});

describe('constants of endpoints', () => {
  it('have their summary as hover text', () => {
    const folder = 'dist/types/services/contract/endpoints';
    const lines = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.d.ts'))
      .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').split('\n'));
    const constants = lines.flatMap((line, index) =>
      /^export declare const \w+: .*</.test(line) ? [index] : [],
    );
    expect(constants.length).toBeGreaterThan(450);
    expect(constants.filter((index) => !/^\/\*\* .+: `[A-Z]+ \/.+`\. \*\/$/.test(lines[index - 1]!))).toEqual(
      [],
    );
    expect(lines[lines.findIndex((line) => line.includes(' benefits: ')) - 1]).toBe(
      '/** Browses benefits of all profiles: `GET /v3/benefits`. */',
    );
  });
});
