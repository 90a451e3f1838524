import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = resolve('scripts/install.mjs');

describe('scripts/install.mjs', () => {
  let folder: string;
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: folder, stdio: 'pipe' });
  const install = () => spawnSync(process.execPath, [SCRIPT], { cwd: folder, encoding: 'utf8' });
  /** A project that depends on these packages, which are in folders next to it. */
  const needs = (dependencies: Record<string, string>) => {
    for (const [name, version] of Object.entries(dependencies)) {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, version }));
    }
    const files = Object.fromEntries(Object.keys(dependencies).map((name) => [name, `file:${name}`]));
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'project', version: '1.0.0', dependencies: files }),
    );
    npm('install', '--package-lock-only', '--no-audit');
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'install-'));
    // Copies them like packages of a registry, instead of linking them.
    writeFileSync(join(folder, '.npmrc'), 'install-links=true\n');
    needs({ first: '1.0.0' });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('installs in a fresh clone, and does nothing the second time', () => {
    const first = install();
    expect([first.status, first.stdout]).toEqual([0, expect.stringContaining('Installing packages')]);
    expect(readFileSync(join(folder, 'node_modules/first/package.json'), 'utf8')).toContain('first');
    expect(install()).toMatchObject({ status: 0, stdout: '' });
  });

  it('refuses an older Node with one line, before it installs', () => {
    const file = join(folder, 'package.json');
    const project = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...project, engines: { node: '>=99.1' } }));
    const { status, stdout, stderr } = install();
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `This project needs Node 99.1 or newer, and this is Node ${process.versions.node}: install a newer one.\n`,
    );
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  });

  it.each([
    ['npm error code ENOSPC', /The disk is full: free about 1 GB here, then run/],
    ['npm error code EACCES', /npm may not write here/],
    ['npm error code ENOTFOUND', /Check the network/],
    ['npm error code EINTEGRITY', /see above\. Then run the same command again\./],
  ])('says what to do after %s, and nothing about another cause', (printed, advice) => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho '${printed}' >&2\nexit 7\n`, { mode: 0o755 });
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
    });
    expect(status).toBe(7);
    expect(stderr).toContain(printed);
    expect(stderr).toMatch(advice);
    if (!printed.includes('ENOTFOUND')) expect(stderr).not.toMatch(/network/);
  });

  it('knows which versions of Node the project accepts', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
    expect(engines.node).toMatch(/^>=\d+\.\d+$/);
  });

  it.each(['ci', 'install'])('does nothing after npm %s', (command) => {
    npm(command, '--no-audit');
    expect(install()).toMatchObject({ status: 0, stdout: '' });
  });

  it('installs when the lock file names another package', () => {
    npm('ci', '--no-audit');
    needs({ first: '1.0.0', second: '1.0.0' });
    expect(install().stdout).toContain('Installing packages');
    expect(install().stdout).toBe('');
  });

  it.each([
    [
      'node_modules/first/package.json',
      '{"name":"first","version":"0.9.0"}',
      'a package has another version',
    ],
    ['node_modules/.package-lock.json', '{}', 'npm did not finish'],
  ])('installs when %s is %s: %s', (file, content) => {
    npm('ci', '--no-audit');
    writeFileSync(join(folder, file), content);
    expect(install().stdout).toContain('Installing packages');
    expect(install().stdout).toBe('');
  });
});
