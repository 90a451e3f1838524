import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inferDraft } from '../../src/doctor/draft/infer.ts';
import { fileOf } from '../../src/doctor/draft/rules.ts';
import { examine } from '../../src/doctor/examine.ts';
import { createRecorder } from '../../src/doctor/recorded-fetch.ts';
import { createSecrets } from '../../src/doctor/secrets.ts';
import type { TenantFile } from '../../src/services/transport/tenant/tenant-file.ts';
import { tenantFileProblems } from '../../src/services/transport/tenant/check-tenant-file.ts';
import {
  DIALECT_NAMES,
  startTenant,
  type DialectName,
  type Tenant,
  type TenantOptions,
} from '../other-tenant/service/start.ts';
import { TENANT_FILES } from '../other-tenant/tenants/index.ts';
import { run, type Ran } from './support/run.ts';

// Services that differ from all that the elements assume, and of which the doctor knows nothing.

let tenant: Tenant | undefined;
let folder: string | undefined;
afterEach(async () => {
  await tenant?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true });
  tenant = folder = undefined;
});

async function start(name: DialectName, options: TenantOptions = {}): Promise<Tenant> {
  tenant = await startTenant(name, { requestsPerMinute: Infinity, ...options });
  return tenant;
}
/** As a customer who has a token. */
function byToken({ baseUrl, world, issueToken }: Tenant): { given: string[]; token: string } {
  const member = world.member('1001');
  const { token } = issueToken(member);
  return { token, given: ['--base-url', baseUrl, '--token', token, '--profile', String(member.id)] };
}
const bySecret = ({ baseUrl, platform, secret }: Tenant, ...more: string[]): Promise<Ran> =>
  run(
    [
      ...['--base-url', baseUrl, '--platform', platform, '--customer-id', '1001', '--secret-env', 'SECRET'],
      ...more,
    ],
    { SECRET: secret },
  );
const ownFile = (name: DialectName): string[] => ['--tenant', `test/other-tenant/tenants/${name}.ts`];
interface Har {
  entries: {
    comment?: string;
    request: { method: string };
    response: { status: number; content: { text: string } };
  }[];
}
/** The result of each element by the table of the report. */
const tableOf = (out: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(
      out.matchAll(/^ {2}([a-z-]+) +(works without|works|does not work|hidden|not tried)\b/gm),
      ([, element, result]) => [element!, result!],
    ),
  );
const NEEDS_A_WRITE = ['earn', 'events'];

/** What the report has to say of the balance, the wishlist, the pages and the claims of receipts. */
const SAYS: Record<(typeof DIALECT_NAMES)[number], RegExp[]> = {
  laravel: [
    /points\.available is missing[^]*balances → 200\n +candidate \/points_balance = 2280 \(number\)/,
    /there is no list "wishlist", and the customer has the list "favourites"/,
    /received for status: "rejected", "approved", "in_review"/,
    /sort=expires_at[^ ]* → 400: Requested sort\(s\) `expires_at` is not allowed\. Allowed sort\(s\) are/,
    /15 of 15 records cannot be shown: value is missing[^]*candidate \/amount/,
    /the token has \|/,
  ],
  rails: [
    /balances → 404/,
    /data is missing\. The answer has 3 records at "\/lists"/,
    /\/state is redeemed, available: nothing reads it/,
    /404 has no message: .* has status, error/,
    /the token has /,
  ],
  dotnet: [
    /balances → 404/,
    /The parameter '(filter\[type\]|sort|page\[size\])' is not recognised\. Recognised: pageNumber, pageSize, orderBy/,
    /the token is a JWT that expires|letters, digits, dots/,
    /404 has no message: .* has type, title, status, detail/,
  ],
};

describe.each(DIALECT_NAMES)('the doctor on the %s service without a tenant file', (name) => {
  it('names what each element cannot use', async () => {
    const { code, out } = await run(byToken(await start(name)).given);
    expect(code).toBe(1);
    const works = Object.entries(tableOf(out)).filter(([, result]) => result === 'works');
    // Nothing of them differs: a token, a profile, and dates, which the interface shows.
    expect(works.map(([element]) => element)).toEqual(['provider', 'account', 'dates']);
    for (const words of SAYS[name]) expect(out).toMatch(words);
  });

  it('sends nothing but GETs and requests for a token', async () => {
    await bySecret(await start(name));
    const writes = tenant!.seen.filter(({ method }) => method !== 'GET');
    expect(new Set(writes.map(({ operation }) => operation))).toEqual(new Set(['token.storefront']));
    expect(tenant!.seen.length).toBeLessThan(100);
  });

  it('prints and writes no token, signature or secret', async () => {
    await start(name, { origins: ['https://shop.example'] });
    const { given, token } = byToken(tenant!);
    const everything = ['--origin', 'https://shop.example', '--har', 'all.har', '--write'];
    for (const more of [[], ['--json'], everything]) {
      for (const ran of [await run([...given, ...more]), await bySecret(tenant!, ...more)]) {
        const all = [ran.out, ran.error, ...ran.files.values()].join('\n');
        expect(all.length).toBeGreaterThan(1_000);
        for (const secret of [token, tenant!.secret, tenant!.sign('1001')]) expect(all).not.toContain(secret);
        // Every token that the service has issued.
        expect(all).not.toMatch(/\b90\d\d\||eyJhbGci/);
      }
    }
  });
});

/** With the draft as it is. The others need a write to be tried, or a second operation for each record. */
const WITH_DRAFT = { laravel: 22, rails: 20, dotnet: 20 };
/** Benefits of this service have the ids of their definitions alone: they are no ids of what the customer has, as far as the answer says. */
const NOT_WITH_DRAFT: Record<string, string[]> = {
  // The draft has no line about the profile, whose place differs: whose it is has to be known, not guessed.
  laravel: ['card'],
  rails: ['card', 'benefits', 'achievements'],
  // No path of the definitions answers a customer.
  dotnet: ['card', 'rewards', 'redeem'],
};

describe.each(DIALECT_NAMES)('the draft for the %s service', (name) => {
  it.each(['a token', 'the secret of the platform'])('makes elements work, from %s', async (by) => {
    await start(name);
    const given = by === 'a token' ? byToken(tenant!).given : undefined;
    const first = await (given ? run(given) : bySecret(tenant!));
    expect(first.out).toMatch(
      new RegExp(`→ With a draft of \\d+ lines, ${WITH_DRAFT[name]} of 25 elements work`),
    );
    const file = loadable(first.files.get('tenant.draft.mjs')!);
    const { default: tenantFile } = (await import(pathToFileURL(file).href)) as { default: object };
    expect(tenantFileProblems(tenantFile)).toEqual([]);
    const second = await (given ? run([...given, '--tenant', file]) : bySecret(tenant!, '--tenant', file));
    const table = Object.entries(tableOf(second.out));
    const works = table.filter(([, result]) => /^works/.test(result));
    console.log(`${name}, from ${by}: ${works.length} of 25 elements work with the draft as it is`);
    expect(works).toHaveLength(WITH_DRAFT[name]);
    expect(table.filter(([, result]) => result === 'does not work').map(([element]) => element)).toEqual(
      NOT_WITH_DRAFT[name] ?? [],
    );
  });

  it('leaves out no parameter of pages, which refusals name among those that they know', async () => {
    await start(name);
    const { files } = await run(byToken(tenant!).given);
    expect(files.get('tenant.draft.mjs')).not.toMatch(/leaveOut: .*page/i);
  });

  it('has its evidence before each line', async () => {
    await start(name);
    const { files } = await run([...byToken(tenant!).given, '--draft', 'ours.mjs']);
    const lines = files.get('ours.mjs')!.split('\n');
    const rules = lines.filter((line) => /^ +\S+: (?!\{$).*,$/.test(line));
    expect(rules.length).toBeGreaterThan(40);
    for (const line of rules)
      expect([line, lines[lines.indexOf(line) - 1]]).toEqual([line, expect.stringMatching(/^ +\/\/ ./)]);
  });

  it('shows what the tenant file of this service shows, but for what no answer says', async () => {
    const { baseUrl, world } = await start(name);
    const member = world.member('1001');
    const settings = { baseUrl, token: tenant!.issueToken(member).token, profileId: String(member.id) };
    const recorder = createRecorder((url, init) => fetch(url, init), createSecrets());
    const options = { settings, recorder, pause: () => Promise.resolve(), note: () => {} };
    const { rules } = await inferDraft(options, {});
    const valuesWith = async (tenantFile: TenantFile) =>
      (await examine({ ...options, settings: { ...settings, tenantFile } }, {})).findings;
    const own = await valuesWith(TENANT_FILES[name]!);
    const drafted = await valuesWith(fileOf(rules));
    const differences = [...own].flatMap(([resource, { value }]) =>
      differing(resource, value, drafted.get(resource)!.value),
    );
    expect(differences).toEqual(DIFFERENCES[name]);
  });
});

/** Values that the draft misses: constants that no answer has, what is forbidden, and ids that nothing shows. */
const DIFFERENCES: Record<(typeof DIALECT_NAMES)[number], string[]> = {
  laravel: [
    'card',
    'benefits pointsCost',
    'lists currency',
    'wishlist currency',
    'own list currency',
    'shared list id',
    'shared list handle',
    'shared list currency',
  ],
  rails: ['card', 'benefits', 'achievements'],
  dotnet: [
    'card',
    'rewards',
    'benefits definitionId',
    'benefits pointsCost',
    'credits currency',
    'shared list handle',
  ],
};

/** The resource with the names of the fields that differ. */
function differing(resource: string, own: unknown, drafted: unknown, name = ''): string[] {
  if (JSON.stringify(own) === JSON.stringify(drafted)) return [];
  const isDeep = [own, drafted].every((value) => typeof value === 'object' && value !== null);
  if (!isDeep || (Array.isArray(own) && own.length !== (drafted as unknown[]).length))
    return [`${resource} ${name}`.trim()];
  const [a, b] = [own, drafted] as Record<string, unknown>[];
  return [
    ...new Set(
      Object.keys({ ...a, ...b }).flatMap((key) =>
        differing(resource, a![key], b![key], /^\d+$/.test(key) ? name : key),
      ),
    ),
  ];
}

describe.each(DIALECT_NAMES)('the doctor on the %s service with its tenant file', (name) => {
  it('finds that everything works that the service has', async () => {
    const { code, out } = await run([...byToken(await start(name)).given, ...ownFile(name), '--write']);
    const table = Object.entries(tableOf(out));
    const hidden = name === 'dotnet' ? ['earn'] : [];
    expect(table.filter(([, result]) => result !== 'works').map(([element]) => element)).toEqual(hidden);
    expect(code).toBe(0);
  });

  it('tries writes, undoes them, and says whether keys are honoured', async () => {
    await start(name);
    const member = tenant!.world.member('1001');
    const stateOf = () => [
      member.dates.length,
      ...member.lists.map(({ items, shares }) => [items.length, shares.length]),
    ];
    const before = JSON.stringify(stateOf());
    const { out } = await run([...byToken(tenant!).given, ...ownFile(name), '--write']);
    expect(JSON.stringify(stateOf())).toBe(before);
    expect(out).toMatch(
      /was saved and removed again[^]*added and deleted again[^]*was shared, and is not any more/,
    );
    expect(out).toMatch(
      name === 'rails'
        ? /two claims with one idempotency key were charged once, and answered the same reward$/m
        : // Its tenant file says that keys are not honoured.
          /"Free delivery" was claimed for 200 points$/m,
    );
    expect(out).toMatch(/It stays claimed: \d+ points of the test customer are spent/);
  });
});

describe('the doctor on a service whose reads lag', () => {
  afterEach(() => void vi.useRealTimers());

  it('waits until writes are shown, leaves nothing unlisted, and says how long that was', async () => {
    // Time passes in the pauses of the doctor alone, so that a busy machine does not lengthen the lag.
    vi.useFakeTimers({ toFake: ['Date'] });
    await start('laravel', { lagMs: 1_500 });
    const member = tenant!.world.member('1001');
    const stateOf = () => [
      member.dates.length,
      ...member.lists.map(({ items, shares }) => [items.length, shares.length]),
    ];
    const before = JSON.stringify(stateOf());
    const rewards = member.rewards.length;
    const pause = async (ms: number) => void vi.setSystemTime(Date.now() + ms);
    const { out } = await run([...byToken(tenant!).given, ...ownFile('laravel'), '--write'], {}, pause);
    expect(out).toMatch(
      /was saved and removed again[^]*added and deleted again[^]*was shared, and is not any more/,
    );
    expect(JSON.stringify(stateOf())).toBe(before);
    expect(out).toMatch(/Reads showed a write only after 1\.\d s\. Say it in the tenant file: lag: [23]\./);
    const listed = out.match(/Left behind: the claimed reward .* DELETE \/v3\/profiles\/\S+ removes it/g);
    expect(listed).toHaveLength(member.rewards.length - rewards);
  });
});

describe('the doctor', () => {
  it('works on the control, which agrees with all assumptions', async () => {
    const { code, out } = await run(byToken(await start('agreeing')).given);
    const others = Object.entries(tableOf(out)).filter(([, result]) => result !== 'works');
    expect(others.map(([element]) => element)).toEqual(NEEDS_A_WRITE);
    expect(code).toBe(0);
  });

  it('waits where the service limits requests, and then finds the same', async () => {
    let time = Date.now();
    await start('rails', { requestsPerMinute: 20, now: () => new Date(time) });
    const { given } = byToken(tenant!);
    const { out, error } = await run(given, {}, async (ms) => void (time += ms));
    expect(error).toMatch(/^The service limits requests \(status 429\): waiting \d+ s\.$/m);
    expect(out).toMatch(new RegExp(`${WITH_DRAFT.rails} of 25 elements work`));
    expect(out).toMatch(/requests were refused with 429/);
  });

  it('writes requests and answers as an HTTP Archive, without what can be spent', async () => {
    const { given } = byToken(await start('laravel'));
    const { files } = await run([...given, '--har', 'answers.har']);
    const { log } = JSON.parse(files.get('answers.har')!) as { log: Har };
    const balance = log.entries.find(({ comment }) => comment === 'profiles.balances.show')!;
    expect([balance.request.method, balance.response.status]).toEqual(['GET', 200]);
    expect(JSON.parse(balance.response.content.text)).toMatchObject({ data: { points_balance: 2280 } });
    const codes = log.entries.flatMap(({ response }) =>
      Array.from(response.content.text.matchAll(/"voucher":("[^"]*"|null)/g), ([, code]) => code),
    );
    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(codes)).toEqual(new Set(['"[hidden]"']));
  });

  it('writes a report that programs read', async () => {
    const { out } = await run([...byToken(await start('laravel')).given, '--json']);
    const { elements, next } = JSON.parse(out) as {
      elements: {
        element: string;
        result: string;
        problems: { operation: string; candidates: unknown[] }[];
      }[];
      next: string[];
    };
    const { result, problems } = elements.find(({ element }) => element === 'balance')!;
    expect(result).toBe('does not work');
    expect(problems[0]).toMatchObject({ operation: 'profiles.balances.show', status: 200 });
    expect(problems[0]!.candidates[0]).toMatchObject({ pointer: '/points_balance', value: '2280' });
    expect(next[0]).toMatch(/22 of 25 elements work \(without it 3\)/);
  });

  it('says which origin and header the preflights refuse', async () => {
    const { baseUrl } = await start('dotnet', { origins: ['https://shop.example'] });
    expect(baseUrl).toBeTruthy();
    const { given } = byToken(tenant!);
    const inside = await run([...given, '--origin', 'https://shop.example']);
    expect(inside.out).toMatch(
      /may not send POST .*Access-Control-Allow-Headers has no idempotency-key\. .*honoured: false/,
    );
    const outside = await run([...given, '--origin', 'https://other.example']);
    expect(outside.out).toMatch(/may not send GET .*Access-Control-Allow-Origin is missing/);
  });

  it('finds a service that gives tokens for any signature', async () => {
    await start('laravel', { plainSignIn: true });
    const wrong = await run(
      [
        ...['--base-url', tenant!.baseUrl, '--platform', tenant!.platform, '--customer-id', '1001'],
        ...['--secret-env', 'SECRET'],
      ],
      { SECRET: 'another' },
    );
    expect(wrong.error).toMatch(/gives no token/);
    const { out } = await bySecret(tenant!);
    expect(out).toMatch(/a wrong signature is refused \(status 40\d\)/);
  });
});

/** Writes a draft where it can be imported. The package is not installed here: it imports its source. */
function loadable(draft: string): string {
  folder ??= mkdtempSync(path.join(tmpdir(), 'loyalty-doctor-'));
  const file = path.join(folder, 'tenant.draft.mjs');
  const source = pathToFileURL(path.resolve('src/services/transport/tenant/tenant-file.ts')).href;
  writeFileSync(file, draft.replace('loyalty-elements/tenant', source));
  return file;
}
