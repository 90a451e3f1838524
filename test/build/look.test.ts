import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { changesBetween, isAtLeast, LOOK, lookOf, versionNeeded } from '../../scripts/look.mjs';

describe('names that shops use', () => {
  it('are those of the committed list', async () => {
    const manifest = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as object;
    await expect(`${lookOf(manifest).join('\n')}\n`).toMatchFileSnapshot('./look.txt');
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

  /** A repository with a published list, another one since, and the version of its package. */
  function check(
    published: string | undefined,
    since: string,
    version: string,
  ): { status: number | null; output: string } {
    const repository = (folder = mkdtempSync(path.join(tmpdir(), 'loyalty-look-')));
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...words], {
        cwd: repository,
      });
    mkdirSync(path.join(repository, path.dirname(LOOK)), { recursive: true });
    for (const name of ['check-look.mjs', 'look.mjs'])
      cpSync(`scripts/${name}`, path.join(repository, 'scripts', name));
    git('init', '--quiet');
    if (published !== undefined) {
      writeFileSync(path.join(repository, LOOK), published);
      git('add', '.');
      git('commit', '--quiet', '--message', 'published');
      git('tag', 'v1.4.2');
    }
    writeFileSync(path.join(repository, LOOK), since);
    writeFileSync(path.join(repository, 'package.json'), JSON.stringify({ version, type: 'module' }));
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check-look.mjs'], {
      cwd: repository,
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }

  it('refuses a version that promises less than it changes', () => {
    const { status, output } = check(
      'loyalty-a element\nloyalty-a part base\n',
      'loyalty-a element\n',
      '1.5.0',
    );
    expect(status).toBe(1);
    expect(output).toContain('major: loyalty-a part base is gone');
    expect(output).toContain('Set "version" of package.json to 2.0.0 or higher');
  });

  it('accepts a version that says what it changes', () => {
    const { status, output } = check(
      'loyalty-a element\n',
      'loyalty-a element\nloyalty-a part base\n',
      '1.5.0',
    );
    expect(output).toContain('1 changes since v1.4.2: they need 1.5.0, package.json has 1.5.0.');
    expect(status).toBe(0);
  });

  it('allows everything before a version is published', () => {
    expect(check(undefined, 'loyalty-a element\n', '0.1.0')).toMatchObject({ status: 0 });
  });
});
