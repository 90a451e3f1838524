import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import type { TenantFile } from '../../src/services/transport/tenant/tenant-file.ts';
import { countOf, measured, seedOf } from '../support/counts.ts';
import { SUBJECTS, type Verdict } from './elements.ts';
import {
  hexSignature,
  openPage,
  openShop,
  providerOf,
  rowsOf,
  scriptOf,
  type Row,
  type Shop,
} from './page.ts';
import { generate } from './service/generated.ts';
import { startTenant, type Tenant } from './service/start.ts';

// Pages of services that nobody wrote: each seed has other paths, names, places, units, words, statuses and pages.

const SEEDS = countOf('GENERATED_PAGES', { share: 4, full: 200 });
const FIRST = seedOf();

let browser: Browser;
let shop: Shop;
beforeAll(async () => {
  browser = await chromium.launch(await launchOptions());
  shop = await openShop();
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

async function rowsWith(tenant: Tenant, file: TenantFile): Promise<readonly Row[]> {
  const elements = SUBJECTS.map(({ tag, attributes }) => `<p><${tag} ${attributes(tenant)}></${tag}></p>`);
  const provider = providerOf(tenant, '1001', '', hexSignature(tenant, '1001'));
  shop.write({ before: scriptOf(file), body: provider + elements.join('\n') });
  const opened = await openPage(browser, shop);
  const rows = await rowsOf(opened);
  expect(opened.errors).toEqual([]);
  await opened.close();
  return rows;
}

/** Without these every record of a list counts, as the guide of tenant files says. */
const SAYS_WHAT_COUNTS = /^(redeemed_at|archived_at|is_(published|active|archived))$/;

/** The file without one of its lines, chosen by the seed. */
function withoutOneLine(file: TenantFile, seed: number): { file: TenantFile; line: string } {
  const lines = Object.entries(file.operations ?? {}).flatMap(([operation, rules]) =>
    rules && 'record' in rules
      ? Object.keys((rules as { record?: object }).record ?? {})
          .filter((field) => !SAYS_WHAT_COUNTS.test(field))
          .map((field) => ({ operation, field }))
      : [],
  );
  const { operation, field } = lines[seed % lines.length]!;
  const copy = structuredClone(file) as { operations: Record<string, { record: Record<string, unknown> }> };
  delete copy.operations[operation]!.record[field];
  return { file: copy as TenantFile, line: `${operation} ${field}` };
}

const seeds = Array.from({ length: SEEDS }, (_, at) => FIRST + at);
/** What an element may do where nothing describes what it needs. */
const HONEST: readonly Verdict[] = ['works', 'says so', 'nothing', 'partly'];

describe(`elements on services of the seeds ${String(FIRST)} to ${String(FIRST + SEEDS - 1)}`, () => {
  test('show the truth with the file that describes the service', async ({ task }) => {
    const wrong: (Row & { seed: number })[] = [];
    for (const seed of seeds) {
      const { dialect, tenantFile } = generate(seed);
      const tenant = await startTenant(dialect, { origins: [shop.origin], requestsPerMinute: Infinity });
      const rows = await rowsWith(tenant, tenantFile);
      wrong.push(...rows.filter(({ verdict }) => verdict !== 'works').map((row) => ({ ...row, seed })));
      await tenant.stop();
    }
    measured(task, {
      count: SEEDS,
      what: 'services',
      outcome: `${String(wrong.length)} elements wrong`,
    } as never);
    expect(wrong).toEqual([]);
  });

  test('show nothing that is not true with a file that lacks a line', async () => {
    const wrong: (Row & { seed: number; line: string })[] = [];
    for (const seed of seeds) {
      const { dialect, tenantFile } = generate(seed);
      const tenant = await startTenant(dialect, { origins: [shop.origin], requestsPerMinute: Infinity });
      const { file, line } = withoutOneLine(tenantFile, seed);
      const rows = await rowsWith(tenant, file);
      wrong.push(
        ...rows.filter(({ verdict }) => !HONEST.includes(verdict)).map((row) => ({ ...row, seed, line })),
      );
      await tenant.stop();
    }
    expect(wrong).toEqual([]);
  });
});
