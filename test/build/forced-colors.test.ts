import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useCdnBrowser } from '../support/cdn-browser.ts';
import { HEAD, providerOf, type CdnPage, type OpenedCdnPage } from '../support/cdn-page.ts';
import { gold, sampleMember, silver } from '../support/component-member.ts';

// Forced colours are dark here. Every colour of the theme and of the tier is dark, too, so that it is not visible where it is painted.
const THEME = `<style>body { --loyalty-color-accent: #1f4d3a; --loyalty-color-line: #222; --loyalty-wishlist-button-color: #1f4d3a; }</style>`;
/** On this colour the card of the status has black text. */
const PALE = '#f3d9a4';
const TIER = {
  data: {
    points: 3_000,
    issued_at: '2024-05-01T09:30:00Z',
    definition: { ...silver, primary_colour: PALE },
    next: gold,
  },
};
const PROGRAMME = {
  tiers: [
    { name: 'Bronze', points_required: 0, color: '#000' },
    { name: 'Silver', points_required: 1_000, color: '#111' },
  ],
};

const { openApart } = useCdnBrowser();

/** Opens a page in forced colours, and waits until these are visible. */
async function open(page: CdnPage, ...visible: string[]): Promise<OpenedCdnPage> {
  const opened = await openApart({ head: HEAD + THEME, ...page });
  // So high that every element of the page loads.
  await opened.page.setViewportSize({ width: opened.page.viewportSize()!.width, height: 3_000 });
  await opened.page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  for (const selector of visible) await opened.page.locator(selector).first().waitFor();
  return opened;
}

/** Computed values of properties, with the names of system colours. Buttons have the colours of texts here. */
const stylesOf = ({ page }: OpenedCdnPage, selector: string): Promise<Record<string, string>> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const probe = document.body.appendChild(document.createElement('i'));
      const names = new Map(
        ['Highlight', 'GrayText', 'CanvasText'].map((name) => {
          probe.style.color = name;
          return [getComputedStyle(probe).color, name];
        }),
      );
      probe.remove();
      const styles = getComputedStyle(element);
      const properties = [
        'color',
        'background-color',
        'fill',
        'fill-opacity',
        'stroke',
        'stroke-width',
        'border-top',
        'outline',
      ];
      return Object.fromEntries(
        properties.map((property) => [
          property,
          styles.getPropertyValue(property).replace(/\w+\([^)]*\)/g, (color) => names.get(color) ?? color),
        ]),
      );
    });

const BORDER = /^[1-9]\d*px (solid|dashed) CanvasText$/;

describe('forced colours', () => {
  let member: OpenedCdnPage;
  let guest: OpenedCdnPage;
  beforeAll(async () => {
    member = await open(
      {
        body: `${providerOf(sampleMember())}<loyalty-tier></loyalty-tier><loyalty-status></loyalty-status><loyalty-rewards></loyalty-rewards>
          <loyalty-rewards layout="cards"></loyalty-rewards><loyalty-wishlist></loyalty-wishlist>
          <loyalty-wishlist-button product-id="product-3"></loyalty-wishlist-button>
          <loyalty-wishlist-button product-id="product-9"></loyalty-wishlist-button><loyalty-credits></loyalty-credits>
          <loyalty-achievements></loyalty-achievements><loyalty-panel></loyalty-panel>`,
        intercept(path, response) {
          if (!path.endsWith('/tier')) return false;
          response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(TIER));
          return true;
        },
      },
      'loyalty-tier [part=count]',
      'loyalty-status [aria-current=step]',
      'loyalty-rewards:not([layout]) [part~=claim-button]',
      'loyalty-rewards[layout] [part~=claim-button]',
      'loyalty-wishlist [part~=remove-button]',
      'loyalty-wishlist-button [aria-pressed=true]',
      'loyalty-credits [part~=remaining]',
      'loyalty-achievements [part=badge]',
    );
    guest = await open(
      {
        body: `<loyalty-provider base-url="{origin}/api" platform="shop" customer-id=""></loyalty-provider>
          <loyalty-status programme='${JSON.stringify(PROGRAMME)}'></loyalty-status><loyalty-account></loyalty-account>`,
      },
      'loyalty-status [part=threshold]',
      'loyalty-account input',
    );
  });
  afterAll(async () => {
    for (const opened of [member, guest]) await opened?.close();
  });

  test.each([
    'loyalty-tier [part=base]',
    'loyalty-tier [part~=badge]',
    'loyalty-tier [part=progress]',
    'loyalty-status [part=base].colored',
    'loyalty-status [part=expiry]',
    'loyalty-status [part=progress]',
    'loyalty-rewards [part~=claim-button]',
    'loyalty-rewards [part~=more-button]',
    'loyalty-rewards[layout] [part=card]',
    'loyalty-rewards[layout] [part=code]',
    'loyalty-wishlist [part~=heart-button]',
    'loyalty-wishlist-button [part=heart-button]',
  ])('%s has a border', async (selector) => {
    expect((await stylesOf(member, selector))['border-top']).toMatch(BORDER);
  });

  test.each(['input', '[part~=submit-button]'])('loyalty-account %s has a border', async (selector) => {
    expect((await stylesOf(guest, `loyalty-account ${selector}`))['border-top']).toMatch(BORDER);
  });

  test.each([
    ['loyalty-tier', () => member],
    ['loyalty-status', () => member],
    ['loyalty-status of guests', () => guest],
  ])('the bar of %s differs from its track', async (name, page) => {
    const [tag] = name.split(' ');
    const track = await stylesOf(page(), `${tag} [part=progress]`);
    expect(track['background-color']).toBe('rgba(0, 0, 0, 0)');
    expect((await stylesOf(page(), `${tag} [part=progress-bar]`)).fill).toBe('CanvasText');
  });

  test('the bar of a credit differs from its track', async () => {
    const bar = await stylesOf(member, 'loyalty-credits svg');
    expect(bar).toMatchObject({ 'background-color': 'rgba(0, 0, 0, 0)', fill: 'CanvasText' });
    expect(bar['border-top']).toMatch(BORDER);
  });

  test('the ring of a reward is thicker where it is filled', async () => {
    const track = await stylesOf(member, 'loyalty-rewards [part=progress] :first-child');
    const share = await stylesOf(member, 'loyalty-rewards [part=progress] :last-child');
    expect(track).toMatchObject({ stroke: 'CanvasText', 'stroke-width': '1px' });
    expect(share).toMatchObject({ stroke: 'CanvasText', 'stroke-width': '4px' });
  });

  test('the badge of a reached achievement is solid, the ring of another one is not', async () => {
    const badge = await stylesOf(member, 'loyalty-achievements [part=badge]');
    const sign = await stylesOf(member, 'loyalty-achievements [part=badge] ~ *');
    expect(badge.fill).toBe('CanvasText');
    expect(sign.color).not.toBe(badge.fill);
    expect((await stylesOf(member, 'loyalty-achievements [part=progress]')).fill).toBe('none');
  });

  test('the heart of a saved product is filled, others are outlined', async () => {
    const heart = { fill: 'CanvasText', stroke: 'CanvasText' };
    const saved = await stylesOf(member, 'loyalty-wishlist-button [aria-pressed=true] svg');
    const unsaved = await stylesOf(member, 'loyalty-wishlist-button [aria-pressed=false] svg');
    expect(saved).toMatchObject({ ...heart, 'fill-opacity': '1' });
    expect(unsaved).toMatchObject({ ...heart, 'fill-opacity': '0' });
    expect((await stylesOf(member, 'loyalty-wishlist [part~=remove-button] svg')).fill).toBe('CanvasText');
  });

  test('the star of the launcher has the colour of its text', async () => {
    expect((await stylesOf(member, 'loyalty-panel [part=launcher] svg')).fill).toBe('CanvasText');
  });

  test('the focused button has a ring', async () => {
    const button = member.page.locator('loyalty-rewards [part~=claim-button]').first();
    await button.focus();
    await member.page.keyboard.press('Shift+Tab');
    await member.page.keyboard.press('Tab');
    expect((await stylesOf(member, 'loyalty-rewards [part~=claim-button]:focus-visible')).outline).toBe(
      'Highlight solid 2px',
    );
  });

  describe('while elements load', () => {
    const ELEMENTS = ['balance', 'tier', 'status', 'rewards:not([layout])', 'rewards[layout]', 'wishlist'];
    const shapeOf = (name: string): string => `loyalty-${name} .skeleton:not(:empty)`;
    let loading: OpenedCdnPage;
    // Opened here: after its deadline a request without an answer fails.
    beforeAll(async () => {
      loading = await open(
        {
          body: `${providerOf(sampleMember())}<loyalty-balance></loyalty-balance><loyalty-tier></loyalty-tier><loyalty-status></loyalty-status>
          <loyalty-rewards></loyalty-rewards><loyalty-rewards layout="cards"></loyalty-rewards><loyalty-wishlist></loyalty-wishlist>`,
          intercept: () => true,
        },
        ...ELEMENTS.map(shapeOf),
      );
    });
    afterAll(() => loading?.close());

    test.each(ELEMENTS)('loyalty-%s shows shapes, and not the text in them', async (name) => {
      const skeleton = await stylesOf(loading, shapeOf(name));
      expect(skeleton).toMatchObject({ color: 'rgba(0, 0, 0, 0)', outline: 'GrayText solid 1px' });
    });
  });
});
