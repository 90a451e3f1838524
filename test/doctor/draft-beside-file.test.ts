import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { fileOf, rulesOf } from '../../src/doctor/draft/rules.ts';
import type { TenantFile } from '../../src/services/transport/tenant/tenant-file.ts';
import { DIALECT_NAMES, startTenant, type DialectName, type Tenant } from '../other-tenant/service/start.ts';
import { TENANT_FILES } from '../other-tenant/tenants/index.ts';
import { run, type Ran } from './support/run.ts';

// A tenant file that was begun by hand: the draft has what it says, unchanged, and adds what it lacks.

const folder = mkdtempSync(path.join(tmpdir(), 'loyalty-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));
let tenant: Tenant | undefined;
afterEach(() => tenant?.stop());

async function runWith(name: DialectName, file: string, ...more: string[]): Promise<Ran> {
  tenant ??= await startTenant(name, { requestsPerMinute: Infinity });
  const { baseUrl, platform, secret } = tenant;
  const given = ['--base-url', baseUrl, '--platform', platform, '--customer-id', '1001'];
  return run([...given, '--secret-env', 'SECRET', '--tenant', file, ...more], { SECRET: secret });
}

/** Without these operations the file has gaps of each kind: paths, places of records, fields, words of states. */
const LEFT_OUT = [
  ...['profiles.balances.show', 'profiles.tier.show', 'profiles.credits.index', 'profiles.lists.index'],
  ...['profiles.transactions.claims.index', 'profiles.benefits.index', 'profiles.benefits.claimable'],
];

const moduleOf = (name: string): string => pathToFileURL(path.resolve(name)).href;
const fileAt = async (file: string): Promise<TenantFile> =>
  ((await import(pathToFileURL(file).href)) as { default: TenantFile }).default;

/** A file in the folder without some of the operations of the dialect's own. */
function begun(name: DialectName): string {
  const file = path.join(folder, `${name}.mjs`);
  writeFileSync(
    file,
    `import all from '${moduleOf(`test/other-tenant/tenants/${name}.ts`)}';
const operations = Object.fromEntries(
  Object.entries(all.operations).filter(([id]) => !${JSON.stringify(LEFT_OUT)}.includes(id)),
);
export default { ...all, operations };\n`,
  );
  return file;
}

describe.each(DIALECT_NAMES)('the draft beside a tenant file of the %s service', (name) => {
  afterEach(() => void (tenant = undefined));

  it('has what the file says, and makes more elements work', async () => {
    const file = begun(name);
    const draft = path.join(folder, `${name}.draft.mjs`);
    const { out, files } = await runWith(name, file, '--draft', draft);
    const [, lines, after, before] =
      /With a draft of (\d+) lines, (\d+) of 25 elements work \(without it (\d+)\)/.exec(out)!.map(Number);
    expect(lines).toBeGreaterThan(5);
    expect(after).toBeGreaterThan(before!);
    const source = files.get(draft)!;
    expect(source).toContain(`import given from './${name}.mjs';`);
    writeFileSync(
      draft,
      source.replace('loyalty-elements/tenant', moduleOf('src/services/transport/tenant/tenant-file.ts')),
    );
    const drafted = rulesOf(await fileAt(draft));
    for (const { at, value } of rulesOf(await fileAt(file)))
      expect(drafted.find((rule) => rule.at.join() === at.join())?.value).toBe(value);
    const again = await runWith(name, draft);
    expect(again.out).toMatch(new RegExp(`^${after} of 25 elements work`, 'm'));
    // Nothing is left to add.
    expect(again.out).not.toContain('With a draft of');
  });

  it('takes the file apart without a loss', () => {
    expect(fileOf(rulesOf(TENANT_FILES[name]))).toEqual(TENANT_FILES[name]);
  });

  it('is not written where the file lacks nothing', async () => {
    const { out, files } = await runWith(name, `test/other-tenant/tenants/${name}.ts`);
    expect(out).toMatch(/^23 of 25 elements work/m);
    expect(files.size).toBe(0);
    expect(out).not.toContain('With a draft of');
  });
});
