import { aTimeout, expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltySharedList } from '../../../src/index.ts';
import {
  addListItemReservation,
  claimListShare,
  deleteListItemReservation,
  listItemReservations,
  readListShare,
  readListShareWithoutProfile,
} from '../../../src/services/contract/endpoints/index.ts';
import { broken, json, offline, refuse } from '../../support/component-answers.ts';
import { withHonouredKeys } from '../../support/component-claim.ts';
import {
  list,
  item,
  sampleMember,
  SHARE,
  type ListWire,
  type Member,
} from '../../support/component-member.ts';
import {
  button,
  closeService,
  eventsOf,
  focused,
  loaded,
  openService,
  page,
  part,
  parts,
  signIn,
  shownText,
  until,
} from '../../support/component-page.ts';
import { isAccessible, STATES, type StateName } from '../../support/component-states.ts';

const registry = html`<loyalty-shared-list share=${SHARE}></loyalty-shared-list>`;
const only = (provider: Element): LoyaltySharedList => provider.querySelector('loyalty-shared-list')!;
const show = async (state: StateName, content = registry) => only(await STATES[state](content));
const row = (element: Element, id: number): HTMLElement =>
  element.shadowRoot!.querySelector(`[data-item="${id}"]`)!;
const HOW = 'Reserve a gift so that no one else gives it.';
const GONE = 'This list is no longer shared. Ask the person who sent you the link for a new one.';

/** The registry of Ada, and its page for somebody else. */
async function openRegistry(viewer?: Member, content = registry, prepare: (ada: Member) => void = () => {}) {
  const ada = sampleMember();
  prepare(ada);
  const service = openService(...(viewer ? [ada, viewer] : [ada]));
  const provider = await page(content, viewer);
  const element = await loaded(only(provider));
  return { ada, service, provider, element, wishes: ada.lists[0]! };
}
/** Until the reservation is shown and can be changed. */
const isReserved = (element: Element): Promise<void> =>
  until(
    () => button(element, 'Undo the reservation of Linen throw')?.getAttribute('aria-disabled') === 'false',
    'the reservation',
  );
const ben = () => sampleMember('1002', 'b');

async function reserve(element: LoyaltySharedList, product: string, name = 'Bo', quantity?: number) {
  button(element, `Reserve ${product}`)!.click();
  await until(() => part(element, 'form'), 'the form');
  const fields = parts(element, 'input') as HTMLInputElement[];
  fields[0]!.value = name;
  if (quantity !== undefined) fields[1]!.value = String(quantity);
  // The change before may still be read again.
  await until(() => button(element, 'Reserve')?.getAttribute('aria-disabled') === 'false', 'the button');
  button(element, 'Reserve')!.click();
  await element.updateComplete;
}

describe('loyalty-shared-list', () => {
  afterEach(closeService);

  isAccessible(
    () => html`
      <loyalty-shared-list share=${SHARE}></loyalty-shared-list>
      <loyalty-shared-list share="guide-share"></loyalty-shared-list>
    `,
  );

  describe('shows', () => {
    it('a skeleton and a text for screen readers while it loads', async () => {
      const element = await show('loading');
      expect(part(element, 'list')).to.have.attribute('aria-busy', 'true');
      expect(shownText(element)).to.include('Loading this list');
    });

    it('name, day and products with picture, price, note and link, to a guest', async () => {
      const { element } = await openRegistry();
      expect(shownText(part(element, 'heading')!)).to.equal('Our wedding');
      expect(shownText(part(element, 'day')!)).to.match(/^June 1, 2099 · in [\d,]+ days$/);
      expect(parts(element, 'item')).to.have.length(3);
      expect(shownText(row(element, 201)))
        .to.include('Linen throw')
        .and.to.match(/€89.*In blue, please/);
      expect(row(element, 201).querySelector('a')!.href).to.equal(
        'https://shop.example.com/products/product-201',
      );
      expect(!!row(element, 201).querySelector('img')).to.equal(true);
    });

    it('wanted, reserved and bought quantities of a registry, and no names', async () => {
      const { element } = await openRegistry();
      expect(shownText(row(element, 201).querySelector('[part=quantities]')!)).to.equal(
        '2 of 4 still wanted',
      );
      expect(shownText(row(element, 202).querySelector('[part=quantities]')!)).to.equal('Still wanted');
      expect(element.shadowRoot!.innerHTML).not.to.match(/Ida|Bo\b/);
    });

    for (const [what, changes, sentences] of [
      ['one piece reserved', { quantity: 1, quantity_reserved: 1, quantity_purchased: 0 }, 'Reserved'],
      ['one piece bought', { quantity: 1, quantity_reserved: 0, quantity_purchased: 1 }, 'Bought'],
      ['all reserved', { quantity: 2, quantity_reserved: 2, quantity_purchased: 0 }, 'All reserved'],
      ['all bought', { quantity: 2, quantity_reserved: 0, quantity_purchased: 2 }, '2 of 2 bought'],
      [
        'no piece reserved',
        { quantity: 2, quantity_reserved: 0, quantity_purchased: 0 },
        '2 of 2 still wanted Reserve',
      ],
      ['no number of reserved pieces', { quantity: 2, quantity_purchased: 0 }, 'Reserve'],
      [
        'no number of bought pieces',
        { quantity: 2, quantity_reserved: 1, quantity_purchased: null },
        'Reserve',
      ],
      ['no number of wanted pieces', { quantity_reserved: 1, quantity_purchased: 0 }, 'Reserve'],
    ] as const)
      it(`${what} as “${sentences}”`, async () => {
        openService(sampleMember()).answer(readListShareWithoutProfile, () =>
          json({
            data: {
              ...list(1, 'registry', 'x', 'Wedding'),
              items: [{ id: 5, product_id: 'p', product: { name: 'Vase' }, ...changes }],
            },
          }),
        );
        const element = await loaded(only(await page(registry)));
        await until(() => shownText(row(element, 5)).endsWith(sentences), sentences);
        const said = shownText(row(element, 5));
        expect(said).to.equal(`Vase ${sentences}`);
      });

    for (const [what, day, sentences] of [
      [
        'a day',
        { event_at: '2099-06-01T00:00:00Z' },
        ['Until June 1, 2099, the owner sees how many are reserved, but not who reserved them.'],
      ],
      ['no day', { event_at: null }, ['The owner sees how many are reserved, but not who reserved them.']],
      ['a day that is not known', {}, []],
    ] as const)
      it(`what the owner sees of a registry with ${what}`, async () => {
        const { items } = sampleMember().lists[0]!;
        const { event_at: _, ...wire } = list(1, 'registry', 'x', 'Wedding');
        openService(sampleMember()).answer(readListShareWithoutProfile, () =>
          json({ data: { ...wire, ...day, items } }),
        );
        const element = await loaded(only(await page(registry)));
        await until(() => button(element, 'Reserve Linen throw'), 'the button');
        button(element, 'Reserve Linen throw')!.click();
        await until(() => part(element, 'form'), 'the form');
        expect(parts(element, 'hint').map(shownText)).to.deep.equal([HOW, ...sentences]);
      });

    it('a product that the shop no longer has without a link', async () => {
      const { element } = await openRegistry();
      expect(shownText(row(element, 203))).to.include('No longer available');
      expect(row(element, 203).querySelectorAll('a').length).to.equal(0);
    });

    it('a product that the shop no longer has without a button to reserve it', async () => {
      const { element } = await openRegistry();
      await until(() => button(element, 'Reserve Linen throw'), 'the buttons');
      expect(row(element, 203).querySelector('button')).to.equal(null);
      await aTimeout(50); // the file of the reservations loads after the list
      expect(row(element, 203).querySelector('button')).to.equal(null);
    });

    it('a list that is no registry with links to its products, without quantities and buttons', async () => {
      const ada = sampleMember();
      ada.lists[0] = { ...ada.lists[0]!, type: 'wishlist' };
      openService(ada);
      const element = await loaded(only(await page(registry)));
      expect(parts(element, 'quantities').length + parts(element, 'button').length).to.equal(0);
      expect(parts(element, 'product-link').map((link) => link.ariaLabel)).to.deep.equal([
        'View Linen throw',
        'View Stoneware mug',
      ]);
      expect(shownText(element)).not.to.include(HOW);
    });

    it('the days to an occasion, and none after it', async () => {
      const { items } = sampleMember().lists[0]!;
      const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      for (const [days, sentence] of [
        [12, / · in 1[123] days$/],
        [-12, /\d$/],
      ] as const) {
        openService(sampleMember()).answer(readListShareWithoutProfile, () =>
          json({
            data: { ...list(1, 'registry', 'x', 'Wedding'), event_at: `${inDays(days)}T00:00:00Z`, items },
          }),
        );
        const element = await loaded(only(await page(registry)));
        expect(shownText(part(element, 'day')!)).to.match(sentence);
      }
    });

    it('the greeting of the owner above the products', async () => {
      const { items } = sampleMember().lists[0]!;
      openService(sampleMember()).answer(readListShareWithoutProfile, () =>
        json({ data: { ...list(1, 'registry', 'x', 'Wedding'), description: 'Come and dance!', items } }),
      );
      const element = await loaded(only(await page(registry)));
      const greeting = part(element, 'description')!;
      expect(shownText(greeting)).to.equal('Come and dance!');
      expect(greeting.compareDocumentPosition(part(element, 'list')!)).to.equal(
        Node.DOCUMENT_POSITION_FOLLOWING,
      );
    });

    it('how many of several wanted pieces are taken, as a bar', async () => {
      const { element } = await openRegistry();
      const bar = row(element, 201).querySelector('progress')!;
      expect([bar.value, bar.max]).to.deep.equal([2, 4]);
      expect(row(element, 202).querySelector('progress')).to.equal(null);
    });

    it('a style guide as a set: a row of linked pictures and the total price', async () => {
      const element = await show(
        'data',
        html`<loyalty-shared-list share="guide-share"></loyalty-shared-list>`,
      );
      expect(part(element, 'set')!.querySelectorAll('a')).to.have.length(2);
      expect(part(element, 'set')!.querySelectorAll('img')).to.have.length(2);
      expect(shownText(part(element, 'total')!)).to.equal('€178 in total');
    });

    for (const [why, changed] of [
      ['of different currencies', { currency: 'USD' }],
      ['without a price', { price: null }],
      ['with a price that is no number', { price: 'NaN' }],
      ['with a negative price', { price: '-5' }],
    ] as const)
      it(`no total of products ${why}`, async () => {
        const ada = sampleMember();
        const [first] = ada.lists[1]!.items;
        Object.assign(first!['product'] as object, changed);
        openService(ada);
        const element = await loaded(
          only(await page(html`<loyalty-shared-list share="guide-share"></loyalty-shared-list>`)),
        );
        expect(shownText(part(element, 'total')!)).to.equal('');
      });

    it('a sentence for an empty list', async () => {
      const ada = sampleMember();
      ada.lists[0]!.items = [];
      openService(ada);
      const element = await loaded(only(await page(registry)));
      expect(shownText(element)).to.include('This list is empty.');
    });

    it('an error with a retry button, which loads', async () => {
      const ada = sampleMember();
      const service = openService(ada);
      service.answer(readListShareWithoutProfile, broken);
      const element = await loaded(only(await page(registry)));
      expect(shownText(element)).to.equal('Couldn’t load this list. Try again');
      service.answer(readListShareWithoutProfile, undefined);
      button(element, 'Try again')!.click();
      await until(() => part(element, 'heading'), 'the list');
    });

    it('a sign-in link where the service lets no guest in', async () => {
      const ada = sampleMember();
      openService(ada).answer(readListShareWithoutProfile, () => refuse(401, 'Unauthenticated.'));
      const element = only(await page(registry));
      await until(() => shownText(element) === 'Sign in to see this list.', 'the sentence');
      expect(element.matches(':state(signed-out)')).to.equal(true);
    });

    for (const share of ['unknown', ''])
      it(`the sentence that it is not shared any more for the share "${share}"`, async () => {
        openService(sampleMember());
        const element = only(await page(html`<loyalty-shared-list share=${share}></loyalty-shared-list>`));
        element.requestUpdate();
        await until(() => shownText(element) === GONE, 'the sentence');
      });

    it('nothing where the page names no share', async () => {
      openService(sampleMember());
      const element = only(await page(html`<loyalty-shared-list></loyalty-shared-list>`));
      element.requestUpdate();
      await element.updateComplete;
      expect(shownText(element)).to.equal('');
    });

    it("the theme's text instead of this sentence", async () => {
      openService(sampleMember());
      const element = only(
        await page(
          html`<loyalty-shared-list share="unknown"
            ><a slot="gone" href="/">Look around</a></loyalty-shared-list
          >`,
        ),
      );
      await until(() => shownText(element) === 'Look around', 'the text');
      expect(element.matches(':state(gone)')).to.equal(true);
    });
  });

  it('sends no token for a guest, and the token of a customer', async () => {
    const guest = await openRegistry();
    expect(guest.service.requests).to.have.length(1);
    expect(guest.service.seen(readListShareWithoutProfile)[0]!.headers.has('Authorization')).to.equal(false);
    const customer = await openRegistry(ben());
    expect(customer.service.seen(readListShareWithoutProfile)[0]!.headers.get('Authorization')).to.match(
      /^Bearer token-1002/,
    );
  });

  it('shows another list when the page changes the share', async () => {
    const { element } = await openRegistry();
    element.share = 'guide-share';
    await until(() => shownText(element).includes('Reading corner'), 'the other list');
  });

  it('shows as many products as are reserved, and all after "Show all"', async () => {
    const ada = sampleMember();
    ada.lists[0]!.items = Array.from({ length: 9 }, (_, index) => item(500 + index, `Product ${index}`));
    openService(ada);
    const element = await loaded(only(await page(registry)));
    expect(parts(element, 'item')).to.have.length(4);
    button(element, 'Show all 9 products')!.click();
    await until(() => parts(element, 'item').length === 9, 'all products');
    expect(focused()!.textContent).to.include('Product 4');
  });

  for (const [who, viewer] of [
    ['guest', undefined],
    ['customer', ben],
  ] as const)
    describe(`a ${who}`, () => {
      it('reserves a product, says that it is bought, and undoes it', async () => {
        const { element, wishes } = await openRegistry(viewer?.());
        const events = ['reserved', 'bought', 'undone'].map((change) =>
          eventsOf(`loyalty-item-${change}` as 'loyalty-item-reserved'),
        );
        await reserve(element, 'Linen throw', 'Bo', 2);
        await isReserved(element);
        expect(wishes.reservations.at(-1)).to.include({ name: 'Bo', quantity: 2, item_id: 201 });
        expect(shownText(row(element, 201))).not.to.include('still wanted');
        expect(shownText(row(element, 201))).to.include('You reserved 2. Thank you!');
        await until(() => focused() === button(element, 'I bought it: Linen throw'), 'the focus');
        expect(element.shadowRoot!.querySelector('[role=status]')!.textContent).to.equal(
          'Linen throw is reserved for you.',
        );
        button(element, 'I bought it: Linen throw')!.click();
        await until(() => shownText(row(element, 201)).includes('You bought 2'), 'the purchase');
        expect(shownText(row(element, 201))).to.include('You bought 2. Thank you!');
        expect(!!button(element, 'I bought it: Linen throw')).to.equal(false);
        await until(
          () => button(element, 'Undo the reservation of Linen throw')!.ariaDisabled === 'false',
          'the numbers',
        );
        button(element, 'Undo the reservation of Linen throw')!.click();
        await until(() => button(element, 'Reserve Linen throw'), 'the first state');
        await until(() => shownText(row(element, 201)).includes('2 of 4 still wanted'), 'the numbers');
        await until(() => focused() === button(element, 'Reserve Linen throw'), 'the focus');
        expect(wishes.reservations).to.have.length(2);
        expect(events.map(({ length }) => length)).to.deep.equal([1, 1, 1]);
      });

      it('finds the reservation again after a reload', async () => {
        const person = viewer?.();
        const { element, provider } = await openRegistry(person);
        await reserve(element, 'Linen throw');
        await isReserved(element);
        provider.remove();
        const again = await loaded(only(await page(registry, person)));
        await isReserved(again);
        expect(shownText(row(again, 201))).to.include('You reserved this. Thank you!');
        button(again, 'I bought it: Linen throw')!.click();
        await until(() => shownText(row(again, 201)).includes('You bought this. Thank you!'), 'the purchase');
      });

      it('sees what the same person reserves and undoes elsewhere, after the list is loaded again', async () => {
        const { element, provider } = await openRegistry(
          viewer?.(),
          html`${registry}<loyalty-shared-list share=${SHARE}></loyalty-shared-list>`,
        );
        const other = await loaded(element.nextElementSibling as LoyaltySharedList);
        await reserve(other, 'Linen throw');
        await isReserved(other);
        await isReserved(element);
        button(other, 'Undo the reservation of Linen throw')!.click();
        await until(() => button(element, 'Reserve Linen throw'), 'the first state');
        await provider.refresh();
        expect(!!button(element, 'Reserve Linen throw')).to.equal(true);
      });
    });

  it('keeps a reservation of a guest whose device stores nothing until the page is left', async () => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
    try {
      const { element, provider } = await openRegistry();
      await reserve(element, 'Linen throw');
      await isReserved(element);
      await provider.refresh();
      await isReserved(element);
      button(element, 'Undo the reservation of Linen throw')!.click();
      await until(() => button(element, 'Reserve Linen throw'), 'the first state');
    } finally {
      Storage.prototype.setItem = setItem;
    }
  });

  it('finds the reservations once while the giver changes one of them', async () => {
    const giver = ben();
    const { service, element } = await openRegistry(giver, registry, ({ lists: [wishes] }) => {
      const [first] = wishes!.reservations;
      wishes!.reservations.push({ ...first!, id: 903, item_id: 202, profile_id: giver.profileId });
    });
    // Shown when the first search has been read: what changes during a search is searched again.
    await until(() => button(element, 'Undo the reservation of Stoneware mug'), 'the first search');
    await reserve(element, 'Linen throw');
    await isReserved(element);
    // One search for each item of the list, and no second one.
    const asked = service.seen(listItemReservations).map(({ url }) => url.pathname);
    expect(new Set(asked).size).to.equal(asked.length);
  });

  it('has one button in the row whose form is open, with the error below the fields', async () => {
    const { element } = await openRegistry();
    button(element, 'Reserve Linen throw')!.click();
    await until(() => part(element, 'form'), 'the form');
    expect(!!button(element, 'Reserve Linen throw')).to.equal(false);
    expect(element.shadowRoot!.querySelectorAll('.filled')).to.have.length(1);
    part(element, 'confirm-button')!.click();
    await until(() => part(element, 'problem'), 'the error');
    const order = [...part(element, 'form')!.children].map((child) => child.getAttribute('part'));
    expect(order.indexOf('problem')).to.be.lessThan(order.indexOf('button confirm-button'));
    part(element, 'cancel-button')!.click();
    await until(() => focused() === button(element, 'Reserve Linen throw'), 'the focus');
  });

  it('shows what a guest has reserved first when the list is opened again, and moves no row before', async () => {
    const { element, provider } = await openRegistry();
    const ids = (shown: Element) => parts(shown, 'item').map(({ dataset }) => dataset['item']);
    expect(ids(element)).to.deep.equal(['201', '202', '203']);
    await reserve(element, 'Stoneware mug');
    await until(() => button(element, 'Undo the reservation of Stoneware mug'), 'the reservation');
    expect(ids(element)).to.deep.equal(['201', '202', '203']);
    provider.remove();
    const again = await loaded(only(await page(registry)));
    await until(() => ids(again)[0] === '202', 'the order');
    expect(ids(again)).to.deep.equal(['202', '201', '203']);
  });

  it('keeps the secret of a guest on the device, and none of a customer', async () => {
    const { element } = await openRegistry();
    await reserve(element, 'Linen throw');
    await isReserved(element);
    expect(localStorage.getItem('loyalty-elements reservations')).to.match(/"secret":"secret-\d+"/);
    expect(localStorage.getItem('loyalty-elements reservations')).not.to.include('"Bo"');
    const customer = await openRegistry(ben());
    await reserve(customer.element, 'Linen throw');
    await until(() => button(customer.element, 'Undo the reservation of Linen throw'), 'the reservation');
    expect(localStorage.getItem('loyalty-elements reservations')).to.equal(null);
  });

  it('shows no reservation of the customer before', async () => {
    const { element, provider } = await openRegistry(ben());
    await reserve(element, 'Linen throw');
    await isReserved(element);
    await signIn(provider, undefined);
    await until(() => button(element, 'Reserve Linen throw'), 'the list for a guest');
  });

  it('ignores malformed reservations in the storage', async () => {
    for (const stored of [
      'no JSON',
      '[]',
      '{}',
      'null',
      JSON.stringify({ [SHARE]: [null, 1, { itemId: 201 }] }),
    ]) {
      const ada = sampleMember();
      openService(ada);
      localStorage.setItem('loyalty-elements reservations', stored);
      const element = await loaded(only(await page(registry)));
      expect([stored, !!button(element, 'Reserve Linen throw')]).to.deep.equal([stored, true]);
    }
  });

  it('says until when the owner does not see names, and closes the form with Escape and Cancel', async () => {
    const { element } = await openRegistry();
    button(element, 'Reserve Linen throw')!.click();
    await until(() => part(element, 'form'), 'the form');
    expect(shownText(parts(element, 'hint')[1]!)).to.equal(
      'Until June 1, 2099, the owner sees how many are reserved, but not who reserved them.',
    );
    await until(() => focused() === part(element, 'input'), 'the focus');
    part(element, 'input')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await until(() => !part(element, 'form'), 'no form');
    await until(() => focused() === button(element, 'Reserve Linen throw'), 'the focus');
    button(element, 'Reserve Linen throw')!.click();
    await until(() => part(element, 'form'), 'the form');
    button(element, 'Cancel')!.click();
    await until(() => !part(element, 'form'), 'no form');
  });

  for (const [name, quantity, sentence] of [
    ['  ', 1, 'Enter your name.'],
    ['Bo', 0, '2 left to reserve'],
    ['Bo', 3, '2 left to reserve'],
    ['Bo', 1.5, '2 left to reserve'],
    ['Bo', '', '2 left to reserve'],
  ] as const)
    it(`refuses the name "${name}" with the quantity "${quantity}" and sends nothing`, async () => {
      const { element, service } = await openRegistry();
      await reserve(element, 'Linen throw', name, quantity as number);
      await until(() => part(element, 'problem'), 'the problem');
      expect(shownText(part(element, 'problem')!)).to.equal(sentence);
      await until(() => focused()!.getAttribute('aria-invalid') === 'true', 'the focus');
      expect(service.seen(addListItemReservation)).to.have.length(0);
    });

  describe('shows what is true after', () => {
    const toast = (element: Element) => shownText(part(element, 'problem') ?? document.createElement('i'));
    const NO_ANSWER = 'We didn’t get an answer. You can try again: it counts only once.';
    const others = (wishes: ListWire, quantity: number) =>
      wishes.reservations.push({
        id: 950,
        item_id: 201,
        profile_id: null,
        name: 'Cy',
        secret: 'x',
        quantity,
        status: 'reserved',
      });

    it('somebody else reserved all', async () => {
      const { element, wishes } = await openRegistry();
      others(wishes, 2);
      await reserve(element, 'Linen throw');
      await until(() => toast(element), 'the reason');
      expect(toast(element)).to.equal(
        'Someone was just ahead of you: Linen throw is fully reserved. Please choose something else.',
      );
      expect(shownText(row(element, 201)))
        .to.include('3 of 4 reserved, 1 bought')
        .and.not.to.include('still wanted');
      button(element, 'Close')!.click();
      await until(() => !toast(element), 'no reason');
    });

    it('somebody else reserved some', async () => {
      const { element, wishes } = await openRegistry();
      others(wishes, 1);
      await reserve(element, 'Linen throw', 'Bo', 2);
      await until(() => toast(element), 'the reason');
      expect(toast(element)).to.equal('Someone was just ahead of you. 1 of Linen throw left.');
      expect(!!button(element, 'Reserve Linen throw')).to.equal(true);
    });

    it('the service refuses for another reason than others who were ahead', async () => {
      const { element, service } = await openRegistry();
      service.answer(addListItemReservation, () => refuse(405, 'Method "POST" not allowed.'));
      await reserve(element, 'Linen throw');
      await until(() => toast(element), 'the reason');
      expect(toast(element)).to.equal('Couldn’t reserve Linen throw. Try again.');
    });

    it('the item is gone', async () => {
      const { element, wishes } = await openRegistry();
      wishes.items.shift();
      await reserve(element, 'Linen throw');
      await until(() => toast(element), 'the reason');
      expect(toast(element)).to.equal('Linen throw is no longer on this list. Choose something else.');
      expect(row(element, 201)).to.equal(null);
    });

    it('the list is not shared any more', async () => {
      const { element, wishes } = await openRegistry();
      wishes.shares = [];
      await reserve(element, 'Linen throw');
      await until(() => shownText(element) === GONE, 'the sentence');
      await until(() => focused() === part(element, 'notice'), 'the focus');
    });

    it('the connection is lost: the form stays, and the next press reserves', async () => {
      const { element, service } = await withHonouredKeys(openRegistry);
      service.answerOnce(addListItemReservation, offline);
      await reserve(element, 'Linen throw');
      await until(() => toast(element), 'the reason');
      expect(toast(element)).to.equal(NO_ANSWER);
      await until(() => focused() === part(element, 'confirm-button'), 'the focus');
      part(element, 'confirm-button')!.click();
      await isReserved(element);
      expect(toast(element)).to.equal('');
    });

    it('the answer to a guest is lost: the next press repeats the request and reserves once', async () => {
      const { element, service, wishes } = await withHonouredKeys(openRegistry);
      const before = wishes.reservations.length;
      service.loseAnswer(addListItemReservation);
      await reserve(element, 'Linen throw', 'Bo', 2);
      await until(() => toast(element) === NO_ANSWER, 'the reason');
      expect(shownText(row(element, 201))).not.to.include('still wanted');
      button(element, 'Cancel')!.click();
      await until(() => !part(element, 'form'), 'no form');
      await reserve(element, 'Linen throw'); // also if these were the last pieces
      await isReserved(element);
      expect(shownText(part(element, 'own')!)).to.equal('You reserved 2. Thank you!');
      expect(wishes.reservations.length).to.equal(before + 1);
      const keys = service.seen(addListItemReservation).map(({ headers }) => headers.get('Idempotency-Key'));
      expect(keys[0]).to.match(/^[\da-f]{32}$/);
      expect(keys).to.deep.equal([keys[0], keys[0]]);
      button(element, 'Undo the reservation of Linen throw')!.click();
      await until(() => button(element, 'Reserve Linen throw'), 'the reservation is undone');
      expect(wishes.reservations.length).to.equal(before);
    });

    it('the answer to a guest is lost and the page is loaded again: the next press repeats the request', async () => {
      const { element, service, wishes, provider } = await withHonouredKeys(openRegistry);
      const before = wishes.reservations.length;
      service.loseAnswer(addListItemReservation);
      await reserve(element, 'Linen throw', 'Bo', 2);
      await until(() => toast(element) === NO_ANSWER, 'the reason');
      provider.remove();
      const again = await withHonouredKeys(async () => loaded(only(await page(registry))));
      await until(() => button(again, 'Reserve Linen throw'), 'the buttons');
      await reserve(again, 'Linen throw'); // its own request holds the last pieces: no field for a quantity
      await isReserved(again);
      expect(shownText(part(again, 'own')!)).to.equal('You reserved 2. Thank you!');
      expect(wishes.reservations.length).to.equal(before + 1);
      const keys = service.seen(addListItemReservation).map(({ headers }) => headers.get('Idempotency-Key'));
      expect(keys).to.deep.equal([keys[0], keys[0]]);
      expect(Object.values(sessionStorage).join()).not.to.include('Bo');
    });

    it('the answer to a guest is lost, and another one arrives after the page shows another list: the first can still be repeated', async () => {
      const { element, service, wishes } = await withHonouredKeys(openRegistry);
      const before = wishes.reservations.length;
      service.loseAnswer(addListItemReservation);
      await reserve(element, 'Linen throw');
      await until(() => toast(element) === NO_ANSWER, 'the reason');
      const answer = service.hold(addListItemReservation);
      await reserve(element, 'Stoneware mug');
      await until(() => service.seen(addListItemReservation).length === 2, 'the second request');
      element.share = 'guide-share';
      await until(() => shownText(element).includes('Reading corner'), 'the other list');
      answer();
      await until(() => wishes.reservations.length === before + 2, 'the second reservation');
      element.share = SHARE;
      await until(() => button(element, 'Undo the reservation of Stoneware mug'), 'the second reservation');
      await reserve(element, 'Linen throw');
      await isReserved(element);
      const keys = service.seen(addListItemReservation).map(({ headers }) => headers.get('Idempotency-Key'));
      expect([keys.length, keys[2]]).to.deep.equal([3, keys[0]]);
    });

    it('two answers are lost to a guest whose device stores nothing: each request can be repeated', async () => {
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
      try {
        const { element, service } = await withHonouredKeys(openRegistry);
        const sent = () => service.seen(addListItemReservation);
        const products = ['Linen throw', 'Stoneware mug'];
        for (const product of products) {
          service.loseAnswer(addListItemReservation);
          await reserve(element, product);
          await until(() => toast(element) === NO_ANSWER, 'the reason');
          button(element, 'Cancel')!.click();
          await until(() => !part(element, 'form'), 'no form');
        }
        expect(sent()).to.have.length(2);
        for (const product of products) {
          const undoing = () => button(element, `Undo the reservation of ${product}`);
          await reserve(element, product);
          await until(() => undoing()?.getAttribute('aria-disabled') === 'false', 'the reservation');
          // Until the page is left it is kept, also for the next test.
          undoing()!.click();
          await until(() => button(element, `Reserve ${product}`), 'the first state');
        }
        const keys = sent().map(({ headers }) => headers.get('Idempotency-Key'));
        expect(keys).to.deep.equal([keys[0], keys[1], keys[0], keys[1]]);
        expect(keys[1]).not.to.equal(keys[0]);
      } finally {
        Storage.prototype.setItem = setItem;
      }
    });

    it('the page was left before the answer: a guest repeats the request, a customer finds the reservation', async () => {
      for (const viewer of [undefined, ben()]) {
        const { element, service, wishes, provider } = await withHonouredKeys(() => openRegistry(viewer));
        const before = wishes.reservations.length;
        service.loseAnswer(addListItemReservation);
        const answer = service.hold(addListItemReservation);
        await reserve(element, 'Linen throw');
        await until(() => service.seen(addListItemReservation).length === 1, 'the request');
        expect(Object.values(sessionStorage).join().includes('Bo')).to.equal(!viewer);
        provider.remove();
        answer();
        await until(() => wishes.reservations.length === before + 1, 'the reservation');
        const again = await withHonouredKeys(async () => loaded(only(await page(registry, viewer))));
        if (!viewer) {
          await until(() => button(again, 'Reserve Linen throw'), 'the buttons');
          await reserve(again, 'Linen throw');
        }
        await isReserved(again);
        expect(wishes.reservations.length).to.equal(before + 1);
        closeService();
      }
    });

    it('the answer to a customer is lost: the reservation is found by reading', async () => {
      const { element, service, wishes } = await openRegistry(ben());
      const before = wishes.reservations.length;
      const events = eventsOf('loyalty-item-reserved');
      service.loseAnswer(addListItemReservation);
      await reserve(element, 'Linen throw');
      await isReserved(element);
      expect(service.seen(addListItemReservation)).to.have.length(1);
      expect(wishes.reservations.length).to.equal(before + 1);
      expect(events).to.have.length(1);
    });

    it('the reservation is gone already: it is shown as undone', async () => {
      const { element, wishes } = await openRegistry();
      await reserve(element, 'Linen throw');
      await isReserved(element);
      wishes.reservations.pop();
      button(element, 'Undo the reservation of Linen throw')!.click();
      await until(() => button(element, 'Reserve Linen throw'), 'the list');
      expect(toast(element)).to.equal('');
    });

    it('the reservation cannot be undone: it stays', async () => {
      const { element, service } = await openRegistry();
      await reserve(element, 'Linen throw');
      await isReserved(element);
      service.answerOnce(deleteListItemReservation, broken);
      service.answerOnce(deleteListItemReservation, broken);
      button(element, 'Undo the reservation of Linen throw')!.click();
      await until(() => toast(element), 'the reason');
      expect(toast(element)).to.include('It may have gone through');
      expect(!!button(element, 'Undo the reservation of Linen throw')).to.equal(true);
    });
  });

  it('sends one reservation for two presses', async () => {
    const { element, service } = await openRegistry();
    const release = service.hold(addListItemReservation);
    await reserve(element, 'Linen throw');
    button(element, 'Reserve')?.click();
    release();
    await isReserved(element);
    expect(service.seen(addListItemReservation)).to.have.length(1);
  });

  it('leaves out what is malformed, and shows no address but https', async () => {
    openService(sampleMember()).answer(readListShareWithoutProfile, () =>
      json({
        data: {
          ...list(1, 'registry', 'x', '<img src=x onerror=hits=1>'),
          event_at: 'tomorrow',
          items: [
            null,
            {},
            { id: {}, product_id: 'y' },
            { id: 6, product_id: 'q', quantity_reserved: 'NaN' },
            {
              id: 5,
              product_id: 'p',
              quantity: -3,
              quantity_reserved: null,
              product: {
                name: 7,
                url: 'javascript:alert(1)',
                image_url: 'http://x',
                price: {},
                currency: [],
              },
            },
          ],
        },
      }),
    );
    const element = await loaded(only(await page(registry)));
    expect(parts(element, 'item')).to.have.length(1);
    expect(element.shadowRoot!.querySelectorAll('a, img')).to.have.length(0);
    expect(shownText(element)).not.to.match(/undefined|NaN|Invalid|object/);
  });

  describe('of an invitation to edit', () => {
    const INVITE = 'invitation-0123456789';
    const invited = html`<loyalty-shared-list
      share=${INVITE}
      list-url="/account/lists/{handle}"
    ></loyalty-shared-list>`;
    const openInvitation = (viewer: Member | undefined, share: object = {}, content = invited) =>
      openRegistry(viewer, content, (ada) => {
        ada.lists[0]!.shares.push({ id: 9, handle: INVITE, role: 'editor', ...share });
      });
    const received = (element: Element) =>
      shownText(part(element, 'received') ?? document.createElement('p'));

    it('says who invites, and accepts nothing before the press', async () => {
      const { element, service, wishes } = await openInvitation(ben());
      expect(received(element)).to.equal(
        'Ada invites you to edit this list together. You add, change and remove products, and you see each other’s first names. Edit this list together',
      );
      expect(part(element, 'list')).not.to.equal(undefined);
      expect(service.seen(claimListShare)).to.have.length(0);
      expect(wishes.shares.find(({ handle }) => handle === INVITE)!.claimedBy).to.equal(undefined);
      await expect(element).to.be.accessible();
    });

    it('is accepted once by two presses, and links the list', async () => {
      const { element, service, wishes } = await openInvitation(ben());
      const events = eventsOf('loyalty-list-joined');
      for (let press = 0; press < 2; press++) part(element, 'accept-button')!.click();
      await until(() => part(element, 'open-link'), 'the list');
      expect(service.seen(claimListShare)).to.have.length(1);
      expect(received(element)).to.equal('You edit this list together. Open the list');
      expect((part(element, 'open-link') as HTMLAnchorElement).pathname).to.equal('/account/lists/20');
      expect(wishes.shares.find(({ handle }) => handle === INVITE)!.claimedBy).to.equal('profile-1002');
      await until(() => events.length, 'the event');
      expect(events[0]!.detail.list.name).to.equal('Our wedding');
      await until(() => focused() === part(element, 'open-link'), 'the focus');
    });

    it('is accepted where the answer is lost, by a read', async () => {
      const { element, service, wishes } = await openInvitation(ben());
      service.answer(claimListShare, (request) => {
        wishes.shares.find(({ handle }) => handle === INVITE)!.claimedBy = 'profile-1002';
        return offline(request);
      });
      part(element, 'accept-button')!.click();
      await until(() => part(element, 'open-link'), 'the list');
      expect(service.seen(claimListShare)).to.have.length(1);
    });

    it('asks a guest to sign in, and claims nothing', async () => {
      const { element, service } = await openInvitation(undefined);
      expect(received(element)).to.equal('Sign in to edit this list together.');
      expect(service.seen(claimListShare)).to.have.length(0);
    });

    it('is known by its owner as the own list, and by an editor as edited', async () => {
      const ada = sampleMember();
      ada.lists[0]!.shares.push({ id: 9, handle: INVITE, role: 'editor', claimedBy: 'profile-1002' });
      openService(ada, ben());
      const own = await loaded(only(await page(invited, ada)));
      expect(received(own)).to.equal('This is your own list. Send its link to the person you invite.');
      const edited = await loaded(only(await page(invited, ben())));
      expect(received(edited)).to.equal('You edit this list together. Open the list');
    });

    for (const [when, status, sentence] of [
      ['has ended', 410, 'This invitation has ended. Ask for a new one.'],
      ['was used by others', 409, 'Someone else has used this invitation. Ask for a new one.'],
      ['was stopped', 404, GONE],
    ] as const) {
      it(`says so where it ${when}, before and after the press`, async () => {
        const viewer = ben();
        const service = openService(sampleMember(), viewer);
        service.answer(readListShareWithoutProfile, () => refuse(404, 'No such list.'));
        service.answer(readListShare, () => refuse(status, 'No.'));
        const gone = await loaded(only(await page(invited, viewer)));
        await until(() => shownText(gone) === sentence, 'the reason');
        closeService();

        const { element, service: later } = await openInvitation(viewer);
        later.answer(claimListShare, () => refuse(status, 'No.'));
        part(element, 'accept-button')!.click();
        await until(() => received(element) === sentence, 'the reason');
        expect(part(element, 'accept-button')).to.equal(undefined);
      });
    }

    it('shows the list without the invitation where it is a link for readers', async () => {
      const { element, service } = await openRegistry(ben());
      expect(part(element, 'received')).to.equal(undefined);
      expect(service.seen(readListShare)).to.have.length(0);
    });
  });
});
