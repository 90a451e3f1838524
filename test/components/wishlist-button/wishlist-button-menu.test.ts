import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import '../../../src/components/page/live.ts';
import type { LoyaltyLists, LoyaltyWishlistButton } from '../../../src/index.ts';
import {
  addList,
  addListItem,
  listItems,
  profileLists,
  removeListItem,
} from '../../../src/services/contract/endpoints/index.ts';
import { LoyaltyError, refusalKey, refusedEdits } from '../../../src/services/index.ts';
import { broken, offline, refuse } from '../../support/component-answers.ts';
import { item, list, sampleMember, type Member } from '../../support/component-member.ts';
import {
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
import type { ComponentService } from '../../support/component-service.ts';
import {
  listLoaded,
  openWishlistButton,
  press,
  pressed,
  providerOf,
} from '../../support/component-wishlist-button.ts';

const GIFTS = 'gifts';
const heart = html`<loyalty-wishlist-button
  lists
  product-id="product-9"
  product-name="Oak stool"
></loyalty-wishlist-button>`;

/** A customer with a wishlist of three products and two lists, of which the second one has the product. */
function memberWithLists(): Member {
  const member = sampleMember();
  member.lists = [
    list(40, 'wishlist', GIFTS, 'Gifts'),
    list(41, 'wishlist', 'garden', 'Garden', {
      items: [item(411, 'Oak stool', { product_id: 'product-9' }), item(412, 'Watering can')],
    }),
  ];
  return member;
}

describe('menu of lists of a wishlist button', () => {
  let member: Member;
  let service: ComponentService;
  let element: LoyaltyWishlistButton;

  beforeEach(() => {
    member = memberWithLists();
    service = openService(member);
  });
  afterEach(closeService);

  async function open(): Promise<void> {
    element = await openWishlistButton(member, heart);
    await until(() => part(element, 'menu-button'), 'the button');
    part(element, 'menu-button')!.click();
    await until(() => part(element, 'menu')?.matches(':popover-open'), 'the menu');
  }
  const rows = () => parts(element, 'menu-item');
  const row = (name: string) => rows().find((one) => shownText(one).startsWith(name))!;
  const isOn = (name: string) => row(name).getAttribute('aria-checked') === 'true';
  const listsShown = () => until(() => rows().length, 'the lists');
  const productsOf = (handle: string) =>
    member.lists.find((one) => one.handle === handle)!.items.map(({ product_id }) => product_id);

  describe('button', () => {
    it('is shown to customers, with a label that names the product', async () => {
      element = await openWishlistButton(member, heart);
      await until(() => part(element, 'menu-button'), 'the button');
      expect(part(element, 'menu-button')).to.have.attribute('aria-label', 'Choose lists for Oak stool');
      expect(part(element, 'menu-button')).to.have.attribute('aria-haspopup', 'dialog');
      element.productName = '';
      await element.updateComplete;
      expect(part(element, 'menu-button')).to.have.attribute('aria-label', 'Choose lists');
    });

    it('is shown neither to guests nor without the attribute', async () => {
      const provider = await page(heart);
      element = provider.querySelector('loyalty-wishlist-button')!;
      await element.updateComplete;
      expect(part(element, 'menu-button')).to.equal(undefined);
      await signIn(provider, member);
      await until(() => part(element, 'menu-button'), 'the button');
      element.lists = false;
      await element.updateComplete;
      expect(part(element, 'menu-button')).to.equal(undefined);
    });

    it('takes no room of its own and is large enough to press', async () => {
      element = await openWishlistButton(member, html`<div style="font-size: 12px">${heart}</div>`);
      await until(() => part(element, 'menu-button'), 'the button');
      expect([element.offsetWidth, element.offsetHeight]).to.deep.equal([30, 30]);
      const { width, height } = part(element, 'menu-button')!.getBoundingClientRect();
      expect([width, height]).to.deep.equal([24, 24]);
    });

    it('leaves the first press of the heart as it is: it saves to the wishlist', async () => {
      element = await openWishlistButton(member, heart);
      await listLoaded(element);
      await press(element);
      await until(() => service.seen(addListItem).length, 'the request');
      expect(service.seen(addListItem)[0]!.names['list']).to.equal('wishlist');
      expect(service.seen(profileLists)).to.have.length(0);
    });
  });

  it('shows the lists, the wishlist first, each with its number and whether it has the product', async () => {
    await open();
    await listsShown();
    expect(rows().map(shownText)).to.deep.equal([
      'Wishlist 3 products',
      'Gifts 0 products',
      'Garden 2 products',
    ]);
    expect(rows().map((one) => one.getAttribute('aria-checked'))).to.deep.equal(['false', 'false', 'true']);
    expect(focused()).to.equal(part(element, 'menu'));
    await expect(element).to.be.accessible();
  });

  it('gives the focus back to its button when it closes, unless the shopper is elsewhere', async () => {
    await open();
    await listsShown();
    const menu = part(element, 'menu')!;
    rows()[1]!.focus();
    menu.hidePopover();
    await until(() => focused() === part(element, 'menu-button'), 'the focus');

    const link = document.body.appendChild(document.createElement('button'));
    menu.showPopover();
    await until(() => focused() === menu, 'the focus');
    link.focus();
    menu.hidePopover();
    await until(() => !menu.matches(':popover-open'), 'closed');
    await new Promise(requestAnimationFrame);
    expect(document.activeElement).to.equal(link);
    link.remove();
  });

  it('shows a wishlist to a customer who has no list yet, and creates it with the first product', async () => {
    member.items = undefined;
    member.lists = [];
    await open();
    await listsShown();
    expect(rows().map(shownText)).to.deep.equal(['Wishlist 0 products']);
    row('Wishlist').click();
    await until(() => member.items?.length === 1, 'the product');
    await until(() => pressed(element), 'the heart');
  });

  it('saves the product on another list, and removes it, with one event each', async () => {
    const added = eventsOf('loyalty-wishlist-added');
    const removed = eventsOf('loyalty-wishlist-removed');
    await open();
    await listsShown();
    const release = service.hold(addListItem);
    row('Gifts').click();
    await until(() => isOn('Gifts'), 'the stored edit');
    expect(productsOf(GIFTS).length).to.equal(0);
    release();
    await until(() => productsOf(GIFTS).length, 'the product');
    await until(() => added.length, 'the event');
    expect(shownText(row('Gifts'))).to.equal('Gifts 1 product');
    row('Garden').click();
    await until(() => removed.length, 'the event');
    expect(productsOf('garden')).to.deep.equal(['product-412']);
    expect(isOn('Garden')).to.equal(false);
    expect([...added, ...removed].map(({ detail }) => detail)).to.deep.equal([
      { productId: 'product-9', list: GIFTS },
      { productId: 'product-9', list: 'garden' },
    ]);
    expect(pressed(element), 'the heart shows the wishlist').to.equal(false);
  });

  it('changes the heart with the wishlist in the menu', async () => {
    await open();
    await listsShown();
    row('Wishlist').click();
    await until(() => pressed(element), 'saved');
    await until(() => row('Wishlist').getAttribute('aria-disabled') === 'false', 'the answer');
    row('Wishlist').click();
    await until(() => !pressed(element), 'removed');
  });

  it('changes the other elements that show the list', async () => {
    const provider = await page(html`${heart}<loyalty-lists expanded></loyalty-lists>`, member);
    element = provider.querySelector('loyalty-wishlist-button')!;
    const shown = await loaded<LoyaltyLists>(provider.querySelector('loyalty-lists')!);
    await until(() => part(element, 'menu-button'), 'the button');
    part(element, 'menu-button')!.click();
    await listsShown();
    // The interval between two loads of the lists has passed.
    const realNow = performance.now;
    performance.now = () => realNow.call(performance) + 6_000;
    row('Gifts').click();
    await until(() => shownText(shown).includes('Gifts Wishlist · 1 product'), 'the list').finally(() => {
      performance.now = realNow;
    });
    expect(productsOf(GIFTS)).to.have.length(1);
  });

  it('sends one request for several presses while the service answers', async () => {
    await open();
    await listsShown();
    const release = service.hold(addListItem);
    row('Gifts').click();
    await until(() => service.seen(addListItem).length, 'the request');
    expect(row('Gifts')).to.have.attribute('aria-disabled', 'true');
    row('Gifts').click();
    release();
    await until(() => row('Gifts').getAttribute('aria-disabled') === 'false', 'the answer');
    expect(service.seen(addListItem)).to.have.length(1);
    expect(service.seen(removeListItem)).to.have.length(0);
  });

  describe('new list', () => {
    async function create(name: string): Promise<void> {
      await open();
      await listsShown();
      part(element, 'new-button')!.click();
      await until(() => part(element, 'form'), 'the form');
      await until(() => focused() === part(element, 'input'), 'the focus');
      (part(element, 'input') as HTMLInputElement).value = name;
      part(element, 'confirm-button')!.click();
    }

    it('is created with its name, and has the product', async () => {
      const created = eventsOf('loyalty-list-created');
      const added = eventsOf('loyalty-wishlist-added');
      await create(' Office ');
      await until(() => added.length, 'the product');
      expect(created.map(({ detail }) => detail.list.name)).to.deep.equal(['Office']);
      expect(member.lists.at(-1)!.items.map(({ product_id }) => product_id)).to.deep.equal(['product-9']);
      expect(isOn('Office')).to.equal(true);
      expect(part(element, 'form')).to.equal(undefined);
      await until(() => focused() === row('Office'), 'the focus');
      expect(service.seen(profileLists), 'no other element shows the lists').to.have.length(1);
      await expect(element).to.be.accessible();
    });

    it('needs a name', async () => {
      await create(' ');
      await until(() => part(element, 'problem'), 'the sentence');
      expect(shownText(part(element, 'problem')!)).to.equal('Enter a name.');
      expect(getComputedStyle(part(element, 'problem')!).position).to.equal('static');
      expect(service.seen(addList)).to.have.length(0);
      await expect(element).to.be.accessible();
    });
  });

  describe('with a failure', () => {
    it('says that the lists did not load, and loads them again', async () => {
      service.answer(profileLists, broken);
      await open();
      await until(() => part(element, 'retry-button'), 'the button');
      expect(shownText(part(element, 'message')!)).to.equal('Couldn’t load your lists.');
      await expect(element).to.be.accessible();
      service.answer(profileLists, undefined);
      part(element, 'retry-button')!.click();
      await listsShown();
    });

    it('says that the products of a list did not load, not that this one is not on it, and saves it', async () => {
      service.answer(listItems, ({ names }) =>
        names['list'] === GIFTS ? refuse(403, 'No.') : new Response('{"data":[],"meta":{}}'),
      );
      await open();
      await listsShown();
      expect(shownText(row('Gifts'))).to.equal('Gifts Couldn’t load this.');
      expect(row('Gifts').getAttribute('aria-checked')).to.equal('mixed');
      await expect(element).to.be.accessible();
      row('Gifts').click();
      await until(() => isOn('Gifts'), 'the tick');
      expect(shownText(row('Gifts'))).to.equal('Gifts');
    });

    it('names what an editor whom the owner has removed wanted to save, now and where it was sent later', async () => {
      const lost = 'You can’t edit this list any more. Not saved: Oak stool.';
      Object.assign(member.lists[0]!, { owner_name: 'Noor', share_id: 9 });
      await open();
      await listsShown();
      member.lists = member.lists.filter(({ handle }) => handle !== GIFTS);
      row('Gifts').click();
      await until(() => part(element, 'menu-problem'), 'the sentence');
      expect(shownText(part(element, 'menu-problem')!)).to.equal(lost);

      const { loyalty } = providerOf(element);
      const error = new LoyaltyError('not_found', undefined, { status: 404 });
      const refused = new Map([[refusalKey(GIFTS, element), { error, save: true, name: 'Oak stool' }]]);
      loyalty!.resource(refusedEdits).set(refused);
      part(element, 'menu')!.hidePopover();
      part(element, 'menu-button')!.click();
      await until(() => part(element, 'menu-problem'), 'the sentence');
      expect(shownText(part(element, 'menu-problem')!)).to.equal(lost);
    });

    it('says that a list is gone, and shows the lists that there are', async () => {
      await open();
      await listsShown();
      member.lists = member.lists.filter(({ handle }) => handle !== GIFTS);
      row('Gifts').click();
      await until(() => part(element, 'menu-problem'), 'the sentence');
      expect(shownText(part(element, 'menu-problem')!)).to.equal(
        'We can’t find this list. It may have been deleted.',
      );
      expect(rows().map(shownText)).to.deep.equal(['Wishlist 3 products', 'Garden 2 products']);
      expect(!!part(element, 'new-button')).to.equal(true);
      await expect(element).to.be.accessible();
    });

    it('shows a sentence of its own where the refusal is a text of a framework', async () => {
      service.answer(addListItem, () => refuse(422, 'Invalid.', { product_id: ['must not be null'] }));
      await open();
      await listsShown();
      row('Gifts').click();
      await until(() => part(element, 'menu-problem'), 'the sentence');
      expect(shownText(part(element, 'menu-problem')!)).to.equal('This product can’t be saved.');
    });

    it('says why the service refuses a product, below the list, and shows it as not saved', async () => {
      const reason = 'The list is full.';
      service.answer(addListItem, () => refuse(422, 'Invalid.', { product_id: [reason] }));
      const errors = eventsOf('loyalty-error');
      await open();
      await listsShown();
      row('Gifts').click();
      await until(() => part(element, 'menu-problem'), 'the sentence');
      expect(shownText(part(element, 'menu-problem')!)).to.equal(reason);
      expect([isOn('Gifts'), shownText(row('Gifts'))]).to.deep.equal([false, 'Gifts 0 products']);
      expect(errors).to.have.length(1);
    });

    it('takes a product that the list has already as saved', async () => {
      service.answer(addListItem, () => refuse(409, 'The list has it.'));
      await open();
      await listsShown();
      row('Gifts').click();
      await until(
        () => isOn('Gifts') && row('Gifts').getAttribute('aria-disabled') === 'false',
        'the answer',
      );
      expect(part(element, 'menu-problem')).to.equal(undefined);
    });

    it('stores a change without a connection, and shows it', async () => {
      await open();
      await listsShown();
      service.answer(addListItem, offline);
      row('Gifts').click();
      await until(() => isOn('Gifts') && row('Gifts').getAttribute('aria-disabled') === 'false', 'stored');
      service.answer(addListItem, undefined);
      dispatchEvent(new Event('online'));
      await until(() => productsOf(GIFTS).length, 'the product');
    });
  });

  it('closes with another customer, and shows nothing of the last one', async () => {
    const other = sampleMember('1002', 'b');
    other.lists = [];
    service.close();
    service = openService(member, other);
    await open();
    await listsShown();
    await signIn(providerOf(element), other);
    await until(() => !part(element, 'menu')?.matches(':popover-open'), 'closed');
    expect(shownText(element)).not.to.include('Gifts');
    part(element, 'menu-button')!.click();
    await until(() => rows().length === 1, 'the lists of the other customer');
  });

  it('shows the lists of another product when product-id changes', async () => {
    await open();
    await listsShown();
    element.productId = 'product-412';
    await element.updateComplete;
    await until(() => part(element, 'menu')?.matches(':popover-open') === false, 'closed');
    part(element, 'menu-button')!.click();
    await until(() => rows().length === 3, 'the lists');
    expect(rows().map((one) => one.getAttribute('aria-checked'))).to.deep.equal(['false', 'false', 'true']);
  });

  it('is inside the page, also at its right edge and in a language that is written from right to left', async () => {
    for (const dir of ['ltr', 'rtl'])
      for (const side of ['left', 'right']) {
        element = await openWishlistButton(
          member,
          html`<div dir=${dir}><div style="float: ${side}">${heart}</div></div>`,
        );
        await until(() => part(element, 'menu-button'), 'the button');
        part(element, 'menu-button')!.click();
        await listsShown();
        const { left, right, top } = part(element, 'menu')!.getBoundingClientRect();
        expect(left, `${dir} ${side}`).to.be.at.least(0);
        expect(right, `${dir} ${side}`).to.be.at.most(document.documentElement.clientWidth);
        expect(top).to.be.at.least(element.getBoundingClientRect().bottom);
      }
  });
});
