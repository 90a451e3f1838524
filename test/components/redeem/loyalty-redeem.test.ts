import { aTimeout, expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyProvider, LoyaltyRedeem, LoyaltyRedeemEvent } from '../../../src/index.ts';
import { claimReward, profileRewards } from '../../../src/services/contract/endpoints/index.ts';
import { json, offline, refuse } from '../../support/component-answers.ts';
import { withHonouredKeys } from '../../support/component-claim.ts';
import { definition, sampleMember, type Member } from '../../support/component-member.ts';
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
import { isAccessible, plainPage, STATES } from '../../support/component-states.ts';

const redeem = html`<loyalty-redeem></loyalty-redeem>`;
const only = (provider: LoyaltyProvider): LoyaltyRedeem => provider.querySelector('loyalty-redeem')!;

/** A page whose cart answers as `cart` does, or does not listen. */
async function open(
  cart?: (event: LoyaltyRedeemEvent) => Promise<unknown>,
  change: (member: Member) => void = () => {},
  content = redeem,
) {
  const member = sampleMember();
  change(member);
  const service = openService(member);
  const provider = await page(content, member);
  if (cart)
    for (const type of ['loyalty-redeem', 'loyalty-redeem-undo'] as const)
      provider.addEventListener(type, (event) => event.waitUntil(cart(event)));
  const element = await loaded(only(provider));
  const press = async (name: string) => {
    await until(() => button(element, name), name);
    button(element, name)!.click();
    await element.updateComplete;
  };
  return {
    member,
    service,
    provider,
    element,
    press,
    applied: eventsOf('loyalty-redeem'),
    undone: eventsOf('loyalty-redeem-undo'),
    title: () => shownText(part(element, 'title')!),
    problem: () => (part(element, 'problem') ? shownText(part(element, 'problem')!) : undefined),
    names: () => parts(element, 'name').map(shownText),
  };
}
const accept = () => Promise.resolve();

describe('loyalty-redeem', () => {
  afterEach(() => {
    closeService();
    plainPage();
  });

  isAccessible(() => redeem);
  isAccessible(() => html`<loyalty-redeem applied-code="WRAP-1"></loyalty-redeem>`);

  describe('shows', () => {
    it('owned rewards with a code, and offers that the points are enough for', async () => {
      const { names, title } = await open(accept, (member) => {
        member.rewards.push({ ...member.rewards[0]!, id: 12, code: null, reward_definition_id: 6 });
      });
      expect(names()).to.deep.equal(['Gift wrapping', 'Free delivery', 'Ten euros off']);
      expect(title()).to.equal('Use a reward');
    });

    it('the points of the shopper', async () => {
      const { element } = await open();
      expect(shownText(part(element, 'balance')!)).to.equal('2,480 points');
    });

    it('its title as a heading of level 2, or of the level in heading-level', async () => {
      const { element } = await open();
      expect(part(element, 'title')).to.have.attribute('aria-level', '2');
      element.setAttribute('heading-level', '4');
      await element.updateComplete;
      expect(part(element, 'title')).to.have.attribute('aria-level', '4');
    });

    it('a notice for guests, without rewards, and after an error', async () => {
      for (const [state, text] of [
        ['signed-out', 'Sign in to use your rewards.'],
        ['empty', 'No reward fits this order yet.'],
        ['error', 'Couldn’t load your rewards. Try again'],
      ] as const) {
        expect(shownText(only(await STATES[state](redeem)))).to.equal(text);
        closeService();
      }
    });

    it('what the cart is short of, and no button, for a reward with a minimum', async () => {
      const minimum = (amount: unknown, currency = 'EUR') => ({ minimum_spend: amount, currency });
      const { element } = await open(
        accept,
        (member) => {
          member.rewards = [];
          member.definitions = [
            definition(1, 'Ten off', 10, minimum(40)),
            definition(2, 'Five off', 10, minimum('20.00')),
            definition(3, 'Odd', 10, minimum('much')),
            definition(4, 'Other currency', 10, minimum(900, 'SEK')),
            definition(5, 'Too large', 10, minimum(1e300)),
          ];
        },
        html`<loyalty-redeem total="27.50" currency="EUR" expanded></loyalty-redeem>`,
      );
      expect(parts(element, 'row').map(shownText)[0]).to.include('Spend €12.50 more to use it');
      expect(button(element, 'Apply Ten off')).to.equal(undefined);
      for (const name of ['Five off', 'Odd', 'Other currency', 'Too large'])
        expect(button(element, `Apply ${name}`), name).not.to.equal(undefined);
      element.total = '41';
      await element.updateComplete;
      expect(button(element, 'Apply Ten off')).not.to.equal(undefined);
    });

    it('the code of the cart after a reload, by the name of its reward', async () => {
      const { title, element } = await open(
        accept,
        undefined,
        html`<loyalty-redeem applied-code="WRAP-1"></loyalty-redeem>`,
      );
      expect(title()).to.equal('Applied: Gift wrapping');
      expect(parts(element, 'apply-button')).to.have.length(0);
      expect(element.matches(':state(applied)')).to.equal(true);
    });

    it('a code that is none of the rewards, with a button to remove it, also to guests', async () => {
      const content = html`<loyalty-redeem applied-code="SHOP-1"></loyalty-redeem>`;
      const { title } = await open(accept, undefined, content);
      expect(title()).to.equal('Applied: SHOP-1');
      closeService();
      openService();
      const guest = await loaded(only(await page(content)));
      guest.addEventListener('loyalty-redeem-undo', (event) => event.waitUntil(Promise.resolve()));
      button(guest, 'Remove SHOP-1')!.click();
      await until(() => !part(guest, 'applied'), 'the removal');
      expect(guest.appliedCode).to.equal(undefined);
    });
  });

  describe('apply and undo', () => {
    it('tell the page the code, and show what the cart has done', async () => {
      const { press, title, applied, undone, element } = await open(accept);
      await press('Apply Gift wrapping');
      await until(() => title() === 'Applied: Gift wrapping', 'the reward');
      expect(applied.map(({ detail }) => [detail.code, detail.reward?.name])).to.deep.equal([
        ['WRAP-1', 'Gift wrapping'],
      ]);
      await until(() => focused() === part(element, 'undo-button'), 'the focus on Remove');
      await press('Remove Gift wrapping');
      await until(() => title() === 'Use a reward', 'the title');
      expect(undone.map(({ detail }) => detail.code)).to.deep.equal(['WRAP-1']);
      await until(() => focused()?.matches('[part~=apply-button]'), 'the focus on Apply');
    });

    it('show nothing as applied before the cart has answered', async () => {
      let answer = () => {};
      const { press, title, element } = await open(() => new Promise<void>((resolve) => (answer = resolve)));
      await press('Apply Gift wrapping');
      await until(() => shownText(element).includes('Applying…'), 'the button');
      expect(title()).to.equal('Use a reward');
      answer();
      await until(() => title() === 'Applied: Gift wrapping', 'the reward');
    });

    it('fire one event for many presses', async () => {
      const { press, applied } = await open(() => new Promise(() => {}));
      for (let count = 0; count < 5; count++) await press('Apply Gift wrapping');
      await until(() => applied.length, 'the event');
      await aTimeout(30);
      expect(applied).to.have.length(1);
    });

    it('act on the first press of a double click alone', async () => {
      const { element, applied, undone, service } = await open(accept);
      const pressSecond = async (name: string) => {
        await until(() => button(element, name), name);
        button(element, name)!.dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true }));
        await element.updateComplete;
      };
      await pressSecond('Apply Gift wrapping');
      await pressSecond('Apply Ten euros off');
      expect([applied.length, part(element, 'question')]).to.deep.equal([0, undefined]);
      button(element, 'Apply Ten euros off')!.click();
      await pressSecond('Spend 1,000 points');
      expect([service.seen(claimReward).length, !!part(element, 'question')]).to.deep.equal([0, true]);
      button(element, 'Cancel')!.click();
      element.appliedCode = 'WRAP-1';
      await pressSecond('Remove Gift wrapping');
      expect([undone.length, element.appliedCode]).to.deep.equal([0, 'WRAP-1']);
    });

    it('ask nothing about points while the cart is busy', async () => {
      const { element, press } = await open(() => new Promise(() => {}));
      await press('Apply Gift wrapping');
      await until(() => shownText(element).includes('Applying…'), 'the button');
      await press('Apply Ten euros off');
      expect(part(element, 'question')).to.equal(undefined);
    });

    it('show a reward as applied until the cart has removed it', async () => {
      let answer = () => {};
      const { press, title, element } = await open(
        () => new Promise<void>((resolve) => (answer = resolve)),
        undefined,
        html`<loyalty-redeem applied-code="WRAP-1"></loyalty-redeem>`,
      );
      await press('Remove Gift wrapping');
      await until(() => shownText(element).includes('Removing…'), 'the button');
      expect([title(), element.appliedCode]).to.deep.equal(['Applied: Gift wrapping', 'WRAP-1']);
      answer();
      await until(() => title() === 'Use a reward', 'the title');
      expect(element.appliedCode).to.equal(undefined);
    });

    it('leave the reward unapplied when the cart refuses, with its sentence or ours', async () => {
      const reasons: unknown[] = ['Only one code for an order.', new Error('E_CART_42'), undefined, 7];
      const { press, title, problem } = await open(() => Promise.reject(reasons.shift()));
      for (const sentence of [
        'Only one code for an order.',
        ...Array.from({ length: 3 }, () => 'Couldn’t apply this reward.'),
      ]) {
        await press('Apply Gift wrapping');
        await until(() => problem() === sentence, sentence);
        expect(title()).to.equal('Use a reward');
      }
    });

    it('keep the reward when the cart does not remove it', async () => {
      const { press, title, problem } = await open(
        () => Promise.reject(new Error()),
        undefined,
        html`<loyalty-redeem applied-code="WRAP-1"></loyalty-redeem>`,
      );
      await press('Remove Gift wrapping');
      await until(problem, 'the sentence');
      expect([title(), problem()]).to.deep.equal(['Applied: Gift wrapping', 'Couldn’t remove this reward.']);
    });

    it('follow the attribute of a page that passes no promise', async () => {
      const { press, title, applied, element, problem } = await open();
      await press('Apply Gift wrapping');
      await until(() => applied.length, 'the event');
      await aTimeout(30);
      expect([title(), problem()]).to.deep.equal(['Use a reward', undefined]);
      element.setAttribute('applied-code', 'WRAP-1');
      await element.updateComplete;
      expect(title()).to.equal('Applied: Gift wrapping');
    });

    it('say that a reward has ended or is gone, and remove its row', async () => {
      const soon = new Date(Date.now() + 1_500).toISOString();
      const { press, problem, applied, names } = await open(accept, (member) => {
        member.rewards = [{ ...member.rewards[0]!, expires_at: soon }];
      });
      await aTimeout(1_600);
      await press('Apply Gift wrapping');
      await until(() => problem() === 'This reward is no longer available.', 'the sentence');
      await until(() => !names().includes('Gift wrapping'), 'the row');
      expect(applied).to.have.length(0);
    });

    it('say that a reward was used elsewhere meanwhile', async () => {
      const { press, problem, member, names } = await open(() => {
        member.rewards = [];
        return Promise.reject(new Error());
      });
      await press('Apply Gift wrapping');
      await until(() => problem() === 'This reward is no longer available.', 'the sentence');
      expect(names()).not.to.include('Gift wrapping');
    });
  });

  describe('claim', () => {
    it('asks first, then spends the points once and applies the code', async () => {
      const { press, title, applied, service, member } = await open(accept);
      await press('Apply Ten euros off');
      await press('Spend 1,000 points');
      await until(() => title() === 'Applied: Ten euros off', 'the reward');
      expect(applied.map(({ detail }) => detail.code)).to.deep.equal(['CODE']);
      expect(service.seen(claimReward)).to.have.length(1);
      expect(member.points.available).to.equal(1_480);
    });

    it('spends nothing after Cancel', async () => {
      const { press, service, element } = await open(accept);
      await press('Apply Ten euros off');
      await press('Cancel');
      expect(service.seen(claimReward)).to.have.length(0);
      await until(() => focused()?.matches('[part~=apply-button]'), 'the focus');
      expect(part(element, 'question')).to.equal(undefined);
    });

    it('keeps the claimed reward when the cart refuses it', async () => {
      const { press, problem, element, member } = await open(() => Promise.reject('Not for gift cards.'));
      await press('Apply Ten euros off');
      await press('Spend 1,000 points');
      await until(() => problem() === 'Not for gift cards.', 'the sentence');
      expect(member.rewards).to.have.length(2);
      await until(() => button(element, 'Apply Ten euros off'), 'the button');
    });

    it('settles a lost answer by reading: applies what was claimed', async () => {
      const { press, title, service, member } = await open(accept);
      service.answerOnce(claimReward, ({ body, headers }) => {
        member.claim(body, headers);
        throw new TypeError('Failed to fetch');
      });
      await press('Apply Ten euros off');
      await press('Spend 1,000 points');
      await until(() => title() === 'Applied: Ten euros off', 'the reward');
      expect(service.seen(claimReward)).to.have.length(1);
      expect(member.points.available).to.equal(1_480);
    });

    it('tries again with the same key where the claim did not arrive', async () => {
      const { press, title, service, element } = await withHonouredKeys(() => open(accept));
      service.answerOnce(claimReward, offline);
      await press('Apply Ten euros off');
      await press('Spend 1,000 points');
      await until(() => part(element, 'reason'), 'the reason');
      await aTimeout(50);
      await press('Try again');
      await until(() => title() === 'Applied: Ten euros off', 'the reward');
      const keys = service.seen(claimReward).map(({ headers }) => headers.get('Idempotency-Key'));
      expect(keys).to.have.length(2);
      expect(new Set(keys).size).to.equal(1);
    });

    it('says that the points were spent elsewhere, and shows the rest', async () => {
      const { press, problem, member, element, names } = await open(accept);
      member.points = { ...member.points, available: 600 };
      await press('Apply Ten euros off');
      await press('Spend 1,000 points');
      await until(() => problem() === 'Not enough points for this reward.', 'the sentence');
      expect(names()).to.deep.equal(['Gift wrapping', 'Free delivery']);
      expect(part(element, 'question')).to.equal(undefined);
    });

    it('says that the reward is gone', async () => {
      const { press, problem, member, names } = await open(accept);
      member.definitions = member.definitions.filter(({ id }) => id !== 2);
      await press('Apply Ten euros off');
      await press('Spend 1,000 points');
      await until(() => problem() === 'This reward is no longer available.', 'the sentence');
      expect(names()).not.to.include('Ten euros off');
    });

    it("says the service's reason where only that is known", async () => {
      const { press, service, element } = await open(accept);
      service.answerOnce(claimReward, () => refuse(422, 'Invalid.', { x: ['Once a day.'] }));
      await press('Apply Ten euros off');
      await press('Spend 1,000 points');
      await until(() => part(element, 'reason'), 'the reason');
      expect(shownText(part(element, 'reason')!)).to.equal('Once a day.');
    });

    it('without a code in the answer applies nothing', async () => {
      const { press, service, applied, title } = await open(accept);
      service.answerOnce(claimReward, () =>
        json({ data: { id: 99, definition: { name: 'Ten euros off' } }, meta: {} }),
      );
      await press('Apply Ten euros off');
      await press('Spend 1,000 points');
      await until(() => service.seen(claimReward).length, 'the claim');
      await aTimeout(50);
      expect([applied.length, title()]).to.deep.equal([0, 'Use a reward']);
    });
  });

  it('shows nothing of a customer to the next one, whose cart does not get a late answer', async () => {
    let answer = () => {};
    const { press, provider, element, service } = await open(
      () => new Promise<void>((resolve) => (answer = resolve)),
    );
    await press('Apply Gift wrapping');
    await until(() => shownText(element).includes('Applying…'), 'the button');
    await signIn(provider, undefined);
    answer();
    await until(() => shownText(element) === 'Sign in to use your rewards.', 'the guest');
    expect(element.appliedCode ?? '').to.equal('');
    expect(service.seen(profileRewards).length).to.be.above(0);
  });
});
