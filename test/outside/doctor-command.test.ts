import path from 'node:path';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { startTenant, type Tenant } from '../other-tenant/service/start.ts';
import { folder } from './consumer.ts';

describe('installed loyalty-doctor command', () => {
  const program = path.join(folder, 'node_modules/.bin/loyalty-doctor');
  let tenant: Tenant | undefined;
  afterEach(async () => {
    await tenant?.stop();
    tenant = undefined;
  });
  const run = (given: readonly string[]) =>
    new Promise<{ code: number; out: string; error: string }>((resolve) => {
      execFile(program, given, { cwd: folder }, (failed, out, error) =>
        resolve({ code: failed ? Number(failed.code) : 0, out, error }),
      );
    });

  it('lists its options with --help', async () => {
    const { code, out, error } = await run(['--help']);
    expect([code, error]).toEqual([0, '']);
    expect(out).toContain('--secret-env NAME');
  });

  it('writes a draft that it then loads, and does not overwrite', async () => {
    tenant = await startTenant('laravel', { requestsPerMinute: Infinity });
    const member = tenant.world.member('1001');
    const { token } = tenant.issueToken(member);
    const given = ['--base-url', tenant.baseUrl, '--token', token, '--profile', String(member.id)];
    const first = await run(given);
    expect(first.out).toMatch(/It is in tenant\.draft\.mjs/);
    const draft = path.join(folder, 'tenant.draft.mjs');
    const source = readFileSync(draft, 'utf8');
    const again = await run(given);
    expect(again.out).toMatch(/tenant\.draft\.mjs exists and was left as it is/);
    expect(readFileSync(draft, 'utf8')).toBe(source);
    const { out } = await run([...given, '--tenant', 'tenant.draft.mjs']);
    expect(out).toMatch(/^22 of 25 elements work/m);
  });

  it('loads a tenant file of a folder where the package is not installed', async () => {
    const empty = mkdtempSync(path.join(tmpdir(), 'loyalty-doctor-'));
    const file = path.join(empty, 'tenant.mjs');
    writeFileSync(
      file,
      "import { defineTenant } from 'loyalty-elements/tenant';\nexport default defineTenant({ operations: { 'no-such.one': {} } });\n",
    );
    const given = ['--base-url', 'http://127.0.0.1:1/api', '--token', 'canary', '--profile', '1'];
    const { code, error } = await run([...given, '--tenant', file]);
    rmSync(empty, { recursive: true });
    expect(code).toBe(2);
    expect(error).toContain('no-such.one');
  });

  it('reads a page from a file', async () => {
    const page = path.join(folder, 'node_modules/loyalty-elements/package.json');
    expect(existsSync(page)).toBe(true);
    const { code, out } = await run(['page', '--html', page]);
    expect(code).toBe(1);
    expect(out).toContain('The page has no element');
  });
});
