import { expect, fixtureCleanup } from '@open-wc/testing';
import { html, type LitElement } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import '../../src/index.ts';
import { importPagePolicy } from '../../src/components/page/import-page-policy.ts';
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
  Member,
} from '../support/component-member.ts';
import { resize } from '../support/component-media.ts';
import {
  closeService,
  loaded,
  openService,
  page,
  part,
  parts,
  signIn,
  until,
} from '../support/component-page.ts';
import { BASE_URL, type ComponentService } from '../support/component-service.ts';
import { ALL_READS } from '../support/component-states.ts';
import { unusedRoom } from '../support/unused-room.ts';

adoptPageStyles();

/** Pixels that may be empty below the content of an element. */
const BELOW = 24;
/** Below the last row where all rows share the room of headings that the list does not have. */
const BELOW_SHARED = 30;

/** A member with so many records of each kind. */
function memberWith(count: number, one = sampleMember()): Member {
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
  one.receipts = ids.map((id) => ({ id, receipt_ref: `R-${id}`, status: 'pending' }));
  one.dates = ids.map((id) => ({
    id: `date-${id}`,
    name: id > 1 ? `Day ${id}` : 'Birthday',
    handle: id > 1 ? `day-${id}` : 'birthday',
    date: '1990-02-03',
  }));
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
  '<loyalty-earn></loyalty-earn>',
  '<loyalty-receipt></loyalty-receipt>',
  '<loyalty-dates></loyalty-dates>',
  '<loyalty-wishlist></loyalty-wishlist>',
  '<loyalty-wishlist all-to-cart shop-url="/products"></loyalty-wishlist>',
  '<loyalty-wishlist move-to-cart notes searchable shop-url="/products"></loyalty-wishlist>',
  '<loyalty-wishlist layout="list" style="--loyalty-wishlist-rows: 4"></loyalty-wishlist>',
  '<loyalty-wishlist style="--loyalty-wishlist-rows: 2"></loyalty-wishlist>',
  '<loyalty-registry list="our-wedding" shop-url="/products" style="--loyalty-registry-rows: 4"></loyalty-registry>',
  `<loyalty-shared-list share="${SHARE}"></loyalty-shared-list>`,
  '<loyalty-shared-list share="guide-share"></loyalty-shared-list>',
];

let service: ComponentService;

/** Shows the elements to a customer, waits until their data is there, and returns those that have another height than before. */
const show = (one: Member): Promise<string[]> => {
  service = openService(one);
  return showAgain(one);
};

/** On another page of this browser; `script` runs before the elements are defined. */
async function showAgain(one: Member, script = (_: Member): void => {}): Promise<string[]> {
  script(one);
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

const ROWS = '[part~=row], [part=item], [part~=way], [part=receipt], [part=date]';
const shownRows = ({ shadowRoot }: LitElement): number => shadowRoot!.querySelectorAll(ROWS).length;

/** Whether a list shows as many rows as it reserves. */
const isFull = (name: string): boolean => shownRows(document.querySelector<LitElement>(name)!) >= 4;

const withUnusedRoom = (): string[] =>
  unusedRoom()
    .filter(
      ({ element, below }) =>
        below > (/^loyalty-(rewards|benefits)$/.test(element) && isFull(element) ? BELOW_SHARED : BELOW),
    )
    .map(({ element, below }) => `${element}: ${below} below`);

/** The lists with a button that hides one row, beside others. */
const hidingOne = (): string[] =>
  [...document.querySelectorAll<LitElement>('loyalty-provider div > *')]
    .filter((list) => {
      // A claim moves a card to another group: where the button had the place of one, others would move with it.
      if (list.matches('loyalty-rewards[layout=cards]')) return false;
      const more = list.shadowRoot!.querySelector<HTMLButtonElement>('[part~=more-button]');
      return more && shownRows(list) > 1 && Number(more.value) - shownRows(list) < 2;
    })
    .map((list) => `${list.outerHTML.split('>', 1)[0]}> shows ${shownRows(list)}`);

describe('the reserved box of a list with few records', () => {
  afterEach(async () => {
    closeService();
    await resize({ width: 1280 });
  });

  for (const width of [320, 360, 600, 768, 1280])
    for (const count of [0, 1, 2, 3, 4, 5, 7])
      it(`is filled, keeps its height and hides no single row: ${count} records, ${width} px`, async () => {
        await resize({ width });
        expect(await show(memberWith(count))).to.deep.equal([]);
        let rooms: string[] = [];
        // What attributes add, such as notes, is loaded later.
        await until(() => !(rooms = withUnusedRoom()).length, 'filled').catch(() => {});
        expect(rooms).to.deep.equal([]);
        expect(hidingOne()).to.deep.equal([]);
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

/** The inline script as the guide has it. */
async function readScript(): Promise<string> {
  const guide = await (await fetch('/docs/guides/install.md')).text();
  return /<script>\n([^]*?)<\/script>/.exec(guide)![1]!;
}

/** Runs it behind the provider of a customer, which is not defined yet. */
const runner =
  (code: string) =>
  ({ id, signature }: Pick<Member, 'id' | 'signature'>, attributes = ''): void => {
    const parsed = new DOMParser().parseFromString(
      `<loyalty-provider base-url="${BASE_URL}/" platform="shop" customer-id="${id}" signature="${signature}" ${attributes}>`,
      'text/html',
    );
    const { adoptedStyleSheets } = document;
    new Function('document', code)({
      querySelector: (selector: string) => parsed.querySelector(selector),
      adoptedStyleSheets,
    });
  };

/** The shopper leaves the page. */
async function leave(): Promise<void> {
  const lists = document.querySelectorAll(LISTS.map((name) => `loyalty-${name}`).join());
  (await importPagePolicy())!.checkElements([...lists].map((list) => new WeakRef(list)));
  dispatchEvent(new Event('pagehide'));
  fixtureCleanup();
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !('loyaltyOwner' in sheet));
}

const KEY = `loyalty-elements ${BASE_URL}`;
const storedRows = (): unknown => (JSON.parse(localStorage.getItem(KEY)!) as { rows?: unknown }).rows;
const find = (name: string): LitElement => document.querySelector<LitElement>(`loyalty-${name}`)!;
/** The number of rows that each list reserves where nothing else is known. */
const USUAL_ROWS = {
  rewards: 4,
  benefits: 4,
  achievements: 4,
  history: 6,
  credits: 2,
  redeem: 3,
  earn: 4,
  receipt: 1,
  dates: 1,
};
const LISTS = Object.keys(USUAL_ROWS);
const reservedByScript = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--loyalty-${name}-rows`);
const reservedRows = (name: string): string =>
  getComputedStyle(find(name)).getPropertyValue(`--loyalty-${name}-rows`);

describe('a registry with as many products as are reserved', () => {
  afterEach(async () => {
    closeService();
    await resize({ width: 1280 });
  });

  for (const [width, count] of [
    [600, 3],
    [768, 4],
    [1280, 4],
  ] as const)
    it(`is filled by its rows: ${count} products, ${width} px`, async () => {
      await resize({ width });
      const one = memberWith(count);
      service = openService(one);
      await page(html`<loyalty-registry list="our-wedding"></loyalty-registry>`, one);
      await loaded(find('registry'));
      expect(parts(find('registry'), 'item').length).to.equal(count);
      expect(withUnusedRoom()).to.deep.equal([]);
    });
});

describe('a list on the next page of a customer', () => {
  let code: string;
  let script: (one: Pick<Member, 'id' | 'signature'>) => void;
  before(async () => {
    code = await readScript();
    script = runner(code);
  });
  afterEach(async () => {
    await leave();
    closeService();
    await resize({ width: 1280 });
  });

  for (const width of [320, 360, 600, 768, 1280])
    for (const count of [0, 1, 2, 3, 4, 5, 7])
      it(`reserves its rows, keeps its height and is filled: ${count} records, ${width} px`, async () => {
        await resize({ width });
        const member = memberWith(count);
        await show(member);
        await leave();
        expect(await showAgain(member, script)).to.deep.equal([]);
        let rooms: string[] = [];
        await until(() => !(rooms = withUnusedRoom()).length, 'filled').catch(() => {});
        expect(rooms).to.deep.equal([]);
        for (const [name, usual] of Object.entries(USUAL_ROWS)) {
          if (name !== 'history' && name !== 'redeem' && name !== 'earn')
            expect(part(find(name), 'end'), name).to.equal(undefined);
          // Not a single one is hidden.
          if (count && count <= usual + 1) expect(shownRows(find(name)), name).to.equal(count);
        }
      });

  it('is as on the first page without the script', async () => {
    const member = memberWith(1);
    await show(member);
    const heights = LISTS.map((name) => find(name).offsetHeight);
    await leave();
    await showAgain(member);
    expect(LISTS.map((name) => find(name).offsetHeight)).to.deep.equal(heights);
  });

  it('keeps its height with more records than before, and shows them after a press', async () => {
    const member = memberWith(2);
    await show(member);
    await leave();
    Object.assign(member, { achievements: memberWith(4).achievements });
    expect(await showAgain(member, script)).to.deep.equal([]);
    const list = find('achievements');
    part(list, 'more-button')!.click();
    await list.updateComplete;
    expect(parts(list, 'row').length).to.equal(4);
    await leave();
    expect(storedRows()).not.to.have.property('achievements-rows');
  });

  it('hides nothing without a button where a record has come into another group', async () => {
    const member = memberWith(2);
    await show(member);
    await leave();
    const [, second] = member.achievements as Record<string, unknown>[];
    Object.assign(second!, { points: 100, completed_at: '2024-01-05T10:00:00Z' });
    expect(await showAgain(member, script)).to.deep.equal([]);
    const list = find('achievements');
    expect(parts(list, 'row').length).to.equal(1);
    part(list, 'more-button')!.click();
    await list.updateComplete;
    expect(parts(list, 'row').length).to.equal(2);
  });

  it('reserves the new number after the page on which it had fewer records', async () => {
    const member = memberWith(3);
    await show(member);
    await leave();
    Object.assign(member, { achievements: memberWith(1).achievements });
    expect(await showAgain(member, script)).to.deep.equal([]);
    expect(part(find('achievements'), 'end')).to.exist;
    await leave();
    expect(storedRows()).to.have.property('achievements-rows', 1);
  });

  it('has the number of rows that the page sets', async () => {
    const member = memberWith(1);
    await show(member);
    await leave();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':root { --loyalty-achievements-rows: 3 }');
    document.adoptedStyleSheets.unshift(sheet);
    await showAgain(member, script);
    expect(reservedRows('achievements')).to.equal('3');
    expect(reservedRows('benefits')).to.equal('1');
    await leave();
    expect(storedRows()).to.have.property('achievements-rows', 1);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  });

  const stranger = { id: '1003', signature: 'b'.repeat(64) };

  it('does not have the number of another customer', async () => {
    await show(memberWith(1));
    await leave();
    script(stranger);
    expect(reservedByScript('benefits')).to.equal('');
    script({ id: '', signature: '' });
    expect(reservedByScript('benefits')).to.equal('');
  });

  it('twin: has that of another customer where the script does not compare the owner', async () => {
    await show(memberWith(1));
    await leave();
    runner(code.replace('owner === named', 'true'))(stranger);
    expect(reservedByScript('benefits')).to.equal('1');
  });

  it('loses the number when the page changes its customer', async () => {
    const other = memberWith(3, new Member(stranger.id, stranger.signature));
    const one = memberWith(1);
    service = openService(one, other);
    await showAgain(one);
    await leave();
    await showAgain(one, script);
    expect(reservedRows('benefits')).to.equal('1');
    await signIn(document.querySelector('loyalty-provider')!, other);
    expect(reservedRows('benefits')).to.equal('');
  });

  for (const rows of [
    '{"benefits-rows":1e9}',
    '{"benefits-rows":"1;color:red"}',
    '{"benefits-rows":-1}',
    '[]',
    '7',
    'null',
    '{"x;y":1}',
  ])
    it(`ignores what is no number of rows: ${rows}`, async () => {
      const member = memberWith(2);
      await show(member);
      await leave();
      const record = JSON.parse(localStorage.getItem(KEY)!) as object;
      localStorage.setItem(KEY, JSON.stringify({ ...record, rows: JSON.parse(rows) }));
      expect(await showAgain(member, script)).to.deep.equal([]);
      expect(reservedRows('benefits')).to.equal('');
    });

  it('stores nothing of a guest', async () => {
    service = openService();
    await page(html`<loyalty-benefits></loyalty-benefits>`);
    await leave();
    expect(localStorage.length).to.equal(0);
  });

  for (const [name, value] of [
    ['cache', 'memory'],
    ['snapshot', 'off'],
  ] as const)
    it(`stores no number with ${name}="${value}"`, async () => {
      service = openService(memberWith(1));
      const one = memberWith(1);
      const provider = await page(html`<loyalty-benefits></loyalty-benefits>`, one);
      provider.setAttribute(name, value);
      await provider.updateComplete;
      await loaded(find('benefits'));
      await leave();
      expect(localStorage.getItem(KEY) ?? '').not.to.contain('rows');
      expect(sessionStorage.length).to.equal(0);
    });
});
