import { createHash } from 'node:crypto';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { countOf, measured, seedOf } from '../support/counts.ts';
import { hexSignature, openPage, openShop, providerOf, scriptOf, type OpenPage, type Shop } from './page.ts';
import { generate } from './service/generated.ts';
import { startTenant, type Tenant } from './service/start.ts';
import { WRITES, type Write } from './writes.ts';

// Every write of the elements on services that nobody wrote, whose answers arrive, are lost, cannot be read, or never come: what the page
// says is true before, meanwhile and after it, and nothing is done twice.

const FAULTS = ['answered', 'cut', 'lost', 'garbled', 'not done'] as const;
type Fault = (typeof FAULTS)[number];
const LAGS_MS = [0, 1_500] as const;

interface Case {
  readonly seed: number;
  readonly write: Write;
  readonly fault: Fault;
  readonly lagMs: number;
  /** Whether the tenant file says how late reads are. */
  readonly namesLag: boolean;
}

const FIRST = seedOf();
const CASES = Array.from(
  { length: countOf('GENERATED_WRITES', { share: WRITES.length, full: 200 }) },
  (_, at): Case => {
    const mixed = createHash('sha256').update(String(at)).digest();
    return {
      seed: FIRST + at,
      write: WRITES[at % WRITES.length]!,
      fault: FAULTS[mixed[0]! % FAULTS.length]!,
      lagMs: LAGS_MS[mixed[1]! % LAGS_MS.length]!,
      namesLag: mixed[2]! % 3 > 0,
    };
  },
);

/** Pages at the same time: most of a case is waiting. */
const LANES = 3;

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(await launchOptions());
});
afterAll(() => browser?.close());

const NOT_KNOWN = /It may have gone through|it may be done/i;
const NOTHING_CHANGED = /nothing has changed/i;
const COUNTS_ONCE = /won’t be charged twice|counts only once/i;

/** What is wrong with what the page says now, by what the service holds. */
function falsehoods(text: string, write: Write, tenant: Tenant, isHonoured: boolean): string[] {
  const effects = write.effects(tenant);
  return [
    ...(effects > 1 ? [`done ${String(effects)} times`] : []),
    ...(NOTHING_CHANGED.test(text) && effects > 0 ? ['says that nothing has changed, and it is done'] : []),
    ...(COUNTS_ONCE.test(text) && !isHonoured ? ['promises once, and keys are not honoured'] : []),
  ];
}

async function tryWrite({ seed, write, fault, lagMs, namesLag }: Case, shop: Shop): Promise<string[]> {
  const { dialect, tenantFile } = generate(seed);
  const isHonoured = tenantFile.idempotency!.honoured;
  const tenant = await startTenant(dialect, {
    origins: [shop.origin],
    requestsPerMinute: Infinity,
    lagMs,
  });
  const file = { ...tenantFile, ...(namesLag && { lag: lagMs / 1_000 }) };
  shop.write({
    before: scriptOf(file),
    body: providerOf(tenant, '1001', '', hexSignature(tenant, '1001')) + write.tags(tenant),
  });
  const opened = await openPage(browser, shop);
  const read = async (): Promise<string> =>
    (await Promise.all(write.read.map((tag) => opened.read(tag)))).join(' ');
  /** Nothing says that reads are old: the page shows what they say. */
  const isLate = lagMs > 0 && !namesLag;
  const problems: string[] = [];
  const check = (text: string): void => {
    for (const one of falsehoods(text, write, tenant, isHonoured)) problems.push(`${one}: ${text}`);
  };
  try {
    const before = await read();
    if (!write.undone.test(before)) return [`shows something else before: ${before}`];
    if (fault === 'cut') tenant.loseNext(write.operation);
    if (fault === 'lost') tenant.failNext(write.operation);
    if (fault === 'garbled') tenant.garbleNext(write.operation);
    if (fault === 'not done') tenant.refuseNext(write.operation, 502, {});
    await write.act(opened.page);
    check(await afterWrite(opened, read, check, lagMs));
    const text = await read();
    const effects = write.effects(tenant);
    const expected = fault === 'not done' && !write.isKept ? 0 : 1;
    if (!write.isKept && effects !== expected) problems.push(`done ${String(effects)} times: ${text}`);
    // What is not known is said, and what was not done may be tried again; a heart sends by itself, later.
    const isSaid =
      NOT_KNOWN.test(text) || COUNTS_ONCE.test(text) || (effects === 0 && NOTHING_CHANGED.test(text));
    if (!(effects > 0 ? write.done : write.undone).test(text) && !isSaid && !write.isKept && !isLate)
      problems.push(`shows something else after ${String(effects)} effects: ${text}`);
    if (write.isOnceOnly && effects > 0) {
      const sent = tenant.seen.filter(
        ({ operation, status, idempotencyKey }) =>
          operation === write.operation && status < 300 && !(isHonoured && idempotencyKey),
      );
      if (sent.length > 1 && !isHonoured) problems.push(`sent ${String(sent.length)} times`);
    }
    // A kept write may be sent by the next page, which reads too early where it does not know the lag.
    if (!write.isKept || !isLate) {
      await opened.page.waitForTimeout(lagMs); // the service shows it now
      await opened.page.reload();
      await expect
        .poll(async () => (write.effects(tenant) > 0 ? write.done : write.undone).test(await read()))
        .toBe(true)
        .catch(async () => problems.push(`is not true on the next page: ${await read()}`));
      check(await read());
    }
  } catch (error) {
    problems.push(String(error));
  } finally {
    if (opened.errors.length) problems.push(...opened.errors);
    await opened.close();
    await tenant.stop();
  }
  return problems.map(
    (one) =>
      `seed ${String(seed)}, ${write.name}, ${fault}, lag ${String(lagMs)} ms${namesLag ? '' : ' that the file does not name'}${isHonoured ? ', keys honoured' : ''}: ${one.slice(0, 700)}`,
  );
}

/** Reads the page while the write is under way, and until it stays the same. */
async function afterWrite(
  { page }: OpenPage,
  read: () => Promise<string>,
  check: (text: string) => void,
  lagMs: number,
): Promise<string> {
  const end = Date.now() + lagMs + 60_000; // for a page that never comes to rest
  let last = '';
  let same = 0;
  while (Date.now() < end && same < 4 + lagMs / 300) {
    await page.waitForTimeout(150);
    const text = await read();
    check(text);
    same = text === last && !/…/.test(text) ? same + 1 : 0;
    last = text;
  }
  return last;
}

describe('writes of elements on generated services', () => {
  test('are shown as they are, and done once, whatever becomes of their answers', async ({ task }) => {
    const problems: string[] = [];
    const cases = CASES.values();
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        const shop = await openShop();
        for (const one of cases) {
          const found = await tryWrite(one, shop);
          if (found.length) console.log(found.join('\n')); // a long run shows them before its end
          problems.push(...found);
        }
        await shop.close();
      }),
    );
    measured(task, {
      count: CASES.length,
      what: 'writes',
      outcome: `${String(problems.length)} problems`,
    } as never);
    expect(problems).toEqual([]);
  });
});
