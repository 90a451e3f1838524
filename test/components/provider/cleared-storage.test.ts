import { expect } from '@open-wc/testing';
import '../../../src/index.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import { closeService, loaded, openService, shownText, until } from '../../support/component-page.ts';
import {
  listLoaded,
  openWishlistButton,
  press,
  pressed,
  providerOf,
} from '../../support/component-wishlist-button.ts';

const storedOwner = () =>
  Object.entries({ ...localStorage }).flatMap(([key, line]) =>
    key.startsWith('loyalty-elements http') && line
      ? [(JSON.parse(String(line)) as { owner?: string }).owner]
      : [],
  );

describe('storage that a script of the shop has cleared', () => {
  let member: Member;
  beforeEach(() => {
    member = sampleMember();
    openService(member);
  });
  afterEach(closeService);

  it('is no change of the customer: hearts save, and the next event stores the owner again', async () => {
    const element = await openWishlistButton(member);
    await listLoaded(element);
    const owner = storedOwner();
    localStorage.clear();
    await press(element);
    await until(() => pressed(element), 'saved');
    await until(() => member.items!.some(({ product_id }) => product_id === 'product-9'), 'sent');
    window.dispatchEvent(new FocusEvent('focus'));
    expect(storedOwner()).to.deep.equal(owner);
    await element.updateComplete;
    expect(pressed(element)).to.equal(true);
  });

  it('is no change of the customer in another tab, which gets an event without a key', async () => {
    const element = await openWishlistButton(member);
    await listLoaded(element);
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    await press(element);
    await until(() => pressed(element), 'saved');
  });

  it('twin: a sign-out in another tab leaves an empty record, and ends the epoch without its event, too', async () => {
    const element = await openWishlistButton(member);
    await listLoaded(element);
    const [key] = Object.keys({ ...localStorage }).filter((name) => name.startsWith('loyalty-elements http'));
    localStorage.clear();
    localStorage.setItem(key!, '');
    window.dispatchEvent(new FocusEvent('focus'));
    await providerOf(element).updateComplete;
    await until(() => providerOf(element).loyalty!.cache.owner === undefined, 'a guest');
    expect(localStorage.getItem(key!)).to.equal('');
  });

  it('twin: a sign-out in another tab, which is an event for the record of the shop, ends the epoch', async () => {
    const element = await openWishlistButton(member);
    await listLoaded(element);
    const [key] = Object.keys({ ...localStorage }).filter((name) => name.startsWith('loyalty-elements http'));
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: key!, newValue: null }));
    await providerOf(element).updateComplete;
    await until(() => element.matches(':state(signed-out)') || element.saved === false, 'a guest');
    expect(storedOwner()).to.deep.equal([]);
  });

  it('twin: a page from the back/forward cache without a record is that of a guest', async () => {
    const element = await openWishlistButton(member);
    await listLoaded(element);
    localStorage.clear();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(storedOwner()).to.deep.equal([]);
    await loaded(element);
    expect(shownText(element)).not.to.include('undefined');
    expect(providerOf(element).loyalty!.cache.owner).to.equal(undefined);
  });
});
