import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../../../src/index.ts';
import { claimReward } from '../../../src/services/contract/endpoints/index.ts';
import { offline } from '../../support/component-answers.ts';
import { openRewards, withHonouredKeys } from '../../support/component-claim.ts';
import {
  button,
  closeService,
  focused,
  loaded,
  part,
  parts,
  shownText,
  until,
} from '../../support/component-page.ts';
import { allowMotion, reduceMotion } from '../../support/component-media.ts';

describe('rows during a claim', () => {
  const { animate } = Element.prototype;
  afterEach(async () => {
    Element.prototype.animate = animate;
    closeService();
    await allowMotion();
    await setViewport({ width: 800, height: 600 });
  });

  const rowOf = (element: Element, name: string) =>
    parts(element, 'row').find((row) => shownText(row).includes(name))!;
  /** The next frames, in which the browser reports layout shifts. */
  const frames = () => new Promise((resolve) => setTimeout(resolve, 100));
  const tops = (element: Element) =>
    parts(element, 'row').map(
      (row) => `${row.dataset['row']} ${Math.round(row.getBoundingClientRect().top)}`,
    );

  for (const width of [360, 1280]) {
    it(`the claimed one of a list becomes the shopper's at its place, and no other moves, at ${width} px`, async () => {
      await setViewport({ width, height: 900 });
      const { service, element, ask, confirm, done } = await openRewards();
      const release = service.hold(claimReward);
      await ask('Free delivery');
      const asked = tops(element);
      const { left, right, top, bottom } = part(element, 'confirm-button')!.getBoundingClientRect();
      await confirm();
      release();
      await done();
      await until(() => service.seen(claimReward).length && part(element, 'row-owned'), 'the claim');
      await element.updateComplete;
      const row = rowOf(element, 'Free delivery');
      expect(shownText(row)).to.equal('Free delivery Yours · Use this code at checkout. CODE');
      expect(row).to.have.attribute('part', 'row row-owned');
      expect(tops(element)).to.deep.equal(asked);
      const below = element.shadowRoot!.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      expect(below?.closest('[part~=claim-button]') ?? null).to.equal(null);
    });
  }

  for (const width of [360, 1280])
    for (const owned of ['one', 'none'])
      it(`the claimed card glides to the first place of what the shopper has, without a layout shift: ${owned} there before, ${width} px`, async () => {
        await setViewport({ width, height: 900 });
        const { service, element, ask, confirm, done } = await openRewards({
          layout: 'cards',
          owned: owned === 'one',
        });
        const release = service.hold(claimReward);
        await ask('Ten euros off');
        await until(() => focused()?.matches('[part~=confirm-button]'), 'focus on Confirm');
        const placeOf = (node: Element) => {
          const { left, top } = node.getBoundingClientRect();
          return [left, top].map(Math.round).join();
        };
        const from = placeOf(rowOf(element, 'Ten euros off'));
        await confirm();
        await frames();
        const shifts: number[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shifts.push((entry as PerformanceEntry & { value: number }).value);
        });
        observer.observe({ type: 'layout-shift' });
        // Each move waits in its first frame.
        const glides = new Map<Element, Animation>();
        Element.prototype.animate = function (...options: Parameters<Element['animate']>) {
          const animation = animate.apply(this, options);
          animation.pause();
          glides.set(this, animation);
          return animation;
        };
        release();
        await done();
        await until(() => focused()?.matches('[part~=row-owned]'), 'the claim');
        const row = parts(element, 'row')[0]!;
        expect(shownText(row)).to.match(/^Yours Ten euros off Yours ·/);
        expect(focused()).to.equal(row);
        await until(() => glides.has(row), 'the move');
        const moving = glides.get(row)!;
        expect(placeOf(row), 'first frame').to.equal(from);
        await frames();
        for (const animation of glides.values()) animation.play();
        await moving.finished;
        expect(placeOf(row), 'last frame').not.to.equal(from);
        observer.disconnect();
        expect(shifts).to.deep.equal([]);
      });

  for (const layout of ['list', 'cards'] as const)
    for (const width of [360, 768, 1280])
      it(`cause no layout shift when the answer is late: ${layout}, ${width} px`, async () => {
        await setViewport({ width, height: 900 });
        const { service, element, ask, confirm, failed, done } = await withHonouredKeys(openRewards);
        element.layout = layout;
        await until(() => layout === 'list' || part(element, 'card'), 'the cards');
        let release = service.hold(claimReward);
        service.answerOnce(claimReward, offline);
        await ask('Free delivery');
        await confirm();
        await frames();
        // A scripted press is no input, so the browser counts every move from here on.
        const shifts: number[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shifts.push((entry as PerformanceEntry & { value: number }).value);
        });
        observer.observe({ type: 'layout-shift' });
        release();
        await failed();
        await frames();
        expect(shifts, 'after the failure').to.deep.equal([]);
        observer.disconnect();
        release = service.hold(claimReward);
        await confirm();
        await frames();
        observer.observe({ type: 'layout-shift' });
        release();
        await done();
        await frames();
        observer.disconnect();
        expect(shifts, 'after the success').to.deep.equal([]);
      });

  it('are sorted again in the next view, where the reward can be claimed again', async () => {
    const { provider, element, ask, confirm, done } = await openRewards();
    await ask('Free delivery');
    await confirm();
    await done();
    expect(button(element, 'Claim Free delivery')).to.equal(undefined);
    provider.append(element);
    await loaded(element);
    expect(parts(element, 'group-heading').map(shownText)).to.deep.equal([
      'Yours',
      'Ready',
      'More points needed',
    ]);
    element.expanded = true;
    await element.updateComplete;
    expect(parts(element, 'row-owned').map(shownText)[1]).to.equal('Free delivery Yours CODE');
    expect(button(element, 'Claim Free delivery')).not.to.equal(undefined);
  });

  it('do not glide if the shopper prefers no motion', async function () {
    await setViewport({ width: 1280, height: 900 });
    await reduceMotion(this);
    let glides = 0;
    Element.prototype.animate = function (...options: Parameters<Element['animate']>) {
      glides++;
      return animate.apply(this, options);
    };
    const { element, ask, confirm, done } = await openRewards({ layout: 'cards', owned: true });
    await ask('Ten euros off');
    await until(() => focused()?.matches('[part~=confirm-button]'), 'focus on Confirm');
    await confirm();
    await done();
    await until(() => shownText(rowOf(element, 'Ten euros off')).includes('Yours'), 'the claimed card');
    expect(glides).to.equal(0);
  });

  it('have room for the reason of a failure at 360 px: it is readable, nothing moves, and the focus stays', async () => {
    await setViewport({ width: 360, height: 900 });
    const { service, element, ask, confirm, failed } = await openRewards();
    service.answer(claimReward, offline);
    await ask('Free delivery');
    const asked = tops(element);
    const { height } = rowOf(element, 'Free delivery').getBoundingClientRect();
    await until(() => focused()?.matches('[part~=confirm-button]'), 'focus on Confirm');
    await confirm();
    await failed();
    const reason = part(element, 'reason')!;
    const row = rowOf(element, 'Free delivery');
    expect(shownText(reason)).to.match(/^We didn’t get an answer.*again\.$/);
    for (let box: Element = reason; box !== row.parentElement; box = box.parentElement!) {
      expect(box.scrollHeight, box.className).to.be.at.most(box.clientHeight || Infinity);
      expect(reason.getBoundingClientRect().bottom).to.be.at.most(box.getBoundingClientRect().bottom + 1);
    }
    expect(row.getBoundingClientRect().height).to.equal(height);
    expect(tops(element)).to.deep.equal(asked);
    expect(focused()?.matches('[part~=confirm-button]')).to.equal(true);
    await expect(element).to.be.accessible();
  });
});
