import { expect, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../src/index.ts';
import type { LoyaltyRedeem, LoyaltyRedeemEvent } from '../../../src/index.ts';
import { claimReward, profileRewards } from '../../../src/services/contract/endpoints/index.ts';
import { offline, refuse } from '../../support/component-answers.ts';
import { withHonouredKeys } from '../../support/component-claim.ts';
import { definition, sampleMember, steppedDefinition, type Member } from '../../support/component-member.ts';
import {
  button,
  closeService,
  eventsOf,
  focused,
  loaded,
  openService,
  page,
  part,
  shownText,
  until,
} from '../../support/component-page.ts';
import { plainPage } from '../../support/component-states.ts';

const NAME = 'Money off';
const cart = (total: unknown = '27.50', currency: unknown = 'EUR') =>
  html`<loyalty-redeem total=${total} currency=${currency}></loyalty-redeem>`;

interface Choices {
  readonly content?: unknown;
  readonly reward?: Record<string, unknown>;
  readonly points?: number;
  readonly change?: (member: Member) => void;
  readonly answer?: (event: LoyaltyRedeemEvent) => Promise<unknown>;
}

/** A cart with one reward of €1 for each 100 points, and a shopper with 2,480 points. */
async function open({
  content = cart(),
  reward = {},
  points = 2_480,
  change = () => {},
  answer = () => Promise.resolve(),
}: Choices = {}) {
  const member = sampleMember();
  member.points = { ...member.points, available: points };
  member.rewards = [];
  member.definitions = [steppedDefinition(1, NAME, reward)];
  change(member);
  const service = openService(member);
  const provider = await page(html`${content}`, member);
  for (const type of ['loyalty-redeem', 'loyalty-redeem-undo'] as const)
    provider.addEventListener(type, (event) => event.waitUntil(answer(event)));
  const element: LoyaltyRedeem = await loaded(provider.querySelector('loyalty-redeem')!);
  const slider = () => part(element, 'slider') as HTMLInputElement | undefined;
  const number = () => part(element, 'points-input') as HTMLInputElement | undefined;
  const enter = async (field: HTMLInputElement, value: string) => {
    field.value = value;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await element.updateComplete;
  };
  return {
    member,
    service,
    provider,
    element,
    slider,
    number,
    applied: eventsOf('loyalty-redeem'),
    row: () => shownText(element.shadowRoot!.querySelector('li')!),
    outcome: () => shownText(element.shadowRoot!.querySelector('.outcome')!),
    title: () => shownText(part(element, 'title')!),
    problem: () => (part(element, 'problem') ? shownText(part(element, 'problem')!) : undefined),
    status: () => shownText(element.shadowRoot!.querySelector('[role=status]')!),
    claims: () => service.seen(claimReward),
    steps: () => service.seen(claimReward).map(({ body }) => (body as { steps?: number }).steps),
    async ask() {
      await until(() => part(element, 'apply-button'), 'the button');
      part(element, 'apply-button')!.click();
      await element.updateComplete;
    },
    slide: (points: number) => enter(slider()!, String(points)),
    type: (text: string) => enter(number()!, text),
    async press(name: string) {
      await until(() => button(element, name), name);
      button(element, name)!.click();
      await element.updateComplete;
    },
  };
}
type Page = Awaited<ReturnType<typeof open>>;

const rangeOf = ({ min, max, step, value }: HTMLInputElement) => [min, max, step, value].map(Number);

describe('loyalty-redeem with a reward in steps', () => {
  afterEach(() => {
    closeService();
    plainPage();
  });

  describe('its row', () => {
    it('has what one step is worth and costs', async () => {
      expect((await open()).row()).to.equal('Money off €1 for each 100 points Apply');
    });

    it('says what an owned reward is worth', async () => {
      const { row } = await open({
        change(member) {
          member.rewards = [
            { id: 1, definition: { name: NAME }, code: 'A', amount: '12.50', currency: 'EUR' },
          ];
          member.definitions = [];
        },
      });
      expect(row()).to.equal('Money off €12.50 off · Yours Apply');
    });

    it('has no button in a cart of another currency', async () => {
      const { row, element } = await open({ content: cart('27.50', 'USD') });
      expect(row()).to.equal('Money off €1 for each 100 points · Only for carts in EUR');
      element.currency = 'eur';
      await element.updateComplete;
      expect(row()).to.equal('Money off €1 for each 100 points Apply');
    });

    it('has no button in a cart that is worth less than the smallest claim', async () => {
      const { row, element } = await open({ content: cart('4.20'), reward: { minimum_steps: 5 } });
      expect(row()).to.equal('Money off €1 for each 100 points · Spend €0.80 more to use it');
      element.total = 5;
      await element.updateComplete;
      expect(row()).to.equal('Money off €1 for each 100 points Apply');
      element.total = 0;
      await element.updateComplete;
      expect(row()).to.equal('Money off €1 for each 100 points · Your cart is empty.');
    });

    it('has no button where the total is no number', async () => {
      const { row } = await open({ content: cart('€27,50') });
      expect(row()).to.equal('Money off €1 for each 100 points · Couldn’t load this.');
    });

    it('is not shown where the points are not enough for the smallest claim', async () => {
      const { element } = await open({ points: 499, reward: { minimum_steps: 5 } });
      expect(shownText(element)).to.equal('No reward fits this order yet.');
    });
  });

  describe('the choice', () => {
    it('is a slider with the focus and a number, with the money and what is left', async () => {
      const { ask, slider, number, outcome, element } = await open();
      await ask();
      expect(rangeOf(slider()!)).to.deep.equal([100, 2400, 100, 100]);
      expect(rangeOf(number()!)).to.deep.equal([100, 2400, 100, 100]);
      await until(() => focused() === slider(), 'the focus');
      expect(slider()!.getAttribute('aria-valuetext')).to.equal('100 points, €1');
      expect(number()!.labels![0]!.textContent).to.equal('How many points?');
      expect(outcome()).to.equal('€1 off · 2,380 points left');
      expect(button(element, 'Spend 100 points')).not.to.equal(undefined);
    });

    it('follows the slider and the number at once', async () => {
      const { ask, slide, type, slider, number, outcome, element } = await open();
      await ask();
      await slide(1200);
      expect(number()!.value).to.equal('1200');
      expect(slider()!.getAttribute('aria-valuetext')).to.equal('1,200 points, €12');
      expect(outcome()).to.equal('€12 off · 1,280 points left');
      await type('700');
      expect(slider()!.value).to.equal('700');
      expect(outcome()).to.equal('€7 off · 1,780 points left');
      expect(button(element, 'Spend 700 points')).not.to.equal(undefined);
    });

    it('is operated by keys', async () => {
      const { ask, slider, outcome, element } = await open();
      await ask();
      await until(() => focused() === slider(), 'the focus');
      await sendKeys({ press: 'ArrowRight' });
      await element.updateComplete;
      expect(outcome()).to.equal('€2 off · 2,280 points left');
      await sendKeys({ press: 'End' });
      await element.updateComplete;
      expect(outcome()).to.equal('€24 off · 80 points left');
      await sendKeys({ press: 'Escape' });
      await until(() => focused() === button(element, `Apply ${NAME}`), 'the focus on the button');
      expect(slider()).to.equal(undefined);
    });

    it('has more points at the end of the line, also from right to left', async () => {
      for (const dir of ['ltr', 'rtl']) {
        document.documentElement.dir = dir;
        const { ask, slider } = await open();
        await ask();
        expect(getComputedStyle(slider()!).direction).to.equal(dir);
      }
    });

    it('keeps every cent', async () => {
      const { ask, slide, outcome } = await open({ reward: { step_amount: '0.10', points_cost: 10 } });
      await ask();
      await slide(30);
      expect(outcome()).to.equal('€0.30 off · 2,450 points left');
    });

    const limits: readonly (readonly [string, Choices, readonly number[]])[] = [
      ['the balance', { content: cart('900') }, [100, 2400]],
      ['the cart', { content: cart('7.99') }, [100, 700]],
      ['the cart to the cent', { content: cart('0.30'), reward: { step_amount: '0.10' } }, [100, 300]],
      ['the maximum of the reward', { reward: { maximum_steps: 5 } }, [100, 500]],
      ['the minimum of the reward', { reward: { minimum_steps: 3, maximum_steps: 9 } }, [300, 900]],
      [
        'the balance, where the page has no total',
        { content: html`<loyalty-redeem></loyalty-redeem>` },
        [100, 2400],
      ],
    ];
    for (const [name, choices, range] of limits)
      it(`is limited by ${name}`, async () => {
        const { ask, slider } = await open(choices);
        await ask();
        expect(rangeOf(slider()!).slice(0, 2)).to.deep.equal(range);
      });

    const single: readonly (readonly [string, Choices])[] = [
      ['the balance covers one step', { points: 199 }],
      ['the cart covers one step', { content: cart('1.99') }],
      ['the reward has one step', { reward: { maximum_steps: 1 } }],
    ];
    for (const [name, choices] of single)
      it(`is the usual question where ${name}`, async () => {
        const { ask, slider, press, element, row, steps, title } = await open(choices);
        await ask();
        expect(slider()).to.equal(undefined);
        expect(row()).to.include('Spend 100 points?').and.to.include('€1 off');
        await until(() => focused() === part(element, 'confirm-button'), 'the focus');
        await press('Spend 100 points');
        await until(() => title() === `Applied: ${NAME}`, 'the reward');
        expect(steps()).to.deep.equal([1]);
      });

    it('refuses a number that is none of the choices, and sends nothing', async () => {
      const { ask, type, press, element, number, outcome, claims } = await open();
      await ask();
      for (const text of ['150', '0', '2500', '', '-100']) {
        await type(text);
        expect(outcome(), text).to.equal('Enter 100 to 2,400 in steps of 100.');
        expect(number()!.getAttribute('aria-invalid')).to.equal('true');
        expect(number()!.getAttribute('aria-describedby')).to.equal('points-problem');
      }
      await press('Spend 100 points');
      await until(() => focused() === number(), 'the focus on the number');
      expect(claims()).to.have.length(0);
      await type('200');
      expect(number()!.getAttribute('aria-invalid')).to.equal('false');
      expect(button(element, 'Spend 200 points')).not.to.equal(undefined);
    });

    it('spends nothing after Cancel', async () => {
      const { ask, slide, press, claims, element } = await open();
      await ask();
      await slide(500);
      await press('Cancel');
      expect(claims()).to.have.length(0);
      await until(() => focused() === button(element, `Apply ${NAME}`), 'the focus');
    });
  });

  describe('the claim', () => {
    it('spends the chosen points once, and applies one code', async () => {
      const { ask, slide, element, title, applied, member, steps, row } = await open();
      await ask();
      await slide(1200);
      const confirm = button(element, 'Spend 1,200 points')!;
      for (let press = 0; press < 3; press++) confirm.click();
      await until(() => title() === `Applied: ${NAME}`, 'the reward');
      expect(steps()).to.deep.equal([12]);
      expect(member.points.available).to.equal(1_280);
      expect(applied.map(({ detail }) => [detail.code, detail.reward?.worth])).to.deep.equal([
        ['CODE', { amount: '12.00', currency: 'EUR' }],
      ]);
      expect(row()).to.equal('Money off €12 off · Yours');
    });

    it('is kept by the shopper when it is removed from the cart', async () => {
      const { ask, slide, press, title, row, member } = await open();
      await ask();
      await slide(300);
      await press('Spend 300 points');
      await until(() => title() === `Applied: ${NAME}`, 'the reward');
      await press(`Remove ${NAME}`);
      await until(() => title() === 'Use a reward', 'the title');
      expect(row()).to.equal('Money off €3 off · Yours Apply');
      expect(member.points.available).to.equal(2_180);
    });

    it('has no choice while it is sent', async () => {
      const { ask, slide, press, slider, number, service, title } = await open();
      const release = service.hold(claimReward);
      await ask();
      await slide(300);
      await press('Spend 300 points');
      expect([slider()!.disabled, number()!.disabled]).to.deep.equal([true, true]);
      release();
      await until(() => title() === `Applied: ${NAME}`, 'the reward');
    });

    it('is sent again with the same key and the same steps where its answer was lost', async () => {
      const { ask, slide, press, service, element, member, steps, slider, claims, title } =
        await withHonouredKeys(open);
      service.answerOnce(claimReward, (request) => {
        member.claim(request.body, request.headers);
        service.answerOnce(profileRewards, () => refuse(500, 'Away.'));
        return offline(request);
      });
      await ask();
      await slide(700);
      await press('Spend 700 points');
      await until(() => part(element, 'reason'), 'the reason');
      expect(slider()).to.equal(undefined);
      element.total = '3.00'; // does not change what was sent
      await element.updateComplete;
      await press('Try again');
      await until(() => title() === `Applied: ${NAME}`, 'the reward');
      expect(steps()).to.deep.equal([7, 7]);
      expect(new Set(claims().map(({ headers }) => headers.get('Idempotency-Key'))).size).to.equal(1);
      expect(member.points.available).to.equal(1_780);
    });

    it('is offered with the same steps after a lost answer and Close', async () => {
      const { ask, slide, press, service, element, slider } = await withHonouredKeys(open);
      service.answerOnce(claimReward, offline);
      await ask();
      await slide(700);
      await press('Spend 700 points');
      await until(() => part(element, 'reason'), 'the reason');
      await press('Close');
      await ask();
      expect(slider()!.value).to.equal('700');
    });

    it('shows at the field why the service refuses the steps', async () => {
      const { ask, slide, press, service, element, number, outcome, title, steps } = await open();
      service.answerOnce(claimReward, () => refuse(422, 'Invalid.', { steps: ['Too many for today.'] }));
      await ask();
      await slide(900);
      await press('Spend 900 points');
      await until(() => part(element, 'reason'), 'the reason');
      expect(outcome()).to.equal('Too many for today.');
      expect(number()!.getAttribute('aria-describedby')).to.equal('points-problem');
      await slide(200);
      expect(outcome()).to.equal('€2 off · 2,280 points left');
      await press('Spend 200 points');
      await until(() => title() === `Applied: ${NAME}`, 'the reward');
      expect(steps()).to.deep.equal([9, 2]);
    });

    it('follows a reward that was changed meanwhile, with the reason', async () => {
      const { ask, slide, press, member, outcome, slider, status } = await open();
      await ask();
      await slide(900);
      member.definitions = [steppedDefinition(1, NAME, { maximum_steps: 4 })];
      await press('Spend 900 points');
      await until(() => slider()?.value === '400', 'the new maximum');
      expect(outcome()).to.equal('You can use 4 steps at most. Changed to 400 points, €4.');
      expect(status()).to.equal('You can use 4 steps at most. Changed to 400 points, €4.');
    });

    it('says that the reward is gone', async () => {
      const { ask, press, member, problem, slider } = await open();
      await ask();
      member.definitions = [definition(2, 'Another', 100)];
      await press('Spend 100 points');
      await until(() => problem() === 'This reward is no longer available.', 'the sentence');
      expect(slider()).to.equal(undefined);
    });
  });

  describe('while it is open', () => {
    const openAt = async (points: number, choices?: Choices): Promise<Page> => {
      const opened = await open(choices);
      await opened.ask();
      await opened.slide(points);
      return opened;
    };

    it('follows a cart that becomes smaller, and says so once', async () => {
      const { element, slider, number, outcome, status } = await openAt(2000);
      element.total = '7.50';
      await element.updateComplete;
      expect([rangeOf(slider()!), number()!.value]).to.deep.equal([[100, 700, 100, 700], '700']);
      expect([outcome(), status()]).to.deep.equal([
        'Changed to 700 points, €7.',
        'Changed to 700 points, €7.',
      ]);
      element.total = '8.00';
      await element.updateComplete;
      expect(rangeOf(slider()!)).to.deep.equal([100, 800, 100, 700]);
      expect(status()).to.equal('Changed to 700 points, €7.');
    });

    it('keeps the choice where the cart is still large enough', async () => {
      const { element, slider, outcome, status } = await openAt(500);
      element.total = '7.50';
      await element.updateComplete;
      expect(slider()!.value).to.equal('500');
      expect([outcome(), status()]).to.deep.equal(['€5 off · 1,980 points left', '']);
    });

    const ends: readonly (readonly [string, (element: LoyaltyRedeem) => void, string])[] = [
      ['the cart is empty', (element) => (element.total = 0), 'Your cart is empty.'],
      ['the cart is too small', (element) => (element.total = '0.40'), 'Spend €0.60 more to use it'],
      ['the cart has another currency', (element) => (element.currency = 'SEK'), 'Only for carts in EUR'],
    ];
    for (const [name, change, sentence] of ends)
      it(`closes with a sentence when ${name}`, async () => {
        const { element, problem, slider, claims } = await openAt(500);
        change(element);
        await element.updateComplete;
        await until(() => problem() === sentence, sentence);
        expect([slider(), claims().length]).to.deep.equal([undefined, 0]);
        await until(() => focused()?.matches('.head'), 'the focus');
      });

    it('follows points that were spent in another tab', async () => {
      const { member, provider, slider, outcome } = await openAt(2000);
      member.points = { ...member.points, available: 650 };
      await provider.refresh();
      await until(() => slider()!.value === '600', 'the points');
      expect(outcome()).to.equal('Changed to 600 points, €6.');
    });

    it('closes when the points are not enough any more', async () => {
      const { member, provider, slider, problem } = await openAt(2000);
      member.points = { ...member.points, available: 50 };
      await provider.refresh();
      await until(() => problem() === 'Not enough points for this reward.', 'the sentence');
      expect(slider()).to.equal(undefined);
    });

    it('closes when the reward is refused now, with the reason', async () => {
      const { member, provider, problem } = await openAt(2000);
      const eligibility = { claimable: false, reason: 'tier', message: 'Only for Gold members.' };
      member.definitions = [steppedDefinition(1, NAME, { eligibility })];
      await provider.refresh();
      await until(() => problem() === 'Only for Gold members.', 'the sentence');
    });
  });

  describe('is accessible', () => {
    for (const [name, dress] of [
      ['a light page', () => {}],
      ['a dark page', () => Object.assign(document.body.style, { background: '#141312', color: '#eceae6' })],
      ['a page from right to left', () => (document.documentElement.dir = 'rtl')],
    ] as const)
      it(`while it is open and after a mistake, on ${name}`, async () => {
        dress();
        const { ask, type, provider } = await open();
        await ask();
        await expect(provider).to.be.accessible();
        await type('150');
        await expect(provider).to.be.accessible();
      });
  });
});
