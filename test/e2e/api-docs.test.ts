import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type RunningService } from '../../demo/service/index.ts';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { freshDatabase, KEYS, SECRET, type FreshDatabase } from '../support/database-fresh.ts';

describe('page of the API document', () => {
  let database: FreshDatabase;
  let service: RunningService;
  let browser: Browser;
  beforeAll(async () => {
    database = await freshDatabase();
    service = await startService({
      databaseUrl: database.url,
      secret: SECRET,
      secretKeys: KEYS,
      shopOrigins: [],
      log: () => {},
    });
    browser = await chromium.launch(await launchOptions());
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await database?.drop();
  });

  test('shows the endpoints under a strict content security policy, without inline scripts or requests to other origins', async () => {
    const origin = new URL(service.url).origin;
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const errors: string[] = [];
    const requested: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('request', (request) => requested.push(request.url()));
    const response = await page.goto(`${origin}/docs`);
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');

    await page.getByRole('heading', { name: /Loyalty and Customer Data Service/ }).waitFor();
    const incentives = page.locator('#operations-tag-incentives');
    await incentives.waitFor();
    if ((await incentives.getAttribute('data-is-open')) !== 'true') await incentives.click();
    await page.locator('[data-path="/v3/profiles/{id}/rewards"]').first().waitFor();
    expect(await page.locator('.opblock').count()).toBeGreaterThan(50);
    expect(errors).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([]);
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/docs.png` });
    await page.close();
  });
});
