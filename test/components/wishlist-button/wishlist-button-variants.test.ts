import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyWishlistButton } from '../../../src/index.ts';
import { addListItem, removeListItem } from '../../../src/services/contract/endpoints/index.ts';
import { refuse } from '../../support/component-answers.ts';
import { item, sampleMember, type Member } from '../../support/component-member.ts';
import { closeService, eventsOf, openService, part, shownText, until } from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';
import { listLoaded, openWishlistButton, press, pressed } from '../../support/component-wishlist-button.ts';

const BLUE = { variant_id: '41', variant_name: 'Blue, M' };
const shirt = (id: number, rest: object = {}) => item(id, 'Linen shirt', { product_id: 'shirt', ...rest });

describe('variants of loyalty-wishlist-button', () => {
  let member: Member;
  let service: ComponentService;

  beforeEach(() => {
    member = sampleMember();
    service = openService(member);
  });
  afterEach(closeService);

  const heart = (variant?: string, name?: string) =>
    html`<loyalty-wishlist-button
      product-id="shirt"
      product-name="Linen shirt"
      variant-id=${variant ?? ''}
      variant-name=${name ?? ''}
    ></loyalty-wishlist-button>`;
  const open = async (content = heart('41', 'Blue, M')): Promise<LoyaltyWishlistButton> => {
    const element = await openWishlistButton(member, content);
    await listLoaded(element);
    return element;
  };
  const saved = () => member.items!.filter(({ product_id }) => product_id === 'shirt');

  it('shows the state of the variant, and not of others or of the product as a whole', async () => {
    member.items = [shirt(1, BLUE)];
    const element = await open();
    expect(pressed(element)).to.equal(true);
    element.variantId = '42';
    await element.updateComplete;
    expect(pressed(element)).to.equal(false);
    element.variantId = undefined;
    await element.updateComplete;
    expect(pressed(element)).to.equal(false);
  });

  it('are named to screen readers', async () => {
    const element = await open();
    expect(part(element, 'heart-button')).to.have.attribute(
      'aria-label',
      'Save Linen shirt, Blue, M to your wishlist',
    );
  });

  it('saves two variants of one product, and removes the one that it shows', async () => {
    const added = eventsOf('loyalty-wishlist-added');
    const element = await open();
    for (const [index, variant] of ['41', '42'].entries()) {
      element.variantId = variant;
      await element.updateComplete;
      await press(element);
      await until(() => added.length > index && pressed(element), 'saved');
    }
    expect(saved().map(({ variant_id }) => variant_id)).to.deep.equal(['42', '41']);
    expect(added.map(({ detail }) => detail)).to.deep.equal([
      { productId: 'shirt', variantId: '41', list: 'wishlist' },
      { productId: 'shirt', variantId: '42', list: 'wishlist' },
    ]);
    element.variantId = '41';
    await element.updateComplete;
    await press(element);
    await until(() => service.seen(removeListItem).length, 'the removal');
    await until(() => saved().length === 1, 'one left');
    expect(saved()[0]!['variant_id']).to.equal('42');
  });

  it('saves the variant that was pressed, where another one is chosen before the answer', async () => {
    const element = await open();
    const release = service.hold(addListItem);
    await press(element);
    element.variantId = '42';
    await element.updateComplete;
    expect(pressed(element)).to.equal(false);
    release();
    await until(() => saved().length, 'saved');
    expect(saved()[0]!['variant_id']).to.equal('41');
    expect(pressed(element)).to.equal(false);
    element.variantId = '41';
    await until(() => pressed(element), 'the pressed variant is saved');
  });

  it('says why the service refuses a variant, for that variant alone', async () => {
    service.answer(addListItem, () =>
      refuse(422, 'Invalid.', { variant_id: ['This product has no such variant.'] }),
    );
    const element = await open();
    await press(element);
    await until(() => part(element, 'problem'), 'the reason');
    expect(shownText(part(element, 'problem')!)).to.equal('This product has no such variant.');
    element.variantId = '42';
    await element.updateComplete;
    expect(part(element, 'problem') ?? null).to.equal(null);
  });

  describe('with a form', () => {
    const withForm = (fields: unknown) =>
      html`<form id="product-form">${fields}</form>
        <loyalty-wishlist-button
          product-id="shirt"
          product-name="Linen shirt"
          for="#product-form"
        ></loyalty-wishlist-button>`;
    const select = html`<label
      >Colour and size
      <select name="id">
        <option value="">Choose</option>
        <option value="41">Blue, M</option>
        <option value="42">Blue, L</option>
      </select></label
    >`;
    const form = () => document.querySelector<HTMLFormElement>('#product-form')!;
    const choose = (value: string) => {
      const field = form().querySelector('select')!;
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    };

    it('follows the choice, and saves the product as a whole while nothing is chosen', async () => {
      member.items = [shirt(1, BLUE)];
      const element = await open(withForm(select));
      expect([element.variantId, pressed(element)]).to.deep.equal([undefined, false]);
      choose('41');
      await until(() => pressed(element), 'the variant');
      expect(element.variantName).to.equal('Blue, M');
      choose('42');
      await until(() => !pressed(element), 'the other one');
      choose('');
      await until(() => element.variantId === undefined, 'none');
      await press(element);
      await until(() => service.seen(addListItem).length, 'the request');
      expect(service.seen(addListItem)[0]!.body).to.deep.equal({ product_id: 'shirt' });
    });

    it('is not filled before the form has been read', async () => {
      member.items = [shirt(1)];
      const states: boolean[] = [];
      const content = withForm(html`<input type="hidden" name="id" value="41" />`);
      const element = await openWishlistButton(member, content);
      const observer = new MutationObserver(() => states.push(pressed(element)));
      observer.observe(element.shadowRoot!, { subtree: true, attributes: true });
      await listLoaded(element);
      await element.updateComplete;
      expect([element.variantId, pressed(element), states.includes(true)]).to.deep.equal([
        '41',
        false,
        false,
      ]);
    });

    it('reads a hidden field that a theme writes, and the options of the choice as text', async () => {
      const element = await open(
        withForm(
          html`<input type="hidden" name="id" value="41" />
            <label><input type="radio" name="Colour" value="blue" checked /> Blue</label>
            <label><input type="radio" name="Colour" value="red" /> Red</label>
            <label
              >Size
              <select name="Size">
                <option>M</option>
              </select></label
            >`,
        ),
      );
      expect([element.variantId, element.variantName]).to.deep.equal(['41', 'Blue, M']);
      form().querySelector<HTMLInputElement>('[value=red]')!.checked = true;
      form().querySelector<HTMLInputElement>('[type=hidden]')!.setAttribute('value', '43');
      await until(() => element.variantId === '43', 'the variant');
      expect(element.variantName).to.equal('Red, M');
    });

    it('follows a form that the theme puts instead of the first one', async () => {
      const element = await open(withForm(html`<input type="hidden" name="id" value="41" />`));
      const next = document.createElement('form');
      next.id = 'product-form';
      next.innerHTML = '<input name="id" value="42">';
      form().replaceWith(next);
      next.querySelector('input')!.dispatchEvent(new Event('change', { bubbles: true }));
      await until(() => element.variantId === '42', 'the variant of the new form');
    });

    it('keeps the variant of the attributes where there is no such form', async () => {
      const element = await open(
        html`<loyalty-wishlist-button
          product-id="shirt"
          variant-id="41"
          for="#nowhere("
        ></loyalty-wishlist-button>`,
      );
      expect(element.variantId).to.equal('41');
    });

    it('asks in its menu which one is saved, and chooses it in the form', async () => {
      const element = await open(withForm(select));
      element.lists = true;
      await until(() => part(element, 'menu-button'), 'the button of the menu');
      part(element, 'menu-button')!.click();
      await until(() => part(element, 'menu-item'), 'the lists');
      const question = part(element, 'variant-select') as HTMLSelectElement;
      expect([...question.options].map(({ text }) => text)).to.deep.equal([
        'Not chosen yet',
        'Blue, M',
        'Blue, L',
      ]);
      question.value = '42';
      question.dispatchEvent(new Event('change', { bubbles: true }));
      await until(() => element.variantId === '42', 'the variant');
      expect(form().querySelector('select')!.value).to.equal('42');
      await until(() => part(element, 'menu-item'), 'the lists of the variant');
      expect(part(element, 'menu')!.matches(':popover-open')).to.equal(true);
      part(element, 'menu-item')!.click();
      await until(() => saved().length, 'saved');
      expect(saved()[0]!['variant_id']).to.equal('42');
    });

    it('asks nothing in its menu where the form offers one', async () => {
      const element = await open(
        withForm(
          html`<select name="id">
            <option value="41">Blue, M</option>
          </select>`,
        ),
      );
      element.lists = true;
      await until(() => part(element, 'menu-button'), 'the button of the menu');
      part(element, 'menu-button')!.click();
      await until(() => part(element, 'menu-item'), 'the lists');
      expect(part(element, 'variant-select') ?? null).to.equal(null);
    });

    it('takes options with markup as text', async () => {
      const element = await open(
        withForm(
          html`<select name="id" aria-label="Size">
            <option value="41">${'<img src=x onerror=alert(1)>'}</option>
          </select>`,
        ),
      );
      expect(element.variantName).to.equal('<img src=x onerror=alert(1)>');
      expect(element.shadowRoot!.querySelector('img')).to.equal(null);
    });
  });
});
