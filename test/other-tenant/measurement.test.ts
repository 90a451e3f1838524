import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { HIDDEN, SUBJECTS, type Verdict } from './elements.ts';
import {
  hexSignature,
  openPage,
  openShop,
  providerOf,
  rowsOf,
  tenantScript,
  type OpenPage,
  type Row,
  type Shop,
} from './page.ts';
import { DIALECT_NAMES, startTenant, type DialectName, type Tenant } from './service/start.ts';

// What customers read where a page has the snippet of the README and nothing that says how the service differs.
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

async function measure(
  tenant: Tenant,
  { settings = '', before = '' },
): Promise<{ rows: readonly Row[]; opened: OpenPage }> {
  const elements = SUBJECTS.map(({ tag, attributes }) => `<p><${tag} ${attributes(tenant)}></${tag}></p>`);
  const signature = before ? hexSignature(tenant, '1001') : tenant.sign('1001');
  shop.write({ before, body: providerOf(tenant, '1001', settings, signature) + elements.join('\n') });
  const opened = await openPage(browser, shop);
  return { rows: await rowsOf(opened), opened };
}

interface Measured {
  rows: readonly Row[];
  verdicts: Map<Verdict, number>;
  tenant: Tenant;
}

async function measureOn(
  name: DialectName,
  { isPastSignIn = false, hasFile = false } = {},
): Promise<Measured> {
  const options = { origins: [shop.origin], requestsPerMinute: Infinity, plainSignIn: isPastSignIn };
  const tenant = await startTenant(name, options);
  const profile = String(tenant.world.member('1001').id);
  const { rows, opened } = await measure(tenant, {
    ...(isPastSignIn && { settings: `profile-id="${profile}"` }),
    ...(hasFile && { before: await tenantScript(name) }),
  });
  const verdicts = new Map<Verdict, number>();
  for (const { verdict } of rows) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  const sums = [...verdicts].map(([verdict, count]) => `${verdict} ${String(count)}`);
  const asked = tenant.seen.map(
    ({ method, path, query, status }) => `  ${String(status)} ${method} ${path}${query}`,
  );
  console.log(
    [
      `${name}${isPastSignIn ? ', past the sign-in' : hasFile ? ', with its tenant file' : ''}: ${sums.join(', ')}; ${String(tenant.seen.length)} requests`,
      ...rows.map(({ tag, verdict, text }) => `  ${tag.padEnd(24)} ${verdict.padEnd(8)} ${text}`),
      ...opened.lines.map((line) => `  console: ${line}`),
      ...new Set(asked),
    ].join('\n'),
  );
  expect(opened.errors).toEqual([]);
  await opened.close();
  await tenant.stop();
  return { rows, verdicts, tenant };
}

/** Of a page with every element: token, profile, and what they show; each of three lists and each reservable item needs one of its own. */
const REQUESTS = 27;

test('every element works on the control, which agrees with all assumptions', async () => {
  const { rows, tenant } = await measureOn('agreeing');
  expect(rows.filter(({ verdict }) => verdict !== 'works')).toEqual([]);
  expect(tenant.seen.length).toBeLessThanOrEqual(REQUESTS);
});

/** What an element may do on a service that nobody described to it. */
const HONEST: Verdict[] = ['works', 'says so', 'nothing'];

describe.each(DIALECT_NAMES)('elements without a tenant file on the %s service', (name) => {
  test('show nothing that is not true with the snippet of the README', async () => {
    const { rows } = await measureOn(name);
    expect(rows.filter(({ verdict }) => !HONEST.includes(verdict))).toEqual([]);
  });

  // A token that every reader takes, and the profile id in the page: what comes after the sign-in is seen, too.
  test('show nothing that is not true past the sign-in', async () => {
    const { rows } = await measureOn(name, { isPastSignIn: true });
    expect(rows.filter(({ verdict }) => !HONEST.includes(verdict))).toEqual([]);
  });
});

describe.each(DIALECT_NAMES)('elements with a tenant file on the %s service', (name) => {
  test('work, or are hidden where the service has no such operation', async () => {
    const { rows } = await measureOn(name, { hasFile: true });
    const isHidden = ({ tag, verdict }: Row): boolean =>
      !!HIDDEN[name]?.includes(tag) && verdict === 'nothing';
    expect(rows.filter((row) => row.verdict !== 'works' && !isHidden(row))).toEqual([]);
  });
});

test('pages of a customer beyond the limit of the service show nothing that is not true, and do not ask again and again', async () => {
  const tenant = await startTenant('rails', { origins: [shop.origin] });
  const before = await tenantScript('rails');
  const { opened } = await measure(tenant, { before });
  const { page, lines } = opened;
  for (let load = 2; load <= 4; load += 1) {
    const start = tenant.seen.length;
    lines.length = 0;
    await page.reload();
    const rows = await rowsOf(opened);
    const refused = tenant.seen.slice(start).filter(({ status }) => status === 429).length;
    const silent = rows
      .filter(({ verdict }) => verdict !== 'works' && verdict !== 'says so')
      .map(({ tag }) => tag);
    console.log(
      `load ${String(load)}: ${String(tenant.seen.length - start)} requests, ${String(refused)} refused, ` +
        `works ${String(rows.filter(({ verdict }) => verdict === 'works').length)}, silent: ${silent.join(', ')}\n${lines.join('\n')}`,
    );
    expect(rows.filter(({ verdict }) => !HONEST.includes(verdict))).toEqual([]);
    // Each request is refused once at most: after the first refusal the others wait together.
    expect(tenant.seen.length - start).toBeLessThanOrEqual(30);
    expect(refused).toBeLessThanOrEqual(20);
    const says = rows.some(({ verdict }) => verdict === 'says so');
    // The line has the number of requests, so it comes after some seconds.
    if (says)
      await expect.poll(() => lines.join('\n')).toMatch(/limits requests \(status 429\): \d+ were refused/);
  }
  await opened.close();
  await tenant.stop();
});
