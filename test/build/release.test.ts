import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { applyChangesets, plannedVersion } from '../../scripts/changesets.mjs';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A package with its changelog and some changesets: summary by the part of the version. */
function repository(version: string, changesets: Record<string, string>): string {
  folder = mkdtempSync(path.join(tmpdir(), 'loyalty-release-'));
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  mkdirSync(path.join(folder, '.changeset'));
  for (const file of ['config.json', 'changelog.mjs'])
    cpSync(`.changeset/${file}`, path.join(folder, '.changeset', file));
  write('package.json', JSON.stringify({ name: 'loyalty-elements', version, workspaces: ['demo/service'] }));
  write('CHANGELOG.md', `# Changelog\n\n## ${version}\n\n- The first release.\n`);
  for (const [part, summary] of Object.entries(changesets))
    write(`.changeset/${part}.md`, `---\nloyalty-elements: ${part}\n---\n\n${summary}\n`);
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...words], {
      cwd: folder,
    });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'changes');
  return folder;
}
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
/** Changesets reads the version for its marks in the folder of the process, as the command does. */
const apply = () =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { applyChangesets } = await import(${JSON.stringify(path.resolve('scripts/changesets.mjs'))}); await applyChangesets();`,
    ],
    { cwd: folder, encoding: 'utf8' },
  );

describe('a release', () => {
  it('has the version and the changelog of its changesets, with what breaks marked', async () => {
    repository('0.1.0', { minor: 'The part `base` is gone.', patch: 'A new part `icon`.' });
    expect(await plannedVersion(folder)).toBe('0.2.0');
    expect(apply().stderr).toBe('');
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.2.0' });
    const changelog = read('CHANGELOG.md');
    expect(changelog).toContain('## 0.2.0');
    expect(changelog).toContain('- **Breaking** The part `base` is gone.');
    expect(changelog).toContain('- A new part `icon`.');
    expect(changelog.indexOf('## 0.2.0')).toBeLessThan(changelog.indexOf('## 0.1.0'));
    expect(await plannedVersion(folder)).toBe('0.2.0');
  });

  it('marks a major change only from 1.0.0 on', () => {
    repository('1.4.2', { minor: 'A new part.', major: 'A part is gone.' });
    apply();
    expect(read('CHANGELOG.md')).toContain('- A new part.');
    expect(read('CHANGELOG.md')).toContain('- **Breaking** A part is gone.');
  });

  it('is refused without a changeset', async () => {
    repository('0.1.0', {});
    await expect(applyChangesets(folder)).rejects.toThrow('nothing to release');
    expect(await plannedVersion(folder)).toBe('0.1.0');
  });
});

describe('npm run release:version', () => {
  it('sets the version where files name it, and keeps the headings of older releases', () => {
    repository('0.1.0', { patch: 'A new part.' });
    const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
    mkdirSync(path.join(folder, 'docs'));
    write('README.md', 'loyalty-elements/0.1.0/loyalty.js 10.1.0.0\n');
    write('docs/upgrade.md', '## From 0.1.0\n');
    execFileSync('git', ['add', '.'], { cwd: folder });
    write('package.json', JSON.stringify({ name: 'loyalty-elements', version: '0.1.0' }));
    const { status, stderr } = spawnSync(process.execPath, [path.resolve('scripts/release-version.mjs')], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    expect(read('README.md')).toBe('loyalty-elements/0.1.1/loyalty.js 10.1.0.0\n');
    expect(read('docs/upgrade.md')).toBe('## From 0.1.0\n');
    const notes = spawnSync(process.execPath, [path.resolve('scripts/release-notes.mjs')], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(notes.stdout).toContain('- A new part.');
    expect(notes.stdout).not.toContain('The first release');
  });
});
