import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import { addListItem, listItems, removeListItem } from '../../../src/services/contract/endpoints/index.ts';
import { broken, offline, refuse } from '../../support/component-answers.ts';
import {
  wishlistButton,
  listLoaded,
  openWishlistButton,
  press,
  pressed,
} from '../../support/component-wishlist-button.ts';
import { contrastOf, lowContrast } from '../../support/contrast.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import { closeService, eventsOf, openService, page, part, until } from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';
import { STATES } from '../../support/component-states.ts';

describe('loyalty-wishlist-button, when a product cannot be saved', () => {
  let member: Member;
  let service: ComponentService;

  beforeEach(() => {
    member = sampleMember();
    service = openService(member);
  });
  afterEach(closeService);

  for (const [failure, answer] of [
    ['the service fails', broken],
    ['the connection is lost', offline],
    ['the answer is a page of HTML', () => new Response('<h1>Hello</h1>', { status: 502 })],
  ] as const) {
    it(`shows the product as saved, and sends it later, when ${failure}`, async () => {
      service.answer(addListItem, answer);
      const element = await openWishlistButton(member);
      await listLoaded(element);
      const errors = eventsOf('loyalty-error');
      const saved = eventsOf('loyalty-wishlist-added');
      await press(element);
      await until(() => saved.length, 'the event');
      expect(pressed(element)).to.equal(true);
      service.answer(addListItem, undefined);
      dispatchEvent(new Event('online'));
      await until(() => member.items!.some(({ product_id }) => product_id === 'product-9'), 'the second try');
      expect([errors.length, pressed(element)]).to.deep.equal([0, true]);
    });
  }

  it('shows why the service refuses a product that it was sent later', async () => {
    service.answer(addListItem, offline);
    const element = await openWishlistButton(member);
    await listLoaded(element);
    const saved = eventsOf('loyalty-wishlist-added');
    await press(element);
    await until(() => saved.length, 'the event');
    service.answer(addListItem, () => refuse(422, 'The list is full.'));
    dispatchEvent(new Event('online'));
    await until(() => part(element, 'problem'), 'the reason');
    expect(part(element, 'problem')).to.have.text('This product can’t be saved.');
    expect(pressed(element)).to.equal(false);
    service.answer(addListItem, undefined);
    await press(element);
    await until(() => member.items!.some(({ product_id }) => product_id === 'product-9'), 'the second try');
    await until(() => !part(element, 'problem'), 'no reason');
  });

  for (const [failure, answer] of [
    ['the service refuses', () => refuse(422, 'The list is full.')],
    ['the service forbids it', () => refuse(403, 'No.')],
  ] as const) {
    it(`shows the stored state again and fires loyalty-error when ${failure}`, async () => {
      service.answer(addListItem, answer);
      const element = await openWishlistButton(member);
      await listLoaded(element);
      const errors = eventsOf('loyalty-error');
      await press(element);
      await until(() => errors.length, 'the event');
      await element.updateComplete;
      expect(pressed(element)).to.equal(false);
      expect(errors[0]!.target === element).to.equal(true);
      service.answer(addListItem, undefined);
      await press(element);
      await until(() => member.items!.some(({ product_id }) => product_id === 'product-9'), 'the second try');
    });
  }

  it('says neither that a product is saved nor that it is not, when the list did not load', async () => {
    service.answer(listItems, () => refuse(403, 'No.'));
    const element = await openWishlistButton(member);
    await until(() => !part(element, 'heart-button')!.hasAttribute('aria-pressed'), 'no state');
    expect(element.saved).to.equal(undefined);
  });

  it('shows a sign, a tooltip and a sentence until a change succeeds', async () => {
    service.answer(addListItem, () => refuse(403, 'No.'));
    const element = await openWishlistButton(member);
    await listLoaded(element);
    await press(element);
    await until(() => part(element, 'failure'), 'the sign');
    expect(element.matches(':state(failed)')).to.equal(true);
    expect(part(element, 'failure')!.checkVisibility()).to.equal(true);
    expect(part(element, 'problem')).to.have.text('Couldn’t save. Try again.');
    expect(part(element, 'problem')).to.have.attribute('role', 'alert');
    expect(part(element, 'heart-button')).to.have.attribute('title', 'Couldn’t save. Try again.');
    expect(pressed(element)).to.equal(false);
    await expect(element).to.be.accessible();
    expect(lowContrast(element)).to.deep.equal([]);
    const sign = getComputedStyle(part(element, 'failure')!);
    expect(contrastOf(sign.color, sign.backgroundColor)).to.be.above(4.5);
    service.answer(addListItem, undefined);
    await press(element);
    await until(() => pressed(element) && !element.matches(':state(failed)'), 'the success');
    expect(part(element, 'failure')).to.equal(undefined);
    expect(part(element, 'problem')).to.equal(undefined);
    expect(part(element, 'heart-button')!.title).to.equal('');
  });

  it('shows a product as saved when it could not be removed', async () => {
    service.answer(removeListItem, () => refuse(403, 'No.'));
    const element = await openWishlistButton(member, wishlistButton('product-3'));
    await until(() => pressed(element), 'saved');
    const errors = eventsOf('loyalty-error');
    await press(element);
    await until(() => errors.length, 'the event');
    await element.updateComplete;
    expect(pressed(element)).to.equal(true);
  });

  it('fires loyalty-sign-in-needed for a guest where guests save nothing, and sends no request', async () => {
    await STATES['signed-out'](html``);
    const guests = openService(member);
    const provider = await page(wishlistButton());
    provider.wishlist = 'customers';
    await provider.updateComplete;
    const element = provider.querySelector('loyalty-wishlist-button')!;
    const needs = eventsOf('loyalty-sign-in-needed');
    part(element, 'heart-button')!.click(); // at once, before the list is loaded
    await until(() => needs.length === 1, 'the first event');
    await press(element);
    await until(() => needs.length === 2, 'the second event');
    expect(needs[1]!.detail).to.deep.equal({ reason: 'wishlist', productId: 'product-9' });
    expect(pressed(element)).to.equal(false);
    expect(guests.requests).to.deep.equal([]);
  });

  it('fires loyalty-sign-in-needed when the session has ended at the service', async () => {
    const element = await openWishlistButton(member);
    await listLoaded(element);
    service.revokeTokens();
    service.answer(addListItem, () => refuse(401, 'Unauthenticated.'));
    const needs = eventsOf('loyalty-sign-in-needed');
    await press(element);
    await until(() => needs.length, 'the event');
    expect(pressed(element)).to.equal(false);
  });
});
