import { expect, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/index.ts';
import type { LoyaltyProvider, LoyaltyRewards } from '../../src/index.ts';
import { claimReward, profileBalances } from '../../src/services/endpoints/index.ts';
import { offline, refuse } from '../support/component-answers.ts';
import { sampleMember, type Member } from '../support/component-member.ts';
import {
  button,
  closeService,
  focused,
  heard,
  loaded,
  openService,
  page,
  part,
  parts,
  textOf,
  until,
} from '../support/component-page.ts';
import type { ComponentService } from '../support/component-service.ts';

describe('claiming a reward', () => {
  let member: Member;
  let service: ComponentService;
  let provider: LoyaltyProvider;
  let element: LoyaltyRewards;

  beforeEach(async () => {
    member = sampleMember();
    service = openService(member);
    provider = await page(
      html`<loyalty-balance></loyalty-balance><loyalty-rewards></loyalty-rewards
        ><input aria-label="Search" />`,
      member,
    );
    element = await loaded(provider.querySelector('loyalty-rewards')!);
    await loaded(provider.querySelector('loyalty-balance')!);
  });
  afterEach(closeService);

  const claims = () => service.seen(claimReward);
  const keys = () => claims().map(({ headers }) => headers.get('Idempotency-Key'));
  const balance = () => textOf(provider.querySelector('loyalty-balance')!);
  const status = () => textOf(element.shadowRoot!.querySelector('[role=status]')!);

  async function ask(name = 'Ten euros off'): Promise<void> {
    button(element, `Claim ${name}`)!.click();
    await until(() => part(element, 'confirm-button'), 'the question');
  }
  async function confirm(): Promise<void> {
    part(element, 'confirm-button')!.click();
    await element.updateComplete;
  }
  const failed = () => until(() => element.shadowRoot!.querySelector('[role=alert]'), 'the reason');
  const done = () => until(() => !parts(element, 'confirm-button').length, 'the outcome');

  it('asks first: nothing is sent, and the keyboard is where the answer is given', async () => {
    await ask();
    expect(textOf(element)).to.include('Spend 1,000 points?');
    expect(claims().length).to.equal(0);
    await until(() => focused()?.matches('[part~=confirm-button]'), 'focus on Confirm');
    await expect(element).to.be.accessible();
  });

  it('is cancelled by its button, with the keyboard back where it was', async () => {
    await ask();
    button(element, 'Cancel')!.click();
    await done();
    await until(() => focused()?.getAttribute('aria-label') === 'Claim Ten euros off', 'focus back');
    expect(claims().length).to.equal(0);
  });

  it('is cancelled by Escape, from either button', async () => {
    await ask();
    await until(() => focused()?.matches('[part~=confirm-button]'), 'focus on Confirm');
    await sendKeys({ press: 'Escape' });
    await done();
    await ask();
    part(element, 'cancel-button')!.focus();
    await sendKeys({ press: 'Escape' });
    await done();
    await until(() => focused()?.getAttribute('aria-label') === 'Claim Ten euros off', 'focus back');
    expect(claims().length).to.equal(0);
  });

  it('works with the keyboard alone', async () => {
    button(element, 'Claim Ten euros off')!.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => focused()?.matches('[part~=confirm-button]'), 'focus on Confirm');
    await sendKeys({ press: 'Enter' });
    await done();
    expect(member.points.available).to.equal(1_480);
  });

  it('takes the points from the balance beside it at once, from the answer of the claim', async () => {
    const reads = service.seen(profileBalances).length;
    await ask();
    await confirm();
    await done();
    expect(balance()).to.equal('1,480 points');
    expect(service.seen(profileBalances).length).to.equal(reads);
    expect(claims()[0]!.body).to.deep.equal({ reward_definition_id: 2 });
  });

  it('shows the new reward among mine, says so, tells the page, and keeps the keyboard in the list', async () => {
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
    const region = element.shadowRoot!.querySelector('[role=status]');
    await ask();
    await confirm();
    await done();
    expect(element.shadowRoot!.querySelector('[role=status]') === region).to.equal(true);
  });

  it('is sent once however often Confirm is pressed', async () => {
    const release = service.hold(claimReward);
    await ask();
    for (let press = 0; press < 5; press++) part(element, 'confirm-button')!.click();
    await element.updateComplete;
    expect(part(element, 'confirm-button')).to.have.attribute('aria-disabled', 'true');
    expect(textOf(part(element, 'confirm-button')!)).to.equal('Claiming…');
    part(element, 'confirm-button')!.click();
    part(element, 'cancel-button')!.click();
    release();
    await done();
    expect(claims().length).to.equal(1);
    expect(member.points.available).to.equal(1_480);
  });

  it('shows the reason of the service when it refuses, and a new try is a new claim', async () => {
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
    service.answer(claimReward, () => refuse(422, 'Not today.'));
    await ask();
    await confirm();
    await failed();
    expect(textOf(element)).to.include('Not today.');
    button(element, 'Close')!.click();
    await done();
    expect(parts(element, 'claim-button').length).to.equal(2);
  });

  it('of an unknown outcome reads the points again, and a new try is the same claim', async () => {
    const reads = service.seen(profileBalances).length;
    service.answerOnce(claimReward, ({ body, headers }) => {
      member.claim(body, headers); // it was done, but the answer is lost
      return offline({} as never);
    });
    await ask();
    await confirm();
    await failed();
    expect(textOf(element)).to.include('You are not charged twice if you try again.');
    await until(() => balance() === '1,480 points', 'the true balance');
    expect(service.seen(profileBalances).length).to.equal(reads + 1);
    await confirm();
    await done();
    expect(keys()[0]).to.match(/^[\da-f]{32}$/);
    expect(keys()).to.deep.equal([keys()[0], keys()[0]]);
    expect(member.points.available).to.equal(1_480);
    expect(parts(element, 'row-owned').length).to.equal(2);
  });

  it('goes on where it was when everything is away for a while', async () => {
    service.answer(claimReward, offline);
    for (const read of [profileBalances]) service.answer(read, () => refuse(500, 'Away.'));
    await ask();
    await confirm();
    await failed();
    expect(balance()).to.equal('2,480 points');
    service.answer(claimReward, undefined);
    await confirm();
    await done();
    expect(balance()).to.equal('1,480 points');
    expect(keys()[0]).to.equal(keys()[1]);
  });

  it('has a name of its own each time', async () => {
    member.points.available = 10_000;
    await provider.refresh();
    for (const name of ['Free delivery', 'Ten euros off', 'Free delivery']) {
      await ask(name);
      await confirm();
      await done();
    }
    expect(new Set(keys()).size).to.equal(3);
  });

  it('that is already on its way is not forgotten when the element moves', async () => {
    const release = service.hold(claimReward);
    await ask();
    await confirm();
    element.remove();
    await new Promise((resolve) => setTimeout(resolve));
    provider.append(element);
    await element.updateComplete;
    await until(() => part(element, 'confirm-button'), 'the claim is still shown');
    part(element, 'confirm-button')!.click();
    release();
    await done();
    expect(claims().length).to.equal(1);
    expect(balance()).to.equal('1,480 points');
  });
});
