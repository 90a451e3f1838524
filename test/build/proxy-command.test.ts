import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, basic, openProxy, SHOP, type OpenProxy } from '../proxy/support/open-proxy.ts';
import { variablesFor } from '../proxy/support/process.ts';
import { startProcess } from '../support/start-process.ts';

interface Lock {
  readonly packages: Readonly<
    Record<string, Partial<Record<'dev' | 'devOptional' | 'optional' | 'peer', boolean>>>
  >;
}

/** Folders of the packages that come with an installation: no devDependencies, no optional peers. */
function installed(): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  return Object.entries(packages)
    .filter(([, { dev, devOptional, optional, peer }]) => !dev && !devOptional && !optional && !peer)
    .flatMap(([folder]) => (folder.startsWith('node_modules/') ? [folder] : []));
}

describe('the built command in a folder with the dependencies alone', () => {
  let folder: string;
  let upstream: OpenProxy;
  const command = () => path.join(folder, 'node_modules/loyalty-elements/dist/npm/proxy-main.js');
  const { PATH = '', HOME = '' } = process.env;
  const run = (words: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
    spawnSync(process.execPath, [command(), ...words], {
      cwd: folder,
      env: { PATH, HOME, ...variables },
      encoding: 'utf8',
    });
  const good = () => variablesFor(upstream.upstream.baseUrl);

  beforeAll(async () => {
    // Outside of the repository: Node looks for packages in every folder above.
    folder = mkdtempSync(path.join(tmpdir(), 'loyalty-installed-'));
    const self = path.join(folder, 'node_modules/loyalty-elements');
    mkdirSync(self, { recursive: true });
    cpSync('package.json', path.join(self, 'package.json'));
    cpSync('dist/npm', path.join(self, 'dist/npm'), { recursive: true });
    for (const name of installed()) cpSync(name, path.join(folder, name), { recursive: true });
    upstream = await openProxy();
  });
  afterAll(async () => {
    await upstream?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('signs a customer in', async () => {
    const proxy = await startProcess([command()], {
      cwd: folder,
      env: { PATH, HOME, ...good() },
      ready: /^Loyalty proxy: (\S+)$/m,
    });
    const { status } = await fetch(`${proxy.ready}/login`, {
      method: 'POST',
      headers: { Authorization: basic(ANN.email, ANN.password), Origin: SHOP },
    });
    expect([status, proxy.errors()]).toEqual([200, '']);
    expect(await proxy.end()).toBe(0);
  });

  it('lists its variables with --help', () => {
    const { status, stdout, stderr } = run(['--help']);
    expect([status, stderr]).toEqual([0, '']);
    for (const name of [...Object.keys(good()), 'REDIS_URL', 'PLATFORM_LOGIN_URL'])
      expect(stdout).toContain(name);
  });

  it.each([
    [['--port=8080'], '"--port"'],
    [['serve'], '"serve"'],
    [['--password=canary'], '"--password"'],
  ])('refuses %j and repeats no value', (words, name) => {
    const { status, stdout, stderr } = run(words, good());
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      `${name} is not an option: loyalty-proxy is set by environment variables. They are listed by --help.\n`,
    );
  });

  const taken = () => String(upstream.port);
  it.each<[string, () => Record<string, string>, RegExp]>([
    [
      'no variable at all',
      () => ({}),
      /^- Set LOYALTY_BASE_URL[^]*^- LOYALTY_CLIENT_ID is missing[^]*^- PLATFORM_LOGIN_URL/m,
    ],
    [
      'REDIS_URL without ioredis',
      () => ({ ...good(), REDIS_URL: 'redis://127.0.0.1:1' }),
      /^- REDIS_URL needs the package ioredis: npm install ioredis/m,
    ],
    [
      'REDIS_URL of another kind',
      () => ({ ...good(), REDIS_URL: 'http://canary' }),
      /^- REDIS_URL must begin with redis:\/\//m,
    ],
    [
      'PORT above the last',
      () => ({ ...good(), PORT: '70000' }),
      /^- PORT must be a whole number up to 65535/m,
    ],
    ['PORT that is taken', () => ({ ...good(), PORT: taken() }), /^- The port is taken: set PORT/m],
    [
      'HOST of another machine',
      () => ({ ...good(), HOST: '203.0.113.7' }),
      /^- HOST is no address of this machine/m,
    ],
    [
      'a network that is none',
      () => ({ ...good(), LOYALTY_TRUSTED_HOPS: 'nginx' }),
      /^- LOYALTY_TRUSTED_HOPS: "nginx" is not an address/m,
    ],
  ])('names what to change: %s', (_, variables, advice) => {
    const { status, stdout, stderr } = run([], variables());
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The loyalty proxy cannot start\.\n- /);
    expect(stderr).toMatch(advice);
    expect(stderr).not.toMatch(/canary|\n {4}at /);
  });
});
