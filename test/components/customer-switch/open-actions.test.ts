import { expect } from '@open-wc/testing';
import '../../../src/index.ts';
import { addListItem, claimReward, removeListItem } from '../../../src/services/contract/endpoints/index.ts';
import { item, type Member } from '../../support/component-member.ts';
import {
  button,
  closeService,
  everythingIn,
  eventsOf,
  page,
  part,
  parts,
  until,
} from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';
import {
  allLoaded,
  elementIn,
  everything,
  expectOnlyBen,
  openAs,
  openForAdaAndBen,
  switchTo,
} from '../../support/component-switch.ts';

describe('change of customers during an action', () => {
  let service: ComponentService;
  let ada: Member;
  let ben: Member;

  beforeEach(() => {
    ({ ada, ben, service } = openForAdaAndBen());
  });
  afterEach(closeService);

  it('closes an open question of the last customer', async () => {
    const provider = await openAs(ada);
    const rewards = elementIn(provider, 'loyalty-rewards');
    button(rewards, 'Claim ADA offer')!.click();
    await until(() => part(rewards, 'confirm-button'), 'the question');
    await switchTo(provider, ben);
    await expectOnlyBen(provider);
    expect(parts(rewards, 'confirm-button').length).to.equal(0);
    expect(service.seen(claimReward)).to.have.length(0);
  });

  it('does not announce a pending claim of the last customer to the next', async () => {
    const provider = await openAs(ada);
    const rewards = elementIn(provider, 'loyalty-rewards');
    const claims = eventsOf('loyalty-reward-claimed');
    const errors = eventsOf('loyalty-error');
    const release = service.hold(claimReward);
    button(rewards, 'Claim ADA offer')!.click();
    await until(() => part(rewards, 'confirm-button'), 'the question');
    part(rewards, 'confirm-button')!.click();
    await until(() => service.seen(claimReward).length, 'the claim');
    await switchTo(provider, ben);
    release();
    await expectOnlyBen(provider);
    expect(parts(rewards, 'confirm-button').length).to.equal(0);
    expect([...claims, ...errors]).to.have.length(0);
  });

  it('clears the announcements of the last customer', async () => {
    const provider = await openAs(ada);
    const rewards = elementIn(provider, 'loyalty-rewards');
    button(rewards, 'Claim ADA offer')!.click();
    await until(() => part(rewards, 'confirm-button'), 'the question');
    part(rewards, 'confirm-button')!.click();
    await until(() => everythingIn(rewards).includes('ADA offer is yours.'), 'the announcement');
    button(elementIn(provider, 'loyalty-wishlist'), 'Remove ADA item from your wishlist')!.click();
    await until(
      () => everythingIn(elementIn(provider, 'loyalty-wishlist')).includes('ADA item removed'),
      'the announcement',
    );
    await switchTo(provider, ben);
    await expectOnlyBen(provider);
  });

  it('does not show a problem of the last customer, and enables the buttons', async () => {
    const provider = await openAs(ada);
    const wishlist = elementIn(provider, 'loyalty-wishlist');
    service.answer(removeListItem, () => new Response('{}', { status: 403 }));
    button(wishlist, 'Remove ADA item from your wishlist')!.click();
    await until(() => part(wishlist, 'problem'), 'the problem');
    await switchTo(provider, ben);
    await expectOnlyBen(provider);
    expect(parts(wishlist, 'problem').length).to.equal(0);
  });

  it('does not let a pending removal of the last customer block the next', async () => {
    const provider = await openAs(ada);
    const wishlist = elementIn(provider, 'loyalty-wishlist');
    const errors = eventsOf('loyalty-error');
    const release = service.hold(removeListItem);
    button(wishlist, 'Remove ADA item from your wishlist')!.click();
    await until(() => service.seen(removeListItem).length, 'the removal');
    await switchTo(provider, ben);
    release();
    await expectOnlyBen(provider);
    expect(parts(wishlist, 'problem').length).to.equal(0);
    expect(errors).to.have.length(0);
    button(wishlist, 'Remove BEN item from your wishlist')!.click();
    await until(() => !everythingIn(wishlist).includes('Remove BEN item'), 'the removal for the next');
  });

  it("shows the next customer's list in a wishlist button at once, not the pending change of the last", async () => {
    ada.items = [];
    ben.items = [item(2, 'BEN item')];
    const provider = await page(everything, ada);
    await allLoaded(provider);
    const button = provider.querySelector('loyalty-wishlist-button')!;
    const errors = eventsOf('loyalty-error');
    const release = service.hold(addListItem);
    part(button, 'heart-button')!.click();
    await until(() => service.seen(addListItem).length, 'the request');
    expect(part(button, 'heart-button')).to.have.attribute('aria-pressed', 'true');
    await switchTo(provider, ben);
    await button.updateComplete;
    expect(part(button, 'heart-button')).to.have.attribute('aria-pressed', 'false');
    release();
    await allLoaded(provider);
    expect(part(button, 'heart-button')).to.have.attribute('aria-pressed', 'false');
    expect(errors).to.have.length(0);
  });
});
