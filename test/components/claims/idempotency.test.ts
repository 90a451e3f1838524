import { expect } from '@open-wc/testing';
import '../../../src/index.ts';
import {
  claimReward,
  profileBalances,
  profileRewards,
} from '../../../src/services/contract/endpoints/index.ts';
import { offline, refuse } from '../../support/component-answers.ts';
import { openRewards, withHonouredKeys, withTenantFile } from '../../support/component-claim.ts';
import { closeService, loaded, part, parts, shownText, until } from '../../support/component-page.ts';

describe('claim of a reward, exactly once', () => {
  afterEach(closeService);

  it('is sent once for several presses of Confirm', async () => {
    const { member, service, element, claims, ask, done } = await openRewards();
    const release = service.hold(claimReward);
    await ask();
    for (let press = 0; press < 5; press++) part(element, 'confirm-button')!.click();
    await element.updateComplete;
    expect(part(element, 'confirm-button')).to.have.attribute('aria-disabled', 'true');
    expect(shownText(part(element, 'confirm-button')!)).to.equal('Claiming…');
    part(element, 'confirm-button')!.click();
    part(element, 'cancel-button')!.click();
    release();
    await done();
    expect(claims().length).to.equal(1);
    expect(member.points.available).to.equal(1_480);
  });

  it('is settled by reading where its answer is lost: one request, one reward', async () => {
    const { member, service, element, claims, balance, ask, confirm, done } = await openRewards();
    let event: CustomEvent | undefined;
    element.addEventListener('loyalty-reward-claimed', (claimed) => (event = claimed as CustomEvent));
    const reads = service.seen(profileBalances).length;
    service.answerOnce(claimReward, ({ body, headers }) => {
      member.claim(body, headers); // the claim is stored, but its response is lost
      return offline({} as never);
    });
    await ask();
    await confirm();
    await done();
    expect(claims().length).to.equal(1);
    await until(() => balance() === '1,480 points', 'the true balance');
    expect(service.seen(profileBalances).length).to.equal(reads + 1);
    expect(parts(element, 'row-owned').length).to.equal(2);
    expect(event?.detail.pointsSpent).to.equal(1_000);
  });

  it('with an unknown outcome loads the points again and is retried with the same idempotency key', async () => {
    const { member, service, element, keys, balance, ask, confirm, failed, done } =
      await withHonouredKeys(openRewards);
    const reads = service.seen(profileBalances).length;
    service.answerOnce(claimReward, ({ body, headers }) => {
      member.claim(body, headers);
      service.answerOnce(profileRewards, () => refuse(500, 'Away.')); // neither the response nor the rewards arrive
      return offline({} as never);
    });
    await ask();
    await confirm();
    await failed();
    expect(shownText(element)).to.include('You can try again: you won’t be charged twice.');
    await until(() => balance() === '1,480 points', 'the true balance');
    expect(service.seen(profileBalances).length).to.equal(reads + 1);
    await confirm();
    await done();
    expect(keys()[0]).to.match(/^[\da-f]{32}$/);
    expect(keys()).to.deep.equal([keys()[0], keys()[0]]);
    expect(member.points.available).to.equal(1_480);
    expect(parts(element, 'row-owned').length).to.equal(2);
  });

  it('with an unknown outcome is not offered again where nobody promises that it counts once', async () => {
    const { service, element, claims, ask, confirm, failed } = await openRewards();
    service.answerOnce(claimReward, (request) => {
      service.answerOnce(profileRewards, () => refuse(500, 'Away.'));
      return offline(request);
    });
    await ask();
    await confirm();
    await failed();
    expect(shownText(element)).to.include('It may have gone through');
    expect(shownText(element)).not.to.include('charged twice');
    expect(part(element, 'confirm-button')).to.have.attribute('aria-disabled', 'true');
    await confirm();
    expect(claims().length).to.equal(1);
  });

  it('is offered again where a read has shown that nothing happened', async () => {
    const { service, element, ask, confirm, failed, done, claims } = await withTenantFile(
      { lag: 0 },
      openRewards,
    );
    service.answerOnce(claimReward, offline);
    await ask();
    await confirm();
    await failed();
    expect(shownText(element)).to.include('nothing has changed. You can try again.');
    await confirm();
    await done();
    expect(claims().length).to.equal(2);
  });

  it('continues after the service was unreachable for a while', async () => {
    const { service, keys, balance, ask, confirm, failed, done } = await withHonouredKeys(openRewards);
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

  it('has a new idempotency key for each claim', async () => {
    const { member, provider, element, keys, ask, confirm, done } = await openRewards();
    member.points.available = 10_000;
    element.expanded = true;
    await provider.refresh();
    for (const name of ['Free delivery', 'Ten euros off', 'Free delivery']) {
      await ask(name);
      await confirm();
      await done();
      provider.append(element); // the next view, in which a claimed reward can be claimed again
      await loaded(element);
    }
    expect(new Set(keys()).size).to.equal(3);
  });

  it('continues when the element moves in the document while it is pending', async () => {
    const { service, provider, element, claims, balance, ask, confirm, done } = await openRewards();
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
