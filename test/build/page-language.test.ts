import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { useCdnBrowser } from '../support/cdn-browser.ts';
import { HEAD, providerOf, textIn, type CdnPage } from '../support/cdn-page.ts';
import { sampleMember } from '../support/component-member.ts';

const { open } = useCdnBrowser();
const member = sampleMember();
const BODY = `${providerOf(member)}<loyalty-tier></loyalty-tier>`;

const languageOf = ({ req }: ServerResponse) => req.headers['accept-language'];
/** Answers a request for the tier with its name in the language that was asked for. */
function answerTier(response: ServerResponse): void {
  const definition = { id: 1, name: `Silver in ${languageOf(response)}`, points_required: 1_000 };
  response
    .writeHead(200, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ data: { points: 1_000, definition, next: null } }));
}
const isTier = (path: string) => path.endsWith('/tier');
const pageIn = (lang: string) => (origin: string) => ({
  '/other': `<!doctype html><html lang="${lang}"><title>Page</title>${HEAD.replaceAll('{origin}', origin)}${BODY.replaceAll('{origin}', origin)}</html>`,
});

/** A page whose language changes while the first request for the tier is in flight, which is then answered. */
async function changeWhileLoading(change?: CdnPage['change']) {
  const waiting: ServerResponse[] = [];
  const { page } = await open({
    body: BODY,
    ...(change && { change }),
    intercept(path, response) {
      if (isTier(path)) waiting.push(response);
      return isTier(path);
    },
  });
  await expect.poll(() => waiting.length).toBe(1);
  // Chromium sends the second request for an address when the first one is answered.
  const inGerman = page.waitForRequest((request) => request.headers()['accept-language'] === 'de');
  await page.evaluate(() => {
    const { shadowRoot } = document.querySelector('loyalty-tier')!;
    const shown: string[] = ((window as unknown as Shown).shown = []);
    new MutationObserver(() => shown.push(shadowRoot!.textContent!)).observe(shadowRoot!, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    document.documentElement.lang = 'de';
  });
  await inGerman;
  answerTier(waiting[0]!);
  await expect.poll(() => waiting.map(languageOf)).toEqual(['en-US', 'de']);
  const shown = () => page.evaluate(() => (window as unknown as Shown).shown.join());
  return { page, shown, answerInGerman: () => answerTier(waiting[1]!) };
}
/** Everything that the element has shown. */
interface Shown {
  shown: string[];
}

/** The tier that a page in German shows before the service has answered, after one in English. */
async function showAfterEnglish(lang: string, change?: CdnPage['change']): Promise<string> {
  let isHeld = false;
  const { page, origin } = await open({
    body: BODY,
    ...(change && { change }),
    files: pageIn(lang),
    intercept(path, response) {
      if (!isTier(path)) return false;
      if (!isHeld) answerTier(response);
      return true;
    },
  });
  await expect.poll(() => textIn(page)).toContain('Silver in en-US');
  isHeld = true;
  const other = await page.context().newPage();
  const asked = other.waitForRequest((request) => isTier(new URL(request.url()).pathname));
  await other.goto(`${origin}/other`);
  await asked;
  // The request may be sent before the file of the element has come. What is stored is shown with its first frame.
  await other.evaluate(async () => {
    await customElements.whenDefined('loyalty-tier');
    await document.querySelector('loyalty-tier')!.updateComplete;
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
  return textIn(other);
}

describe('texts of the service', () => {
  test('are not those of a late answer in the language before', async () => {
    const { shown, answerInGerman } = await changeWhileLoading();
    answerInGerman();
    await expect.poll(shown).toContain('Silver in de');
    expect(await shown()).not.toContain('en-US');
  });

  test('are those of a late answer where it is not dropped', async () => {
    const CHECK = /(\w+)===\w+&&(\w+\(\w+\))\}catch/;
    const { shown } = await changeWhileLoading((name, content) =>
      name === 'loyalty.js' ? content.replace(CHECK, '$2}catch') : content,
    );
    await expect.poll(shown).toContain('Silver in en-US');
  });

  test('are those that another tab has stored, only where that has the same language', async () => {
    expect(await showAfterEnglish('en-US')).toContain('Silver in en-US');
  });

  test('are not those of another tab in another language', async () => {
    expect(await showAfterEnglish('de')).not.toContain('Silver');
  });

  test('are those of another tab in another language where languages are not compared', async () => {
    const CHECK = /\w+\.tierLanguage===\w+\?\.environment\.language/;
    const shown = await showAfterEnglish('de', (_, content) => content.replace(CHECK, 'true'));
    expect(shown).toContain('Silver in en-US');
  });

  test('are in two tabs those of the language of each', async () => {
    const { page, origin } = await open({
      body: BODY,
      files: pageIn('ar'),
      intercept(path, response) {
        if (isTier(path)) answerTier(response);
        return isTier(path);
      },
    });
    await expect.poll(() => textIn(page)).toContain('Silver in en-US');
    const other = await page.context().newPage();
    await other.goto(`${origin}/other`);
    await expect.poll(() => textIn(other)).toContain('Silver in ar');
    for (const tab of [page, other])
      await tab.evaluate(() => document.querySelector('loyalty-provider')!.refresh());
    expect([await textIn(page), await textIn(other)]).toEqual([
      expect.stringContaining('Silver in en-US'),
      expect.stringContaining('Silver in ar'),
    ]);
  });
});
