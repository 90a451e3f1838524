import { expect } from '@open-wc/testing';
import '../../../src/index.ts';
import { claimReward, profileBalances } from '../../../src/services/contract/endpoints/index.ts';
import { refuse } from '../../support/component-answers.ts';
import { openRewards } from '../../support/component-claim.ts';
import {
  button,
  closeService,
  focused,
  eventsOf,
  loaded,
  part,
  parts,
  shownText,
  until,
} from '../../support/component-page.ts';
import { allowMotion, reduceMotion } from '../../support/component-media.ts';

describe('answered claim of a reward', () => {
  afterEach(closeService);

  it('reduces the balance on the page at once, from the response to the claim', async () => {
    const { service, claims, balance, ask, confirm, done } = await openRewards();
    const reads = service.seen(profileBalances).length;
    await ask();
    await confirm();
    await done();
    expect(balance()).to.equal('1,480 points');
    expect(service.seen(profileBalances).length).to.equal(reads);
    expect(claims()[0]!.body).to.deep.equal({ reward_definition_id: 2 });
  });

  it('shows the reward as owned, announces it, fires its event and moves the focus to its row', async () => {
    const { element, status, ask, confirm, done } = await openRewards();
    const events = eventsOf('loyalty-reward-claimed');
    await ask();
    await confirm();
    await done();
    expect(parts(element, 'row-owned').map(shownText).join()).to.include('Ten euros off');
    expect(status()).to.equal('Ten euros off is yours.');
    expect(
      events.map(({ detail, target }) => [detail.reward.name, detail.pointsSpent, target]),
    ).to.deep.equal([['Ten euros off', 1_000, element]]);
    await until(() => focused()?.matches('[part~=row-owned]'), 'focus on the row');
    expect(shownText(focused()!)).to.include('Ten euros off');
  });

  it('does not move the focus when the shopper has focused something else', async () => {
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

  it('has its live region before the announcement, so that screen readers read it', async () => {
    const { element, ask, confirm, done } = await openRewards();
    const region = element.shadowRoot!.querySelector('[role=status]');
    await ask();
    await confirm();
    await done();
    expect(element.shadowRoot!.querySelector('[role=status]') === region).to.equal(true);
  });

  it('shows the reason of a refusal, and the next try has a new idempotency key', async () => {
    const { service, element, keys, balance, ask, confirm, failed, done } = await openRewards();
    const reason = 'Only one of these for each customer.';
    service.answerOnce(claimReward, () => refuse(422, 'Invalid.', { reward_definition_id: [reason] }));
    const errors = eventsOf('loyalty-error');
    await ask();
    await confirm();
    await failed();
    expect(shownText(element.shadowRoot!.querySelector('[role=alert]')!)).to.equal(reason);
    expect(errors.map(({ detail }) => detail.error.code)).to.deep.equal(['validation']);
    expect(balance()).to.equal('2,480 points');
    await expect(element).to.be.accessible();
    await confirm();
    await done();
    expect(new Set(keys()).size).to.equal(2);
    expect(balance()).to.equal('1,480 points');
  });

  it('shows a sentence of its own where the refusal is a text of a framework', async () => {
    const { service, element, ask, confirm, failed } = await openRewards();
    const technical = 'The PUT method is not supported for route api/v3/profiles/7.';
    service.answerOnce(claimReward, () => refuse(405, technical));
    await ask();
    await confirm();
    await failed();
    expect(shownText(part(element, 'reason')!)).to.equal('Couldn’t claim it.');
    service.answerOnce(claimReward, () => refuse(422, technical, { reward_definition_id: [technical] }));
    await confirm();
    await until(() => part(element, 'reason'), 'the reason');
    expect(shownText(part(element, 'reason')!)).to.equal('Couldn’t claim it.');
  });

  it('is tried again by the second press of a double click: only the question ignores it', async () => {
    const { service, element, claims, ask, confirm, failed, done } = await openRewards();
    service.answerOnce(claimReward, () => refuse(422, 'Not now.'));
    await ask();
    await confirm();
    await failed();
    part(element, 'confirm-button')!.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
    await done();
    expect(claims().length).to.equal(2);
  });

  it('counts the numbers of the balance down to the new one', async () => {
    const { provider, ask, confirm } = await openRewards();
    const status = document.createElement('loyalty-status');
    provider.append(status);
    await loaded(status);
    await ask();
    // It is loaded while the question is read.
    await import('../../../src/components/claims/claim-moment.ts');
    // Frames 50 ms apart: a busy machine paints fewer.
    const frames: FrameRequestCallback[] = [];
    let now = performance.now();
    const paint = () => {
      now += 50;
      frames.splice(0).forEach((frame) => frame(now));
    };
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = (frame) => frames.push(frame);
    try {
      await confirm();
      const values = () =>
        [provider.querySelector('loyalty-balance')!, status].map((host) => part(host, 'value')!);
      await until(() => (paint(), values().every((value) => value.dataset['count'])), 'the count');
      const counted: string[][] = [[], []];
      const start = now;
      while (values().some((value) => value.dataset['count'])) {
        values().forEach((value, at) => {
          // Firefox gives the attribute by its name.
          const shown = getComputedStyle(value, '::after').content.replace(
            'attr(data-count)',
            `"${value.dataset['count']}"`,
          );
          counted[at]!.push(shown.replace(/"(.*)" \/ ""/, '$1'));
          expect(shownText(value), 'the text for screen readers').to.equal('1,480');
        });
        paint();
      }
      expect(now - start).to.be.below(1_000);
      for (const numbers of counted) {
        const points = numbers.map((number) => Number(number.replace(',', '')));
        expect(points).to.deep.equal([...points].sort((one, other) => other - one));
        expect(new Set(points).size).to.be.above(5);
        expect(points.every((value) => value >= 1_480 && value <= 2_480)).to.equal(true);
        expect(numbers.every((number) => /^\d,\d{3}$/.test(number))).to.equal(true);
      }
      for (const value of values()) expect(getComputedStyle(value, '::after').content).to.equal('none');
    } finally {
      window.requestAnimationFrame = requestAnimationFrame;
    }
  });

  it('shows the new balance at once with reduced motion', async function () {
    await reduceMotion(this);
    const { provider, ask, confirm, done } = await openRewards();
    const counts: unknown[] = [];
    const value = part(provider.querySelector('loyalty-balance')!, 'value')!;
    const observer = new MutationObserver((changes) => counts.push(...changes));
    observer.observe(value, { attributes: true });
    await ask();
    await confirm();
    await done();
    await new Promise(requestAnimationFrame);
    observer.disconnect();
    await allowMotion();
    expect(counts).to.deep.equal([]);
  });

  it('is closed after a refusal', async () => {
    const { service, element, ask, confirm, failed, done } = await openRewards();
    service.answer(claimReward, () => refuse(422, 'Not today.'));
    await ask();
    await confirm();
    await failed();
    expect(shownText(element)).to.include('Not today.');
    button(element, 'Close')!.click();
    await done();
    expect(parts(element, 'claim-button').length).to.equal(2);
  });
});
