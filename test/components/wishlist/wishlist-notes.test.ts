import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyProvider, LoyaltyWishlist } from '../../../src/index.ts';
import { addListItem, editProfileListItem } from '../../../src/services/contract/endpoints/index.ts';
import { item, sampleMember, type Member } from '../../support/component-member.ts';
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
  shownText,
  until,
} from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';
import { isAccessible } from '../../support/component-states.ts';

describe('notes of loyalty-wishlist', () => {
  let member: Member;
  let service: ComponentService;
  let provider: LoyaltyProvider;
  let element: LoyaltyWishlist;

  beforeEach(() => {
    member = sampleMember();
    member.items = [
      item(2, 'Mug'),
      item(1, 'Throw', { note: '<b>In blue</b>', priority: 'high' }),
      item(3, null, { priority: 'urgent' }),
    ];
    service = openService(member);
  });
  afterEach(closeService);

  const content = html`<loyalty-wishlist notes expanded></loyalty-wishlist>`;
  async function open(markup = content): Promise<void> {
    provider = await page(markup, member);
    element = await loaded(provider.querySelector('loyalty-wishlist')!);
    await until(() => part(element, 'note-button'), 'the file of the notes');
  }
  const dialog = () => part(element, 'dialog') as HTMLDialogElement | undefined;
  const input = <T extends HTMLElement>(name: string) =>
    dialog()!.querySelector<T & HTMLInputElement>(`[name=${name}]`)!;
  async function write(note: string, priority: string): Promise<void> {
    await until(() => dialog()?.open, 'the dialog');
    input('note').value = note;
    input('priority').value = priority;
    part(element, 'confirm-button')!.click();
  }

  isAccessible(() => content);

  it('are shown as text with the priority, and not where nothing or something unknown is said', async () => {
    await open();
    expect(parts(element, 'note').map(shownText)).to.deep.equal(['High priority · <b>In blue</b>']);
    expect(parts(element, 'note-button').map(shownText)).to.deep.equal([
      'Add a note',
      'Edit note',
      'Add a note',
    ]);
    expect(element.shadowRoot!.querySelector('b')).to.equal(null);
  });

  it('keep a priority that is not known: it cannot be chosen, and is sent back as it came', async () => {
    await open();
    parts(element, 'note-button').at(-1)!.click();
    await until(() => dialog()?.open, 'the dialog');
    expect(input('priority')).to.equal(null);
    input('note').value = 'In blue';
    part(element, 'confirm-button')!.click();
    await until(() => !dialog(), 'the end of the dialog');
    expect(service.seen(editProfileListItem).map(({ body }) => body)).to.deep.equal([
      { note: 'In blue', priority: 'urgent' },
    ]);
  });

  it('have the height that a theme reserves for them', async () => {
    await open(html`<loyalty-wishlist notes></loyalty-wishlist>`);
    const height = () => element.getBoundingClientRect().height;
    const reserved = height();
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    element.style.setProperty('--loyalty-wishlist-note-size', '2em');
    expect(reserved - height()).to.be.closeTo(3 * size, 0.5);
  });

  it('have at most 1,000 characters', async () => {
    await open();
    parts(element, 'note-button')[0]!.click();
    await until(() => dialog()?.open, 'the dialog');
    expect(input<HTMLTextAreaElement>('note').maxLength).to.equal(1_000);
  });

  it('are written in a dialog with the background of the page', async () => {
    document.body.style.cssText = 'background: rgb(250, 246, 238); color: rgb(30, 25, 20)';
    await open();
    parts(element, 'note-button')[0]!.click();
    const background = () => getComputedStyle(dialog()!).backgroundColor;
    await until(() => dialog()?.open && background() === 'rgb(250, 246, 238)', 'the background');
    document.body.style.cssText = '';
  });

  it('are written in a dialog, to which the focus returns', async () => {
    await open();
    const changed = eventsOf('loyalty-list-changed');
    button(element, 'Add a note to Mug')!.click();
    await until(() => dialog()?.open, 'the dialog');
    await expect(element).to.be.accessible();
    expect(focused()).to.equal(input('note'));
    await write('  For the hall  ', 'low');
    await until(() => !dialog(), 'the dialog closes');
    expect(service.seen(editProfileListItem).map(({ body }) => body)).to.deep.equal([
      { note: 'For the hall', priority: 'low' },
    ]);
    expect(parts(element, 'note').map(shownText)).to.deep.equal([
      'Low priority · For the hall',
      'High priority · <b>In blue</b>',
    ]);
    await until(() => focused() === button(element, 'Edit note on Mug'), 'the focus returns');
    expect(shownText(element.shadowRoot!.querySelector('[role=status]')!)).to.equal('Saved.');
    expect(changed.map(({ detail }) => detail.list)).to.deep.equal(['wishlist']);
  });

  it('are removed where the shopper empties both, and stay where the shopper cancels', async () => {
    await open();
    button(element, 'Edit note on Throw')!.click();
    await until(() => dialog()?.open, 'the dialog');
    expect([input('note').value, input('priority').value]).to.deep.equal(['<b>In blue</b>', 'high']);
    input('note').value = 'something else';
    button(element, 'Cancel')!.click();
    await until(() => !dialog(), 'the dialog closes');
    button(element, 'Edit note on Throw')!.click();
    await until(() => dialog()?.open, 'the dialog');
    expect(input('note').value).to.equal('<b>In blue</b>');
    await write(' ', '');
    await until(() => !dialog(), 'the dialog closes');
    expect(service.seen(editProfileListItem).map(({ body }) => body)).to.deep.equal([
      { note: null, priority: null },
    ]);
    expect(parts(element, 'note')).to.deep.equal([]);
  });

  it('that the service refuses stay in the dialog, with a sentence', async () => {
    await open();
    const errors = eventsOf('loyalty-error');
    service.answer(editProfileListItem, () => new Response('{}', { status: 422 }));
    button(element, 'Add a note to Mug')!.click();
    await write('For the hall', 'high');
    await until(() => part(element, 'problem'), 'the sentence');
    expect(shownText(part(element, 'problem')!)).to.equal('Couldn’t save. Try again.');
    expect([dialog()!.open, input('note').value, errors.length]).to.deep.equal([true, 'For the hall', 1]);
  });

  it('are not shown to another customer, and their dialog closes', async () => {
    await open();
    button(element, 'Edit note on Throw')!.click();
    await until(() => dialog()?.open, 'the dialog');
    provider.setCustomer();
    await until(() => !dialog(), 'the dialog closes');
    expect(shownText(element)).not.to.include('In blue');
  });

  it('of a guest stay on the device, and come back with a product that is put back', async () => {
    provider = await page(
      html`${content}<loyalty-wishlist-button
          product-id="lamp"
          product-name="Lamp"
        ></loyalty-wishlist-button>`,
    );
    element = provider.querySelector('loyalty-wishlist')!;
    const heart = provider.querySelector('loyalty-wishlist-button')!;
    await heart.updateComplete;
    heart.shadowRoot!.querySelector('button')!.click();
    await until(() => part(element, 'note-button'), 'the product');
    part(element, 'note-button')!.click();
    await write('For the hall', 'high');
    await until(() => parts(element, 'note').length, 'the note');
    button(element, 'Remove Lamp from your wishlist')!.click();
    await until(() => part(element, 'undo-button'), 'the offer');
    part(element, 'undo-button')!.click();
    await until(() => parts(element, 'note').length, 'the note again');
    expect(shownText(part(element, 'note')!)).to.equal('High priority · For the hall');
    expect(service.seen(addListItem).length + service.seen(editProfileListItem).length).to.equal(0);
  });
});
