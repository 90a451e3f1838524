import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useCdnBrowser } from '../support/cdn-browser.ts';
import { providerOf, type OpenedCdnPage } from '../support/cdn-page.ts';
import { sampleMember } from '../support/component-member.ts';

// Browsers before relative colours: the files have a syntax in their place that no browser knows.

const BROWSERS = {
  'without those of currentColor': /(?<=\()from (?=currentColor)/g,
  'without any': /(?<=\b(rgb|lch|oklab|oklch)\()from /g,
};
const PAGES = {
  light: 'background: #fff; color: #1c1b1a; --loyalty-color-accent: #14532d',
  dark: 'background: #141312; color: #eceae6; --loyalty-color-accent: #f3d9a4',
};
/** What a shopper must read: text on an accent, and text over the page. */
const READ = [
  'loyalty-rewards [part~=claim-button] > span',
  'loyalty-panel [part=launcher-text]',
  'loyalty-wishlist-count [part=count] > span',
  'loyalty-wishlist-button [part=menu] .title',
];

/** Red, green and blue of a text and of its background, each from 0 to 1. */
const coloursOf = (text: Locator): Promise<[number[], number[]]> =>
  text.evaluate((element) => {
    const context = document.createElement('canvas').getContext('2d')!;
    const paint = (color: string) => {
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
    };
    const read = () => [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => value / 255);
    const backgrounds: string[] = [];
    for (let node: Element | null = element; node;) {
      for (const pseudo of ['::after', '::before', undefined]) {
        const { content, backgroundColor } = getComputedStyle(node, pseudo);
        if (!pseudo || content !== 'none') backgrounds.unshift(backgroundColor);
      }
      node = node.parentElement ?? (node.getRootNode() as Partial<ShadowRoot>).host ?? null;
    }
    backgrounds.forEach(paint);
    const background = read();
    paint(getComputedStyle(element).color);
    return [read(), background] as [number[], number[]];
  });

const luminance = (channels: readonly number[]): number =>
  channels
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at]!, 0);

function contrast(colours: readonly (readonly number[])[]): number {
  const [dark, light] = colours.map(luminance).sort((one, other) => one - other);
  return (light! + 0.05) / (dark! + 0.05);
}

const { openApart } = useCdnBrowser();

/** Opens the page with the menu of a heart, in a browser that lacks what matches. */
async function open(style: string, change: (content: string) => string): Promise<OpenedCdnPage> {
  const opened = await openApart({
    body: `<style>body { ${style} }</style>${providerOf(sampleMember())}
      <loyalty-wishlist-button lists product-id="product-3"></loyalty-wishlist-button>
      <loyalty-wishlist-count></loyalty-wishlist-count><loyalty-rewards></loyalty-rewards><loyalty-panel></loyalty-panel>`,
    change: (_file, content) => change(content),
  });
  await opened.page.locator('loyalty-wishlist-button [part=menu-button]').click();
  return opened;
}

const contrastIn = async ({ page }: OpenedCdnPage, selector: string): Promise<number> =>
  contrast(await coloursOf(page.locator(selector).first()));

const menuGround = ({ page }: OpenedCdnPage): Promise<string> =>
  page.locator('[part=menu]').evaluate((menu) => getComputedStyle(menu).backgroundColor);

describe.each(Object.entries(BROWSERS))('a browser %s', (_, syntax) => {
  const old = (content: string) => content.replace(syntax, 'old ');

  test.each(Object.entries(PAGES))('shows readable texts on a %s page', async (_name, style) => {
    const opened = await open(style, old);
    for (const selector of READ) expect(await contrastIn(opened, selector), selector).toBeGreaterThan(3.5);
    expect(await menuGround(opened)).toBe('rgb(118, 118, 118)');
    await opened.close();
  });

  test('red twin: shows a menu through which the page is visible, without the rules for it', async () => {
    const opened = await open(PAGES.light, (content) =>
      old(content).replaceAll('@supports not', '@supports'),
    );
    expect(await menuGround(opened)).toBe('rgba(0, 0, 0, 0)');
    await opened.close();
  });
});

test('red twin: a dark text on a dark accent, without the rules for browsers that calculate no colour', async () => {
  const opened = await open(PAGES.light, (content) =>
    content.replace(BROWSERS['without any'], 'old ').replaceAll('@supports not', '@supports'),
  );
  expect(await contrastIn(opened, READ[0]!)).toBeLessThan(3.5);
  await opened.close();
});
