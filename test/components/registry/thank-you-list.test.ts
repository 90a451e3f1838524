import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyRegistry } from '../../../src/index.ts';
import {
  editListItemReservation,
  listItemReservations,
} from '../../../src/services/contract/endpoints/index.ts';
import { json, refuse } from '../../support/component-answers.ts';
import { sampleMember } from '../../support/component-member.ts';
import {
  button,
  closeService,
  loaded,
  openService,
  page,
  part,
  parts,
  shownText,
  until,
} from '../../support/component-page.ts';

async function open(day: string | null, prepare?: (member: ReturnType<typeof sampleMember>) => void) {
  const member = sampleMember();
  const [wedding] = member.lists;
  Object.assign(wedding!, { event_at: day });
  prepare?.(member);
  const service = openService(member);
  const provider = await page(html`<loyalty-registry list="our-wedding"></loyalty-registry>`, member);
  const element = await loaded<LoyaltyRegistry>(provider.querySelector('loyalty-registry')!);
  await until(() => part(element, 'item'), 'the rows');
  return { element, service, wedding: wedding!, provider };
}
const PAST = '2020-06-01';
const said = (element: Element): string => shownText(part(element, 'gifts')!);
const boxOf = (element: Element, name: string): HTMLInputElement =>
  [...part(element, 'gifts')!.querySelectorAll('input')].find((box) => box.ariaLabel?.startsWith(name))!;
async function ask(element: LoyaltyRegistry) {
  button(element, 'Who gave what')!.click();
  await until(() => part(element, 'gifts')?.ariaBusy === 'false', 'the gifts');
}
const pledge = {
  id: 960,
  item_id: 202,
  profile_id: null,
  name: 'Mara',
  secret: 'hers',
  quantity: 1,
  status: 'reserved' as const,
  amount: '20.50',
  currency: 'EUR',
  message: 'Enjoy',
  is_thanked: true,
};

describe('loyalty-registry after the day', () => {
  afterEach(closeService);

  for (const [when, day] of [
    ['before the day', '2099-06-01'],
    ['without a day', null],
  ] as const)
    it(`offers no names and asks for none ${when}`, async () => {
      const { element, service } = await open(day);
      expect(button(element, 'Who gave what')).to.equal(undefined);
      expect(shownText(part(element, 'hint')!)).to.equal(
        'You see how many are reserved, but not who reserved them.',
      );
      expect(service.seen(listItemReservations)).to.have.length(0);
    });

  it('shows who gave what when the owner asks, with amounts and messages', async () => {
    const { element, service } = await open(PAST, ({ lists: [wedding] }) => {
      const mug = wedding!.items.find(({ id }) => id === 202)!;
      Object.assign(mug, { chip_in: { target: '89', currency: 'EUR' } });
      wedding!.reservations.push(pledge);
      wedding!.reservations[0]!.quantity = 2;
    });
    expect(service.seen(listItemReservations)).to.have.length(0);
    expect(button(element, 'Who gave what')!.ariaExpanded).to.equal('false');
    await ask(element);
    expect(parts(element, 'gift').map(shownText)).to.deep.equal([
      'Aunt Ida 2 × Linen throw · Reserved Thanked',
      'Uncle Bo Linen throw · Bought Thanked',
      'Mara €20.50 for Stoneware mug Enjoy Thanked',
    ]);
    expect([boxOf(element, 'Aunt Ida').checked, boxOf(element, 'Mara').checked]).to.deep.equal([false, true]);
    // Only for items that were given.
    expect(service.seen(listItemReservations).map(({ names }) => names['itemId'])).to.deep.equal([
      '201',
      '202',
    ]);
    await expect(element).to.be.accessible();
    button(element, 'Who gave what')!.click();
    await until(() => !part(element, 'gifts'), 'the closed box');
  });

  it('stores who was thanked, the last choice where the owner is faster than the service', async () => {
    const { element, service, wedding } = await open(PAST);
    await ask(element);
    const box = boxOf(element, 'Aunt Ida');
    box.click();
    box.click();
    box.click();
    await until(
      () => service.seen(editListItemReservation).length && wedding.reservations[0]!.is_thanked,
      '',
    );
    await until(() => boxOf(element, 'Aunt Ida').checked, 'the tick');
    expect(service.seen(editListItemReservation).map(({ body }) => body)).to.deep.equal([
      { is_thanked: true },
    ]);
    boxOf(element, 'Aunt Ida').click();
    await until(() => wedding.reservations[0]!.is_thanked === false, 'undone');
    await until(() => !boxOf(element, 'Aunt Ida').checked, 'no tick');
    expect(wedding.reservations[1]!.is_thanked).to.equal(null);
  });

  it('says that a gift was undone meanwhile, and shows what is left', async () => {
    const { element, wedding } = await open(PAST);
    await ask(element);
    wedding.reservations.shift();
    boxOf(element, 'Aunt Ida').click();
    await until(() => part(element, 'problem'), 'the problem');
    expect(said(element)).to.include('This has changed meanwhile');
    expect(parts(element, 'gift').map(shownText)).to.deep.equal(['Uncle Bo Linen throw · Bought Thanked']);
  });

  it('takes the tick back where the service refuses it', async () => {
    const { element, service } = await open(PAST);
    service.answer(editListItemReservation, () =>
      refuse(422, 'The given data was invalid.', { is_thanked: ['Not now.'] }),
    );
    await ask(element);
    boxOf(element, 'Uncle Bo').click();
    await until(() => part(element, 'problem'), 'the problem');
    expect(said(element)).to.include('Couldn’t save. Try again.');
    expect(boxOf(element, 'Uncle Bo').checked).to.equal(false);
  });

  it('says that names stay hidden where more was given than is named', async () => {
    const { element, service } = await open(PAST);
    service.answer(listItemReservations, () => json({ data: [] }));
    await ask(element);
    expect(said(element)).to.equal(
      'Some names stay hidden, as these givers were told before the date changed.',
    );
  });

  it('says that nobody has reserved a gift', async () => {
    const { element } = await open(PAST, ({ lists: [wedding] }) => (wedding!.reservations = []));
    await ask(element);
    expect(said(element)).to.equal('Nobody has reserved a gift.');
  });

  it('has no box to tick where the service stores none, and says Someone without a name', async () => {
    const { element, service } = await open(PAST);
    service.answer(listItemReservations, () =>
      json({ data: [{ id: 1, item_id: 201, name: null, quantity: 1, status: 'reserved' }] }),
    );
    await ask(element);
    expect(parts(element, 'gift').map(shownText)).to.deep.equal(['Someone Linen throw · Reserved']);
  });

  it('says that it could not be loaded, and loads it again', async () => {
    const { element, service } = await open(PAST);
    service.answer(listItemReservations, () => refuse(500, 'No.'));
    await ask(element);
    expect(said(element)).to.equal('Couldn’t load this list. Try again');
    service.answer(listItemReservations, undefined);
    [...part(element, 'gifts')!.querySelectorAll('button')][0]!.click();
    await until(() => parts(element, 'gift').length === 2, 'the gifts');
  });

  it('copies a table in which no text of a giver is a formula or a second cell', async () => {
    const { element } = await open(PAST, ({ lists: [wedding] }) => {
      wedding!.reservations = [
        { ...pledge, item_id: 201, name: '=HYPERLINK("https://evil.example")', message: '-1\tx\ny' },
      ];
      delete wedding!.reservations[0]!.amount;
    });
    await ask(element);
    let copied = '';
    const { clipboard } = navigator;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void (copied = text) },
    });
    try {
      button(element, 'Copy as a table')!.click();
      await until(() => shownText(part(element, 'copied')!) === 'Copied', 'copied');
      expect(copied).to.equal(
        'Name\tGift\tHow many\tAmount\tMessage\tThanked\n' +
          '\'=HYPERLINK("https://evil.example")\tLinen throw\t1\t\t\'-1 x y\tThanked',
      );
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
      button(element, 'Copy as a table')!.click();
      await until(() => shownText(part(element, 'copied')!) === 'Couldn’t copy', 'not copied');
    } finally {
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    }
  });

  it('shows nothing of the last customer to the next one', async () => {
    const { element, provider } = await open(PAST);
    await ask(element);
    provider.removeAttribute('customer-id');
    await until(() => !part(element, 'gifts'), 'nothing');
    expect(element.shadowRoot!.innerHTML).not.to.include('Aunt Ida');
  });
});
