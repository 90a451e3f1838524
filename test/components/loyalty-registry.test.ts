import { expect, html } from '@open-wc/testing';
import '../../src/index.ts';
import type { LoyaltyProvider, LoyaltyRegistry } from '../../src/index.ts';
import {
  editProfileList,
  editProfileListItem,
  listItems,
} from '../../src/services/contract/endpoints/index.ts';
import { broken, refuse } from '../support/component-answers.ts';
import { item, sampleMember } from '../support/component-member.ts';
import {
  button,
  closeService,
  loaded,
  openService,
  page,
  part,
  parts,
  signIn,
  textOf,
  until,
} from '../support/component-page.ts';
import { isAccessible, STATES, type StateName } from '../support/component-states.ts';

const registry = html`<loyalty-registry list="our-wedding"></loyalty-registry>`;
const only = (provider: LoyaltyProvider): LoyaltyRegistry => provider.querySelector('loyalty-registry')!;
const show = async (state: StateName, content = registry) => only(await STATES[state](content));
const row = (element: Element, id: number): HTMLElement =>
  element.shadowRoot!.querySelector(`[data-item="${id}"]`)!;
const wanted = (element: Element, id = 201) => row(element, id).querySelector('input')!;
const day = (element: Element) => element.shadowRoot!.querySelector<HTMLInputElement>('[name=day]')!;
const toast = (element: Element) => textOf(part(element, 'problem') ?? document.createElement('i'));

async function open() {
  const member = sampleMember();
  const service = openService(member);
  const provider = await page(registry, member);
  return { member, service, provider, element: await loaded(only(provider)) };
}

function setWanted(element: Element, value: string): void {
  wanted(element).value = value;
  wanted(element).dispatchEvent(new Event('change'));
}

describe('loyalty-registry', () => {
  afterEach(closeService);

  isAccessible(
    () =>
      html`${registry}<loyalty-registry list="reading-corner"></loyalty-registry
        ><loyalty-registry list="nothing"></loyalty-registry>`,
  );

  describe('shows (D3)', () => {
    it('a skeleton and a text for screen readers while it loads', async () => {
      const element = await show('loading');
      expect(part(element, 'list')).to.have.attribute('aria-busy', 'true');
      expect(textOf(element)).to.include('Loading this list');
    });

    it('the day, and wanted, reserved and bought quantities, never who reserved', async () => {
      const { element } = await open();
      expect(textOf(part(element, 'heading')!)).to.equal('Our wedding');
      expect(day(element).value).to.equal('2099-06-01');
      expect(textOf(row(element, 201).querySelector('[part=quantities]')!)).to.equal(
        'Wanted 4 Reserved 1 Bought 1',
      );
      expect(element.shadowRoot!.innerHTML).not.to.match(/Ida|Uncle/);
      expect(textOf(element)).to.include('You see how many are reserved, not by whom.');
    });

    it('a style guide as a set', async () => {
      const element = await show('data', html`<loyalty-registry list="reading-corner"></loyalty-registry>`);
      expect(part(element, 'set')!.querySelectorAll('a')).to.have.length(2);
      expect(textOf(part(element, 'total')!)).to.equal('€178 in total');
      expect(parts(element, 'input')).to.have.length(0);
    });

    it('the sentence that there is no such list', async () => {
      const element = await show('data', html`<loyalty-registry list="nothing"></loyalty-registry>`);
      expect(textOf(element)).to.equal('There is no such list. It may be deleted. Try again');
    });

    it('a sentence for an empty list', async () => {
      const member = sampleMember();
      member.lists[0]!.items = [];
      openService(member);
      const element = await loaded(only(await page(registry, member)));
      expect(textOf(element)).to.include('There is nothing on this list yet.');
    });

    it('an error with a retry button', async () => {
      expect(textOf(await show('error'))).to.equal('This list did not load. Try again');
    });

    it('a sentence for guests', async () => {
      expect(textOf(await show('signed-out'))).to.equal('Sign in to see your lists.');
    });
  });

  it('requests no reservations: they name the givers', async () => {
    const { service } = await open();
    expect(service.requests.join('\n')).not.to.match(/reservations/);
  });

  it('changes how many pieces are wanted', async () => {
    const { element, member } = await open();
    setWanted(element, '6');
    await until(() => textOf(row(element, 201)).includes('Wanted 6'), 'the new number');
    expect(member.lists[0]!.items[0]!['quantity']).to.equal(6);
    await until(
      () => element.shadowRoot!.querySelector('[role=status]')!.textContent === 'Saved.',
      'the announcement',
    );
  });

  for (const value of ['1', '0', '-1', '2.5', '', '99999'])
    it(`refuses "${value}" wanted pieces and sends nothing`, async () => {
      const { element, service } = await open();
      setWanted(element, value);
      await until(() => toast(element), 'the reason');
      expect(toast(element)).to.equal('Not fewer than 2: so many are reserved or bought already.');
      await until(() => wanted(element).value === '4', 'the stored number');
      expect(service.seen(editProfileListItem)).to.have.length(0);
    });

  it('shows the true quantities when somebody reserved meanwhile', async () => {
    const { element, member } = await open();
    const [wedding] = member.lists;
    wedding!.reservations[0]!.quantity = 3;
    setWanted(element, '3');
    await until(() => toast(element), 'the reason');
    expect(textOf(row(element, 201))).to.include('Wanted 4 Reserved 3 Bought 1');
    await until(() => wanted(element).value === '4', 'the stored number');
    button(element, 'Close')!.click();
    await until(() => !toast(element), 'no reason');
  });

  it('changes the day', async () => {
    const { element, member } = await open();
    day(element).value = '2099-08-15';
    button(element, 'Save')!.click();
    await until(() => textOf(part(element, 'day')!) === 'August 15, 2099', 'the new day');
    expect(member.lists[0]!.event_at).to.equal('2099-08-15');
    expect(parts(element, 'item')).to.have.length(3);
  });

  it('shows the stored day when it can only move to a later one', async () => {
    const { element, service } = await open();
    service.answer(editProfileList, () => refuse(422, 'Invalid', { event_at: ['Only later.'] }));
    day(element).value = '2030-01-01';
    button(element, 'Save')!.click();
    await until(() => toast(element), 'the reason');
    expect(toast(element)).to.equal('Somebody has reserved already: the day can only move to a later one.');
    await until(() => day(element).value === '2099-06-01', 'the stored day');
  });

  it('says that a change was not saved', async () => {
    const { element, service } = await open();
    service.answer(editProfileListItem, broken);
    setWanted(element, '5');
    await until(() => toast(element) === 'Could not be saved.', 'the reason');
    await until(() => wanted(element).value === '4', 'the stored number');
  });

  it('shows that an item is gone', async () => {
    const { element, member } = await open();
    member.lists[0]!.items.shift();
    setWanted(element, '5');
    await until(
      () => toast(element) === 'Linen throw is not on this list any more. Choose something else.',
      'the reason',
    );
    expect(row(element, 201)).to.equal(null);
  });

  it('shows as many products as are reserved, and all after "Show all"', async () => {
    const member = sampleMember();
    member.lists[0]!.items = Array.from({ length: 9 }, (_, index) => item(500 + index, `Product ${index}`));
    const service = openService(member);
    const element = await loaded(only(await page(registry, member)));
    expect(service.seen(listItems)).to.have.length(1);
    expect(parts(element, 'item')).to.have.length(4);
    button(element, 'Show all 9')!.click();
    await until(() => parts(element, 'item').length === 9, 'all products');
  });

  it('shows nothing of the customer before', async () => {
    const { element, provider } = await open();
    setWanted(element, '1');
    await until(() => toast(element), 'the reason');
    await signIn(provider, undefined);
    await until(() => textOf(element) === 'Sign in to see your lists.', 'the sentence for guests');
  });
});
