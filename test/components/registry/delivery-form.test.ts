import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyRegistry } from '../../../src/index.ts';
import {
  deleteProfileAddress,
  profileAddresses,
  upsertProfileAddress,
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

const HOME = {
  name: 'Noor and Sam',
  line_1: 'Quay 17',
  line_2: null,
  postcode: '3011 AA',
  city: 'Rotterdam',
  country: 'NL',
};

/** The own registry on a service with this address, or with none; `knows` is whether its lists say so. */
async function open(stored: Record<string, unknown> | undefined, knows = true) {
  const member = sampleMember();
  const [wedding] = member.lists;
  if (knows) Object.assign(wedding!, { has_delivery_address: !!stored });
  const service = openService(member);
  const state = { stored: stored && { id: 5, type: 'list-20', ...stored } };
  service.answer(profileAddresses, () => json({ data: state.stored ? [state.stored] : [] }));
  service.answer(upsertProfileAddress, ({ body }) => {
    state.stored = { id: 5, type: 'list-20', ...(body as object) };
    return json({ data: state.stored });
  });
  service.answer(deleteProfileAddress, () => {
    state.stored = undefined;
    return new Response(null, { status: 204 });
  });
  const provider = await page(html`<loyalty-registry list="our-wedding"></loyalty-registry>`, member);
  const element = await loaded<LoyaltyRegistry>(provider.querySelector('loyalty-registry')!);
  await until(() => part(element, 'item'), 'the rows');
  return { element, service, state, provider };
}
const form = (element: Element): HTMLFormElement | undefined =>
  parts(element, 'form').find((one) => one.classList.contains('delivery')) as HTMLFormElement | undefined;
const field = (element: Element, name: string): HTMLInputElement =>
  form(element)!.querySelector<HTMLInputElement>(`[name=${name}]`)!;
async function ask(element: LoyaltyRegistry, name = 'Add a delivery address') {
  button(element, name)!.click();
  await until(() => form(element), 'the form');
}
function fill(element: Element, values: Readonly<Record<string, string | null>>) {
  for (const [name, value] of Object.entries(values)) field(element, name).value = value ?? '';
}
const save = (element: Element): void =>
  form(element)!.querySelector<HTMLButtonElement>('[type=submit]')!.click();

describe('loyalty-registry with a delivery address', () => {
  afterEach(closeService);

  it('asks for no address before the owner presses the button, and offers none where the service has none', async () => {
    const { element, service } = await open(HOME);
    expect(button(element, 'Change delivery address')!.ariaExpanded).to.equal('false');
    expect(service.seen(profileAddresses)).to.have.length(0);
    closeService();
    const other = await open(undefined, false);
    expect(part(other.element, 'delivery-button')).to.equal(undefined);
  });

  it('stores a new address whole, under the type of the list', async () => {
    const { element, service } = await open(undefined);
    await ask(element);
    expect(shownText(form(element)!)).to.include('Only the shop sees this address.');
    await expect(element).to.be.accessible();
    fill(element, { ...HOME, city: ' Rotterdam ' });
    save(element);
    await until(() => !form(element), 'the closed form');
    expect(service.seen(upsertProfileAddress).map(({ body }) => body)).to.deep.equal([
      { type: 'list-20', ...HOME },
    ]);
    expect(button(element, 'Change delivery address')).not.to.equal(undefined);
    expect(element.shadowRoot!.innerHTML).not.to.include('Rotterdam');
  });

  it('shows the stored address in its form, changes it, and removes it', async () => {
    const { element, service, state } = await open(HOME);
    await ask(element, 'Change delivery address');
    expect(
      ['name', 'line_1', 'line_2', 'postcode', 'city', 'country'].map((name) => field(element, name).value),
    ).to.deep.equal(['Noor and Sam', 'Quay 17', '', '3011 AA', 'Rotterdam', 'NL']);
    fill(element, { postcode: '' });
    save(element);
    await until(() => !form(element), 'the closed form');
    expect(state.stored).to.include({ postcode: null, line_1: 'Quay 17' });
    await ask(element, 'Change delivery address');
    button(element, 'Remove address')!.click();
    await until(() => button(element, 'Add a delivery address'), 'no address');
    expect(service.seen(deleteProfileAddress)).to.have.length(1);
    expect(state.stored).to.equal(undefined);
  });

  it('marks what is missing, and sends nothing', async () => {
    const { element, service } = await open(undefined);
    await ask(element);
    fill(element, { ...HOME, line_1: ' ', country: '' });
    save(element);
    await until(() => part(element, 'problem'), 'the problem');
    expect(shownText(part(element, 'problem')!)).to.equal('Fill in the marked fields.');
    const marked = [...form(element)!.querySelectorAll('[aria-invalid=true]')].map((one) =>
      one.getAttribute('name'),
    );
    expect(marked).to.deep.equal(['line_1', 'country']);
    expect(service.seen(upsertProfileAddress)).to.have.length(0);
  });

  for (const [what, answer, sentence, marked] of [
    [
      'a field',
      () => refuse(422, 'The given data was invalid.', { postcode: ['is too long.'] }),
      'Check the marked fields.',
      ['postcode'],
    ],
    [
      'the list, which was deleted in another tab',
      () => refuse(422, 'The given data was invalid.', { type: ['The profile has no list 20.'] }),
      'We can’t find this list. It may have been deleted.',
      [],
    ],
    ['everything', () => refuse(403, 'No.'), 'Couldn’t save. Try again.', []],
  ] as const)
    it(`keeps what was written where the service refuses ${what}`, async () => {
      const { element, service } = await open(undefined);
      service.answer(upsertProfileAddress, answer);
      await ask(element);
      fill(element, HOME);
      save(element);
      await until(() => part(element, 'problem'), 'the problem');
      expect(shownText(part(element, 'problem')!)).to.equal(sentence);
      const invalid = [...form(element)!.querySelectorAll('[aria-invalid=true]')];
      expect(invalid.map((one) => one.getAttribute('name'))).to.deep.equal(marked);
      expect(field(element, 'city').value).to.equal('Rotterdam');
    });

  it('offers countries once each, without unions and old codes', async () => {
    const { element } = await open(undefined);
    await ask(element);
    const codes = [...field(element, 'country').querySelectorAll('option')].map(({ value }) => value);
    expect(codes).to.include.members(['NL', 'DE', 'JP', 'EG', 'FR']);
    for (const code of ['EU', 'UN', 'DD', 'SU', 'ZZ', 'XA']) expect(codes).not.to.include(code);
    const names = [...field(element, 'country').querySelectorAll('option')].map((one) => one.textContent);
    expect(new Set(names).size).to.equal(names.length);
  });

  it('shows nothing of the last customer to the next one', async () => {
    const { element, provider } = await open(HOME);
    await ask(element, 'Change delivery address');
    provider.removeAttribute('customer-id');
    await until(() => !form(element), 'nothing');
    expect(element.shadowRoot!.innerHTML).not.to.include('Quay 17');
  });
});
