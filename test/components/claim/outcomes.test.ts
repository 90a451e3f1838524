import { expect } from '@open-wc/testing';
import '../../../src/index.ts';
import { claimReward, profileBalances } from '../../../src/services/contract/endpoints/index.ts';
import { refuse } from '../../support/component-answers.ts';
import { openRewards } from '../../support/component-claim.ts';
import { button, closeService, focused, heard, parts, textOf, until } from '../../support/component-page.ts';

describe('claiming a reward, once answered', () => {
  afterEach(closeService);

  it('takes the points from the balance beside it at once, from the answer of the claim', async () => {
    const { service, claims, balance, ask, confirm, done } = await openRewards();
    const reads = service.seen(profileBalances).length;
    await ask();
    await confirm();
    await done();
    expect(balance()).to.equal('1,480 points');
    expect(service.seen(profileBalances).length).to.equal(reads);
    expect(claims()[0]!.body).to.deep.equal({ reward_definition_id: 2 });
  });

  it('shows the new reward among mine, says so, tells the page, and keeps the keyboard in the list', async () => {
    const { element, status, ask, confirm, done } = await openRewards();
    const events = heard('loyalty-reward-claimed');
    await ask();
    await confirm();
    await done();
    expect(parts(element, 'row-owned').map(textOf).join()).to.include('Ten euros off');
    expect(status()).to.equal('You have Ten euros off.');
    expect(
      events.map(({ detail, target }) => [detail.reward.name, detail.pointsSpent, target]),
    ).to.deep.equal([['Ten euros off', 1_000, element]]);
    await until(() => focused()?.matches('[part=list]'), 'focus in the list');
  });

  it('leaves the keyboard where the shopper went meanwhile', async () => {
    const { service, provider, element, ask, confirm, done } = await openRewards();
    const release = service.hold(claimReward);
    await ask();
    await confirm();
    provider.querySelector('input')!.focus();
    release();
    await done();
    await element.updateComplete;
    expect(focused()?.localName).to.equal('input');
  });

  it('has its place for announcements before there is one, so that it is spoken', async () => {
    const { element, ask, confirm, done } = await openRewards();
    const region = element.shadowRoot!.querySelector('[role=status]');
    await ask();
    await confirm();
    await done();
    expect(element.shadowRoot!.querySelector('[role=status]') === region).to.equal(true);
  });

  it('shows the reason of the service when it refuses, and a new try is a new claim', async () => {
    const { service, element, keys, balance, ask, confirm, failed, done } = await openRewards();
    const reason = 'Only one of these for each customer.';
    service.answerOnce(claimReward, () => refuse(422, 'Invalid.', { reward_definition_id: [reason] }));
    const errors = heard('loyalty-error');
    await ask();
    await confirm();
    await failed();
    expect(textOf(element.shadowRoot!.querySelector('[role=alert]')!)).to.equal(reason);
    expect(errors.map(({ detail }) => detail.error.code)).to.deep.equal(['validation']);
    expect(balance()).to.equal('2,480 points');
    await expect(element).to.be.accessible();
    await confirm();
    await done();
    expect(new Set(keys()).size).to.equal(2);
    expect(balance()).to.equal('1,480 points');
  });

  it('is closed after a refusal', async () => {
    const { service, element, ask, confirm, failed, done } = await openRewards();
    service.answer(claimReward, () => refuse(422, 'Not today.'));
    await ask();
    await confirm();
    await failed();
    expect(textOf(element)).to.include('Not today.');
    button(element, 'Close')!.click();
    await done();
    expect(parts(element, 'claim-button').length).to.equal(2);
  });
});
