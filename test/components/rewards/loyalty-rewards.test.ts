import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyProvider, LoyaltyRewards } from '../../../src/index.ts';
import { profileBalances, profileRewards } from '../../../src/services/contract/endpoints/index.ts';
import { broken } from '../../support/component-answers.ts';
import { definition, sampleMember, steppedDefinition } from '../../support/component-member.ts';
import {
  button,
  closeService,
  eventsOf,
  loaded,
  openService,
  page,
  part,
  parts,
  shownText,
  until,
} from '../../support/component-page.ts';
import { isAccessible, STATES, type StateName } from '../../support/component-states.ts';

const rewards = html`<loyalty-rewards></loyalty-rewards>`;

const only = (provider: LoyaltyProvider): LoyaltyRewards => provider.querySelector('loyalty-rewards')!;
const show = async (state: StateName, content = rewards) => only(await STATES[state](content));

describe('loyalty-rewards', () => {
  afterEach(closeService);

  isAccessible(() => html`<loyalty-rewards use-button></loyalty-rewards>`);

  describe('shows', () => {
    it('a skeleton and a text for screen readers while it loads', async () => {
      const element = await show('loading');
      expect(part(element, 'list')).to.have.attribute('aria-busy', 'true');
      expect(shownText(element)).to.include('Loading rewards');
    });

    it('owned rewards, claimable ones, those that cost more than the balance, and those refused with the reason', async () => {
      const element = await show('data');
      element.expanded = true;
      await element.updateComplete;
      expect(parts(element, 'row').map(shownText)).to.deep.equal([
        'Gift wrapping until June 30, 2031 WRAP-1',
        'Free delivery 500 points Claim',
        'Ten euros off 1,000 points Claim',
        'Private viewing 4,960 points · 2,480 points to go',
        'Birthday gift 100 points · Only for Gold members.',
      ]);
      expect(parts(element, 'row-owned').length).to.equal(1);
      expect(parts(element, 'row-locked').length).to.equal(2);
    });

    it('what rewards with steps are worth, and where they are used instead of a button', async () => {
      const member = sampleMember();
      member.rewards = [
        { id: 1, definition: { name: 'Voucher' }, code: 'V-1', amount: '12.50', currency: 'EUR' },
      ];
      member.definitions = [
        steppedDefinition(1, 'Money off'),
        steppedDefinition(2, 'Large voucher', { minimum_steps: 30 }),
        definition(3, 'Free delivery', 500),
      ];
      for (const layout of ['list', 'cards']) {
        openService(member);
        const element = await loaded(
          only(await page(html`<loyalty-rewards layout=${layout} expanded></loyalty-rewards>`, member)),
        );
        const texts = parts(element, 'row').map(shownText).join(' | ');
        for (const text of [
          '€12.50 off',
          '€1 for each 100 points',
          'Use it in your cart',
          '520 points to go',
        ])
          expect(texts, layout).to.include(text);
        expect(parts(element, 'claim-button').map((one) => one.ariaLabel)).to.deep.equal([
          'Claim Free delivery',
        ]);
      }
    });

    it('as many rows as are reserved, and all after "Show all"', async () => {
      const element = await show(
        'data',
        html`<style>
            loyalty-rewards {
              --loyalty-rewards-rows: 2;
            }
          </style>
          ${rewards}`,
      );
      expect(parts(element, 'row').length).to.equal(2);
      button(element, 'Show all 5 rewards')!.click();
      await element.updateComplete;
      expect(parts(element, 'row').length).to.equal(5);
      expect(element).to.have.attribute('expanded');
      button(element, 'Show fewer')!.click();
      await element.updateComplete;
      expect(parts(element, 'row').length).to.equal(2);
      expect(element).not.to.have.attribute('expanded');
    });

    it("the theme's text when there are no rewards, or a sentence without one", async () => {
      expect(shownText(await show('empty'))).to.equal('No rewards right now.');
      const own = html`<loyalty-rewards><p slot="empty">Come back in May.</p></loyalty-rewards>`;
      expect(shownText(await show('empty', own))).to.equal('Come back in May.');
    });

    it('a state for styles: loading, failed, empty or signed-out', async () => {
      const states = {
        loading: 'loading',
        error: 'failed',
        empty: 'empty',
        'signed-out': 'signed-out',
      } as const;
      for (const [page, state] of Object.entries(states) as [StateName, string][]) {
        const element = await show(page);
        await element.updateComplete;
        const all = ['loading', 'failed', 'empty', 'signed-out'];
        expect(all.filter((name) => element.matches(`:state(${name})`))).to.deep.equal([state]);
      }
      expect((await show('data')).matches(':state(loading), :state(empty)')).to.equal(false);
    });

    it('a notice that fills the reserved box, with its text in the centre', async () => {
      for (const state of ['empty', 'signed-out'] as const) {
        const element = await show(state);
        const box = element.getBoundingClientRect();
        const notice = part(element, 'notice')!;
        const text = notice.querySelector('p')!.getBoundingClientRect();
        expect(notice.getBoundingClientRect().height, state).to.be.closeTo(box.height, 1);
        expect(text.top - box.top, state).to.be.above(box.height / 3);
        expect(text.left + text.width / 2, state).to.be.closeTo(box.left + box.width / 2, 1);
      }
    });

    it('an error with a retry button, and without one for invalid settings', async () => {
      expect(shownText(await show('error'))).to.equal('Couldn’t load your rewards. Try again');
      expect(shownText(await show('invalid settings'))).to.equal('Couldn’t load your rewards.');
    });

    it("the theme's sign-in link to a guest, or a sentence without one", async () => {
      expect(shownText(await show('signed-out'))).to.equal('Sign in to see your rewards.');
      const link = html`<loyalty-rewards><a slot="signed-out" href="/login">Sign in</a></loyalty-rewards>`;
      expect(shownText(await show('signed-out', link))).to.equal('Sign in');
    });

    it('the picture of a reward without sending a referrer', async () => {
      const picture = part(await show('data'), 'row-owned')!.querySelector('img')!;
      expect(picture.alt).to.equal('');
      expect(picture.referrerPolicy).to.equal('no-referrer');
    });
  });

  it('shows the amount in the name or a shape instead of a missing picture, and no text symbols', async () => {
    const member = sampleMember();
    member.rewards = [];
    member.definitions = [
      definition(1, '€5 off', 1, { icon: '✂' }),
      definition(2, '12,50 € Rabatt', 2),
      definition(3, '10% off', 3),
      definition(4, 'Gift wrapping for 2', 4, { icon: '✦' }),
    ];
    openService(member);
    const element = await loaded(only(await page(rewards, member)));
    const pictures = parts(element, 'picture');
    expect(pictures.map(shownText)).to.deep.equal(['€5', '12,50 €', '10%', '']);
    expect(pictures[3]!.querySelector('svg')).not.to.equal(null);
  });

  for (const layout of ['list', 'cards'] as const)
    it(`draws an icon by the kind of a reward, owned or not, without moving anything, ${layout}`, async () => {
      const member = sampleMember();
      member.rewards = [{ id: 9, definition: { ...definition(9, 'Visit', 1), icon: 'event' } }];
      member.definitions = ['delivery', 'travel', 'bouquet', undefined].map((icon, at) =>
        definition(at + 1, `Reward ${at}`, 1, { icon }),
      );
      openService(member);
      const element = await loaded(
        only(await page(html`<loyalty-rewards expanded layout=${layout}></loyalty-rewards>`, member)),
      );
      await until(() => parts(element, 'picture').length === 5, 'the rewards');
      const boxes = () => parts(element, 'picture').map((one) => JSON.stringify(one.getBoundingClientRect()));
      const before = boxes();
      const drawings = () =>
        parts(element, 'picture').map((one) => one.querySelector('path')?.getAttribute('d'));
      await until(() => drawings().every((one) => one), 'the file of the drawings');
      expect(new Set(drawings()).size, 'each its own').to.equal(5);
      expect(boxes()).to.deep.equal(before);
    });

  it('sorts claimable rewards by price and hides unpublished ones', async () => {
    const member = sampleMember();
    member.rewards = [];
    member.definitions = [
      definition(1, 'Dear', 900),
      definition(2, 'Hidden', 1, { is_published: false }),
      definition(3, 'Cheap', 100),
    ];
    openService(member);
    const element = await loaded(only(await page(rewards, member)));
    expect(parts(element, 'name').map(shownText)).to.deep.equal(['Cheap', 'Dear']);
  });

  it('does not show used or expired rewards', async () => {
    const member = sampleMember();
    const [owned] = member.rewards;
    member.definitions = [];
    member.rewards = [
      { ...owned, id: 12, redeemed_at: '2025-01-01T00:00:00Z' },
      { ...owned, id: 13, expires_at: '2020-01-01T00:00:00Z' },
    ];
    openService(member);
    expect(shownText(await loaded(only(await page(rewards, member))))).to.include('No rewards');
  });

  for (const layout of ['list', 'cards'] as const)
    it(`shows its own shape instead of a picture that does not load, ${layout}`, async () => {
      const content = html`<loyalty-rewards layout=${layout}></loyalty-rewards>`;
      const element = await show('data', content);
      const picture = part(element, 'picture')!;
      const [image, shape] = [picture.querySelector('img')!, picture.querySelector('svg')!];
      const { width, height } = picture.getBoundingClientRect();
      const shown = () => [getComputedStyle(image).opacity, getComputedStyle(shape).visibility];
      image.dispatchEvent(new Event('load'));
      expect(shown()).to.deep.equal(['1', 'hidden']);
      image.dispatchEvent(new Event('error'));
      expect(shown()).to.deep.equal(['0', 'visible']);
      const after = picture.getBoundingClientRect();
      expect([after.width, after.height]).to.deep.equal([width, height]);
      image.dispatchEvent(new Event('load'));
      expect(shown(), 'the next picture').to.deep.equal(['1', 'hidden']);
    });

  it('fires loyalty-reward-use from the Use button', async () => {
    const element = await show('data', html`<loyalty-rewards use-button></loyalty-rewards>`);
    const uses = eventsOf('loyalty-reward-use');
    button(element, 'Use Gift wrapping')!.click();
    expect(uses.map(({ detail }) => [detail.reward.name, detail.reward.code])).to.deep.equal([
      ['Gift wrapping', 'WRAP-1'],
    ]);
    expect(parts(await show('data'), 'use-button').length).to.equal(0);
  });

  it('fires loyalty-reward-use once for a double click', async () => {
    const element = await show('data', html`<loyalty-rewards use-button></loyalty-rewards>`);
    const uses = eventsOf('loyalty-reward-use');
    const use = button(element, 'Use Gift wrapping')!;
    for (const detail of [1, 2]) use.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
    expect(uses.length).to.equal(1);
  });

  it('is failed when the rewards failed, also when the balance arrives later', async () => {
    const member = sampleMember();
    const service = openService(member);
    service.answer(profileRewards, broken);
    const release = service.hold(profileBalances);
    const element = only(await page(rewards, member));
    await until(() => part(element, 'retry-button'), 'the error');
    expect(element.matches(':state(failed)')).to.equal(true);
    expect(element.matches(':state(loading)')).to.equal(false);
    release();
    await loaded(element);
    expect(element.matches(':state(failed)')).to.equal(true);
  });
});
