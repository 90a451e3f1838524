import { describe, expect, it } from 'vitest';
import { checkCost } from '../../src/doctor/page/check-cost.ts';
import { parsePage } from '../../src/doctor/page/parsed-page.ts';

const SHOP = 'https://shop.example/products/1';
const CDN = 'https://cdn.example/loyalty.js';
const API = 'https://api.acme.example/api';

interface Parts {
  readonly script?: string;
  readonly provider?: string;
  readonly head?: string;
  readonly elements?: string;
  readonly address?: string | undefined;
}

/** The sentences about a page. */
function costOf(parts: Parts = {}): string {
  const {
    script = CDN,
    provider = `base-url="${API}"`,
    head = '',
    elements = '<loyalty-balance></loyalty-balance>',
  } = parts;
  const html = `<!doctype html><html><head>${head}<script type="module" src="${script}"></script></head>
    <body><loyalty-provider ${provider}></loyalty-provider>${elements}</body></html>`;
  const address = 'address' in parts ? parts.address : SHOP;
  const page = { ...parsePage(html), html, address, headers: undefined, cut: undefined };
  return checkCost(page, [])
    .map(({ text }) => text)
    .join('\n');
}

/** Calls, preflights and round trips. */
const numbersOf = (parts?: Parts): readonly number[] =>
  /visit: (\d+) calls or more, (\d+) preflights, and (\d+) round trips/
    .exec(costOf(parts))!
    .slice(1)
    .map(Number);

/** Names of improvements with the round trips that they save, in order. */
const improvementsOf = (parts?: Parts): readonly string[] =>
  [...costOf(parts).matchAll(/^(\S+) saves (\d) of/gm)].map(([, name, saved]) => `${name} ${saved}`);

describe('cost of a page', () => {
  it.each<[string, Parts, number[]]>([
    ['files and service of other origins', {}, [3, 3, 11]],
    ['files of its own origin', { script: '/loyalty.js' }, [3, 3, 9]],
    ['a known profile', { provider: `base-url="${API}" profile-id="p"` }, [2, 2, 9]],
    ['a proxy below its address', { provider: 'proxy-url="/loyalty"' }, [1, 0, 4]],
    ['a proxy of another origin', { provider: 'proxy-url="https://loyalty.example/"' }, [1, 1, 7]],
    ['a service below its address', { provider: 'base-url="/api"' }, [3, 0, 6]],
    ['a preconnect beside foreign files', { head: `<link rel="preconnect" href="${API}">` }, [3, 3, 9]],
    [
      'a preconnect beside own files',
      { script: '/loyalty.js', head: `<link rel="dns-prefetch PRECONNECT" href="${API}">` },
      [3, 3, 8],
    ],
    [
      'a preconnect for another origin',
      { head: '<link rel="preconnect" href="https://x.example">' },
      [3, 3, 11],
    ],
    [
      'two elements with the same call',
      { elements: '<loyalty-balance></loyalty-balance>'.repeat(2) },
      [3, 3, 11],
    ],
    ['no element', { elements: '' }, [2, 2, 11]],
  ])('counts calls, preflights and round trips with %s', (_, parts, numbers) => {
    expect(numbersOf(parts)).toEqual(numbers);
  });

  it('names the improvements, the one that saves most first', () => {
    expect(improvementsOf()).toEqual(['proxy 7', 'profile-id 2', 'preconnect 2']);
  });

  it('names no improvement that saves nothing', () => {
    const proxy = 'proxy-url="/loyalty"';
    expect(improvementsOf({ provider: proxy, script: '/loyalty.js' })).toEqual([]);
  });

  it.each<[string, Parts]>([
    ['without an address', { address: undefined }],
    ['without its script', { script: '/other.js' }],
  ])('is not counted for a page %s', (_, parts) => {
    expect(costOf(parts)).toBe(
      'not counted: it needs a page with an address, its script tag and its provider',
    );
  });

  it('is not counted for a provider without an address', () => {
    expect(costOf({ provider: 'platform="shop"' })).toBe(
      'not counted: the provider has no base-url or proxy-url',
    );
  });
});
