import { aTimeout, expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyHistory, LoyaltyProvider } from '../../../src/index.ts';
import {
  profileLedgers,
  profilePoints,
  profileRedemptions,
} from '../../../src/services/contract/endpoints/index.ts';
import { filter, sort, descending } from '../../../src/services/transport/query.ts';
import { broken, json } from '../../support/component-answers.ts';
import { pointEntries, sampleMember, type Member } from '../../support/component-member.ts';
import {
  button,
  closeService,
  eventsOf,
  everythingIn,
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
import { isAccessible, STATES, type StateName } from '../../support/component-states.ts';
import type { ComponentService } from '../../support/component-service.ts';

const history = html`<loyalty-history></loyalty-history>`;
const only = (provider: LoyaltyProvider): LoyaltyHistory => provider.querySelector('loyalty-history')!;
const show = async (state: StateName, content = history) => only(await STATES[state](content));

const rows = (element: Element) => parts(element, 'row').map(shownText);
/** Ids of the loaded rows. */
const ids = (element: Element) => parts(element, 'row').flatMap(({ dataset }) => dataset['row'] ?? []);
const select = (element: Element, name: 'filter' | 'sort') => part(element, name) as HTMLSelectElement;

let service: ComponentService;

/** The history of a customer, with its choices. */
async function withEntries(count: number, member: Member = sampleMember()): Promise<LoyaltyHistory> {
  member.pointEntries = pointEntries(count);
  service = openService(member);
  const element = await loaded(only(await page(history, member)));
  await until(() => part(element, 'filter') && part(element, 'chart'), 'choices and chart');
  return element;
}

async function choose(element: LoyaltyHistory, name: 'filter' | 'sort', option: string): Promise<void> {
  const choice = select(element, name);
  choice.selectedIndex = [...choice.options].findIndex(({ text }) => text === option);
  choice.dispatchEvent(new Event('change'));
  await loaded(element);
}

async function more(element: LoyaltyHistory, name = 'Show more'): Promise<void> {
  button(element, name)!.focus();
  button(element, name)!.click();
  await element.updateComplete;
  await loaded(element);
  await aTimeout(0); // the focus and the announcement follow the rows
}

describe('loyalty-history', () => {
  afterEach(closeService);

  isAccessible(() => history);

  describe('shows', () => {
    it('skeleton rows and a text for screen readers while it loads', async () => {
      const element = await show('loading');
      expect(element.shadowRoot!.querySelector('[aria-busy=true]')).to.exist;
      expect(shownText(element)).to.include('Loading your history');
      expect(element.matches(':state(loading)')).to.equal(true);
    });

    it('the newest entries with their day, their sign and the balance after them', async () => {
      const element = await withEntries(40);
      expect(rows(element)).to.have.length(6);
      const last = pointEntries(40).at(-1)!;
      expect(rows(element)[0]).to.equal(
        `Order 40 −10 February 9, 2024 Balance: ${last.balance.toLocaleString('en')}`,
      );
      expect(rows(element)[1]).to.include('Order 39 −150');
      expect(rows(element)[2]).to.include('+237');
    });

    it('an empty history in the slot of the theme', async () => {
      const element = await show('empty');
      expect(shownText(element)).to.equal('Your points history starts with your first purchase.');
      expect(element.matches(':state(empty)')).to.equal(true);
    });

    it('an error with a retry button, and without one for invalid settings', async () => {
      expect(shownText(await show('error'))).to.equal('Couldn’t load your history. Try again');
      expect(shownText(await show('invalid settings'))).to.equal('Couldn’t load your history.');
    });

    it("the theme's sign-in link to a guest, or a sentence without one", async () => {
      expect(shownText(await show('signed-out'))).to.equal('Sign in to see your history.');
      const link = html`<loyalty-history><a slot="signed-out" href="/login">Sign in</a></loyalty-history>`;
      expect(shownText(await show('signed-out', link))).to.equal('Sign in');
    });
  });

  describe('requests', () => {
    const queriesOf = (endpoint: typeof profileLedgers | typeof profilePoints | typeof profileRedemptions) =>
      service.seen(endpoint).map(({ url }) => Object.fromEntries(url.searchParams));
    const firstPage = { 'page[size]': '25', 'page[number]': '1' };

    it('one page for the first view, and one more for the chart of a longer history', async () => {
      await withEntries(40);
      expect(queriesOf(profileLedgers)).to.deep.equal([
        { ...filter({ type: 'points' }), ...sort(descending('occurred_at')), ...firstPage },
        {
          ...filter({ type: 'points' }),
          ...sort(descending('occurred_at')),
          'page[size]': '100',
          'page[number]': '1',
        },
      ]);
    });

    it('nothing more for the chart of a short history', async () => {
      await withEntries(20);
      expect(queriesOf(profileLedgers)).to.have.length(1);
    });

    for (const [option, endpoint, conditions, key] of [
      ['Earned', profileLedgers, { type: 'points', value: { gt: 0 } }, 'occurred_at'],
      ['Spent', profilePoints, { value: { lt: 0 }, type: { ne: 'expire' } }, 'issued_at'],
      ['Expired', profilePoints, { type: 'expire' }, 'issued_at'],
      ['Redeemed', profileRedemptions, {}, 'redeem_at'],
    ] as const) {
      it(`${option}: filter and sort are operators of the interface`, async () => {
        const element = await withEntries(40);
        await choose(element, 'filter', option);
        expect(queriesOf(endpoint).at(-1)).to.deep.equal({
          ...filter(conditions),
          ...sort(descending(key)),
          ...firstPage,
        });
        await choose(element, 'sort', 'Oldest first');
        expect(queriesOf(endpoint).at(-1)).to.deep.equal({
          ...filter(conditions),
          ...sort(key),
          ...firstPage,
        });
      });
    }

    it('a number of entries for screen readers', async () => {
      const element = await withEntries(40);
      expect(part(element, 'problem')!.textContent!.trim()).to.equal('');
      await choose(element, 'filter', 'Spent');
      const said = () => part(element, 'problem')!.textContent!.trim();
      await until(said, 'the announcement');
      expect(said()).to.equal(`${rows(element).length} entries shown`);
    });

    it('the next page with the chosen filter and order', async () => {
      const element = await withEntries(200);
      await choose(element, 'filter', 'Spent');
      await choose(element, 'sort', 'Oldest first');
      await more(element);
      expect(queriesOf(profilePoints).at(-1)).to.include({
        'page[number]': '2',
        'filter[value][lt]': '0',
        sort: 'issued_at',
      });
    });
  });

  describe('choices', () => {
    it('show what was earned, spent, expired or redeemed', async () => {
      const element = await withEntries(40);
      await choose(element, 'filter', 'Spent');
      expect(rows(element)[0]).to.equal('Order 39 −150 February 8, 2024');
      expect(rows(element).every((row) => row.includes('−150'))).to.equal(true);
      await choose(element, 'filter', 'Expired');
      expect(rows(element)).to.have.length(4);
      expect(rows(element).every((row) => row.includes('−10'))).to.equal(true);
      await choose(element, 'filter', 'Earned');
      expect(rows(element).every((row) => row.includes('+'))).to.equal(true);
      await choose(element, 'filter', 'Redeemed');
      expect(rows(element)).to.deep.equal([
        'Gift card from Ada €12.50 April 1, 2024',
        'Free coffee March 1, 2024',
      ]);
    });

    it('show the oldest entries first', async () => {
      const element = await withEntries(40);
      await choose(element, 'sort', 'Oldest first');
      expect(ids(element)).to.deep.equal(['1', '2', '3', '4', '5', '6']);
    });

    it('say when there is no such entry, and keep the choices', async () => {
      const element = await withEntries(5);
      await choose(element, 'filter', 'Expired');
      expect(shownText(element)).to.include('Nothing of this kind yet.');
      await choose(element, 'filter', 'All points');
      expect(rows(element)).to.have.length(5);
    });

    it('show an error with a retry button instead of the rows', async () => {
      const element = await withEntries(40);
      service.answer(profilePoints, broken);
      await choose(element, 'filter', 'Spent');
      expect(shownText(part(element, 'notice')!)).to.equal('Couldn’t load your history. Try again');
      service.answer(profilePoints, undefined);
      button(element, 'Try again')!.click();
      await until(() => rows(element).length === 6, 'the rows');
      expect(select(element, 'filter').value).to.equal('Spent');
    });

    it('use the answer to the last choice only', async () => {
      const element = await withEntries(40);
      const release = service.hold(profilePoints);
      const choice = select(element, 'filter');
      for (const index of [2, 4]) {
        choice.selectedIndex = index;
        choice.dispatchEvent(new Event('change'));
        await element.updateComplete;
      }
      await loaded(element);
      release();
      await aTimeout(30);
      expect(rows(element)[0]).to.include('Gift card from Ada');
    });
  });

  describe('more rows', () => {
    it('are shown below the others, and announced; the focus stays on the button', async () => {
      const element = await withEntries(80);
      const before = ids(element);
      await more(element);
      expect(ids(element)).to.have.length(31);
      expect(ids(element).slice(0, 6)).to.deep.equal(before);
      expect(shownText(part(element, 'problem')!)).to.equal('25 more');
      expect(focused() === button(element, 'Show more')).to.equal(true);
      expect(service.seen(profileLedgers)).to.have.length(3);
    });

    it('have their place while they load, so that nothing below moves later', async () => {
      const element = await withEntries(50);
      const release = service.hold(profileLedgers);
      button(element, 'Show more')!.click();
      await element.updateComplete;
      const height = element.offsetHeight;
      expect(parts(element, 'row')).to.have.length(31);
      expect(ids(element)).to.have.length(25);
      release();
      await loaded(element);
      expect(ids(element)).to.have.length(31);
      expect(element.offsetHeight).to.equal(height);
    });

    it('end with the last one: the button is removed, and the first new row has the focus', async () => {
      const element = await withEntries(30);
      await more(element);
      expect(ids(element)).to.have.length(30);
      expect(button(element, 'Show more') === undefined).to.equal(true);
      await until(() => (focused() as HTMLElement).dataset['row'] === '24', 'the focus');
    });

    it('are announced where it is only one', async () => {
      const element = await withEntries(32);
      await more(element);
      expect(shownText(part(element, 'problem')!)).to.equal('25 more');
      await more(element);
      expect(shownText(element.shadowRoot!.querySelector('[role=status]')!)).to.equal('1 more');
    });

    it('that fail leave the rows that are there, with a sentence and a retry', async () => {
      const element = await withEntries(80);
      const events = eventsOf('loyalty-error');
      service.answer(profileLedgers, broken);
      await more(element);
      expect(ids(element)).to.have.length(25);
      expect(shownText(part(element, 'problem')!)).to.equal('Couldn’t load more.');
      expect(events.map(({ detail }) => detail.error.status)).to.deep.equal([500]);
      expect(focused() === button(element, 'Try again')).to.equal(true);
      service.answer(profileLedgers, undefined);
      await more(element, 'Try again');
      expect(ids(element)).to.have.length(50);
      expect(shownText(part(element, 'problem')!)).to.equal('25 more');
    });

    it('contain no entry twice if an entry was added meanwhile', async () => {
      const member = sampleMember();
      const element = await withEntries(60, member);
      member.pointEntries = pointEntries(61);
      await more(element);
      expect(new Set(ids(element)).size).to.equal(ids(element).length);
    });

    it('stay after the history was loaded again, whatever was chosen', async () => {
      const element = await withEntries(400);
      await choose(element, 'filter', 'Spent');
      for (let presses = 0; presses < 2; presses++) await more(element);
      const shown = ids(element);
      expect(shown).to.have.length.above(30);
      const before = service.seen(profilePoints).length;
      await (element.closest('loyalty-provider') as LoyaltyProvider).refresh();
      await until(() => service.seen(profilePoints).length > before, 'the first page again');
      await loaded(element);
      expect(ids(element)).to.deep.equal(shown);
    });

    it('a second press while they load is ignored', async () => {
      const element = await withEntries(80);
      const release = service.hold(profileLedgers);
      button(element, 'Show more')!.click();
      await element.updateComplete;
      const disabled = () => button(element, 'Show more')!.getAttribute('aria-disabled');
      expect(disabled()).to.equal('true');
      button(element, 'Show more')!.click();
      release();
      await loaded(element);
      expect(ids(element)).to.have.length(31);
      expect(disabled()).to.equal('false');
    });
  });

  describe('chart', () => {
    it('has a summary as its name, and the same numbers as a table', async () => {
      const element = await withEntries(5);
      const label = part(element, 'chart')!.getAttribute('aria-label');
      expect(label).to.equal(
        'Points from January 1, 2024 to January 5, 2024: lowest 200, highest 658, at the end 658',
      );
      expect(part(element, 'chart')).to.have.attribute('role', 'img');
      part(element, 'table-toggle')!.click();
      const cells = [...part(element, 'table')!.querySelectorAll('tbody tr')].map(shownText);
      expect(cells[0]).to.include('January 1, 2024').and.to.include('200');
      expect(cells).to.have.length(5);
      await expect(element).to.be.accessible();
    });

    it('is not there if the service sends no balances', async () => {
      const member = sampleMember();
      service = openService(member);
      service.answer(profileLedgers, () =>
        json({ data: [{ id: 1, type: 'points', value: '5', occurred_at: '2024-01-01T00:00:00Z' }] }),
      );
      const element = await loaded(only(await page(history, member)));
      await until(() => part(element, 'filter'), 'the choices');
      expect(rows(element)).to.deep.equal(['Points +5 January 1, 2024']);
      expect(part(element, 'chart') === undefined).to.equal(true);
    });
  });

  describe('10,000 rows', () => {
    /** Chunks whose rows the browser skips while they are not visible: each is a layer. */
    const layers = (element: HTMLElement): number =>
      [...element.shadowRoot!.querySelectorAll('.chunk')].filter(
        (chunk) => getComputedStyle(chunk).getPropertyValue('content-visibility') === 'auto',
      ).length;

    it('have no more rows in the page than 1,000, and a press takes no longer', async () => {
      const element = await withEntries(10_006);
      const chunks = () => element.shadowRoot!.querySelectorAll('.chunk');
      /** Presses until this many rows are shown. Returns the shortest time of a press: other programs lengthen single ones. */
      const grow = async (count: number): Promise<number> => {
        let shortest = Infinity;
        while (chunks().length * 25 < count) {
          const begin = performance.now();
          part(element, 'more-button')!.click();
          await until(
            () => part(element, 'more-button')?.getAttribute('aria-disabled') !== 'true',
            'the next rows',
          );
          shortest = Math.min(shortest, performance.now() - begin);
        }
        return shortest;
      };
      await grow(500);
      const first = await grow(1_000);
      const height = element.offsetHeight;
      await grow(9_500);
      const last = await grow(10_000);
      await until(() => ids(element).length <= 250, 'few rows in the page');
      expect(element.offsetHeight).to.be.above(height * 8);
      expect(element.shadowRoot!.querySelectorAll('*').length).to.be.below(6_000);
      expect(last / first).to.be.below(10);
    }).timeout(300_000);

    it('are there where the shopper scrolls to', async () => {
      const element = await withEntries(1_300);
      for (let presses = 0; presses < 51; presses++) await more(element);
      expect(layers(element)).to.equal(0);
      element.scrollIntoView({ block: 'end' });
      await until(() => ids(element).includes('30') && !ids(element).includes('1300'), 'the last rows');
      element.scrollIntoView({ block: 'start' });
      await until(() => ids(element).includes('1300'), 'the first rows');
    });

    it('a scroll through 1,000 rows renders nothing', async () => {
      const element = await withEntries(1_000);
      for (let presses = 0; presses < 39; presses++) await more(element);
      let updates = 0;
      const { requestUpdate } = element;
      element.requestUpdate = (...change) => {
        updates++;
        requestUpdate.apply(element, change);
      };
      for (const block of ['end', 'start'] as const) {
        element.scrollIntoView({ block });
        for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
      }
      expect(updates).to.equal(0);
      expect(ids(element).length).to.equal(981);
      expect(layers(element)).to.equal(39);
    });

    it('a press formats the days of the new rows only, not those of the chart', async () => {
      const element = await withEntries(200);
      await until(() => part(element, 'chart-table'), 'the chart');
      const { DateTimeFormat } = Intl;
      let formats = 0;
      Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
        construct: (format, options) => {
          formats++;
          return Reflect.construct(format, options) as object;
        },
      });
      try {
        await more(element);
      } finally {
        Intl.DateTimeFormat = DateTimeFormat;
      }
      expect(formats).to.equal(25);
    });
  });

  it('shows nothing of the customer before, whatever was chosen', async () => {
    const ada = sampleMember();
    ada.pointEntries = pointEntries(60, 'ADA');
    const ben = sampleMember('1002', 'b');
    ben.pointEntries = pointEntries(3, 'BEN');
    service = openService(ada, ben);
    const provider = await page(history, ada);
    const element = await loaded(only(provider));
    await until(() => part(element, 'filter'), 'the choices');
    await choose(element, 'filter', 'Spent');
    const release = service.hold(profileLedgers);
    await signIn(provider, ben);
    await element.updateComplete;
    expect(everythingIn(element)).not.to.include('ADA');
    release();
    await loaded(element);
    await until(() => rows(element).length === 3, "Ben's rows");
    expect(everythingIn(element)).not.to.include('ADA');
    expect(select(element, 'filter').value).to.equal('All points');
  });

  it('shows texts of the service as text', async () => {
    const member = sampleMember();
    service = openService(member);
    service.answer(profileLedgers, () =>
      json({
        data: [
          {
            id: 1,
            value: '5',
            description: '<img src=x onerror=alert(1)>',
            occurred_at: '2024-01-01T00:00:00Z',
          },
          { id: 2, value: 'many', occurred_at: '2024-01-01T00:00:00Z' },
          { id: 3, value: '5', occurred_at: 'never' },
          null,
        ],
      }),
    );
    const element = await loaded(only(await page(history, member)));
    expect(rows(element)).to.have.length(1);
    expect(shownText(part(element, 'title')!)).to.equal('<img src=x onerror=alert(1)>');
    expect(element.shadowRoot!.querySelector('img')).to.equal(null);
  });

  it('opens what a refund of a purchase takes back', async () => {
    const member = sampleMember();
    member.pointEntries = pointEntries(4).map((entry) =>
      entry.id === 4 ? { ...entry, refund_takes: 45 } : entry,
    );
    openService(member);
    const element = await loaded(only(await page(history, member)));
    const row = parts(element, 'row')[0]!;
    const before = row.offsetHeight;
    parts(element, 'title')[0]!.click();
    await until(() => row.offsetHeight > before, 'the text');
    expect(parts(element, 'refund').map(shownText)).to.deep.equal([
      'If you return this, 45 points are taken back',
    ]);
    await expect(element).to.be.accessible();
  });
});
