import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailHtml } from '../../../../demo/service/messages/mail-html.ts';
import { chromium as launchOptions } from '../../../../scripts/browser.mjs';

const MAIL = {
  shopName: 'Harbour & Pine',
  subject: '123456 is your code',
  text: 'Hello Mara,\n\nthis code signs you in once:\n\n123456\n\nWe never ask for it.\nIgnore this message.',
  language: 'en',
};

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(await launchOptions());
});
afterAll(() => browser?.close());

async function open(mail = MAIL, width = 360, colorScheme: 'light' | 'dark' = 'light') {
  const page = await browser.newPage({ viewport: { width, height: 640 }, colorScheme });
  await page.setContent(await mailHtml(mail));
  return page;
}

describe('HTML of an e-mail', () => {
  it.each([320, 360, 768])(
    'has the name of the shop and the code alone on its line at %d px',
    async (width) => {
      const page = await open(MAIL, width);
      expect(await page.locator('p').allInnerTexts()).toEqual([
        'Harbour & Pine',
        'Hello Mara,',
        'this code signs you in once:',
        '123456',
        'We never ask for it.\nIgnore this message.',
      ]);
      const code = page.getByText('123456', { exact: true });
      expect(await code.evaluate((one) => getComputedStyle(one).fontSize)).toBe('32px');
      expect((await code.boundingBox())!.height).toBe(40);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.close();
    },
  );

  it.each([
    ['light', 'rgb(0, 0, 0)'],
    ['dark', 'rgb(255, 255, 255)'],
  ] as const)('has the text colour of a %s e-mail program', async (scheme, color) => {
    const page = await open(MAIL, 360, scheme);
    expect(
      await page
        .locator('p')
        .last()
        .evaluate((one) => getComputedStyle(one).color),
    ).toBe(color);
    await page.close();
  });

  it('shows markup in texts as text, and has no link and no picture', async () => {
    const markup = '<a href="https://x.example"><img src=x></a>';
    const page = await open({ ...MAIL, shopName: markup, text: `${markup}\r\n\r\nsecond` });
    expect(await page.locator('p').allInnerTexts()).toEqual([markup, markup, 'second']);
    expect(await page.locator('a, img').count()).toBe(0);
    await page.close();
  });

  it('names a language only where it is known', async () => {
    expect(await mailHtml(MAIL)).toContain('<html lang="en">');
    expect(await mailHtml({ ...MAIL, language: undefined })).not.toContain('lang=');
  });
});
