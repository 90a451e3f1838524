import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useCdnBrowser } from '../support/cdn-browser.ts';
import { HEAD, providerOf, recordOf, textIn } from '../support/cdn-page.ts';
import { sampleMember } from '../support/component-member.ts';

// What tools that rewrite pages do with the tags of the elements: docs/guides/hosting.md says what to exclude from each. The tools themselves
// run on servers of others, so these are the rewritten pages.

const { open: openPage } = useCdnBrowser();

const member = sampleMember();
const BODY = `${providerOf(member)}<loyalty-balance></loyalty-balance><loyalty-tier></loyalty-tier><p>After</p>`;
const CONTENT = /2,480 points.*Silver.*After/s;
const TAG = /<script type="module" src="([^"]+)"><\/script>/;

/** Runs the delayed tags at the first key, pointer press or scroll, as these tools do: a new tag with the type and address of before. */
const DELAYED = `<script>
  const run = () => {
    for (const old of document.querySelectorAll('script[data-delayed-type]')) {
      const script = document.createElement('script');
      script.type = old.dataset.delayedType;
      script.src = old.dataset.delayedSrc;
      old.replaceWith(script);
    }
  };
  for (const type of ['keydown', 'pointerdown', 'scroll']) addEventListener(type, run, { once: true, passive: true });
</script>`;

const open = (head: string, others: object = {}) => openPage({ head, body: BODY, ...others });

describe('page whose script an optimizer delays until the first input', () => {
  const delayed = (type: string) =>
    DELAYED +
    HEAD.replace(TAG, `<script type="${type}" data-delayed-type="module" data-delayed-src="$1"></script>`);

  test.each(['rocketlazyloadscript', 'litespeed/javascript', 'text/plain'])(
    'says nothing as %s before the input, then all, and moves nothing',
    async (type) => {
      const { page, calls, errors } = await open(delayed(type));
      await page.waitForLoadState('networkidle');
      expect({ text: (await textIn(page)).trim(), calls }).toEqual({ text: 'After', calls: [] });
      // Of a press the browser would expect that something moves.
      await page.evaluate(() => dispatchEvent(new Event('scroll')));
      await expect.poll(() => textIn(page)).toMatch(CONTENT);
      expect({ errors, shift: (await recordOf(page)).shift }).toEqual({ errors: [], shift: 0 });
    },
  );
});

describe('page whose script an optimizer breaks', () => {
  test('says nothing about the customer when it is no module any more', async () => {
    const { page, calls, errors } = await open(HEAD.replace('type="module"', ''));
    await page.waitForLoadState('networkidle');
    expect({ text: (await textIn(page)).trim(), calls }).toEqual({ text: 'After', calls: [] });
    expect(errors.join()).toMatch(/import|export|module/);
  });

  test('says nothing about the customer when loyalty.js is copied without the files beside it', async () => {
    const missing: string[] = [];
    const { page } = await open(HEAD.replace('/cdn/loyalty.js', '/min/loyalty.js'), {
      files: { '/min/loyalty.js': readFileSync('dist/cdn/loyalty.js', 'utf8') },
    });
    page.on('response', (response) => void (response.status() === 404 && missing.push(response.url())));
    await page.reload();
    await expect.poll(() => missing.length).toBeGreaterThan(3);
    await page.waitForLoadState('networkidle');
    expect((await textIn(page)).trim()).toBe('After');
    expect((await recordOf(page)).shift).toBe(0);
  });
});
