import { expect } from '@open-wc/testing';
import { html, type LitElement } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import '../../src/index.ts';
import { adoptPageStyles } from '../../src/components/page-styles.ts';
import { SHARE } from '../support/component-member.ts';
import { resize } from '../support/component-media.ts';
import { closeService, loaded, openService, page, part, parts, until } from '../support/component-page.ts';
import { ALL_READS } from '../support/component-states.ts';
import { listsOf, memberWith } from '../support/member-with-records.ts';
import { unusedRoom } from '../support/unused-room.ts';

adoptPageStyles();

/** Rows in the room of each element. */
const ROOM = 3;
const WIDTHS = [320, 360, 600, 768, 1280];

/** Each element with "Show all", with the part of its rows. A narrow page has room for one receipt. */
const ELEMENTS = [
  { markup: '<loyalty-rewards></loyalty-rewards>', row: 'row' },
  { markup: '<loyalty-benefits></loyalty-benefits>', row: 'row' },
  { markup: '<loyalty-achievements></loyalty-achievements>', row: 'row' },
  { markup: '<loyalty-history></loyalty-history>', row: 'row' },
  { markup: '<loyalty-credits></loyalty-credits>', row: 'row' },
  { markup: '<loyalty-redeem></loyalty-redeem>', row: 'row' },
  { markup: '<loyalty-earn></loyalty-earn>', row: 'way' },
  { markup: '<loyalty-wishlist layout="list"></loyalty-wishlist>', row: 'item' },
  { markup: '<loyalty-lists></loyalty-lists>', row: 'item' },
  { markup: '<loyalty-registry list="our-wedding"></loyalty-registry>', row: 'item' },
  { markup: `<loyalty-shared-list share="${SHARE}"></loyalty-shared-list>`, row: 'item' },
  { markup: '<loyalty-receipt></loyalty-receipt>', row: 'receipt', widths: [768, 1280] },
  { markup: '<loyalty-dates names="Day 1"></loyalty-dates>', row: 'date' },
  {
    markup: '<loyalty-wishlist style="--loyalty-wishlist-columns: 3"></loyalty-wishlist>',
    row: 'item',
    room: 1,
    widths: [600, 768, 1280],
  },
];

/** The element with so many records; `moved` is how much higher it is than while they loaded. */
async function show(markup: string, count: number, room = ROOM) {
  const one = memberWith(count);
  if (markup.includes('lists')) one.lists = listsOf(count - 1); // and the wishlist
  one.points.available = 1_000;
  const service = openService(one);
  const holds = ALL_READS.map((read) => service.hold(read));
  const name = markup.split(/[ >]/)[0]!.slice(1);
  document.documentElement.style.setProperty(`--${name}-rows`, `${room}`);
  const provider = await page(html`${unsafeHTML(markup)}`, one);
  const element = provider.querySelector<LitElement>(name)!;
  await element.updateComplete;
  const before = element.offsetHeight;
  for (const release of holds) release();
  await loaded(element);
  return { element, moved: element.offsetHeight - before };
}

describe('a list with one record more than its room', () => {
  afterEach(async () => {
    closeService();
    document.documentElement.removeAttribute('style');
    await resize({ width: 1280 });
  });

  for (const { markup, row, room, widths = WIDTHS } of ELEMENTS)
    for (const width of widths)
      it(`hides two behind the button, which takes their place: ${markup}, ${width} px`, async () => {
        await resize({ width });
        const { element, moved } = await show(markup, ROOM + 1, room);
        await until(() => parts(element, row).length === ROOM - 1, 'the rows');
        expect(moved).to.equal(0);
        expect(unusedRoom().filter(({ below }) => below > 24)).to.deep.equal([]);
        const button = part(element, 'more-button')!;
        button.focus();
        button.click();
        await until(() => parts(element, row).length === ROOM + 1, 'all rows');
        await until(() => element.shadowRoot!.activeElement, 'the focus');
        const again = part(element, 'more-button');
        if (!again) return;
        again.click();
        await until(() => parts(element, row).length === ROOM - 1, 'the first rows');
        expect(element.shadowRoot!.activeElement).to.equal(part(element, 'more-button'));
      });

  for (const { markup, row, room } of ELEMENTS)
    it(`twin: shows as many as it has room for with two more: ${markup}`, async () => {
      const { element } = await show(markup, ROOM + 2, room);
      await until(() => parts(element, row).length === ROOM, 'the rows');
      expect(part(element, 'more-button')).to.exist;
    });
});
