import { aTimeout, expect, fixtureSync, html } from '@open-wc/testing';
import '../../src/index.ts';
import type { LoyaltyProvider } from '../../src/index.ts';
import { definition, item, PICTURE, sampleMember, type Member } from '../support/component-member.ts';
import {
  allElements,
  closeService,
  everythingIn,
  loaded,
  openService,
  page,
  parts,
  textOf,
} from '../support/component-page.ts';

const everything = html`
  <loyalty-balance></loyalty-balance>
  <loyalty-balance variant="card"></loyalty-balance>
  <loyalty-tier></loyalty-tier>
  <loyalty-rewards use-button expanded></loyalty-rewards>
  <loyalty-wishlist move-to-cart expanded></loyalty-wishlist>
  <loyalty-wishlist-button product-id="product-3"></loyalty-wishlist-button>
`;

/** What a script of an attacker would set. */
const hits = (): number => (window as unknown as { hits?: number }).hits ?? 0;
const MARKUP = [
  '<img src="x" onerror="window.hits = 1">',
  '"><script>window.hits = 1</script>',
  "' onmouseover='window.hits = 1",
  '<svg><a xlink:href="javascript:window.hits=1">',
  '</style></template><iframe srcdoc="<script>parent.hits=1</script>">',
  '{{constructor.constructor("window.hits=1")()}}',
  '${window.hits = 1}',
];
const ADDRESSES = [
  'javascript:window.hits=1',
  'JaVaScRiPt:window.hits=1',
  ' javascript:window.hits=1',
  'java\nscript:window.hits=1',
  'data:text/html,<script>parent.hits=1</script>',
  'vbscript:msgbox(1)',
  'blob:https://shop.example.com/1',
  'http://shop.example.com/',
  '//shop.example.com/',
  '/products/1',
  'file:///etc/passwd',
  'https://',
  'x',
];
/** Words that tell of a program, not of a shop. */
const PROGRAM_WORDS = /undefined|\bnull\b|NaN|\[object|Infinity|Invalid Date/;

describe('hostile answers', () => {
  let member: Member;
  const uncaught: unknown[] = [];
  const collect = (event: ErrorEvent | PromiseRejectionEvent): void => void uncaught.push(event);

  beforeEach(() => {
    member = sampleMember();
    uncaught.length = 0;
    Object.assign(window, { hits: 0 });
    addEventListener('error', collect);
    addEventListener('unhandledrejection', collect);
  });
  afterEach(() => {
    removeEventListener('error', collect);
    removeEventListener('unhandledrejection', collect);
    expect(uncaught).to.have.length(0);
    closeService();
  });

  async function open(content = everything): Promise<LoyaltyProvider> {
    openService(member);
    const provider = await page(content, member);
    const elements = [...provider.children].filter(
      ({ localName }) => localName !== 'loyalty-wishlist-button',
    );
    await Promise.all(elements.map((element) => loaded(element as never)));
    return provider;
  }

  /** Puts a text into every field of the service's answers that holds text. */
  function everywhere(text: string): void {
    const fields = { name: text, icon: text, code: text, short_description: text, description: text };
    member.tier = {
      ...member.tier,
      definition: { ...fields, points_required: 1 },
      next: { ...fields, points_required: 9_999 },
    };
    member.definitions = [
      definition(1, text, 10, fields),
      definition(2, text, 10, { ...fields, eligibility: { claimable: false, reason: text, message: text } }),
    ];
    member.rewards = [{ id: 3, ...fields, definition: { ...definition(3, text, 1), ...fields } }];
    const product = { ...fields, url: text, image_url: text, price: text, currency: text };
    member.items = [item(1, text, { product }), item(2, text, { product, product_id: text })];
  }

  for (const text of MARKUP) {
    it(`with ${text} are shown as text, and nothing runs`, async () => {
      everywhere(text);
      const provider = await open();
      expect(textOf(provider).split(text).length).to.be.above(5);
      const tags = new Set(allElements(provider).map(({ localName }) => localName));
      expect(
        [...tags].filter((tag) => /^(script|iframe|object|style|template|img)$/.test(tag)),
      ).to.deep.equal([]);
      const attributes = allElements(provider).flatMap((element) => element.getAttributeNames());
      expect(attributes.filter((name) => /^on|srcdoc|xlink/.test(name))).to.deep.equal([]);
      for (const element of allElements(provider))
        element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
      await aTimeout(5); // time for what must not run
      expect(hits()).to.equal(0);
    });
  }

  it('would run where they are put into a page as markup: the twin of those above', async () => {
    const careless = fixtureSync<HTMLElement>(html`<div></div>`);
    careless.innerHTML = MARKUP[0]!;
    await aTimeout(100);
    expect(hits()).to.equal(1);
    uncaught.length = 0;
  });

  for (const address of ADDRESSES) {
    it(`with the address ${JSON.stringify(address)} become no link and no picture`, async () => {
      const product = { name: 'Mug', url: address, image_url: address };
      member.items = [item(1, 'Mug', { product })];
      member.definitions = [definition(1, 'Offer', 10, { image_url: address })];
      member.rewards = [{ id: 3, definition: definition(3, 'Owned', 1, { image_url: address }) }];
      const provider = await open();
      expect(textOf(provider)).to.include('Mug').and.include('Offer').and.include('Owned');
      expect(allElements(provider).filter((element) => element.matches('[href], [src]')).length).to.equal(0);
      for (const name of parts(provider.querySelector('loyalty-wishlist')!, 'name')) name.click();
      await aTimeout(5); // time for what must not run
      expect(hits()).to.equal(0);
    });
  }

  it('would run as a link without the check: its twin', async () => {
    const careless = fixtureSync<HTMLAnchorElement>(html`<a href=${ADDRESSES[0]!}>Mug</a>`);
    careless.click();
    await aTimeout(50);
    expect(hits()).to.equal(1);
  });

  it('with https addresses become links and pictures: the check lets the right ones through', async () => {
    const provider = await open();
    const found = allElements(provider).filter((element) =>
      element.matches('a[href^="https:"], img[src^="https:"]'),
    );
    expect(found.length).to.be.above(3);
    expect(found.some((element) => element.getAttribute('src') === PICTURE)).to.equal(true);
  });

  it('with marks that turn text around stay in their own line', async () => {
    everywhere('\u202Eevil\u2066\u200F');
    const provider = await open();
    for (const tag of ['loyalty-rewards', 'loyalty-wishlist'] as const) {
      for (const name of parts(provider.querySelector(tag)!, 'name')) {
        const inner = name.querySelector('bdi') ?? name;
        expect(getComputedStyle(inner).unicodeBidi).to.equal('isolate');
      }
    }
  });

  describe('with a value of a wrong kind', () => {
    const WRONG_KINDS: readonly unknown[] = [
      null,
      true,
      5,
      -5.5,
      1e300,
      '',
      ' ',
      'x'.repeat(10_000),
      [],
      {},
      [[]],
      { toString: 1 },
      '-1',
      '9'.repeat(400),
      '2024-13-45',
      '\u0000',
    ];

    /** Every place in a record, by its path. */
    function places(wire: unknown, path: (string | number)[] = []): (string | number)[][] {
      if (typeof wire !== 'object' || wire === null) return [path];
      return [path, ...Object.entries(wire).flatMap(([key, value]) => places(value, [...path, key]))];
    }
    function replaced(wire: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
      if (key === undefined) return value;
      const copy: Record<string | number, unknown> | unknown[] = Array.isArray(wire)
        ? [...wire]
        : { ...(wire as object) };
      (copy as Record<string | number, unknown>)[key] = replaced((wire as never)[key], rest, value);
      return copy;
    }

    for (const record of ['points', 'tier', 'definitions', 'rewards', 'items'] as const) {
      it(`in any place of ${record} show no word of a program, and nothing breaks`, async () => {
        member.definitions = member.definitions.slice(3);
        member.items = member.items!.slice(0, 1);
        const right = member[record];
        const provider = await open();
        for (const path of places(right).slice(1)) {
          for (const wrong of WRONG_KINDS) {
            Object.assign(member, { [record]: replaced(right, path, wrong) });
            await provider.refresh();
            await Promise.all(
              [...provider.children].map((element) => (element as LoyaltyProvider).updateComplete),
            );
            for (const element of provider.children) {
              const found = PROGRAM_WORDS.exec(everythingIn(element));
              if (found)
                expect.fail(
                  `${element.localName} says ${found[0]} with ${JSON.stringify(wrong)} at ${path.join('.')}`,
                );
            }
          }
        }
      }).timeout(30_000);
    }
  });

  it('with broken records among right ones lose the broken ones alone', async () => {
    const broken = [
      null,
      5,
      'text',
      [],
      {},
      { id: 1 },
      { id: 'x', name: 'Broken' },
      { id: 1.5, product_id: 'p' },
    ];
    member.items = [...broken, item(1, 'Right item'), item(2, 'Second item')] as never;
    member.definitions = [
      ...broken,
      { id: 3, name: 'Broken', points_cost: 'many' },
      definition(4, 'Right offer', 10),
    ] as never;
    member.rewards = [...broken, { id: 4, definition: definition(4, 'Right reward', 10) }] as never;
    const provider = await open();
    expect(parts(provider.querySelector('loyalty-wishlist')!, 'name').map(textOf)).to.deep.equal([
      'Right item',
      'Second item',
    ]);
    expect(parts(provider.querySelector('loyalty-rewards')!, 'name').map(textOf)).to.deep.equal([
      'Right reward',
      'Right offer',
    ]);
  });

  it('leave prototypes as they were', async () => {
    const keys = Object.getOwnPropertyNames(Object.prototype).join();
    const poison = JSON.parse(
      '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "id": 1, "name": "x", "points_cost": 1, "product_id": "x"}',
    );
    member.items = [poison];
    member.definitions = [poison];
    member.tier = { ...poison, points: 1 };
    await open();
    expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
    expect(Object.getOwnPropertyNames(Object.prototype).join()).to.equal(keys);
  });
});
