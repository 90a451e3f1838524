import { describe, expect, test } from 'vitest';
import { useCdnBrowser } from '../support/cdn-browser.ts';
import { HEAD, providerOf, recordOf, textIn, type CdnPage } from '../support/cdn-page.ts';
import { sampleMember } from '../support/component-member.ts';

const { open } = useCdnBrowser();
const member = sampleMember();
const PROVIDER = providerOf(member);
const ELEMENTS = '<loyalty-balance></loyalty-balance><loyalty-tier></loyalty-tier>';
const WITH_ANSWERS = `<script type="module" src="{origin}/cdn/first-answers.js"></script>${HEAD}`;
/** Other numbers than the service has, so that a page shows whose they are. */
const BALANCES = { points: { available: 1_111 } };
const TIER = {
  points: 1_200,
  definition: { name: 'From the page', points_required: 1_000 },
  next: null,
};
const TOKEN = 'POST /api/shop/api/v1/auth/token';
const profile = `/api/v3/profiles/${member.profileId}`;
const READS = [`GET ${profile}/balances`, `GET ${profile}/tier`];

const now = () => Math.floor(Date.now() / 1_000);
const answers = (changed: Readonly<Record<string, unknown>> = {}) => ({
  customer_id: member.id,
  signature: member.signature,
  answered_at: now(),
  language: 'en-us',
  balances: BALANCES,
  tier: TIER,
  ...changed,
});
const metaOf = (content: unknown): string => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return `<meta name="loyalty-first-answers" content="${text.replaceAll('"', '&quot;')}">`;
};

const openPage = (content: unknown, { body = ELEMENTS, head = WITH_ANSWERS, ...page }: CdnPage = {}) =>
  open({ ...page, head, body: metaOf(content) + PROVIDER + body });

describe('answers in the first HTML', () => {
  test('are shown before the token has arrived, and are not requested', async () => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const { page, calls, lines, errors } = await openPage(answers(), {
      intercept(path, response) {
        if (!path.endsWith('/auth/token')) return false;
        void released.then(() =>
          response
            .writeHead(200, { 'Content-Type': 'application/json' })
            .end(JSON.stringify({ data: { token: 'token-of-the-page', expiry: null } })),
        );
        return true;
      },
    });
    await expect.poll(() => textIn(page)).toMatch(/^1,111 points From the page/);
    expect(calls).toEqual([TOKEN]);
    release();
    await expect.poll(() => calls.some((call) => call.includes('search-profile'))).toBe(true);
    await page.waitForLoadState('networkidle');
    expect(calls.filter((call) => READS.includes(call))).toEqual([]);
    expect((await recordOf(page)).shift).toBe(0);
    expect([...lines, ...errors]).toEqual([]);
  });

  test('leave the other data of the page to requests with the token', async () => {
    const { page, calls } = await openPage(answers({ tier: undefined }), {
      body: `${ELEMENTS}<loyalty-status></loyalty-status>`,
    });
    await expect.poll(() => textIn(page)).toMatch(/1,111 points.*Silver/);
    await expect.poll(() => calls).toContain('GET /api/v3/tiers/definitions');
    expect(calls).not.toContain(READS[0]);
    expect(calls.filter((call) => call === READS[1])).toHaveLength(1);
  });

  test('are loaded again when the page asks for new values, and once by each element', async () => {
    const { page, calls } = await openPage(answers());
    await expect.poll(() => textIn(page)).toMatch(/1,111 points/);
    await page.evaluate(() => document.querySelector('loyalty-provider')!.refresh());
    await expect.poll(() => textIn(page)).toMatch(/^2,480 points.*Silver/);
    expect(calls.filter((call) => READS.includes(call)).sort()).toEqual(READS);
  });

  test('are not those of a later customer of the page', async () => {
    const { page, calls, lines } = await openPage(answers());
    await expect.poll(() => textIn(page)).toMatch(/1,111 points/);
    await page.evaluate(() => document.querySelector('loyalty-provider')!.setCustomer());
    await expect.poll(() => textIn(page)).not.toMatch(/1,111|From the page/);
    await page.evaluate(
      ([id, signature]) =>
        document.querySelector('loyalty-provider')!.setCustomer({ customerId: id!, signature: signature! }),
      [member.id, member.signature],
    );
    await expect.poll(() => textIn(page)).toMatch(/^2,480 points.*Silver/);
    expect(calls.filter((call) => READS.includes(call)).sort()).toEqual(READS);
    expect(lines).toEqual([]);
  });

  test('are not stored on the device', async () => {
    const { page, calls } = await openPage(answers());
    await expect.poll(() => textIn(page)).toMatch(/1,111 points/);
    await expect.poll(() => calls.some((call) => call.includes('search-profile'))).toBe(true);
    await page.waitForLoadState('networkidle');
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).toContain('profileId');
    expect(stored).not.toMatch(/1111|From the page/);
  });

  test('are in memory only where the page allows no storage', async () => {
    const { page } = await open({
      head: WITH_ANSWERS,
      body: metaOf(answers()) + PROVIDER.replace('platform', 'cache="memory" platform') + ELEMENTS,
    });
    await expect.poll(() => textIn(page)).toMatch(/1,111 points/);
    await page.waitForLoadState('networkidle');
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toMatch(/1111|token|From the page/);
  });

  test('are shown on a page that does not show values of earlier pages', async () => {
    const { page, calls } = await open({
      head: WITH_ANSWERS,
      body: metaOf(answers()) + PROVIDER.replace('platform', 'snapshot="off" platform') + ELEMENTS,
    });
    await expect.poll(() => textIn(page)).toMatch(/1,111 points/);
    await page.waitForLoadState('networkidle');
    expect(calls.filter((call) => READS.includes(call))).toEqual([]);
  });

  const OTHER = /they belong to another customer-id or signature/;
  test.each<[string, () => unknown, RegExp]>([
    ['of another customer', () => answers({ customer_id: '1002' }), OTHER],
    ['with another signature', () => answers({ signature: 'b'.repeat(64) }), OTHER],
    ['without the signature', () => answers({ signature: undefined }), OTHER],
    [
      'that are old',
      () => answers({ answered_at: now() - 120 }),
      /answered_at is 1\d\d seconds away.*no-store/,
    ],
    ['from the future', () => answers({ answered_at: now() + 180 }), /answered_at is 1\d\d seconds away/],
    ['without a time', () => answers({ answered_at: undefined }), /answered_at a time in Unix seconds/],
    [
      'with a time as text',
      () => answers({ answered_at: '2026-11-27' }),
      /answered_at a time in Unix seconds/,
    ],
    ['without a customer', () => answers({ customer_id: undefined }), /customer_id must be a text/],
    ['that are no JSON', () => '{"customer_id": ', /is no JSON object/],
    ['that are null', () => 'null', /is no JSON object/],
    [
      'with points that are no number',
      () => answers({ balances: { points: {} } }),
      /points\.available is missing/,
    ],
  ])('%s are not shown, and the console has one line', async (_, content, reason) => {
    const { page, calls, lines, errors } = await openPage(content());
    await expect.poll(() => textIn(page)).toMatch(/^2,480 points/);
    expect(calls).toContain(READS[0]);
    expect(lines).toEqual([expect.stringMatching(reason)]);
    expect(errors).toEqual([]);
  });

  test('of another customer are shown where the check of the customer is removed', async () => {
    const CHECK = /\w+\?\.id===\w+\.customer_id&&\w+===\w+\.signature/;
    const { page } = await openPage(answers({ customer_id: '1002' }), {
      change: (name, content) => (name === 'first-answers.js' ? content.replace(CHECK, 'true') : content),
    });
    await expect.poll(() => textIn(page)).toMatch(/^1,111 points/);
  });

  test('show points in every language, and the tier only in that of the page', async () => {
    const { page, calls, lines } = await openPage(answers({ language: 'de' }));
    await expect.poll(() => textIn(page)).toMatch(/^1,111 points.*Silver/);
    expect(calls.filter((call) => READS.includes(call))).toEqual([READS[1]]);
    expect(lines).toEqual([
      expect.stringMatching(/tier is requested again, because language is not that of <html lang="en-US">/),
    ]);
  });

  test('show no tier whose language is not said', async () => {
    const { page } = await openPage(answers({ language: undefined }));
    await expect.poll(() => textIn(page)).toMatch(/^1,111 points.*Silver/);
  });

  test('show no tier in the language that the page had before a script changed it', async () => {
    const { page } = await openPage(answers(), {
      head: `${WITH_ANSWERS}<script>document.documentElement.lang = 'ar'</script>`,
    });
    await expect.poll(() => textIn(page)).toMatch(/Silver/);
    expect(await textIn(page)).not.toMatch(/From the page/);
  });

  test('show the tier in another language where the languages are not compared', async () => {
    const { page } = await openPage(answers({ language: 'de' }), {
      change: (name, content) =>
        name === 'first-answers.js' ? content.replace(/"tier"!==(\w+)\|\|/, 'true||') : content,
    });
    await expect.poll(() => textIn(page)).toMatch(/^1,111 points From the page/);
  });

  test('are not shown to a guest', async () => {
    const { page, lines } = await open({
      head: WITH_ANSWERS,
      body: metaOf(answers()) + PROVIDER.replace(/customer-id="\d+" signature="\w+"/, '') + ELEMENTS,
    });
    await expect.poll(() => textIn(page)).toMatch(/Members earn points/);
    expect(await textIn(page)).not.toMatch(/1,111|From the page/);
    await expect.poll(() => lines).toEqual([expect.stringMatching(OTHER)]);
  });

  test('are not used where their file is loaded after the elements', async () => {
    const { page, lines } = await openPage(answers(), { head: '' });
    await page.addScriptTag({ type: 'module', url: '/cdn/loyalty.js' });
    await page.waitForFunction(() => customElements.get('loyalty-provider'));
    await page.addScriptTag({ type: 'module', url: '/cdn/first-answers.js' });
    await expect.poll(() => textIn(page)).toMatch(/^2,480 points/);
    expect(lines).toEqual([
      expect.stringMatching(/load loyalty-elements\/first-answers before the elements/),
    ]);
  });

  test('are not used on a page to which the shopper comes back', async () => {
    const files = { '/next': '<!doctype html><title>Next</title>' };
    const { page, calls, lines } = await openPage(answers(), { files });
    await expect.poll(() => textIn(page)).toMatch(/1,111 points/);
    // A page with an open connection is not kept whole: its scripts run again.
    await page.evaluate(() => void addEventListener('unload', () => {}));
    await page.goto(new URL('/next', page.url()).href);
    calls.length = 0;
    await page.goBack();
    await expect.poll(() => textIn(page)).toMatch(/^2,480 points/);
    expect(lines).toEqual([]);
  });

  test('are not used where the service may not show the last write of this browser yet', async () => {
    const { page } = await openPage(answers());
    await expect.poll(() => textIn(page)).toMatch(/1,111 points/);
    await expect
      .poll(() =>
        page.evaluate(() => {
          const key = Object.keys(localStorage).find((name) => name.startsWith('loyalty-elements http'));
          const record = JSON.parse(localStorage.getItem(key ?? '') ?? '{}') as Record<string, unknown>;
          if (!record.profileId) return false;
          localStorage.setItem(key!, JSON.stringify({ ...record, settledAt: Date.now() + 1_000 }));
          return true;
        }),
      )
      .toBe(true);
    await page.reload();
    await expect.poll(() => textIn(page)).toMatch(/^2,480 points/);
  });
});
