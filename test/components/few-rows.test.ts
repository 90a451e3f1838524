import { expect } from '@open-wc/testing';
import { html, type LitElement } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import '../../src/index.ts';
import { adoptPageStyles } from '../../src/components/page-styles.ts';
import {
  creditWire,
  definition,
  item,
  pointEntries,
  sampleMember,
  sampleRegistry,
  sampleStyleGuide,
  SHARE,
  type Member,
} from '../support/component-member.ts';
import { resize } from '../support/component-media.ts';
import { closeService, loaded, openService, page, until } from '../support/component-page.ts';
import { ALL_READS } from '../support/component-states.ts';
import { unusedRoom } from '../support/unused-room.ts';

adoptPageStyles();

/** Pixels that may be empty below the content of an element. */
const BELOW = 24;

/** A member with so many records of each kind. */
function memberWith(count: number): Member {
  const one = sampleMember();
  const ids = Array.from({ length: count }, (_, at) => at + 1);
  const perk = { name: 'A perk', short_description: 'What it is', points_required: 100 };
  one.rewards = [];
  one.definitions = ids.map((id) => definition(id, 'Free coffee', 100 * id));
  one.claimable = [];
  one.benefits = ids.map((id) => ({ id, definition: { ...perk, id }, uses_left: 1 }));
  one.achievements = ids.map((id) => ({
    id,
    achievement_definition_id: id,
    definition: perk,
    points: 40,
  }));
  one.pointEntries = pointEntries(count);
  one.redemptions = [];
  one.credits = ids.map((id) => creditWire(id, 'Gift card', {}));
  one.items = ids.map((id) => item(id, 'A chair'));
  const [first] = sampleRegistry().items;
  one.lists = [
    { ...sampleRegistry(), items: ids.map((id) => ({ ...first!, ...item(500 + id, 'A chair') })) },
    { ...sampleStyleGuide(), items: ids.slice(0, 2).map((id) => item(700 + id, 'A lamp')) },
  ];
  return one;
}

const ELEMENTS = [
  '<loyalty-rewards></loyalty-rewards>',
  '<loyalty-rewards layout="cards"></loyalty-rewards>',
  '<loyalty-benefits></loyalty-benefits>',
  '<loyalty-achievements></loyalty-achievements>',
  '<loyalty-history></loyalty-history>',
  '<loyalty-credits></loyalty-credits>',
  '<loyalty-redeem></loyalty-redeem>',
  '<loyalty-wishlist></loyalty-wishlist>',
  '<loyalty-wishlist all-to-cart shop-url="/products"></loyalty-wishlist>',
  '<loyalty-wishlist move-to-cart notes searchable shop-url="/products"></loyalty-wishlist>',
  '<loyalty-wishlist layout="list" style="--loyalty-wishlist-rows: 4"></loyalty-wishlist>',
  '<loyalty-wishlist style="--loyalty-wishlist-rows: 2"></loyalty-wishlist>',
  '<loyalty-registry list="our-wedding" shop-url="/products" style="--loyalty-registry-rows: 4"></loyalty-registry>',
  `<loyalty-shared-list share="${SHARE}"></loyalty-shared-list>`,
  '<loyalty-shared-list share="guide-share"></loyalty-shared-list>',
];

/** Shows the elements, waits until their data is there, and returns those that have another height than before. */
async function show(one: Member): Promise<string[]> {
  const service = openService(one);
  const holds = ALL_READS.map((read) => service.hold(read));
  const provider = await page(
    html`${unsafeHTML(ELEMENTS.map((markup) => `<div>${markup}</div>`).join(''))}`,
    one,
  );
  const elements = [...provider.querySelectorAll<LitElement>('div > *')];
  for (const element of elements) await element.updateComplete;
  const reserved = elements.map(({ offsetHeight }) => offsetHeight);
  for (const release of holds) release();
  for (const element of elements) await loaded(element);
  return elements
    .filter(({ offsetHeight }, at) => offsetHeight !== reserved[at])
    .map(({ localName, offsetHeight }) => `${localName} is ${offsetHeight} high`);
}

const withUnusedRoom = (): string[] =>
  unusedRoom()
    .filter(({ below }) => below > BELOW)
    .map(({ element, below }) => `${element}: ${below} below`);

describe('the reserved box of a list with few records', () => {
  afterEach(async () => {
    closeService();
    await resize({ width: 1280 });
  });

  for (const width of [320, 360, 600, 768, 1280])
    for (const count of [0, 1, 2, 3])
      it(`is filled and keeps its height: ${count} records, ${width} px`, async () => {
        await resize({ width });
        expect(await show(memberWith(count))).to.deep.equal([]);
        let rooms: string[] = [];
        // What attributes add, such as notes, is loaded later.
        await until(() => !(rooms = withUnusedRoom()).length, 'filled').catch(() => {});
        expect(rooms).to.deep.equal([]);
      });

  it('twin: has a hole where nothing fills it', async () => {
    await resize({ width: 360 });
    await show(memberWith(1));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.end { flex: none !important }');
    for (const { shadowRoot } of document.querySelectorAll('loyalty-registry, loyalty-history'))
      shadowRoot!.adoptedStyleSheets.push(sheet);
    expect(withUnusedRoom().length).to.equal(2);
  });
});
