import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { changesBetween, isAtLeast, apiOf, SNAPSHOTS, versionNeeded } from '../../scripts/api-snapshot.mjs';
import { entryFiles, publicTypes } from '../../scripts/public-types.mjs';

const [ELEMENTS = '', TYPES = ''] = SNAPSHOTS;

describe('names that shops use', () => {
  it('are those of the committed list', async () => {
    const manifest = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as object;
    await expect(`${apiOf(manifest).join('\n')}\n`).toMatchFileSnapshot('./elements.txt');
  });

  it('have the types of the committed list, for every entry of the package', async () => {
    const lines = publicTypes();
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./types.txt');
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      exports: Record<string, string | { types: string }>;
    };
    const typed = Object.entries(exports).filter(([, target]) => typeof target !== 'string');
    const names = entryFiles().map(([name]) => name);
    for (const [entry] of typed) {
      const pattern = new RegExp(`^${entry === '.' ? 'index' : entry.slice(2).replace('*', '.+')}$`);
      const found = names.filter((name) => pattern.test(name));
      expect(found, entry).not.toEqual([]);
      for (const name of found)
        expect(
          lines.some((line) => line.startsWith(`${name} `)),
          name,
        ).toBe(true);
    }
  });

  const BEFORE = [
    'loyalty-a element',
    "loyalty-a attribute variant: 'card' | 'inline'",
    'loyalty-a part base',
    'loyalty-a event loyalty-error: LoyaltyErrorEvent',
  ];
  const without = (name: string) => BEFORE.filter((line) => !line.includes(name));
  const parts = (after: string[]) =>
    changesBetween(BEFORE, after).map(({ part, text }) => `${part}: ${text}`);

  it.each([
    ['the same list', BEFORE, []],
    ['a part that is gone', without('base'), ['major: loyalty-a part base is gone']],
    ['a new part', [...BEFORE, 'loyalty-a part icon'], ['minor: loyalty-a part icon is new']],
    [
      'a value more',
      [...without('variant'), "loyalty-a attribute variant: 'card' | 'inline' | 'row'"],
      ["minor: loyalty-a attribute variant was 'card' | 'inline', and is 'card' | 'inline' | 'row'"],
    ],
    [
      'a value less',
      [...without('variant'), "loyalty-a attribute variant: 'card'"],
      ["major: loyalty-a attribute variant was 'card' | 'inline', and is 'card'"],
    ],
  ])('need for %s what the change says', (_, after, expected) => {
    expect(parts(after)).toEqual(expected);
  });

  const MAJOR = { part: 'major', text: '' } as const;
  const MINOR = { part: 'minor', text: '' } as const;
  it.each([
    ['1.4.2', [MINOR, MAJOR], '2.0.0'],
    ['1.4.2', [MINOR], '1.5.0'],
    ['1.4.2', [], '1.4.2'],
    ['0.1.0', [MAJOR], '0.2.0'],
    ['0.1.0', [MINOR], '0.1.1'],
  ])('of %s with %j need version %s', (published, changes, needed) => {
    expect(versionNeeded(published, changes)).toBe(needed);
  });

  it('compare versions by their numbers', () => {
    expect(isAtLeast('0.10.0', '0.9.1')).toBe(true);
    expect(isAtLeast('1.0.0', '1.0.0')).toBe(true);
    expect(isAtLeast('0.1.9', '0.2.0')).toBe(false);
  });
});

describe('the command that compares with the last published version', () => {
  let folder: string | undefined;
  afterEach(() => folder && rmSync(folder, { recursive: true, force: true }));

  /** A repository with published lists, other ones since, and the changeset that was added. */
  function check(
    published: Record<string, string> | undefined,
    since: Record<string, string>,
    changeset?: 'patch' | 'minor' | 'major',
  ): { status: number | null; output: string } {
    const repository = (folder = mkdtempSync(path.join(tmpdir(), 'loyalty-api-')));
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...words], {
        cwd: repository,
      });
    const write = (file: string, text: string) => {
      mkdirSync(path.join(repository, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(repository, file), text);
    };
    write('package.json', JSON.stringify({ name: 'loyalty-elements', version: '1.4.2', type: 'module' }));
    write('.changeset/config.json', readFileSync('.changeset/config.json', 'utf8'));
    git('init', '--quiet');
    if (published !== undefined) {
      for (const [file, text] of Object.entries(published)) write(file, text);
      git('add', '.');
      git('commit', '--quiet', '--message', 'published');
      git('tag', 'v1.4.2');
    }
    for (const [file, text] of Object.entries(since)) write(file, text);
    if (changeset) write('.changeset/new.md', `---\nloyalty-elements: ${changeset}\n---\n\nA change.\n`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.resolve('scripts/check-api.mjs')], {
      cwd: repository,
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }
  const WITH_PART = {
    [ELEMENTS]: 'loyalty-a element\nloyalty-a part base\n',
    [TYPES]: 'client call: () => void\n',
  };
  const WITHOUT_PART = { ...WITH_PART, [ELEMENTS]: 'loyalty-a element\n' };

  it('refuses changesets that promise less than what changed', () => {
    const { status, output } = check(WITH_PART, WITHOUT_PART, 'minor');
    expect(status).toBe(1);
    expect(output).toContain('major: loyalty-a part base is gone');
    expect(output).toContain('they need 2.0.0, the changesets lead to 1.5.0');
    expect(output).toContain('loyalty-elements: major');
  });

  it('accepts changesets that say what changed', () => {
    const { status, output } = check(WITHOUT_PART, WITH_PART, 'minor');
    expect(output).toContain('1 changes since v1.4.2: they need 1.5.0, the changesets lead to 1.5.0.');
    expect(status).toBe(0);
  });

  it('asks for a changeset where a type of an entry changed', () => {
    const since = { ...WITH_PART, [TYPES]: 'client call: (path: string) => void\n' };
    const { status, output } = check(WITH_PART, since);
    expect(status).toBe(1);
    expect(output).toContain('major: client call was () => void, and is (path: string) => void');
    expect(check(WITH_PART, since, 'major')).toMatchObject({ status: 0 });
  });

  it('asks for nothing where nothing changed', () => {
    expect(check(WITH_PART, WITH_PART)).toMatchObject({ status: 0 });
  });

  it('allows everything before a version is published', () => {
    expect(check(undefined, WITHOUT_PART)).toMatchObject({ status: 0 });
  });
});
