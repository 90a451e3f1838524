import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltySharedList } from '../../../src/index.ts';
import {
  addListItemReservation,
  readListShareWithoutProfile,
} from '../../../src/services/contract/endpoints/index.ts';
import { json } from '../../support/component-answers.ts';
import { withHonouredKeys } from '../../support/component-claim.ts';
import { list, sampleMember, SHARE, type Member } from '../../support/component-member.ts';
import { resize } from '../../support/component-media.ts';
import {
  button,
  closeService,
  eventsOf,
  loaded,
  openService,
  page,
  part,
  shownText,
  until,
} from '../../support/component-page.ts';

const MUG = 202;
const row = (element: Element): HTMLElement => element.shadowRoot!.querySelector(`[data-item="${MUG}"]`)!;
const field = (element: Element, name: string): HTMLInputElement =>
  row(element).querySelector(`[name=${name}]`)!;

/** The registry of Ada, whose mug is open for chip-in: €200, of which another giver has pledged some. */
async function open(
  pledged: string | undefined,
  content = html`<loyalty-shared-list share=${SHARE}></loyalty-shared-list>`,
) {
  const ada: Member = sampleMember();
  const [wishes] = ada.lists;
  const mug = wishes!.items.find(({ id }) => id === MUG)!;
  Object.assign(mug, { chip_in: { target: '200.00', currency: 'EUR' } });
  const others = (amount: string) =>
    wishes!.reservations.push({
      id: 950 + wishes!.reservations.length,
      item_id: MUG,
      profile_id: null,
      name: 'Aunt Ida',
      secret: 'hers',
      quantity: 1,
      status: 'reserved',
      amount,
      currency: 'EUR',
    });
  if (pledged) others(pledged);
  const service = openService(ada);
  const provider = await page(content);
  const element = await loaded<LoyaltySharedList>(provider.querySelector('loyalty-shared-list')!);
  await until(() => row(element), 'the rows');
  return { element, service, others, wishes: wishes! };
}

async function chipIn(element: LoyaltySharedList, amount: string, name = 'Uncle Bo') {
  button(element, 'Chip in for Stoneware mug')!.click();
  await until(() => field(element, 'amount'), 'the form');
  field(element, 'name').value = name;
  field(element, 'amount').value = amount;
  button(element, 'Chip in')!.click();
  await element.updateComplete;
}
const said = (element: Element): string => shownText(row(element));

describe('loyalty-shared-list with chip-in', () => {
  beforeEach(() => localStorage.clear());
  afterEach(closeService);

  it('shows the sum, the target and the number of contributions, and no name', async () => {
    const { element } = await open('120.50');
    expect(said(element)).to.include('€120.50 of €200, 1 contribution').and.not.include('contributions');
    const bar = row(element).querySelector('progress')!;
    expect([bar.value, bar.max]).to.deep.equal([120.5, 200]);
    expect(element.shadowRoot!.innerHTML).not.to.include('Ida');
    expect(button(element, 'Reserve Stoneware mug'), 'not as a whole').to.equal(undefined);
    await expect(element).to.be.accessible();
  });

  it('takes a contribution, shows it with what the giver does next, and undoes it', async () => {
    const { element, wishes } = await open(
      undefined,
      html`<loyalty-shared-list share=${SHARE} pay-url="/how-to-pay"></loyalty-shared-list>`,
    );
    const events = [eventsOf('loyalty-item-pledged'), eventsOf('loyalty-item-undone')];
    expect(button(element, 'Reserve Stoneware mug'), 'without pledges also as a whole').not.to.equal(
      undefined,
    );
    await chipIn(element, '20.5');
    await until(() => said(element).includes('You give €20.50. Thank you!'), 'the contribution');
    await until(() => said(element).includes('€20.50 of €200, 1 contribution'), 'the sum');
    expect(wishes.reservations.at(-1)).to.include({ amount: '20.5', currency: 'EUR', name: 'Uncle Bo' });
    expect(row(element).querySelector<HTMLAnchorElement>('[part=pay-link]')!.pathname).to.equal(
      '/how-to-pay',
    );
    await expect(element).to.be.accessible();
    button(element, 'Undo your contribution to Stoneware mug')!.click();
    await until(() => said(element).includes('€0 of €200, 0 contributions'), 'the undone contribution');
    expect(events.map(({ length }) => length)).to.deep.equal([1, 1]);
  });

  it('says in the form that nothing is charged, and what the owner sees', async () => {
    const { element } = await open('20');
    button(element, 'Chip in for Stoneware mug')!.click();
    await until(() => field(element, 'amount'), 'the form');
    expect(said(element))
      .to.include('This is a promise: nothing is charged here, and you pay it yourself.')
      .and.include('Until June 1, 2099, the owner sees the sum, but not who gave what.');
    await expect(element).to.be.accessible();
  });

  for (const [amount, sentence] of [
    ['', 'Enter an amount up to €80: that is what is left.'],
    ['0', 'Enter an amount up to €80: that is what is left.'],
    ['-5', 'Enter an amount up to €80: that is what is left.'],
    ['80.01', 'Enter an amount up to €80: that is what is left.'],
    ['1.234', 'Enter an amount up to €80: that is what is left.'],
  ] as const)
    it(`refuses the amount “${amount}” at the field, and sends nothing`, async () => {
      const { element, service } = await open('120');
      await chipIn(element, amount);
      await until(() => part(element, 'problem'), 'the problem');
      expect(shownText(part(element, 'problem')!)).to.equal(sentence);
      expect(field(element, 'amount')).to.have.attribute('aria-invalid', 'true');
      expect(service.seen(addListItemReservation)).to.have.length(0);
    });

  it('says at the field what is left, when others were ahead', async () => {
    const { element, others } = await open('120');
    others('75');
    await chipIn(element, '20');
    await until(() => part(element, 'problem'), 'the problem');
    expect(shownText(part(element, 'problem')!)).to.equal('Enter an amount up to €5: that is what is left.');
    field(element, 'amount').value = '5';
    button(element, 'Chip in')!.click();
    await until(() => said(element).includes('You give €5. Thank you!'), 'the contribution');
  });

  it('says that the amount is complete, when others were ahead with all of it', async () => {
    const { element, others } = await open('120');
    others('80');
    await chipIn(element, '20');
    const sentence = 'Someone was just ahead of you: the amount for Stoneware mug is complete.';
    await until(() => shownText(element).includes(sentence), sentence);
    expect(said(element)).to.include('The amount is complete');
  });

  it('has a lost contribution once, after it is sent again', async () => {
    const { element, service, wishes } = await withHonouredKeys(() => open('120'));
    service.loseAnswer(addListItemReservation);
    await chipIn(element, '80', 'Zoe');
    await until(() => part(element, 'problem'), 'the problem');
    button(element, 'Chip in')!.click();
    await until(() => said(element).includes('You give €80. Thank you!'), 'the contribution');
    expect(wishes.reservations.filter(({ name }) => name === 'Zoe')).to.have.length(1);
  });

  it('shows the own contribution first, and undoes it, on the next visit', async () => {
    const first = await open('20');
    await chipIn(first.element, '30');
    await until(() => said(first.element).includes('You give €30'), 'the contribution');
    const again = await page(html`<loyalty-shared-list share=${SHARE}></loyalty-shared-list>`);
    const element = await loaded<LoyaltySharedList>(again.querySelector('loyalty-shared-list')!);
    await until(() => row(element) && said(element).includes('You give €30'), 'the contribution');
    expect(element.shadowRoot!.querySelector('[part=item]')).to.equal(row(element));
  });

  for (const [pointer, touch] of [
    ['a finger', true],
    ['a mouse', false],
  ] as const)
    it(`has a form for ${pointer}, with a keyboard for amounts, on a page with small text`, async () => {
      await resize({ width: 320, touch });
      const { element } = await open(
        '20',
        html`<loyalty-shared-list style="font-size: 13px" share=${SHARE}></loyalty-shared-list>`,
      );
      button(element, 'Chip in for Stoneware mug')!.click();
      await until(() => field(element, 'amount'), 'the form');
      const controls = [...row(element).querySelectorAll('input, form button')];
      expect(controls).to.have.length(4);
      expect(controls.every((one) => one.getBoundingClientRect().height >= 44)).to.equal(touch);
      // With a smaller text a phone zooms the page when the input gets the focus.
      for (const name of ['name', 'amount'])
        expect(parseFloat(getComputedStyle(field(element, name)).fontSize) >= 16, name).to.equal(touch);
      expect(field(element, 'amount').inputMode).to.equal('decimal');
      await resize({ width: 1280 });
    });

  it('shows a product that is reserved as a whole like any other', async () => {
    const { element } = await open(undefined);
    button(element, 'Reserve Stoneware mug')!.click();
    await until(() => field(element, 'name'), 'the form');
    expect(field(element, 'amount')).to.equal(null);
    field(element, 'name').value = 'Bo';
    button(element, 'Reserve')!.click();
    await until(() => said(element).includes('You reserved this. Thank you!'), 'the reservation');
    expect(button(element, 'Chip in for Stoneware mug')).to.equal(undefined);
  });

  for (const chip_in of ['yes', {}, { target: '200', currency: 'EUR', pledged: 'some', pledges: 1 }])
    it(`says that it could not load ${JSON.stringify(chip_in)}, and offers no button`, async () => {
      openService(sampleMember()).answer(readListShareWithoutProfile, () =>
        json({
          data: {
            ...list(1, 'registry', 'x', 'Wedding'),
            items: [{ id: MUG, product_id: 'p', product: { name: 'Vase' }, chip_in }],
          },
        }),
      );
      const provider = await page(html`<loyalty-shared-list share=${SHARE}></loyalty-shared-list>`);
      const element = await loaded<LoyaltySharedList>(provider.querySelector('loyalty-shared-list')!);
      await until(() => row(element), 'the row');
      expect(said(element)).to.equal('Vase Couldn’t load this.');
    });
});
