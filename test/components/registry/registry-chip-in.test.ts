import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyRegistry } from '../../../src/index.ts';
import { editProfileListItem } from '../../../src/services/contract/endpoints/index.ts';
import { refuse } from '../../support/component-answers.ts';
import { sampleMember } from '../../support/component-member.ts';
import {
  button,
  closeService,
  loaded,
  openService,
  page,
  part,
  shownText,
  until,
} from '../../support/component-page.ts';

const MUG = 202;
const row = (element: Element): HTMLElement => element.shadowRoot!.querySelector(`[data-item="${MUG}"]`)!;
const said = (element: Element): string =>
  shownText(row(element).querySelector<HTMLElement>('[part=quantities]')!);
const inDialog = <E extends HTMLElement>(element: Element, name: string): E =>
  part(element, 'dialog')!.querySelector<E>(`[name=${name}]`)!;

/** The own registry, whose mug is €89 and open for chip-in with this target, unless that is undefined. */
async function open(target: string | undefined, pledged: string | undefined, day = '2099-06-01') {
  const member = sampleMember();
  const [wedding] = member.lists;
  Object.assign(wedding!, { event_at: day });
  const mug = wedding!.items.find(({ id }) => id === MUG)!;
  if (target) Object.assign(mug, { chip_in: { target, currency: 'EUR' } });
  if (pledged)
    wedding!.reservations.push({
      id: 960,
      item_id: MUG,
      profile_id: null,
      name: 'Aunt Ida',
      secret: 'hers',
      quantity: 1,
      status: 'reserved',
      amount: pledged,
      currency: 'EUR',
    });
  const service = openService(member);
  const provider = await page(html`<loyalty-registry list="our-wedding"></loyalty-registry>`, member);
  const element = await loaded<LoyaltyRegistry>(provider.querySelector('loyalty-registry')!);
  await until(() => row(element), 'the rows');
  return { element, service, mug };
}

async function openDialog(element: LoyaltyRegistry): Promise<void> {
  button(element, 'Add a note to Stoneware mug')!.click();
  await until(() => part(element, 'dialog')?.matches('[open]'), 'the dialog');
}
async function choose(element: LoyaltyRegistry, value: 'one' | 'together'): Promise<void> {
  const select = inDialog<HTMLSelectElement>(element, 'givers');
  select.value = value;
  select.dispatchEvent(new Event('change'));
  await element.updateComplete;
}
const save = (element: LoyaltyRegistry): void => button(element, 'Save')!.click();

describe('loyalty-registry with chip-in', () => {
  afterEach(closeService);

  for (const [what, target, pledged, day, sentence] of [
    ['sum and number', '200.00', '20', '2099-06-01', '€20 of €200, 1 contribution'],
    ['no contribution', '200.00', undefined, '2099-06-01', '€0 of €200, 0 contributions'],
    [
      'what is left over, where it has become cheaper',
      '200.00',
      '120',
      '2099-06-01',
      '€120 of €200, 1 contribution · €31 more than it costs now',
    ],
    [
      'what is missing after the day',
      '80.00',
      '20.5',
      '2020-06-01',
      '€20.50 of €80, 1 contribution · €59.50 missing',
    ],
    [
      'nothing more after the day, where the amount is complete',
      '80.00',
      '80',
      '2020-06-01',
      '€80 of €80, 1 contribution',
    ],
  ] as const)
    it(`shows ${what}, and no name`, async () => {
      const { element } = await open(target, pledged, day);
      expect(said(element)).to.equal(sentence);
      expect(element.shadowRoot!.innerHTML).not.to.include('Ida');
      await expect(element).to.be.accessible();
    });

  it('opens a product for several givers, with its price as the amount, in the dialog of its note', async () => {
    const { element, mug } = await open(undefined, undefined);
    await openDialog(element);
    expect(inDialog(element, 'target')).to.equal(null);
    await choose(element, 'together');
    expect(inDialog<HTMLInputElement>(element, 'target').value).to.equal('89.00');
    await expect(element).to.be.accessible();
    save(element);
    await until(() => row(element) && said(element).startsWith('€0 of €89'), 'the open product');
    expect(mug['chip_in']).to.deep.equal({ target: '89.00', currency: 'EUR' });
  });

  it('changes the amount alone, and closes the product again', async () => {
    const { element, service, mug } = await open('200.00', undefined);
    await openDialog(element);
    inDialog<HTMLInputElement>(element, 'target').value = '150,50';
    save(element);
    await until(() => said(element).includes('of €150.50') && !part(element, 'dialog'), 'the amount');
    expect(service.seen(editProfileListItem).map(({ body }) => body)).to.deep.equal([
      { chip_in: { target: '150.50', currency: 'EUR' } },
    ]);
    await openDialog(element);
    await choose(element, 'one');
    save(element);
    await until(() => said(element) === 'Not reserved yet', 'the closed product');
    expect(mug['chip_in']).to.equal(null);
  });

  it('sends no request for a dialog that changes nothing', async () => {
    const { element, service } = await open('200.00', undefined);
    await openDialog(element);
    save(element);
    await until(() => !part(element, 'dialog'), 'no dialog');
    expect(service.seen(editProfileListItem)).to.have.length(0);
  });

  for (const amount of ['', '0', '-1', '1e3', 'many'])
    it(`refuses the amount “${amount}”, and keeps the dialog`, async () => {
      const { element, service } = await open('200.00', undefined);
      await openDialog(element);
      inDialog<HTMLInputElement>(element, 'target').value = amount;
      save(element);
      await until(() => part(element, 'problem'), 'the problem');
      expect(shownText(part(element, 'problem')!)).to.equal('Enter an amount, such as 200.');
      expect(service.seen(editProfileListItem)).to.have.length(0);
    });

  it('says why the service refuses an amount', async () => {
    const { element, service } = await open('200.00', '120');
    service.answer(editProfileListItem, () =>
      refuse(422, 'The given data was invalid.', { 'chip_in.target': ['€120.00 is pledged already.'] }),
    );
    await openDialog(element);
    inDialog<HTMLInputElement>(element, 'target').value = '100';
    save(element);
    await until(() => part(element, 'problem'), 'the problem');
    expect(shownText(part(element, 'problem')!)).to.match(/^Someone has reserved or chipped in already/);
  });
});
