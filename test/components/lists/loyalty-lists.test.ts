import { expect, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../../../src/index.ts';
import type { LoyaltyLists, LoyaltyProvider } from '../../../src/index.ts';
import {
  addList,
  deleteProfileList,
  editProfileList,
  listItems,
  profileLists,
} from '../../../src/services/contract/endpoints/index.ts';
import { broken, json, offline } from '../../support/component-answers.ts';
import { list, sampleMember, sampleRegistry, type Member } from '../../support/component-member.ts';
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
import { resize } from '../../support/component-media.ts';
import { unusedRoom } from '../../support/unused-room.ts';
import { isAccessible, STATES, type StateName } from '../../support/component-states.ts';

const all = html`<loyalty-lists registries list-url="/account/lists/{handle}"></loyalty-lists>`;
const only = (provider: LoyaltyProvider): LoyaltyLists => provider.querySelector('loyalty-lists')!;
const show = async (state: StateName, content = all) => only(await STATES[state](content));
const row = (element: Element, id: number): HTMLElement =>
  element.shadowRoot!.querySelector(`[data-list="${id}"]`)!;

async function open(content = all, member: Member = sampleMember()) {
  const service = openService(member);
  const provider = await page(content, member);
  return { member, service, provider, element: await loaded(only(provider)) };
}

async function press(element: Element, name: string): Promise<void> {
  button(element, name)!.click();
  await until(() => part(element, 'form'), 'the form');
}
const field = (element: Element, at = 0) => parts(element, 'input')[at] as HTMLInputElement;
const confirm = (element: Element) => part(element, 'confirm-button')!.click();

describe('loyalty-lists', () => {
  afterEach(closeService);

  isAccessible(() => all);

  describe('shows', () => {
    it('a skeleton and a text for screen readers while it loads', async () => {
      const element = await show('loading');
      expect(part(element, 'list')).to.have.attribute('aria-busy', 'true');
      expect(shownText(element)).to.include('Loading your lists');
    });

    it('names that are bolder than the actions of their lists, as links and as buttons', async () => {
      for (const content of [all, html`<loyalty-lists></loyalty-lists>`]) {
        const { element } = await open(content);
        const weight = (name: string) => Number(getComputedStyle(part(element, name)!).fontWeight);
        expect(weight('rename-button')).to.be.below(weight('name'));
      }
    });

    for (const width of [320, 360, 500, 600, 720, 768, 1280])
      for (const count of [2, 3])
        it(`rows as high as their content: ${count} lists, ${width} px`, async () => {
          await resize({ width, touch: true });
          const { offsetHeight } = await show('loading');
          closeService();
          await resize({ width });
          const member = sampleMember();
          member.items = undefined;
          const party = { ...sampleRegistry(), id: 60, handle: 'party', name: 'Party' };
          member.lists = [party, ...member.lists].slice(0, count);
          const { element } = await open(all, member);
          // The page that loads stands above it.
          const { below, inside } = unusedRoom().at(-1)!;
          expect([below > 24 && below, inside > 24 && inside]).to.deep.equal([false, false]);
          // Also under fingers, for which buttons are higher.
          await resize({ width, touch: true });
          expect(element.offsetHeight).to.equal(offsetHeight);
          await resize({ width: 1280 });
        });

    it('the whole of a long name beside pictures and buttons', async () => {
      await setViewport({ width: 800, height: 900 });
      const member = sampleMember();
      member.lists.find(({ id }) => id === 20)!.name =
        'The wedding of Mara Lindqvist and Jonas Östergaard-Holm in Rome, with a picnic';
      const { element } = await open(all, member);
      const name = row(element, 20).querySelector<HTMLElement>('.name')!;
      expect(name.clientHeight).to.be.above(50); // three lines
      expect(name.scrollHeight).to.be.at.most(name.clientHeight + 1);
      await setViewport({ width: 800, height: 600 });
    });

    it('every list as what it is, with its number of products and their pictures', async () => {
      const { element } = await open();
      expect(shownText(row(element, 1))).to.include('Wishlist 3 products');
      expect(shownText(row(element, 20))).to.include('Our wedding Gift registry · June 1, 2099 · 3 products');
      expect(shownText(row(element, 30))).to.include(
        'Reading corner Style guide · 2 products · €178 in total',
      );
      expect(row(element, 20).querySelectorAll('img')).to.have.length(2);
    });

    it('a style guide with one link for each picture', async () => {
      const { element } = await open();
      const links = [...row(element, 30).querySelectorAll<HTMLAnchorElement>('a[part=picture]')];
      expect(links.map(({ ariaLabel, href }) => [ariaLabel, href])).to.deep.equal([
        ['Armchair', 'https://shop.example.com/products/product-301'],
        ['Floor lamp', 'https://shop.example.com/products/product-302'],
      ]);
    });

    it("a sentence, or the theme's text, for a customer without lists", async () => {
      expect(shownText(await show('empty'))).to.equal('No lists yet. New list');
      const own = html`<loyalty-lists><p slot="empty">Begin one</p></loyalty-lists>`;
      expect(shownText(await show('empty', own))).to.equal('Begin one New list');
    });

    it('an error with a retry button', async () => {
      expect(shownText(await show('error'))).to.equal('Couldn’t load your lists. Try again');
    });

    it("the theme's sign-in link to a guest, or a sentence without one", async () => {
      expect(shownText(await show('signed-out'))).to.equal('Sign in to see your lists.');
    });

    it('a list whose items do not load without a number', async () => {
      const member = sampleMember();
      const service = openService(member);
      service.answer(listItems, broken);
      const element = await loaded(only(await page(all, member)));
      expect(shownText(row(element, 20))).to.include('Gift registry · June 1, 2099 ');
      expect(shownText(element)).not.to.match(/undefined|NaN|products/);
    });
  });

  it('opens a list by the link of the page, or without it by the event alone', async () => {
    const { element } = await open();
    const name = row(element, 20).querySelector<HTMLAnchorElement>('.name')!;
    expect(name.href).to.equal(`${location.origin}/account/lists/our-wedding`);
    const other = await open(html`<loyalty-lists></loyalty-lists>`);
    const events = eventsOf('loyalty-list-open');
    row(other.element, 20).querySelector<HTMLButtonElement>('.name')!.click();
    expect(events.map(({ detail }) => detail.list.handle)).to.deep.equal(['our-wedding']);
  });

  it('shows as many lists as are reserved, and all after "Show all"', async () => {
    const member = sampleMember();
    for (let id = 40; id < 45; id++) member.lists.push(list(id, 'wishlist', `list-${id}`, `List ${id}`));
    const { element } = await open(all, member);
    expect(parts(element, 'item')).to.have.length(3);
    button(element, 'Show all 8 lists')!.click();
    await until(() => parts(element, 'item').length === 8, 'all lists');
    await until(() => focused()?.textContent?.includes('List 40'), 'the focus');
  });

  describe('creates a list', () => {
    it('with a name, focuses it and announces it', async () => {
      const { element, member } = await open(html`<loyalty-lists expanded></loyalty-lists>`);
      const events = eventsOf('loyalty-list-created');
      await press(element, 'New list');
      await until(() => focused() === field(element), 'the focus');
      field(element).value = '  夏の庭 ';
      confirm(element);
      await until(() => shownText(element).includes('夏の庭'), 'the list');
      const created = member.lists.at(-1)!;
      expect([created.name, created.type]).to.deep.equal(['夏の庭', 'wishlist']);
      expect(created.handle).to.match(/^[a-z0-9][a-z0-9-]{0,79}$/);
      await until(() => focused() === row(element, created.id).querySelector('.name'), 'the focus');
      expect(element.shadowRoot!.querySelector('[role=status]')!.textContent).to.equal('夏の庭 created');
      expect(events).to.have.length(1);
    });

    it('that is one of the shown lists, after the wishlist, now and on the next page', async () => {
      const member = sampleMember();
      // The service answers the newest lists first.
      for (let id = 40; id < 45; id++) member.lists.push(list(id, 'wishlist', `list-${id}`, `List ${id}`));
      const service = openService(member);
      const reversed = (body: unknown) => ({
        ...(body as object),
        data: (body as { data: object[] }).data.reverse(),
      });
      service.alter(profileLists, reversed);
      const element = await loaded(only(await page(all, member)));
      const names = () => parts(element, 'name').map(shownText);
      expect([names()[0], names().length]).to.deep.equal(['Wishlist', 3]);
      await press(element, 'New list');
      await until(() => focused() === field(element), 'the focus');
      field(element).value = 'Garden';
      confirm(element);
      await until(() => names()[1] === 'Garden', 'the new list');
      expect([names()[0], names().length]).to.deep.equal(['Wishlist', 3]);
      await until(() => focused()?.textContent?.includes('Garden'), 'the focus');
    });

    it('as a registry with a day where the theme allows registries', async () => {
      const { element, member } = await open();
      await press(element, 'New list');
      const kind = element.shadowRoot!.querySelector('select')!;
      kind.value = 'registry';
      kind.dispatchEvent(new Event('change'));
      await until(() => element.shadowRoot!.querySelector('[name=day]'), 'the day');
      field(element).value = 'Our baby';
      element.shadowRoot!.querySelector<HTMLInputElement>('[name=day]')!.value = '2099-04-01';
      confirm(element);
      await until(() => member.lists.length === 3, 'the list');
      expect(member.lists.at(-1)).to.include({ type: 'registry', event_at: '2099-04-01' });
      const plain = await open(html`<loyalty-lists></loyalty-lists>`);
      await press(plain.element, 'New list');
      expect(plain.element.shadowRoot!.querySelector('select')).to.equal(null);
    });

    it('refuses an empty name and sends nothing', async () => {
      const { element, service } = await open();
      await press(element, 'New list');
      field(element).value = '   ';
      confirm(element);
      await until(() => shownText(part(element, 'form')!).includes('Enter a name.'), 'the problem');
      expect(field(element)).to.have.attribute('aria-invalid', 'true');
      expect(service.seen(addList)).to.have.length(0);
    });

    it('once, also when the answer is lost: a read finds it', async () => {
      const { element, service, member } = await open();
      await press(element, 'New list');
      field(element).value = 'Garden';
      service.answerOnce(addList, ({ body }) => {
        member.addList(body as Record<string, unknown>);
        throw new TypeError('Failed to fetch');
      });
      confirm(element);
      await until(() => !part(element, 'form'), 'the list');
      expect(service.seen(addList)).to.have.length(1);
      expect(member.lists.filter(({ name }) => name === 'Garden')).to.have.length(1);
    });
  });

  it('renames a list, and keeps its name after an error', async () => {
    const { element, member, service } = await open();
    await press(element, 'Rename Our wedding');
    expect(field(element).value).to.equal('Our wedding');
    expect(parts(element, 'form').map((form) => form.closest('[data-list]'))).to.deep.equal([
      row(element, 20),
    ]);
    service.answerOnce(editProfileList, offline);
    field(element).value = 'Our feast';
    confirm(element);
    await until(() => shownText(part(element, 'form')!).includes('It may have gone through'), 'the problem');
    expect(shownText(row(element, 20))).to.include('Our wedding');
    confirm(element);
    await until(() => button(element, 'Rename Our feast'), 'the new name');
    expect(member.lists[0]!.name).to.equal('Our feast');
    await until(() => focused() === button(element, 'Rename Our feast'), 'the focus');
  });

  describe('deletes a list', () => {
    it('after a question, whose focus is on Cancel', async () => {
      const { element, member } = await open();
      await press(element, 'Delete Reading corner');
      await until(() => focused() === button(element, 'Cancel'), 'the focus');
      expect(shownText(part(element, 'question')!)).to.equal('Delete Reading corner?');
      confirm(element);
      await until(() => !shownText(element).includes('Style guide'), 'the list is gone');
      expect(member.lists).to.have.length(1);
      await until(() => focused() === button(element, 'New list'), 'the focus');
    });

    it('that has reservations only after it asks a second time', async () => {
      const { element, member, service } = await open();
      await press(element, 'Delete Our wedding');
      confirm(element);
      await until(
        () => shownText(part(element, 'question')!).startsWith('Gifts on Our wedding are reserved.'),
        'the second question',
      );
      expect(member.lists).to.have.length(2);
      confirm(element);
      await until(() => member.lists.length === 1, 'the list is gone');
      expect(service.seen(deleteProfileList).map(({ url }) => url.search)).to.deep.equal([
        '',
        '?confirm=true',
      ]);
    });

    it('only when the question is confirmed, not after Cancel or Escape', async () => {
      const { element, service } = await open();
      await press(element, 'Delete Reading corner');
      button(element, 'Cancel')!.click();
      await until(() => focused() === button(element, 'Delete Reading corner'), 'the focus');
      await press(element, 'Delete Reading corner');
      part(element, 'form')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
      await until(() => !part(element, 'form'), 'no question');
      expect(service.seen(deleteProfileList)).to.have.length(0);
    });

    it('also when it is gone already', async () => {
      const { element, member } = await open();
      member.lists.pop();
      await press(element, 'Delete Reading corner');
      confirm(element);
      await until(() => !row(element, 30), 'the list is gone');
    });

    it('unless it is the list of the hearts', async () => {
      const { element } = await open();
      expect(!!button(element, 'Rename Wishlist')).to.equal(true);
      expect(!!button(element, 'Delete Wishlist')).to.equal(false);
    });
  });

  it('shows how to share a list, with the address of the page for shared lists', async () => {
    const { element } = await open(html`<loyalty-lists share-url="/gifts/{handle}"></loyalty-lists>`);
    button(element, 'Share Our wedding')!.click();
    await until(() => part(element, 'share'), 'the element');
    const share = part(element, 'share')! as HTMLElementTagNameMap['loyalty-share'];
    await until(() => shownText(share).includes('Copy link'), 'the link');
    expect((part(share, 'link') as HTMLInputElement).value).to.match(/\/gifts\/registry-share/);
    button(element, 'Share Our wedding')!.click();
    await until(() => !part(element, 'share'), 'closed');
  });

  it('shows nothing of the customer before', async () => {
    const { element, provider } = await open();
    await press(element, 'Rename Our wedding');
    await signIn(provider, undefined);
    await until(() => shownText(element) === 'Sign in to see your lists.', 'the sentence for guests');
  });

  it('leaves out malformed lists', async () => {
    const member = sampleMember();
    openService(member).answer(profileLists, () =>
      json({
        data: [
          null,
          {},
          { id: 'x', handle: 'y' },
          { id: 5, handle: 'odd', type: {}, name: 7 },
          { id: 6, handle: 'fair', type: 'wishlist', name: 7, event_at: 'soon' },
        ],
      }),
    );
    const element = await loaded(only(await page(all, member)));
    expect(parts(element, 'item')).to.have.length(1);
    expect(shownText(element)).not.to.match(/undefined|NaN|Invalid|object/);
  });

  describe('of others that the customer edits', () => {
    async function openShared() {
      const ada = sampleMember('1002', 'b');
      const registry = ada.lists[0]!;
      registry.shares = [{ id: 9, handle: 'invitation', role: 'editor', claimedBy: 'profile-1001' }];
      Object.assign(registry, { id: 77 });
      const member = sampleMember();
      const service = openService(member, ada);
      const element = await loaded(only(await page(all, member)));
      return { registry, service, element };
    }

    it('stand among the own ones with the name of the owner, and are not renamed, shared or deleted', async () => {
      const { element } = await openShared();
      element.expanded = true;
      await element.updateComplete;
      const shared = row(element, 77);
      expect(shownText(shared)).to.match(/^Our wedding Shared by Ada · Gift registry/);
      expect([...shared.querySelectorAll('button')].map(shownText)).to.deep.equal(['Leave']);
      expect(shared.querySelector<HTMLAnchorElement>('a.name')!.pathname).to.equal('/account/lists/77');
      expect([...row(element, 20).querySelectorAll('.actions button')].map(shownText)).to.deep.equal([
        'Share',
        'Rename',
        'Delete',
      ]);
      await expect(element).to.be.accessible();
    });

    it('are left after a question: the list and what is on it stay', async () => {
      const { element, registry } = await openShared();
      element.expanded = true;
      await element.updateComplete;
      const events = eventsOf('loyalty-list-left');
      await press(element, 'Leave Our wedding');
      expect(shownText(part(element, 'question')!)).to.equal(
        'Leave Our wedding? You need a new invitation to edit it again.',
      );
      confirm(element);
      await until(() => !row(element, 77), 'the end');
      expect(registry.shares).to.deep.equal([{ id: 9, handle: 'invitation', role: 'editor' }]);
      expect(registry.items).to.have.length(3);
      await until(() => events.length, 'the event');
      await until(() => focused() === part(element, 'new-button'), 'the focus');
    });
  });
});
