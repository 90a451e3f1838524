import { aTimeout, expect, html } from '@open-wc/testing';
import { nothing } from 'lit';
import '../../../src/index.ts';
import type { LoyaltyEarn, LoyaltyProvider } from '../../../src/index.ts';
import { estimateIncentives } from '../../../src/services/contract/endpoints/index.ts';
import { json, refuse } from '../../support/component-answers.ts';
import { sampleMember } from '../../support/component-member.ts';
import {
  button,
  closeService,
  eventsOf,
  loaded,
  openService,
  page,
  part,
  parts,
  signIn,
  shownText,
  until,
} from '../../support/component-page.ts';
import { isAccessible, plainPage, STATES, type StateName } from '../../support/component-states.ts';

const line = html`<loyalty-earn product-id="product-1" price="89.90" currency="EUR"></loyalty-earn>`;
const list = html`<loyalty-earn></loyalty-earn>`;
const PROGRAMME = JSON.stringify({
  earn: { EUR: 1, DKK: 0.2, SEK: 0.3, '<b>': 1 },
  ways: [
    { name: 'Write a review', description: 'Of a product that you bought.', points: 50, url: '/reviews' },
    { name: 'Bad link', url: 'javascript:alert(1)' },
    { points: 5 },
    'nothing',
  ],
});

const only = (provider: LoyaltyProvider): LoyaltyEarn => provider.querySelector('loyalty-earn')!;
const show = async (state: StateName, content = line) => only(await STATES[state](content));

async function open(content = line) {
  const member = sampleMember();
  const service = openService(member);
  const provider = await page(content, member);
  const bodies = () => service.seen(estimateIncentives).map(({ body }) => body as Record<string, unknown>);
  return { member, service, provider, bodies, element: await loaded(only(provider)) };
}

const HOUR_MS = 3_600_000;
const midnightIn = (days: number): Date => {
  const day = new Date();
  day.setDate(day.getDate() + days);
  day.setHours(0, 0, 0, 0);
  return day;
};

describe('loyalty-earn', () => {
  afterEach(() => {
    closeService();
    plainPage();
  });

  isAccessible(() => line);
  isAccessible(() => list);

  describe('line', () => {
    it('shows a skeleton while it loads, then the points of the estimate', async () => {
      const element = await show('loading');
      expect(part(element, 'base')).to.have.attribute('aria-busy', 'true');
      expect(element.matches(':state(loading)')).to.equal(true);
      closeService();
      expect(shownText(await show('data'))).to.equal('Earn 89 points');
    });

    it('sends product, variant, quantity, price and currency', async () => {
      const { bodies, element } = await open(
        html`<loyalty-earn
          product-id="p"
          variant-id="v"
          quantity="3"
          price="9.90"
          currency="eur"
        ></loyalty-earn>`,
      );
      expect(bodies()).to.deep.equal([
        {
          total: 29.7,
          currency: 'EUR',
          items: [{ product_id: 'p', variant_id: 'v', quantity: 3, price: 9.9 }],
        },
      ]);
      expect(shownText(element)).to.equal('Earn 29 points');
    });

    it('sends values without the blanks around them', async () => {
      const { bodies } = await open(
        html`<loyalty-earn product-id=" p " variant-id=" v " price=" 9.90 " currency=" eur "></loyalty-earn>`,
      );
      expect(bodies()).to.deep.equal([
        {
          total: 9.9,
          currency: 'EUR',
          items: [{ product_id: 'p', variant_id: 'v', quantity: 1, price: 9.9 }],
        },
      ]);
    });

    it('shows one point in the singular', async () => {
      const { element } = await open(html`<loyalty-earn price="1"></loyalty-earn>`);
      expect(shownText(element)).to.equal('Earn 1 point');
    });

    it('is empty with its reserved height for no points, and after an error', async () => {
      const { element } = await open(html`<loyalty-earn price="0"></loyalty-earn>`);
      expect(shownText(element)).to.equal('');
      expect(element.matches(':state(empty)')).to.equal(true);
      const { height } = element.getBoundingClientRect();
      closeService();
      const failed = await show('error');
      expect(shownText(failed)).to.equal('');
      expect(failed.matches(':state(failed)')).to.equal(true);
      expect(failed.getBoundingClientRect().height).to.equal(height);
      expect(height).to.be.above(10);
    });

    it('estimates a cart with one request for all of its items', async () => {
      const items = [
        { product_id: 'a', quantity: 2, price: '10.50' },
        { product_id: 'b', quantity: 1, price: 5 },
      ];
      const { element, bodies } = await open(
        html`<loyalty-earn items=${JSON.stringify(items)} currency="EUR"></loyalty-earn>`,
      );
      expect(shownText(element)).to.equal('Earn 26 points');
      expect(bodies().map(({ total }) => total)).to.deep.equal([26]);
    });

    it('is empty for an empty cart, without a request', async () => {
      const { element, bodies } = await open(html`<loyalty-earn items="[]"></loyalty-earn>`);
      expect(shownText(element)).to.equal('');
      expect(bodies()).to.deep.equal([]);
    });
  });

  describe('48 lines on one page', () => {
    const listing = html`${Array.from(
      { length: 48 },
      (_, at) => html`<loyalty-earn product-id="p-${at}" price=${at + 1} currency="EUR"></loyalty-earn>`,
    )}`;
    const all = (provider: LoyaltyProvider) =>
      Promise.all([...provider.querySelectorAll('loyalty-earn')].map(loaded));

    it('cost one request', async () => {
      const { provider, bodies } = await open(listing);
      const elements = await all(provider);
      expect(bodies()).to.have.length(1);
      expect(elements.map(shownText)).to.deep.equal(
        elements.map((_, at) => `Earn ${at + 1} point${at ? 's' : ''}`),
      );
    });

    it('cost no request for a product that is already known', async () => {
      const { provider, bodies } = await open(listing);
      await all(provider);
      const again = document.createElement('loyalty-earn');
      Object.assign(again, { productId: 'p-7', price: 8, currency: 'EUR' });
      provider.append(again);
      await until(() => shownText(again) === 'Earn 8 points', 'the points');
      expect(bodies()).to.have.length(1);
    });

    for (const [name, items] of [
      ['no points of items', undefined],
      ['points of other items', [{ points: 1 }]],
      ['something else for the items', { length: 48 }],
    ] as const) {
      it(`ask for those near the visible part where the service sends ${name}`, async () => {
        const member = sampleMember();
        const service = openService(member);
        service.answer(estimateIncentives, ({ body }) =>
          json({ data: { points: Math.floor((body as { total: number }).total), items } }),
        );
        const spaced = html`<style>
            loyalty-earn {
              margin-block-end: 400px;
            }</style
          >${listing}`;
        const provider = await page(spaced, member);
        const [first, ...others] = provider.querySelectorAll('loyalty-earn');
        await until(() => shownText(first!) === 'Earn 1 point', 'the first line');
        await aTimeout(100);
        expect(service.seen(estimateIncentives).length).to.be.below(16);
        const last = others.at(-1)!;
        last.scrollIntoView();
        await until(() => shownText(last) === 'Earn 48 points', 'the last line');
        scrollTo(0, 0);
      });
    }
  });

  describe('changes', () => {
    it('of the quantity are asked for once, after the last one', async () => {
      const { element, bodies } = await open();
      for (const quantity of [2, 3, 4]) {
        element.quantity = quantity;
        await element.updateComplete;
      }
      await until(() => shownText(element) === 'Earn 359 points', 'the points');
      expect(bodies().map(({ total }) => total)).to.deep.equal([89.9, 359.6]);
    });

    it('keep the last points in the line, quieter, until the new ones arrive', async () => {
      const { element, service } = await open();
      const color = () => getComputedStyle(part(element, 'text')!).color;
      const settled = color();
      expect(settled).to.equal(getComputedStyle(element).color);
      const release = service.hold(estimateIncentives);
      element.setAttribute('quantity', '2');
      await until(() => service.seen(estimateIncentives).length === 2, 'the request');
      expect(shownText(element)).to.equal('Earn 89 points');
      expect(part(element, 'base')).to.have.attribute('aria-busy', 'true');
      expect(color()).not.to.equal(settled);
      release();
      await until(() => shownText(element) === 'Earn 179 points', 'the points');
      expect(color()).to.equal(settled);
    });

    it('show the answer to the last one, whatever the order of the answers', async () => {
      const { element, service } = await open();
      const releases: (() => void)[] = [];
      service.answer(estimateIncentives, async ({ body }) => {
        await new Promise<void>((resolve) => releases.push(resolve));
        return json({ data: { points: Math.floor((body as { total: number }).total) } });
      });
      element.quantity = 2;
      await until(() => releases.length === 1, 'the first request');
      element.quantity = 3;
      await until(() => releases.length === 2, 'the second request');
      releases[1]!();
      await until(() => shownText(element) === 'Earn 269 points', 'the second answer');
      releases[0]!();
      await aTimeout(30);
      expect(shownText(element)).to.equal('Earn 269 points');
    });

    it('of variant and currency are followed', async () => {
      const { element, bodies } = await open();
      Object.assign(element, { variantId: 'large', currency: 'DKK' });
      await until(() => bodies().length === 2, 'the request');
      expect(bodies()[1]).to.deep.include({ currency: 'DKK' });
      expect((bodies()[1]!['items'] as object[])[0]).to.include({ variant_id: 'large' });
    });

    it('are followed by another request after a failure', async () => {
      const { element, service } = await open();
      const errors = eventsOf('loyalty-error');
      service.answerOnce(estimateIncentives, () => refuse(422, 'No.'));
      element.quantity = 2;
      await until(() => errors.length, 'the event');
      await element.updateComplete;
      expect(shownText(element)).to.equal('');
      element.quantity = 1;
      await until(() => shownText(element) === 'Earn 89 points', 'the points, from the cache');
      element.quantity = 2;
      await until(() => shownText(element) === 'Earn 179 points', 'the points');
    });

    it('of the customer hide the points of the one before', async () => {
      const { element, provider, service } = await open();
      service.hold(estimateIncentives);
      await signIn(provider, undefined);
      await until(() => element.matches(':state(signed-out)'), 'the guest');
      expect(shownText(element)).to.equal('');
    });
  });

  describe('in a campaign', () => {
    const campaign = (end: Date | null, more: object = {}) => ({
      id: 1,
      name: 'Double points',
      points: 89,
      multiplier: '2',
      ends_at: end?.toISOString() ?? null,
      ...more,
    });
    const opened = async (campaigns: object[], { points = 178, content = line } = {}) => {
      const member = sampleMember();
      const service = openService(member);
      const items = [{ points, campaigns }];
      service.answer(estimateIncentives, () => json({ data: { points, campaigns, items } }));
      return { service, element: await loaded(only(await page(content, member))) };
    };
    it('says how many times, until which day and the points', async () => {
      const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' }).format(midnightIn(2));
      const { element } = await opened([campaign(midnightIn(3))]);
      expect(shownText(element)).to.equal(`2× until ${weekday}, 178 points`);
    });

    it('says the date of an end that is not within a week', async () => {
      const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' }).format(midnightIn(19));
      const { element } = await opened([campaign(midnightIn(20))]);
      expect(shownText(element)).to.equal(`2× until ${day}, 178 points`);
    });

    it('says the time of an end that is not at the end of a day', async () => {
      const end = new Date(midnightIn(3).getTime() + 18 * HOUR_MS);
      const { element } = await opened([campaign(end)]);
      expect(shownText(element)).to.match(/^2× until \w+ 6:00 PM, 178 points$/);
    });

    it('says how many of the points for a part of the purchase, and for a bonus', async () => {
      const until = new Intl.DateTimeFormat('en', { weekday: 'long' }).format(midnightIn(2));
      const { element } = await opened([campaign(midnightIn(3), { points: 30 })], { points: 130 });
      expect(shownText(element)).to.equal(`130 points, 30 of them until ${until}`);
      closeService();
      const bonus = campaign(midnightIn(3), { points: 50, multiplier: null });
      expect(shownText((await opened([bonus], { points: 139 })).element)).to.equal(
        `139 points, 50 of them until ${until}`,
      );
    });

    for (const [what, campaigns] of [
      ['without an end', [campaign(null)]],
      ['that has ended', [campaign(new Date(Date.now() - HOUR_MS))]],
      ['with an end that is no date', [campaign(null, { ends_at: 'soon' })]],
      ['beside another one', [campaign(midnightIn(3)), campaign(midnightIn(4), { id: 2 })]],
    ] as const)
      it(`says the points alone of one ${what}`, async () => {
        expect(shownText((await opened([...campaigns])).element)).to.equal('Earn 178 points');
      });

    it('asks again at its end, and shows no points of it meanwhile', async () => {
      const { element, service } = await opened([campaign(new Date(Date.now() + 1_500))]);
      expect(shownText(element)).to.match(/^2× until .*, 178 points$/);
      const release = service.hold(estimateIncentives);
      service.answer(estimateIncentives, () => json({ data: { points: 89, campaigns: [] } }));
      await until(() => service.seen(estimateIncentives).length === 2, 'the second request');
      await element.updateComplete;
      expect(shownText(element)).not.to.contain('178');
      release();
      await until(() => shownText(element) === 'Earn 89 points', 'the points without the campaign');
    });

    it('says the points alone where the line has no room for more', async () => {
      const narrow = html`<div style="inline-size: 9em">${line}</div>`;
      const { element } = await opened(
        [campaign(new Date(midnightIn(3).getTime() + 18 * HOUR_MS), { points: 30 })],
        { content: narrow, points: 130 },
      );
      await until(() => shownText(element) === 'Earn 130 points', 'the short line');
    });

    it('is said in the language of the page', async () => {
      const weekday = new Intl.DateTimeFormat('de', { weekday: 'long' }).format(midnightIn(2));
      const { setMessages } = await import('../../../src/index.ts');
      const { messages } = await import('../../../src/locales/de.ts');
      const key = '{times}× until {day}, {n} points';
      setMessages({ [key]: messages[key]! });
      const content = html`<div lang="de">${line}</div>`;
      const { element } = await opened([campaign(midnightIn(3))], { content });
      expect(shownText(element)).to.equal(`2× bis ${weekday}, 178 Punkte`);
      setMessages({ [key]: key });
    });
  });

  describe('guests', () => {
    it('have room for a second line in a narrow column, also where the theme sets box-sizing for all elements', async () => {
      openService();
      const theme = document.createElement('style');
      theme.textContent = '* { box-sizing: border-box; }';
      document.head.append(theme);
      const provider = await page(
        html`<div style="inline-size: 9em; line-height: 20px">
          <loyalty-earn price="89" currency="EUR" programme='{"earn":{"EUR":1}}'></loyalty-earn>
        </div>`,
      );
      const element = provider.querySelector('loyalty-earn')!;
      await until(() => shownText(element) === 'Members earn 89 points', 'the line');
      expect(element.offsetHeight).to.equal(40);
      theme.remove();
    });

    const guest = async (content: typeof line) => {
      openService();
      return loaded(only(await page(content)));
    };

    it('see the points at the rate of the page, rounded down, with the slot beside it', async () => {
      const element = await guest(
        html`<loyalty-earn price="0.29" quantity="100" currency="EUR" programme=${PROGRAMME}
          ><a slot="signed-out" href="#join">Join</a></loyalty-earn
        >`,
      );
      expect(shownText(element)).to.equal('Members earn 29 points Join');
    });

    describe('with campaigns of the page', () => {
      const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' }).format(midnightIn(2));
      const programmeWith = (...campaigns: unknown[]) => JSON.stringify({ earn: { EUR: 1 }, campaigns });
      const twice = (more: object = {}) => ({
        multiplier: 2,
        ends_at: midnightIn(3).toISOString(),
        products: ['product-1'],
        ...more,
      });
      const lineWith = (...campaigns: unknown[]) =>
        html`<loyalty-earn
          product-id="product-1"
          price="89.90"
          currency="EUR"
          programme=${programmeWith(...campaigns)}
        ></loyalty-earn>`;

      it('see how many times and until when, without a request', async () => {
        const element = await guest(lineWith(twice()));
        await until(
          () => shownText(element) === `Members earn 178 points, 2× until ${weekday}`,
          'the campaign',
        );
      });

      it('see which points of a cart are from it', async () => {
        const items = JSON.stringify([
          { product_id: 'product-1', price: '10', quantity: 2 },
          { product_id: 'product-2', price: '5' },
        ]);
        const element = await guest(
          html`<loyalty-earn
            items=${items}
            currency="EUR"
            programme=${programmeWith(twice())}
          ></loyalty-earn>`,
        );
        await until(
          () => shownText(element) === `Members earn 45 points, 20 of them until ${weekday}`,
          'the campaign',
        );
      });

      for (const [what, campaign] of [
        ['other products', twice({ products: ['product-2'] })],
        ['a time that has not begun', twice({ starts_at: midnightIn(1).toISOString() })],
        ['a time that is over', twice({ ends_at: midnightIn(0).toISOString() })],
      ] as const)
        it(`see the points at the rate of the page for ${what}`, async () => {
          const element = await guest(lineWith(campaign));
          await until(() => shownText(element) === 'Members earn 89 points', 'the points');
        });

      it('see the points without it from its end on', async () => {
        const element = await guest(lineWith(twice({ ends_at: new Date(Date.now() + 1_500).toISOString() })));
        await until(() => shownText(element).startsWith('Members earn 178 points'), 'the campaign');
        await until(() => shownText(element) === 'Members earn 89 points', 'the points without it');
      });

      it('see a skeleton until its file is there, and never the points without it', async () => {
        openService();
        const element = only(await page(lineWith(twice())));
        const seen = new Set<string>();
        await until(() => {
          seen.add(shownText(element));
          return shownText(element).includes('2×');
        }, 'the campaign');
        expect([...seen].join()).not.to.contain('89 points');
      });

      it('see the points alone where the line has no room for more', async () => {
        const element = await guest(html`<div style="inline-size: 9em">${lineWith(twice())}</div>`);
        await until(() => shownText(element) === 'Members earn 178 points', 'the short line');
      });

      it('see the others where one is malformed, which the console names', async () => {
        openService();
        const errors = eventsOf('loyalty-error');
        const element = await loaded(only(await page(lineWith(twice({ ends_at: 'Sunday' }), twice()))));
        await until(() => shownText(element).includes('2×'), 'the campaign');
        await until(() => errors.length, 'the event');
        expect(errors.map(({ detail }) => detail.error.message).join()).to.include('Ignored: campaigns[0].');
      });
    });

    for (const [name, programme] of [
      ['no programme', undefined],
      ['no rate for the currency', '{"earn":{"USD":1}}'],
      ['a negative rate', '{"earn":{"EUR":-1}}'],
      ['a rate that is no number', '{"earn":{"EUR":{}}}'],
      ['a programme that is no JSON', '{'],
    ] as const) {
      it(`see only the reserved line with ${name}`, async () => {
        const element = await guest(
          html`<loyalty-earn price="89" currency="EUR" programme=${programme ?? ''}></loyalty-earn>`,
        );
        expect(shownText(element)).to.equal('');
        expect(element.getBoundingClientRect().height).to.be.above(10);
        // The diagnostic about the programme is logged in this test, not in the next one, which counts lines.
        await import('../../../src/components/page/page-policy.ts');
        await aTimeout(0);
      });
    }
  });

  describe('bad input', () => {
    const { error } = console;
    afterEach(() => void (console.error = error));

    for (const [name, content] of [
      ['a price that is no number', html`<loyalty-earn price="€89"></loyalty-earn>`],
      ['a negative price', html`<loyalty-earn price="-1"></loyalty-earn>`],
      ['a price beyond all prices', html`<loyalty-earn price="99999999999999999999"></loyalty-earn>`],
      ['a product without a price', html`<loyalty-earn product-id="p"></loyalty-earn>`],
      ['a quantity that is no number', html`<loyalty-earn price="1" quantity="many"></loyalty-earn>`],
      ['a currency that is none', html`<loyalty-earn price="1" currency="Euro"></loyalty-earn>`],
      ['items that are no JSON', html`<loyalty-earn items="[{"></loyalty-earn>`],
      ['items that are no list', html`<loyalty-earn items='{"price":1}'></loyalty-earn>`],
      ['one item without a price', html`<loyalty-earn items='[{"price":1},{}]'></loyalty-earn>`],
    ] as const) {
      it(`leaves the line empty, sends no request and writes a diagnostic to the console: ${name}`, async () => {
        const lines: string[] = [];
        console.error = (...texts: unknown[]) => void lines.push(texts.join(' '));
        const { element, bodies } = await open(content);
        await until(() => element.matches(':state(failed)'), 'the state');
        expect(shownText(element)).to.equal('');
        expect(bodies()).to.deep.equal([]);
        await aTimeout(30);
        expect(lines.filter((text) => !text.includes('<loyalty-earn> needs'))).to.deep.equal([]);
      });
    }

    for (const [programme, ignored] of [
      [
        '{"ways":[{"points":5},{"name":"Review"},7],"earn":{"EUR":1,"Euro":1,"USD":"x"}}',
        'ways[0], ways[2], earn[Euro], earn[USD]',
      ],
      ['{"ways":{"name":"Review"},"earn":[1]}', 'ways, earn'],
      ['{"ways":7,"earn":7}', 'ways, earn'],
    ] as const) {
      for (const [kind, content] of [
        ['list', html`<loyalty-earn programme=${programme}></loyalty-earn>`],
        ["guest's line", html`<loyalty-earn price="5" currency="GBP" programme=${programme}></loyalty-earn>`],
      ] as const) {
        it(`of the programme writes a diagnostic to the console for a ${kind}: ${programme}`, async () => {
          const lines: string[] = [];
          console.error = (...texts: unknown[]) => void lines.push(texts.join(' '));
          openService();
          const errors = eventsOf('loyalty-error');
          await loaded(only(await page(content)));
          await until(() => errors.length, 'the event');
          expect(errors.map(({ detail }) => detail.error.message).join()).to.include(`Ignored: ${ignored}.`);
        });
      }
    }

    it('of the programme is not reported for valid ways and rates', async () => {
      const programme = '{"ways":[{"name":"Review"}],"earn":{"EUR":1}}';
      openService();
      const errors = eventsOf('loyalty-error');
      await loaded(only(await page(html`<loyalty-earn programme=${programme}></loyalty-earn>`)));
      await aTimeout(30);
      expect(errors).to.deep.equal([]);
    });

    for (const points of [-5, 1.5, 'many', null, 1e300, {}]) {
      it(`of the service, ${JSON.stringify(points)} points: an empty line`, async () => {
        const member = sampleMember();
        const service = openService(member);
        service.answer(estimateIncentives, () => json({ data: { points } }));
        const element = await loaded(only(await page(line, member)));
        expect(shownText(element)).to.equal('');
      });
    }
  });

  describe('line that follows a form', () => {
    const option = (id: string, price?: string) =>
      html`<option value=${id} data-price=${price ?? nothing}>Variant ${id}</option>`;
    const withForm = (selector: string, quantity = html`<input name="quantity" value="1" />`) =>
      html`<form id="product-form">
          <select name="id">
            <option value="">Choose</option>
            ${option('41', '128')} ${option('42', '98')} ${option('43')}
          </select>
          ${quantity}
        </form>
        <loyalty-earn product-id="throw" price="98" currency="EUR" for=${selector}></loyalty-earn>`;
    const field = <T extends HTMLElement>(selector: string): T => document.querySelector<T>(selector)!;
    const write = (selector: string, value: string) => {
      const one = field<HTMLInputElement>(selector);
      one.value = value;
      one.dispatchEvent(new Event('change', { bubbles: true }));
    };
    const shows = (element: LoyaltyEarn, text: string) => until(() => shownText(element) === text, text);

    it('shows the points of the chosen variant and of the number of pieces', async () => {
      const { bodies, element } = await open(withForm('#product-form'));
      expect(shownText(element)).to.equal('Earn 98 points');
      write('[name=id]', '41');
      await shows(element, 'Earn 128 points');
      write('[name=quantity]', '2');
      await shows(element, 'Earn 256 points');
      expect(bodies().map(({ items }) => items)).to.deep.equal([
        [{ product_id: 'throw', quantity: 1, price: 98 }],
        [{ product_id: 'throw', variant_id: '41', quantity: 1, price: 128 }],
        [{ product_id: 'throw', variant_id: '41', quantity: 2, price: 128 }],
      ]);
    });

    it('takes the price of the attribute for a variant without one', async () => {
      const { element } = await open(withForm('#product-form'));
      write('[name=id]', '41');
      await shows(element, 'Earn 128 points');
      write('[name=id]', '43');
      await shows(element, 'Earn 98 points');
    });

    for (const quantity of ['', '0', '-2', 'two'])
      it(`counts one piece for a quantity of "${quantity}"`, async () => {
        const { bodies } = await open(
          withForm('#product-form', html`<input name="quantity" value=${quantity} />`),
        );
        expect(bodies()).to.deep.equal([
          { total: 98, currency: 'EUR', items: [{ product_id: 'throw', quantity: 1, price: 98 }] },
        ]);
      });

    it('asks once for a variant that is chosen already', async () => {
      const radio = html`<input type="hidden" name="id" value="42" data-price="60" />`;
      const { bodies, element } = await open(
        html`<form id="product-form">${radio}</form>
          <loyalty-earn product-id="throw" price="98" for="#product-form"></loyalty-earn>`,
      );
      expect(shownText(element)).to.equal('Earn 60 points');
      expect(bodies()).to.have.length(1);
    });

    it('takes the attributes where there is no such form, and after it follows none', async () => {
      const { element } = await open(withForm('#another-form'));
      expect(shownText(element)).to.equal('Earn 98 points');
      element.for = '#product-form';
      write('[name=id]', '41');
      await shows(element, 'Earn 128 points');
      element.removeAttribute('for');
      await shows(element, 'Earn 98 points');
    });

    it('shows guests the points of the chosen variant', async () => {
      const content = withForm('#product-form');
      const provider = await STATES['signed-out'](content);
      const element = only(provider);
      element.programme = { earn: { EUR: 1 } };
      await until(() => shownText(element).startsWith('Members earn 98 points'), 'the product');
      write('[name=id]', '41');
      await until(() => shownText(element).startsWith('Members earn 128 points'), 'the variant');
    });
  });

  describe('list', () => {
    const ways = (element: LoyaltyEarn) => parts(element, 'way').map(shownText);
    const shown = async (element: LoyaltyEarn) => {
      await until(() => part(element, 'way') || part(element, 'notice'), 'the list');
      await loaded(element);
      return element;
    };

    it('shows the ways of the page, then achievements: the open ones first, with progress', async () => {
      const { element } = await open(
        html`<loyalty-earn currency="EUR" programme=${PROGRAMME}></loyalty-earn>`,
      );
      await shown(element);
      expect(ways(element)).to.deep.equal([
        'Every purchase 1 point for every €1',
        'Write a review Of a product that you bought. 50 points',
        'Bad link',
      ]);
      button(element, 'Show all 5 ways to earn')!.click();
      await element.updateComplete;
      expect(ways(element).slice(3)).to.deep.equal([
        'Ten orders Order ten times. 3 of 10',
        'First order Done',
      ]);
      expect(parts(element, 'way-done')).to.have.length(1);
    });

    it('links only to web addresses', async () => {
      const { element } = await open(html`<loyalty-earn programme=${PROGRAMME}></loyalty-earn>`);
      await shown(element);
      const links = [...element.shadowRoot!.querySelectorAll('a')].map(({ href }) => href);
      expect(links).to.deep.equal([new URL('/reviews', location.href).href]);
    });

    it('says what a rate below one means, and nothing where it is no whole number', async () => {
      const { element } = await open(html`<loyalty-earn programme=${PROGRAMME}></loyalty-earn>`);
      await shown(element);
      expect(ways(element).slice(0, 2)).to.deep.equal([
        'Every purchase 1 point for every €1',
        'Every purchase 1 point for every DKK 5',
      ]);
      expect(shownText(element)).not.to.include('SEK');
    });

    it('asks guests to sign in, or shows them the ways of the page', async () => {
      openService();
      const bare = await shown(only(await page(list)));
      expect(shownText(bare)).to.equal('Sign in to see how to earn points.');
      const given = await shown(
        only(
          await page(html`<loyalty-earn programme=${PROGRAMME}><a slot="signed-out">Join</a></loyalty-earn>`),
        ),
      );
      expect(shownText(given)).to.include('Write a review').and.to.include('Join');
    });

    it('says that there is nothing to earn, or that it did not load', async () => {
      expect(shownText(await shown(await show('empty', list)))).to.equal('Nothing to earn right now.');
      closeService();
      const failed = await shown(await show('error', list));
      expect(shownText(failed)).to.include('Couldn’t load the ways to earn.');
      expect(button(failed, 'Try again')).not.to.equal(undefined);
    });

    it('says that these are all only where the achievements are known', async () => {
      const content = html`<loyalty-earn programme='{"ways":[{"name":"Review","points":5}]}'></loyalty-earn>`;
      for (const [state, end] of [
        ['data', 'That’s all for now.'],
        ['error', undefined],
        ['signed-out', undefined],
      ] as const) {
        const element = await shown(await show(state, content));
        expect(ways(element)[0], state).to.equal('Review 5 points');
        const said = part(element, 'end');
        expect(said && shownText(said), state).to.equal(end);
        closeService();
      }
    });

    it('leaves out achievements that are malformed', async () => {
      const member = sampleMember();
      member.achievements = [
        {},
        { id: 1, definition: { name: 'No goal' } },
        { id: 2, definition: { name: 'Negative', points_required: -3 } },
        { id: 3, definition: { name: 'Hidden', points_required: 3, is_published: false } },
        { id: 5, points: -7, definition: { name: 'Good', points_required: 3 } },
      ];
      openService(member);
      const element = await shown(only(await page(list, member)));
      expect(ways(element)).to.deep.equal(['Good 0 of 3']);
    });
  });
});
