import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProxy, type OpenProxy } from '../proxy/support/open-proxy.ts';
import { variablesFor } from '../proxy/support/process.ts';
import { folder, packageJson } from './consumer.ts';

describe('installed loyalty-proxy command', () => {
  const program = path.join(folder, 'node_modules/.bin/loyalty-proxy');
  const { PATH = '', HOME = '' } = process.env;
  let upstream: OpenProxy;
  beforeAll(async () => {
    upstream = await openProxy();
  });
  afterAll(() => upstream?.stop());
  const validVariables = () => variablesFor(upstream.upstream.baseUrl);
  const run = (args: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
    spawnSync(program, args, { cwd: folder, env: { PATH, HOME, ...variables }, encoding: 'utf8' });

  it('lists its environment variables with --help', () => {
    const { status, stdout, stderr } = run(['--help']);
    expect([status, stderr]).toEqual([0, '']);
    for (const name of [...Object.keys(validVariables()), 'REDIS_URL', 'PLATFORM_LOGIN_URL'])
      expect(stdout).toContain(name);
  });

  it('prints the version of the package with --version', () => {
    const { status, stdout, stderr } = run(['--version']);
    expect([status, stdout, stderr]).toEqual([0, `${packageJson.version}\n`, '']);
  });

  it.each([
    [['--port=8080'], '"--port"'],
    [['serve'], '"serve"'],
    [['--password=canary'], '"--password"'],
  ])('refuses the arguments %j and prints no value', (args, name) => {
    const { status, stdout, stderr } = run(args, validVariables());
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      `${name} is not an option: loyalty-proxy has --check and --tenant FILE, and is set by environment variables. They are listed by --help.\n`,
    );
  });

  it('loads a tenant file of a folder where the package is not installed', () => {
    const empty = mkdtempSync(path.join(tmpdir(), 'loyalty-proxy-'));
    const file = path.join(empty, 'tenant.mjs');
    writeFileSync(
      file,
      "import { defineTenant } from 'loyalty-elements/tenant';\nexport default defineTenant({ operations: { 'no-such.one': {} } });\n",
    );
    const { stderr } = run(['--tenant', file, '--check'], validVariables());
    rmSync(empty, { recursive: true });
    expect(stderr).toContain('no-such.one');
    expect(stderr).not.toContain('cannot be loaded');
  });

  const taken = () => String(upstream.port);
  it.each<[string, () => Record<string, string>, RegExp]>([
    [
      'no variables',
      () => ({}),
      /^- Set LOYALTY_BASE_URL[^]*^- LOYALTY_CLIENT_ID is missing[^]*^- PLATFORM_LOGIN_URL/m,
    ],
    [
      'REDIS_URL without ioredis',
      () => ({ ...validVariables(), REDIS_URL: 'redis://127.0.0.1:1' }),
      /^- REDIS_URL needs the package ioredis: npm install ioredis/m,
    ],
    [
      'REDIS_URL of another kind',
      () => ({ ...validVariables(), REDIS_URL: 'http://canary' }),
      /^- REDIS_URL must begin with redis:\/\//m,
    ],
    [
      'PORT above the last',
      () => ({ ...validVariables(), PORT: '70000' }),
      /^- PORT must be a whole number up to 65535/m,
    ],
    ['a PORT in use', () => ({ ...validVariables(), PORT: taken() }), /^- The port is taken: set PORT/m],
    [
      'a HOST of another machine',
      () => ({ ...validVariables(), HOST: '203.0.113.7' }),
      /^- HOST is no address of this machine/m,
    ],
    [
      'an invalid network',
      () => ({ ...validVariables(), LOYALTY_TRUSTED_HOPS: 'nginx' }),
      /^- LOYALTY_TRUSTED_HOPS: "nginx" is not an address/m,
    ],
  ])('exits with 1 and the settings to correct: %s', (_, variables, diagnostic) => {
    const { status, stdout, stderr } = run([], variables());
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The loyalty proxy cannot start\.\n- /);
    expect(stderr).toMatch(diagnostic);
    expect(stderr).not.toMatch(/canary|\n {4}at /);
  });
});
