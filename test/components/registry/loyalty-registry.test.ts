import { aTimeout, expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyProvider, LoyaltyRegistry } from '../../../src/index.ts';
import {
  addListItem,
  editProfileList,
  editProfileListItem,
  listItems,
  readProfileList,
  removeListItem,
} from '../../../src/services/contract/endpoints/index.ts';
import { addToList, ownList } from '../../../src/services/index.ts';
import { broken, json, offline, refuse } from '../../support/component-answers.ts';
import { item, sampleMember } from '../../support/component-member.ts';
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

const registry = html`<loyalty-registry list="our-wedding"></loyalty-registry>`;
const only = (provider: LoyaltyProvider): LoyaltyRegistry => provider.querySelector('loyalty-registry')!;
const show = async (state: StateName, content = registry) => only(await STATES[state](content));
const row = (element: Element, id: number): HTMLElement =>
  element.shadowRoot!.querySelector(`[data-item="${id}"]`)!;
const wanted = (element: Element, id = 201) => row(element, id).querySelector('input')!;
const day = (element: Element) => element.shadowRoot!.querySelector<HTMLInputElement>('[name=day]')!;
const toast = (element: Element) => shownText(part(element, 'problem') ?? document.createElement('i'));

async function open() {
  const member = sampleMember();
  const service = openService(member);
  const provider = await page(registry, member);
  const element = await loaded(only(provider));
  await import('../../../src/components/registry/registry-changes.ts'); // it loads after the list
  await element.updateComplete;
  return { member, service, provider, element };
}

function setWanted(element: Element, value: string, id?: number): void {
  wanted(element, id).value = value;
  wanted(element, id).dispatchEvent(new Event('change'));
}

describe('loyalty-registry', () => {
  afterEach(closeService);

  isAccessible(
    () =>
      html`${registry}<loyalty-registry list="reading-corner"></loyalty-registry
        ><loyalty-registry list="nothing"></loyalty-registry>`,
  );

  describe('shows', () => {
    it('a skeleton and a text for screen readers while it loads', async () => {
      const element = await show('loading');
      expect(part(element, 'list')).to.have.attribute('aria-busy', 'true');
      expect(shownText(element)).to.include('Loading this list');
    });

    it('actions that are quieter than the names, together in one line on a phone, and the day in the whole width', async () => {
      const { element } = await open();
      element.style.inlineSize = '312px';
      await element.updateComplete;
      for (const item of parts(element, 'item')) {
        const weight = (name: string) => Number(getComputedStyle(item.querySelector(name)!).fontWeight);
        const box = (name: string) => item.querySelector(name)!.getBoundingClientRect();
        for (const action of ['[part~=note-button]', '[part~=remove-button]'])
          expect(weight(action), action).to.be.below(weight('[part=name]'));
        expect(box('[part~=remove-button]').top).to.equal(box('[part~=note-button]').top);
      }
      const save = button(element, 'Save date')!.getBoundingClientRect();
      expect(save.right).to.be.closeTo(element.getBoundingClientRect().right, 1);
      expect(save.top).to.be.closeTo(day(element).getBoundingClientRect().top, 1);
    });

    it('the day, and wanted, reserved and bought quantities, never who reserved', async () => {
      const { element } = await open();
      expect(shownText(part(element, 'heading')!)).to.equal('Our wedding');
      expect(day(element).value).to.equal('2099-06-01');
      expect(shownText(row(element, 201).querySelector('[part=quantities]')!)).to.equal(
        '1 of 4 reserved, 1 bought',
      );
      expect(shownText(row(element, 202).querySelector('[part=quantities]')!)).to.equal('Not reserved yet');
      expect(element.shadowRoot!.innerHTML).not.to.match(/Ida|Uncle/);
      expect(shownText(element)).to.include('You see how many are reserved, but not who reserved them.');
    });

    for (const [quantity, reserved, bought, text] of [
      [1, 0, 0, 'Not reserved yet'],
      [1, 1, 0, 'Reserved'],
      [1, 0, 1, 'Bought'],
      [3, 2, 0, '2 of 3 reserved'],
      [3, 0, 3, '3 of 3 bought'],
      [3, 1, 1, '1 of 3 reserved, 1 bought'],
    ] as const)
      it(`of ${quantity} wanted, ${reserved} reserved and ${bought} bought: “${text}”`, async () => {
        const member = sampleMember();
        const [list] = member.lists;
        list!.items = [item(201, 'Linen throw', { list_id: 20, quantity })];
        const [one, other] = list!.reservations;
        list!.reservations = [
          ...(reserved ? [{ ...one!, quantity: reserved }] : []),
          ...(bought ? [{ ...other!, quantity: bought }] : []),
        ];
        openService(member);
        const element = await loaded(only(await page(registry, member)));
        expect(shownText(part(element, 'quantities')!)).to.equal(text);
      });

    for (const [what, answer, days] of [
      ['its day', { event_at: '2099-06-01T00:00:00Z' }, ['2099-06-01']],
      ['an empty field for no day', { event_at: null }, ['']],
      ['no field for a day that is not known', { event_at: undefined }, []],
    ] as const)
      it(what, async () => {
        const member = sampleMember();
        const { items: _, shares: __, reservations: ___, ...wire } = member.lists[0]!;
        openService(member).answer(readProfileList, () => json({ data: { ...wire, ...answer } }));
        const element = await loaded(only(await page(registry, member)));
        const inputs = [...element.shadowRoot!.querySelectorAll<HTMLInputElement>('input[name=day]')];
        expect(inputs.map(({ value }) => value)).to.deep.equal(days);
      });

    describe('of 250 products', () => {
      function openLong(list = 'our-wedding') {
        const member = sampleMember();
        const long = member.lists.find(({ handle }) => handle === list)!;
        long.items = Array.from({ length: 250 }, (_, at) =>
          item(1_000 + at, `Product ${at}`, { list_id: long.id }),
        );
        long.reservations = [];
        const service = openService(member);
        const pagesOf = () => service.seen(listItems).map(({ url }) => url.searchParams.get('page[number]'));
        return { member, service, pagesOf };
      }
      const rows = (element: Element) => parts(element, 'item').length;

      it('the first ones by one page, and the number of all', async () => {
        const { member, pagesOf } = openLong();
        const element = await loaded(only(await page(registry, member)));
        expect(shownText(part(element, 'more-button')!)).to.equal('Show all 250');
        expect(rows(element)).to.equal(4);
        expect(pagesOf()).to.deep.equal(['1']);
      });

      it('all after a press, those of the first page at once', async () => {
        const { member, service, pagesOf } = openLong();
        const element = await loaded(only(await page(registry, member)));
        const release = service.hold(listItems);
        part(element, 'more-button')!.click();
        await element.updateComplete;
        expect(rows(element)).to.equal(100);
        release();
        await until(() => rows(element) === 250, 'all products');
        expect(part(element, 'more-button')).to.equal(undefined);
        expect(pagesOf()).to.deep.equal(['1', '1', '2', '3']);
      });

      it('all again after a refresh', async () => {
        const { member } = openLong();
        const provider = await page(registry, member);
        const element = await loaded(only(provider));
        part(element, 'more-button')!.click();
        await until(() => rows(element) === 250, 'all products');
        member.lists[0]!.items = member.lists[0]!.items.slice(1);
        await provider.refresh();
        await until(() => rows(element) === 249, 'the others');
      });

      it('the loaded ones and the button after a failure, and asks again only after a press', async () => {
        const { member, service, pagesOf } = openLong();
        const element = await loaded(only(await page(registry, member)));
        const errors = eventsOf('loyalty-error');
        service.answer(listItems, () => refuse(500, 'Broken.'));
        part(element, 'more-button')!.click();
        await until(() => errors.length === 1, 'the failure');
        await element.updateComplete;
        expect(rows(element)).to.equal(100);
        service.answer(listItems, undefined);
        const before = pagesOf().length;
        element.requestUpdate();
        await element.updateComplete;
        expect(pagesOf()).to.have.length(before);
        part(element, 'more-button')!.click();
        await until(() => rows(element) === 250, 'all products');
      });

      it('further ones where all loaded ones were removed', async () => {
        const { member } = openLong();
        const element = await loaded(only(await page(registry, member)));
        const { loyalty } = document.querySelector('loyalty-provider')!;
        const own = [...loyalty!.resources()].find(([key]) => key === 'own-list our-wedding')![1];
        const list = own.state.value as { items: readonly unknown[] };
        member.lists[0]!.items = member.lists[0]!.items.slice(100);
        own.set({ ...list, items: [] });
        await element.updateComplete;
        expect(shownText(element)).not.to.include('This list is empty.');
        await until(() => rows(element) === 4, 'further products');
        expect(shownText(part(element, 'more-button')!)).to.equal('Show all 150');
      });

      it('all of a style guide, which is a set', async () => {
        const { member, pagesOf } = openLong('reading-corner');
        const element = only(
          await page(html`<loyalty-registry list="reading-corner"></loyalty-registry>`, member),
        );
        await loaded(element);
        await until(
          () => part(element, 'set')?.querySelectorAll('[part=image], [part=picture]').length,
          'the set',
        );
        expect(pagesOf()).to.deep.equal(['1', '1', '2', '3']);
      });

      it('all where the service does not count them', async () => {
        const { member, service, pagesOf } = openLong();
        const wires = member.lists[0]!.items;
        service.answer(listItems, ({ url }) => {
          const at = Number(url.searchParams.get('page[number]'));
          const next = at < 3 ? `https://elsewhere.example/?page[number]=${at + 1}&page[size]=100` : null;
          return json({ data: wires.slice((at - 1) * 100, at * 100), links: { next } });
        });
        const element = await loaded(only(await page(registry, member)));
        expect(shownText(part(element, 'more-button')!)).to.equal('Show all 250');
        expect(pagesOf()).to.deep.equal(['1', '1', '2', '3']);
      });
    });

    it('a style guide as a set', async () => {
      const element = await show('data', html`<loyalty-registry list="reading-corner"></loyalty-registry>`);
      expect(part(element, 'set')!.querySelectorAll('a')).to.have.length(2);
      expect(shownText(part(element, 'total')!)).to.equal('€178 in total');
      expect(parts(element, 'input')).to.have.length(0);
    });

    it('nothing where the page names no list', async () => {
      openService(sampleMember());
      const element = (await page(html`<loyalty-registry></loyalty-registry>`)).querySelector(
        'loyalty-registry',
      )!;
      element.requestUpdate();
      await element.updateComplete;
      expect(shownText(element)).to.equal('');
    });

    it('the sentence that there is no such list', async () => {
      const element = await show('data', html`<loyalty-registry list="nothing"></loyalty-registry>`);
      expect(shownText(element)).to.equal('We can’t find this list. It may have been deleted. Try again');
    });

    it('a sentence for an empty list', async () => {
      const member = sampleMember();
      member.lists[0]!.items = [];
      openService(member);
      const element = await loaded(only(await page(registry, member)));
      expect(shownText(element)).to.include('This list is empty.');
      element.shopUrl = '/products';
      await element.updateComplete;
      expect(part(element, 'shop-link')!.getAttribute('href')).to.equal(
        new URL('/products', location.href).href,
      );
    });

    it('an error with a retry button', async () => {
      expect(shownText(await show('error'))).to.equal('Couldn’t load this list. Try again');
    });

    it('a sentence for guests', async () => {
      expect(shownText(await show('signed-out'))).to.equal('Sign in to see your lists.');
    });
  });

  it('requests no reservations: they name the givers', async () => {
    const { service } = await open();
    expect(service.requests.join('\n')).not.to.match(/reservations/);
  });

  it('changes how many pieces are wanted', async () => {
    const { element, member } = await open();
    expect(wanted(element).max).to.equal('9999');
    setWanted(element, '6');
    await until(() => shownText(row(element, 201)).includes('of 6 reserved'), 'the new number');
    expect(member.lists[0]!.items[0]!['quantity']).to.equal(6);
    await until(
      () => element.shadowRoot!.querySelector('[role=status]')!.textContent === 'Saved.',
      'the announcement',
    );
  });

  for (const value of ['1', '0', '-1', '2.5', '', '99999'])
    it(`refuses "${value}" wanted pieces and sends nothing`, async () => {
      const { element, service } = await open();
      setWanted(element, value);
      await until(() => toast(element), 'the reason');
      expect(toast(element)).to.equal('At least 2: already reserved or bought.');
      await until(() => wanted(element).value === '4', 'the stored number');
      expect(service.seen(editProfileListItem)).to.have.length(0);
    });

  it('shows the true quantities when somebody reserved meanwhile', async () => {
    const { element, member } = await open();
    const [wedding] = member.lists;
    wedding!.reservations[0]!.quantity = 3;
    setWanted(element, '3');
    await until(() => toast(element), 'the reason');
    expect(shownText(row(element, 201))).to.include('3 of 4 reserved, 1 bought');
    await until(() => wanted(element).value === '4', 'the stored number');
    button(element, 'Close')!.click();
    await until(() => !toast(element), 'no reason');
  });

  it('changes the day', async () => {
    const { element, member } = await open();
    day(element).value = '2099-08-15';
    button(element, 'Save date')!.click();
    await until(() => shownText(part(element, 'day')!).startsWith('August 15, 2099'), 'the new day');
    expect(member.lists[0]!.event_at).to.equal('2099-08-15');
    expect(parts(element, 'item')).to.have.length(3);
  });

  it('shows another day and number after a reload, also where the owner has changed them before', async () => {
    const { element, member, provider } = await open();
    setWanted(element, '6');
    await until(() => shownText(row(element, 201)).includes('of 6 reserved'), 'the new number');
    day(element).value = '2099-08-15';
    button(element, 'Save date')!.click();
    await until(() => shownText(part(element, 'day')!).startsWith('August 15, 2099'), 'the new day');
    const [wedding] = member.lists;
    wedding!.event_at = '2099-09-20T00:00:00Z';
    wedding!.items[0]!['quantity'] = 9;
    await provider.refresh();
    await element.updateComplete;
    expect([day(element).value, wanted(element).value]).to.deep.equal(['2099-09-20', '9']);
  });

  it('keeps what the owner is typing when it is loaded again', async () => {
    const { element, member, provider } = await open();
    day(element).value = '2099-08-15';
    wanted(element).value = '7';
    const [wedding] = member.lists;
    wedding!.event_at = '2099-09-20T00:00:00Z';
    wedding!.items[0]!['quantity'] = 9;
    await provider.refresh();
    await element.updateComplete;
    expect([day(element).value, wanted(element).value]).to.deep.equal(['2099-08-15', '7']);
  });

  it('shows each product with its own number after one above is gone', async () => {
    const { element, member, provider } = await open();
    wanted(element).value = '7';
    member.lists[0]!.items.shift();
    await provider.refresh();
    await element.updateComplete;
    expect(wanted(element, 202).value).to.equal('1');
  });

  it('shows the stored day when it can only move to a later one', async () => {
    const { element, service } = await open();
    service.answer(editProfileList, () => refuse(422, 'Invalid', { event_at: ['Only later.'] }));
    day(element).value = '2030-01-01';
    button(element, 'Save date')!.click();
    await until(() => toast(element), 'the reason');
    expect(toast(element)).to.equal('Something is already reserved, so the date can only move later.');
    await until(() => day(element).value === '2099-06-01', 'the stored day');
  });

  it('gives no reason that it does not know for a change that is refused', async () => {
    const { element, service } = await open();
    service.answer(editProfileList, () => refuse(405, 'Method "PUT" not allowed.'));
    day(element).value = '2099-08-15';
    button(element, 'Save date')!.click();
    await until(() => toast(element), 'the sentence');
    expect(toast(element)).to.equal('Couldn’t save. Try again.');
    service.answer(editProfileListItem, () => refuse(405, 'Method "PUT" not allowed.'));
    setWanted(element, '9');
    await until(() => service.seen(editProfileListItem).length, 'the request');
    await until(() => wanted(element).value === '4', 'the stored number');
    expect(toast(element)).to.equal('Couldn’t save. Try again.');
  });

  it('says that a change was not saved', async () => {
    const { element, service } = await open();
    service.answer(editProfileListItem, () => refuse(403, 'No.'));
    setWanted(element, '5');
    await until(() => toast(element) === 'Couldn’t save. Try again.', 'the reason');
    service.answer(editProfileListItem, broken);
    setWanted(element, '6');
    await until(() => toast(element).includes('It may have gone through'), 'the other reason');
    await until(() => wanted(element).value === '4', 'the stored number');
  });

  it('shows that an item is gone', async () => {
    const { element, member } = await open();
    member.lists[0]!.items.shift();
    setWanted(element, '5');
    await until(
      () => toast(element) === 'Linen throw is no longer on this list. Choose something else.',
      'the reason',
    );
    expect(row(element, 201)).to.equal(null);
  });

  it('shows as many products as are reserved, and all after "Show all"', async () => {
    const member = sampleMember();
    member.lists[0]!.items = Array.from({ length: 9 }, (_, index) => item(500 + index, `Product ${index}`));
    const service = openService(member);
    const element = await loaded(only(await page(registry, member)));
    expect(service.seen(listItems)).to.have.length(1);
    expect(parts(element, 'item')).to.have.length(4);
    button(element, 'Show all 9 products')!.click();
    await until(() => parts(element, 'item').length === 9, 'all products');
  });

  describe('removes a product', () => {
    const REMOVE_THROW = 'Remove Linen throw';
    const REMOVE_MUG = 'Remove Stoneware mug';
    const REMOVE_GONE = 'Remove No longer available';
    const QUESTION = 'Linen throw is reserved. Remove it anyway?';
    const names = (element: Element) => parts(element, 'name').map(shownText);
    const status = (element: Element) => shownText(element.shadowRoot!.querySelector('[role=status]')!);
    const left = (element: Element, count: number) =>
      until(() => parts(element, 'item').length === count, `${count} left`);
    const label = () => focused()?.getAttribute('aria-label');
    const question = (element: Element) =>
      shownText(part(element, 'question') ?? document.createElement('i'));
    /** A product that the owner wants three times, with a note, beside one that is reserved. */
    async function openWith(count = 3) {
      const member = sampleMember();
      const [wedding] = member.lists;
      Object.assign(wedding!.items[1]!, { quantity: 3, note: 'The grey one' });
      wedding!.items = wedding!.items.slice(0, count);
      const service = openService(member);
      const provider = await page(registry, member);
      const element = await loaded(only(provider));
      return { member, service, provider, element };
    }

    it('at once, announces it, and fires one event with the handle of the list', async () => {
      const { element, member, service } = await openWith();
      element.list = '20';
      await loaded(element);
      const events = eventsOf('loyalty-wishlist-removed');
      button(element, REMOVE_MUG)!.click();
      await left(element, 2);
      expect(names(element)).to.deep.equal(['Linen throw', 'No longer available']);
      await until(() => status(element) === 'Stoneware mug removed', 'the announcement');
      expect(events.map(({ detail }) => detail)).to.deep.equal([
        { productId: 'product-202', list: 'our-wedding' },
      ]);
      expect(service.seen(removeListItem).map(({ names: { item } }) => item)).to.deep.equal(['202']);
      expect(member.lists[0]!.items).to.have.length(2);
      await expect(element).to.be.accessible();
    });

    it('of another list than a registry too', async () => {
      const member = sampleMember();
      member.lists.push({ ...member.lists[0]!, id: 40, type: 'wishlist', handle: 'later', reservations: [] });
      openService(member);
      const provider = await page(html`<loyalty-registry list="later"></loyalty-registry>`, member);
      const element = await loaded(only(provider));
      button(element, REMOVE_THROW)!.click();
      await left(element, 2);
    });

    it('and focuses the next one, the last one after the last, and the sentence that there is none', async () => {
      const { element, member } = await openWith();
      member.lists[0]!.reservations = [];
      await element.closest('loyalty-provider')!.refresh();
      for (const [name, next] of [
        [REMOVE_MUG, REMOVE_GONE],
        [REMOVE_GONE, REMOVE_THROW],
      ] as const) {
        button(element, name)!.focus();
        button(element, name)!.click();
        await until(() => !button(element, name) && label() === next, `the focus: ${next}`);
      }
      button(element, REMOVE_THROW)!.click();
      await until(() => focused()?.matches('[part=message]'), 'the focus on the sentence');
      expect(shownText(focused()!)).to.equal('This list is empty.');
    });

    it('and puts it back at its place, with its note and the number of pieces', async () => {
      const { element, member, service } = await openWith();
      const before = shownText(row(element, 202));
      const added = eventsOf('loyalty-wishlist-added');
      button(element, REMOVE_MUG)!.click();
      await until(() => part(element, 'undo'), 'the notice');
      expect(shownText(part(element, 'undo')!)).to.equal('Stoneware mug removed Undo');
      part(element, 'undo-button')!.click();
      await until(() => added.length, 'the event');
      expect(added[0]!.detail).to.deep.equal({ productId: 'product-202', list: 'our-wedding' });
      expect(service.seen(addListItem)[0]!.body).to.deep.include({ quantity: 3, note: 'The grey one' });
      const { id } = member.lists[0]!.items.find(({ product_id }) => product_id === 'product-202')!;
      await until(() => row(element, id), 'the id of the new item');
      expect(names(element)).to.deep.equal(['Linen throw', 'Stoneware mug', 'No longer available']);
      expect(shownText(row(element, id))).to.equal(before);
      expect(status(element)).to.equal('Stoneware mug saved');
      await until(() => label() === REMOVE_MUG, 'the focus');
      expect(part(element, 'undo')).to.equal(undefined);
      setWanted(element, '5', id);
      const quantity = () => member.lists[0]!.items.find((one) => one.id === id)!.quantity;
      await until(() => quantity() === 5, 'a change of the new item');
    });

    it('and ends the undo of the one before when the owner changes something else', async () => {
      const { element } = await openWith();
      button(element, REMOVE_MUG)!.click();
      await until(() => part(element, 'undo'), 'the notice');
      setWanted(element, '6');
      await until(() => !part(element, 'undo'), 'the end');
    });

    it('and offers no undo where it could not be saved again', async () => {
      const { element } = await openWith();
      button(element, REMOVE_GONE)!.click();
      await left(element, 2);
      await aTimeout(50); // wait for a notice that must not come
      expect(part(element, 'undo')).to.equal(undefined);
    });

    it('without a connection, and sends it later, also from the next page', async () => {
      const { element, member, service, provider } = await openWith();
      service.answer(removeListItem, offline);
      const events = eventsOf('loyalty-wishlist-removed');
      button(element, REMOVE_MUG)!.click();
      await left(element, 2);
      expect(events).to.have.length(1);
      expect(member.lists[0]!.items).to.have.length(3);
      await provider.refresh();
      expect(names(element), 'loaded again').not.to.include('Stoneware mug');
      provider.loyalty!.close();
      service.answer(removeListItem, undefined);
      const next = await loaded(only(await page(registry, member)));
      expect(names(next)).to.deep.equal(['Linen throw', 'No longer available']);
      await until(() => member.lists[0]!.items.length === 2, 'the removal at the service');
    });

    it('without a connection, and puts it back', async () => {
      const { element, member, service } = await openWith();
      for (const endpoint of [removeListItem, addListItem]) service.answer(endpoint, offline);
      button(element, REMOVE_MUG)!.click();
      await until(() => part(element, 'undo'), 'the notice');
      part(element, 'undo-button')!.click();
      await until(() => !part(element, 'undo'), 'the product');
      expect(names(element)).to.deep.equal(['Linen throw', 'Stoneware mug', 'No longer available']);
      expect(member.lists[0]!.items).to.have.length(3);
    });

    it('without a connection, and sends what was confirmed, and what was put back, from the next page', async () => {
      const { element, member, service, provider } = await openWith();
      button(element, REMOVE_MUG)!.click();
      await until(() => part(element, 'undo'), 'the notice');
      for (const endpoint of [removeListItem, addListItem]) service.answer(endpoint, offline);
      part(element, 'undo-button')!.click();
      await until(() => !part(element, 'undo'), 'the product');
      button(element, REMOVE_THROW)!.click();
      await until(() => part(element, 'confirm-button'), 'the question');
      part(element, 'confirm-button')!.click();
      await left(element, 2);
      provider.loyalty!.close();
      for (const endpoint of [removeListItem, addListItem]) service.answer(endpoint, undefined);
      await page(registry, member);
      const products = () => member.lists[0]!.items.map(({ product_id }) => product_id).join();
      await until(() => products() === 'product-202,product-203', 'both edits at the service');
      expect(service.seen(addListItem).at(-1)!.body).to.deep.include({ quantity: 3, note: 'The grey one' });
      expect(service.seen(removeListItem).at(-1)!.url.searchParams.get('confirm')).to.equal('true');
    });

    it('only after a question where somebody has reserved it', async () => {
      const { element, member, service } = await openWith();
      button(element, REMOVE_THROW)!.focus();
      button(element, REMOVE_THROW)!.click();
      await until(() => question(element) === QUESTION, 'the question');
      await until(() => focused()?.matches('[part~=cancel-button]'), 'the focus');
      await expect(element).to.be.accessible();
      expect(service.seen(removeListItem)).to.have.length(0);
      focused()!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      await until(() => !question(element) && label() === REMOVE_THROW, 'the focus on the product');
      button(element, REMOVE_THROW)!.click();
      await until(() => part(element, 'confirm-button'), 'the question');
      part(element, 'confirm-button')!.click();
      await left(element, 2);
      expect(service.seen(removeListItem)[0]!.url.searchParams.get('confirm')).to.equal('true');
      expect(member.lists[0]!.reservations).to.deep.equal([]);
      expect(question(element)).to.equal('');
      await until(() => label() === REMOVE_MUG, 'the focus on the next');
      expect(part(element, 'undo'), 'reservations cannot be put back').to.equal(undefined);
    });

    it('only after a question where somebody has reserved it meanwhile, with the true quantities', async () => {
      const { element, member } = await openWith();
      const [wedding] = member.lists;
      wedding!.reservations.push({ ...wedding!.reservations[0]!, id: 903, item_id: 202 });
      const errors = eventsOf('loyalty-error');
      const events = eventsOf('loyalty-wishlist-removed');
      button(element, REMOVE_MUG)!.click();
      await until(() => question(element), 'the question');
      expect(question(element)).to.equal('Stoneware mug is reserved. Remove it anyway?');
      expect(shownText(row(element, 202))).to.include('1 of 3 reserved');
      expect([...errors, ...events]).to.have.length(0);
      part(element, 'cancel-button')!.click();
      await until(() => label() === REMOVE_MUG, 'the focus on the product');
      expect(wedding!.items).to.have.length(3);
    });

    it('and asks later where the removal was stored, and somebody reserved before it was sent', async () => {
      const { element, member, service } = await openWith();
      const [wedding] = member.lists;
      service.answer(removeListItem, offline);
      button(element, REMOVE_MUG)!.click();
      await left(element, 2);
      wedding!.reservations.push({ ...wedding!.reservations[0]!, id: 903, item_id: 202 });
      service.answer(removeListItem, undefined);
      window.dispatchEvent(new Event('online'));
      await until(() => question(element), 'the question');
      expect(names(element)).to.deep.equal(['Linen throw', 'Stoneware mug', 'No longer available']);
      part(element, 'confirm-button')!.click();
      await left(element, 2);
      await until(() => wedding!.items.length === 2, 'the removal at the service');
    });

    it('not when the service refuses: shows the reason and accepts a retry', async () => {
      const { element, service } = await openWith();
      service.answerOnce(removeListItem, () => refuse(403, 'No.'));
      const errors = eventsOf('loyalty-error');
      button(element, REMOVE_MUG)!.click();
      await until(() => toast(element) === 'Couldn’t remove it', 'the reason');
      expect(errors.map(({ detail }) => detail.error.status)).to.deep.equal([403]);
      expect(names(element)).to.include('Stoneware mug');
      button(element, REMOVE_MUG)!.click();
      await left(element, 2);
      expect(toast(element)).to.equal('');
    });

    it('directly where the page keeps wishlists on the device', async () => {
      const { element, member, provider } = await openWith();
      provider.wishlist = 'device';
      await provider.updateComplete;
      await loaded(element);
      button(element, REMOVE_MUG)!.click();
      await left(element, 2);
      expect(member.lists[0]!.items).to.have.length(2);
    });

    it('for its customer only, also while the request is under way', async () => {
      const [ada, ben] = [sampleMember(), sampleMember('1002', 'b')];
      const service = openService(ada, ben);
      const provider = await page(registry, ada);
      const element = await loaded(only(provider));
      button(element, REMOVE_GONE)!.click();
      await left(element, 2);
      const release = service.hold(removeListItem);
      button(element, REMOVE_MUG)!.click();
      await until(() => service.seen(removeListItem).length === 2, 'the request');
      const events = eventsOf('loyalty-wishlist-removed');
      await signIn(provider, ben);
      release();
      await loaded(element);
      await left(element, 3);
      await aTimeout(50); // wait for what must not come
      expect([status(element), toast(element), events.length]).to.deep.equal(['', '', 0]);
      expect(button(element, REMOVE_MUG)).to.have.attribute('aria-disabled', 'false');
      expect(ben.lists[0]!.items).to.have.length(3);
    });
  });

  it('shows nothing of the customer before', async () => {
    const { element, provider } = await open();
    setWanted(element, '1');
    await until(() => toast(element), 'the reason');
    await signIn(provider, undefined);
    await until(() => shownText(element) === 'Sign in to see your lists.', 'the sentence for guests');
  });

  describe('of another', () => {
    async function openShared() {
      const member = sampleMember();
      Object.assign(member.lists[0]!, { owner_name: 'Noor', share_id: 9 });
      Object.assign(member.lists[0]!.items[0]!, { added_by_name: 'Ben' });
      const other = sampleMember('1002', 'b');
      other.lists = [];
      const service = openService(member, other);
      const provider = await page(registry, member);
      const element = await loaded(only(provider));
      await import('../../../src/components/registry/registry-changes.ts');
      await element.updateComplete;
      /** The owner removes this editor. */
      const remove = () => {
        member.lists = [];
        for (const endpoint of [addListItem, removeListItem, editProfileListItem, listItems])
          service.answer(endpoint, () => refuse(404, 'There is no such record.'));
      };
      return { member, other, service, provider, element, remove };
    }

    it('is changed by its editor: products, not the day', async () => {
      const { element } = await openShared();
      expect(shownText(part(element, 'owner')!)).to.equal('Shared by Noor');
      expect(part(element, 'form')).to.equal(undefined);
      expect(shownText(row(element, 201))).to.include('Added by Ben');
      expect(shownText(row(element, 202))).not.to.include('Added by');
      expect([...row(element, 201).querySelectorAll('.actions button')].map(shownText)).to.deep.equal([
        'Edit note',
        'Remove',
      ]);
      setWanted(element, '5');
      await until(() => shownText(row(element, 201)).includes('of 5 reserved'), 'the number');
      await expect(element).to.be.accessible();
    });

    for (const [change, press] of [
      ['number of pieces', (element: Element) => setWanted(element, '6')],
      ['removal', (element: Element) => button(element, 'Remove Stoneware mug')!.click()],
    ] as const)
      it(`says that a removed editor cannot edit it: ${change}`, async () => {
        const { element, remove } = await openShared();
        remove();
        press(element);
        await until(() => shownText(element) === 'You can’t edit this list any more. Try again', 'the end');
      });

    it('names what a removed editor wanted to add while offline, and asks once', async () => {
      const { element, provider, service, remove } = await openShared();
      const { loyalty } = provider;
      service.answer(addListItem, offline);
      await addToList(loyalty!, 'our-wedding', { productId: 'p-9' }, { name: 'Walnut bowl', url: '/walnut' });
      remove();
      window.dispatchEvent(new Event('online'));
      await until(
        () => shownText(element) === 'You can’t edit this list any more. Not saved: Walnut bowl. Try again',
        'what was not saved',
      );
      const sent = service.seen(addListItem).length;
      window.dispatchEvent(new Event('online'));
      await loyalty!.resource(ownList('our-wedding')).refresh();
      expect(service.seen(addListItem)).to.have.length(sent);
    });

    it('names what a removed editor wanted to add where the list is gone before the service has refused it', async () => {
      const { element, provider, service, remove } = await openShared();
      const { loyalty } = provider;
      service.answer(addListItem, offline);
      await addToList(loyalty!, 'our-wedding', { productId: 'p-9' }, { name: 'Walnut bowl', url: '/walnut' });
      remove();
      const refuse = service.hold(addListItem);
      window.dispatchEvent(new Event('online'));
      await loyalty!.resource(ownList('our-wedding')).refresh();
      await until(() => shownText(element) === 'You can’t edit this list any more. Try again', 'the end');
      refuse();
      await until(() => shownText(element).includes('Not saved: Walnut bowl.'), 'what was not saved');
    });

    it('that is not found says so to the next customer without a word of the last one', async () => {
      const { element, provider, other, remove } = await openShared();
      remove();
      await signIn(provider, other);
      await until(() => shownText(element).startsWith('We can’t find this list.'), 'the other customer');
    });
  });
});
