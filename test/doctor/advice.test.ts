import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { compareAnswers } from '../../src/doctor/compare-answers.ts';
import { checkRefusals } from '../../src/doctor/connection/check-refusals.ts';
import { examine } from '../../src/doctor/examine.ts';
import { createRecorder } from '../../src/doctor/recorded-fetch.ts';
import { createSecrets } from '../../src/doctor/secrets.ts';
import { generate } from '../other-tenant/service/generated.ts';
import { DIALECT_NAMES, startTenant, type DialectName, type Tenant } from '../other-tenant/service/start.ts';
import { countOf, seedOf } from '../support/counts.ts';
import { run } from './support/run.ts';

// Advice is for what a tenant file does not say: what it says already would be done twice, or be changed to something false.

const folder = mkdtempSync(path.join(tmpdir(), 'loyalty-doctor-'));
let tenant: Tenant | undefined;
afterEach(() => tenant?.stop());
afterAll(() => rmSync(folder, { recursive: true }));

async function reportWith(name: DialectName, file: string): Promise<string> {
  tenant = await startTenant(name, { requestsPerMinute: Infinity });
  const member = tenant.world.member('1001');
  const { token } = tenant.issueToken(member);
  const given = ['--base-url', tenant.baseUrl, '--token', token, '--profile', String(member.id), '--write'];
  return (await run([...given, '--tenant', file])).out;
}
const ownFile = (name: DialectName): string => `test/other-tenant/tenants/${name}.ts`;
const wrongLines = (out: string): string[] => out.match(/^ !   (?!Left behind).*$/gm) ?? [];

describe.each(DIALECT_NAMES)('the doctor on the %s service with its tenant file', (name) => {
  it('finds nothing to change', async () => {
    expect(wrongLines(await reportWith(name, ownFile(name)))).toEqual([]);
  });
});

describe('the doctor with a tenant file that does not say whether keys are honoured', () => {
  it.each([
    ['laravel', /Two claims with one idempotency key were charged twice \(400 points\).*honoured: false/],
    ['rails', /charged once, and answered the same reward: idempotency: \{ honoured: true \} may be/],
  ] as const)('claims twice on the %s service, and says it', async (name, says) => {
    const file = path.join(folder, `${name}.mjs`);
    const source = pathToFileURL(path.resolve(ownFile(name))).href;
    writeFileSync(
      file,
      `import file from '${source}';\nexport default { ...file, idempotency: undefined };\n`,
    );
    expect(await reportWith(name, file)).toMatch(says);
  });
});

describe('the doctor on a service of any seed with the file that describes it', () => {
  const first = seedOf();
  const count = countOf('ADVICE_SEEDS', { share: 8, full: 100 });
  it.each(Array.from({ length: count }, (_, at) => first + at))('has no advice: SEED=%d', async (seed) => {
    const { dialect, tenantFile } = generate(seed, 'likely');
    tenant = await startTenant(dialect, { requestsPerMinute: Infinity });
    const member = tenant.world.member('1001');
    const settings = {
      baseUrl: tenant.baseUrl,
      token: tenant.issueToken(member).token,
      profileId: String(member.id),
      tenantFile,
    };
    const recorder = createRecorder((url, init) => fetch(url, init), createSecrets());
    const options = { settings, recorder, pause: () => Promise.resolve(), note: () => {} };
    const { findings } = await examine(options, {});
    const checks = [
      ...(await compareAnswers(options, findings)),
      ...(await checkRefusals(options, tenantFile)),
    ];
    expect(checks.filter(({ state }) => state === 'wrong')).toEqual([]);
    expect([...findings.values()].flatMap(({ unread }) => unread)).toEqual([]);
  });
});
