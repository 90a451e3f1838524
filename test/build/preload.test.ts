import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { useCdnBrowser } from '../support/cdn-browser.ts';
import { providerOf, textIn, type CdnPage, type OpenedCdnPage } from '../support/cdn-page.ts';
import { sampleMember } from '../support/component-member.ts';
import { htmlOf, SHOWN_ELEMENTS, type MountedElement } from '../support/every-element.ts';

const { openApart } = useCdnBrowser();
let opened: OpenedCdnPage[] = [];
afterEach(async () => {
  for (const page of opened) await page.close();
  opened = [];
});

async function open(page: CdnPage): Promise<OpenedCdnPage> {
  const result = await openApart(page);
  opened.push(result);
  return result;
}

/** Delays every file but `loyalty.js` and `loyalty.css`. */
function holdElements() {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  return { hold: (name: string) => (/^loyalty\.(js|css)$/.test(name) ? undefined : released), release };
}

const member = sampleMember();
const PROVIDER = providerOf(member);
const ALL = `<loyalty-balance></loyalty-balance><loyalty-tier></loyalty-tier><loyalty-rewards></loyalty-rewards>
  <loyalty-wishlist></loyalty-wishlist><loyalty-wishlist-button product-id="product-3"></loyalty-wishlist-button>`;
const profile = `/api/v3/profiles/${member.profileId}`;
const TOKEN = 'POST /api/shop/api/v1/auth/token';
const SEARCH = `GET /api/v3/identities/search-profile/${member.id}`;
const READS = [
  'GET /api/v3/rewards/definitions',
  `GET ${profile}/balances`,
  `GET ${profile}/lists/wishlist/items`,
  `GET ${profile}/rewards`,
  `GET ${profile}/tier`,
];

/** The text of the balance in the first frame after its file has run. */
const firstFrame = (page: Page) => page.evaluate(() => (window as { firstFrame?: string }).firstFrame);

describe('next page', () => {
  async function nextPage(attributes: string) {
    const provider = PROVIDER.replace('platform', `${attributes} platform`);
    const { page, errors } = await open({ body: `${provider}<loyalty-balance></loyalty-balance>` });
    await expect.poll(() => textIn(page)).toBe('2,480 points');
    await page.addInitScript(() => {
      void customElements.whenDefined('loyalty-balance').then(() =>
        requestAnimationFrame(() => {
          const balance = document.querySelector('loyalty-balance')!;
          Object.assign(window, {
            firstFrame: balance.shadowRoot?.querySelector('[part=value]')?.textContent,
          });
        }),
      );
    });
    await page.route('**/balances', () => {}); // never answered
    await page.reload();
    await expect.poll(() => firstFrame(page)).toBeDefined();
    expect(errors).toEqual([]);
    return page;
  }

  test('shows the last number in the first frame after the elements are loaded', async () => {
    expect(await firstFrame(await nextPage(''))).toBe('2,480');
  });

  test('loads half of what numbers need before the elements run, so that their task is shorter', async () => {
    const RECORD = `<script>{
      window.steps = [];
      const { localeCompare } = String.prototype;
      String.prototype.localeCompare = function (...other) {
        steps.push('compare');
        return localeCompare.apply(this, other);
      };
      const { define } = CustomElementRegistry.prototype;
      CustomElementRegistry.prototype.define = function (tag, ...more) {
        steps.push(tag);
        return define.call(this, tag, ...more);
      };
    }</script>`;
    const { page } = await open({ body: `${RECORD}${PROVIDER}<loyalty-balance></loyalty-balance>` });
    await expect.poll(() => textIn(page)).toBe('2,480 points');
    const steps = await page.evaluate(() => (window as unknown as { steps: string[] }).steps);
    expect(steps.slice(0, 3)).toEqual(['loyalty-provider', 'compare', 'loyalty-balance']);
  });

  test.each(['snapshot="off"', 'cache="memory"'])(
    'shows no number from before with %s',
    async (attribute) => {
      expect(await firstFrame(await nextPage(attribute))).toBe('0,000'); // the placeholder, which is hidden from screen readers
    },
  );
});

describe('requests before the elements are loaded', () => {
  test('are those of the elements on the page, and the elements send none of them again', async () => {
    const { hold, release } = holdElements();
    const { page, calls, errors } = await open({ body: PROVIDER + ALL, hold });
    await expect.poll(() => [...calls].sort()).toEqual([...READS, SEARCH, TOKEN].sort());
    expect(await page.evaluate(() => customElements.get('loyalty-balance'))).toBe(undefined);
    release();
    await expect.poll(() => textIn(page)).toMatch(/2,480 points.*Silver.*Linen throw/);
    await page.waitForLoadState('networkidle');
    expect(calls).toHaveLength(READS.length + 2);
    expect(errors).toEqual([]);
  });

  test('of redeem and panel are those of the rewards and the balance, once', async () => {
    const { hold, release } = holdElements();
    const body = `${PROVIDER}<loyalty-redeem total="20" currency="EUR"></loyalty-redeem><loyalty-panel></loyalty-panel>`;
    const { page, calls, errors } = await open({ body, hold });
    const reads = [
      'GET /api/v3/rewards/definitions',
      `GET ${profile}/balances`,
      `GET ${profile}/rewards`,
      SEARCH,
      TOKEN,
    ];
    await expect.poll(() => [...calls].sort()).toEqual([...reads].sort());
    release();
    await expect.poll(() => textIn(page)).toMatch(/2,480/);
    await page.waitForLoadState('networkidle');
    expect(calls).toHaveLength(reads.length);
    expect(errors).toEqual([]);
  });

  test('of a status are points, tier and all tiers, and it sends none of them again', async () => {
    const { hold, release } = holdElements();
    const { page, calls, errors } = await open({
      body: `${PROVIDER}<loyalty-status></loyalty-status>`,
      hold,
    });
    const tiers = 'GET /api/v3/tiers/definitions';
    const sent = [TOKEN, SEARCH, `GET ${profile}/balances`, `GET ${profile}/tier`, tiers];
    await expect.poll(() => [...calls].sort()).toEqual(sent.sort());
    release();
    await expect.poll(() => textIn(page)).toMatch(/Silver.*Gold/);
    await page.waitForLoadState('networkidle');
    expect(calls).toHaveLength(sent.length);
    expect(errors).toEqual([]);
  });

  test('are taken by an element that is defined before the token has arrived', async () => {
    const provider = PROVIDER.replace('platform', 'cache="memory" platform');
    const { page, calls } = await open({ body: `${provider}<loyalty-status></loyalty-status>` });
    await expect.poll(() => textIn(page)).toMatch(/Silver.*Gold/);
    await page.waitForLoadState('networkidle');
    await page.route('**/auth/token', async (route) => {
      await page.waitForFunction(() => document.querySelector('loyalty-status:state(loading)'));
      await route.continue();
    });
    const before = calls.length;
    await page.reload();
    await expect.poll(() => textIn(page)).toMatch(/Silver.*Gold/);
    await page.waitForLoadState('networkidle');
    const sent = calls.slice(before);
    expect(sent).toContain(TOKEN);
    expect(new Set(sent).size, sent.join()).toBe(sent.length);
  });

  test('of a page with a balance alone are two, with its profile id', async () => {
    const { hold, release } = holdElements();
    const provider = PROVIDER.replace('platform', `profile-id="${member.profileId}" platform`);
    const { page, calls } = await open({ body: `${provider}<loyalty-balance></loyalty-balance>`, hold });
    await expect.poll(() => calls).toEqual([TOKEN, `GET ${profile}/balances`]);
    release();
    await expect.poll(() => textIn(page)).toBe('2,480 points');
    expect(calls).toHaveLength(2);
  });

  test('begin with the token, before the browser has to lay out the page', async () => {
    const RECORD = `<script>{
      window.steps = [];
      const { fetch } = window;
      window.fetch = (...request) => (steps.push('request'), fetch(...request));
      const { getBoundingClientRect } = Element.prototype;
      Element.prototype.getBoundingClientRect = function () {
        steps.push('layout');
        return getBoundingClientRect.call(this);
      };
    }</script>`;
    const { page } = await open({ body: `${RECORD}${PROVIDER}<loyalty-balance></loyalty-balance>` });
    await expect.poll(() => textIn(page)).toBe('2,480 points');
    const steps = await page.evaluate(() => (window as unknown as { steps: string[] }).steps);
    expect(steps).toContain('layout');
    expect(steps[0]).toBe('request');
  });

  test('of a guest are none', async () => {
    const provider = PROVIDER.replace(/ customer-id.*"/, '');
    const { page, calls } = await open({ body: provider + ALL });
    await expect.poll(() => textIn(page)).toContain('Members earn points');
    expect(calls).toEqual([]);
  });

  test('are none for data where two providers may serve different elements', async () => {
    const { hold, release } = holdElements();
    const { page, calls } = await open({ body: PROVIDER + ALL + PROVIDER, hold });
    await expect.poll(() => calls).toContain(SEARCH);
    await page.waitForTimeout(200); // no request for data follows
    expect(calls.filter((call) => READS.includes(call))).toEqual([]);
    release();
    await expect.poll(() => textIn(page)).toMatch(/2,480 points/);
  });

  test('that fail are retried, and the elements show the number', async () => {
    let failures = 1;
    const { page, calls } = await open({
      body: `${PROVIDER}<loyalty-balance></loyalty-balance>`,
      intercept(path, response) {
        if (!path.endsWith('/balances') || failures-- <= 0) return false;
        response.writeHead(503, { 'Content-Type': 'application/json' }).end('{}');
        return true;
      },
    });
    await expect.poll(() => textIn(page)).toBe('2,480 points');
    expect(calls.filter((call) => call.endsWith('/balances'))).toHaveLength(2);
  });

  test('of elements that the page adds later are sent by the elements', async () => {
    const { page, calls } = await open({ body: PROVIDER });
    await expect.poll(() => calls).toContain(SEARCH);
    await page.evaluate(() => document.body.append(document.createElement('loyalty-balance')));
    await expect.poll(() => textIn(page)).toBe('2,480 points');
    expect(calls.filter((call) => call.endsWith('/balances'))).toHaveLength(1);
  });
});

describe('element far below the visible part of the page', () => {
  const far = (element: string) =>
    `${PROVIDER}<loyalty-balance></loyalty-balance><div style="height: 4000px"></div>${element}<p>After</p>`;
  const files = ({ requested }: OpenedCdnPage) =>
    requested.filter((name) => name.startsWith('loyalty-tier-'));
  const TIER_CALL = `GET ${profile}/tier`;

  test('is loaded for a print', async () => {
    const result = await open({ body: far('<loyalty-tier></loyalty-tier>') });
    await result.page.waitForFunction(() => customElements.get('loyalty-provider'));
    const isDefined = () => result.page.evaluate(() => !!customElements.get('loyalty-tier'));
    expect(await isDefined()).toBe(false);
    await result.page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect.poll(isDefined).toBe(true);
  });

  test('is loaded with its data a page length before it is visible, and nothing moves', async () => {
    const result = await open({ body: far('<loyalty-tier></loyalty-tier>') });
    const { page, calls, errors } = result;
    await expect.poll(() => textIn(page)).toContain('2,480 points');
    await page.waitForLoadState('networkidle');
    expect([files(result), calls.includes(TIER_CALL)]).toEqual([[], false]);
    await page.evaluate(() => scrollTo(0, 2_400)); // 700 pixels above the element
    await expect.poll(() => textIn(page)).toContain('Silver');
    expect([files(result).length, calls.filter((call) => call === TIER_CALL).length]).toEqual([1, 1]);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(200); // a shift is reported after the frame
    expect(await page.evaluate(() => (window as unknown as { record: { shift: number } }).record.shift)).toBe(
      0,
    );
    expect(errors).toEqual([]);
  });

  test('is loaded at once where another one of its kind is visible, or where it is hidden', async () => {
    for (const element of [
      '<loyalty-tier></loyalty-tier><loyalty-tier style="position: absolute; top: 0"></loyalty-tier>',
      '<div hidden><loyalty-tier></loyalty-tier></div>',
    ]) {
      const result = await open({ body: far(element) });
      await expect.poll(() => files(result)).toHaveLength(1);
      await expect.poll(() => result.calls).toContain(TIER_CALL);
    }
  });
});

describe('data of an element', () => {
  const isFirst = (name: string) => /^loyalty\.(js|css)$/.test(name);
  /** What the page requests of the service until nothing follows; where the files of elements are empty, before these run. */
  async function callsOf(element: MountedElement, isEmpty: boolean): Promise<ReadonlySet<string>> {
    const { page, calls, close } = await openApart({
      body: PROVIDER + htmlOf([element]),
      change: (name, content) => (isEmpty && !isFirst(name) ? '' : content),
    });
    await expect.poll(() => calls).toContain(TOKEN);
    await page.waitForLoadState('networkidle');
    await close();
    return new Set(calls);
  }

  /** Without a part: each part is bytes in the file that all pages load first. The count loads the list once, for all later pages. */
  const AFTER_THEIR_FILE = [
    'loyalty-card',
    'loyalty-wishlist-count',
    'loyalty-history',
    'loyalty-credits',
    'loyalty-benefits',
    'loyalty-achievements',
    'loyalty-dates',
    'loyalty-receipt',
    'loyalty-earn',
    'loyalty-lists',
    'loyalty-registry',
    'loyalty-share',
  ];
  /** They request nothing, or without a token. */
  const elements = SHOWN_ELEMENTS.filter(
    ([tag]) => !['loyalty-shared-list', 'loyalty-account'].includes(tag),
  );

  test.each(elements)('$0 $1 › is requested with the token, unless it has no part', async (...element) => {
    const [early, all] = [await callsOf(element, true), await callsOf(element, false)];
    const late = [...all].filter((call) => !early.has(call));
    expect(late.length > 0, late.join()).toBe(AFTER_THEIR_FILE.includes(element[0]));
  });
});
