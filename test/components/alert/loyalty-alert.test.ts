import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyAlert, LoyaltyProvider } from '../../../src/index.ts';
import {
  addListItem,
  editProfileListItem,
  listItems,
} from '../../../src/services/contract/endpoints/index.ts';
import { broken, json, offline, refuse } from '../../support/component-answers.ts';
import { item, sampleMember, type Member } from '../../support/component-member.ts';
import {
  closeService,
  eventsOf,
  focused,
  loaded,
  openService,
  page,
  part,
  shownText,
  signIn,
  until,
} from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';
import { isAccessible, STATES } from '../../support/component-states.ts';

const OFF = 'We’ll send you a message.';
const ON = 'We’ll send you a message. Press again to stop.';
const UNKNOWN =
  'We didn’t get an answer. It may have gone through: check back in a moment before you try again.';

const stool = html`<loyalty-alert product-id="stool" product-name="Oak stool"></loyalty-alert>`;

describe('loyalty-alert', () => {
  let member: Member;
  let service: ComponentService;
  let provider: LoyaltyProvider;

  beforeEach(() => {
    member = sampleMember();
    member.items = [item(1, 'Oak stool', { product_id: 'stool' })];
    service = openService(member);
  });
  afterEach(closeService);

  const alerts = () => [...provider.querySelectorAll('loyalty-alert')];
  const open = async (content = stool): Promise<LoyaltyAlert> => {
    provider = await page(content, member);
    return loaded(alerts()[0]!);
  };
  const control = (element: LoyaltyAlert) => part(element, 'alert-button')!;
  const pressed = (element: LoyaltyAlert) => control(element).getAttribute('aria-pressed');
  const press = async (element: LoyaltyAlert): Promise<void> => {
    control(element).click();
    await element.updateComplete;
  };
  const hint = (element: LoyaltyAlert) => shownText(part(element, 'hint')!);
  const problem = (element: LoyaltyAlert) => part(element, 'problem')?.textContent;
  const entry = () => member.items!.find(({ product_id }) => product_id === 'stool');
  const told = () => entry()?.['alerts'];
  /** Waits until a change is answered, with this result. */
  const answered = (element: LoyaltyAlert, result: 'true' | 'false') =>
    until(() => pressed(element) === result && !element.matches(':state(saving)'), `pressed: ${result}`);
  /** A press that fails: the sentence that it shows. */
  const failure = async (element: LoyaltyAlert): Promise<string | null | undefined> => {
    const errors = eventsOf('loyalty-error');
    await press(element);
    await until(() => errors.length && problem(element), 'the reason');
    expect([errors.length, errors[0]!.target === element]).to.deep.equal([1, true]);
    expect(element.matches(':state(failed)')).to.equal(true);
    return problem(element);
  };

  isAccessible(() => html`${stool}<loyalty-alert product-id="product-3" kind="stock"></loyalty-alert>`);

  it('asks for the message and ends it, without saving the product again', async () => {
    const changed = eventsOf('loyalty-alert-changed');
    const element = await open();
    expect([pressed(element), hint(element)]).to.deep.equal(['false', OFF]);
    await press(element);
    await answered(element, 'true');
    expect([told(), hint(element), element.matches(':state(on)')]).to.deep.equal([['price'], ON, true]);
    await press(element);
    await answered(element, 'false');
    expect([told(), hint(element), element.matches(':state(on)')]).to.deep.equal([[], OFF, false]);
    await until(() => changed.length === 2, 'the events');
    expect(changed.map(({ detail }) => detail)).to.deep.equal([
      { productId: 'stool', alerts: ['price'] },
      { productId: 'stool', alerts: [] },
    ]);
    expect(service.seen(addListItem)).to.deep.equal([]);
  });

  it('is a button whose label begins with its text and names the product, in both kinds', async () => {
    let element = await open();
    expect([shownText(control(element)), control(element).ariaLabel]).to.deep.equal([
      'Tell me when it costs less',
      'Tell me when it costs less: Oak stool',
    ]);
    element.variantName = 'Blue, M';
    element.kind = 'stock';
    await element.updateComplete;
    expect([shownText(control(element)), control(element).ariaLabel]).to.deep.equal([
      'Tell me when it’s back',
      'Tell me when it’s back: Oak stool, Blue, M',
    ]);
    element = await open(html`<loyalty-alert product-id="stool"></loyalty-alert>`);
    expect(control(element).ariaLabel).to.equal(null);
  });

  it('shows in the next frame that it was pressed, keeps the focus, and says nothing before the answer', async () => {
    const release = service.hold(editProfileListItem);
    const element = await open();
    control(element).focus();
    await press(element);
    expect(element.matches(':state(saving)')).to.equal(true);
    expect([control(element).ariaBusy, pressed(element), hint(element)]).to.deep.equal([
      'true',
      'false',
      OFF,
    ]);
    await press(element); // a second press before the answer has no effect
    release();
    await until(() => pressed(element) === 'true', 'told');
    expect(element.matches(':state(saving)')).to.equal(false);
    expect([service.seen(editProfileListItem).length, focused() === control(element)]).to.deep.equal([
      1,
      true,
    ]);
  });

  it('takes a press before the list has loaded', async () => {
    const release = service.hold(listItems);
    provider = await page(stool, member);
    const [element] = alerts() as [LoyaltyAlert];
    await until(() => part(element, 'alert-button'), 'the button');
    await press(element);
    expect([element.matches(':state(saving)'), service.seen(editProfileListItem)]).to.deep.equal([true, []]);
    release();
    await until(() => pressed(element) === 'true', 'told');
    expect([told(), service.seen(addListItem)]).to.deep.equal([['price'], []]);
  });

  it('shows what the service has after a reload', async () => {
    entry()!['alerts'] = ['stock'];
    const element = await open(html`${stool}<loyalty-alert product-id="stool" kind="stock"></loyalty-alert>`);
    expect(alerts().map(pressed)).to.deep.equal(['false', 'true']);
    expect(hint(element)).to.equal(OFF);
  });

  it('keeps the other kind of the product, where both are pressed at once', async () => {
    const element = await open(
      html`${stool}<loyalty-alert product-id="stool" kind="stock"></loyalty-alert>${stool}`,
    );
    const [price, stock, same] = alerts() as [LoyaltyAlert, LoyaltyAlert, LoyaltyAlert];
    await Promise.all([press(element), press(stock)]);
    for (const one of [price, stock, same]) await answered(one, 'true');
    expect(told()).to.deep.equal(['price', 'stock']);
    await press(price);
    await until(() => pressed(same) === 'false', 'the other element of the kind');
    expect([told(), pressed(stock)]).to.deep.equal([['stock'], 'true']);
  });

  describe('of a product that is not saved', () => {
    const described = html`<loyalty-alert
      product-id="stool"
      variant-id="41"
      product-name="Oak stool"
      product-url="/products/oak-stool"
      product-price="89.00"
      product-currency="EUR"
      variant-name="Blue, M"
    ></loyalty-alert>`;

    beforeEach(() => {
      member.items = [];
    });

    it('saves it with its details first', async () => {
      const saved = eventsOf('loyalty-wishlist-added');
      const changed = eventsOf('loyalty-alert-changed');
      const element = await open(
        html`${described}<loyalty-wishlist-button
            product-id="stool"
            variant-id="41"
          ></loyalty-wishlist-button>`,
      );
      const heart = provider.querySelector('loyalty-wishlist-button')!;
      await press(element);
      await until(() => changed.length, 'the event');
      await element.updateComplete;
      expect(service.seen(addListItem)[0]!.body).to.deep.equal({
        product_id: 'stool',
        variant_id: '41',
        variant_name: 'Blue, M',
        product: { name: 'Oak stool', url: '/products/oak-stool', price: '89.00', currency: 'EUR' },
      });
      expect([told(), pressed(element), heart.saved]).to.deep.equal([['price'], 'true', true]);
      expect(saved.map(({ detail }) => detail)).to.deep.equal([
        { productId: 'stool', variantId: '41', list: 'wishlist' },
      ]);
      expect(changed[0]!.detail).to.deep.equal({ productId: 'stool', variantId: '41', alerts: ['price'] });
    });

    for (const [failed, answer] of [
      ['has no connection', offline],
      ['fails', broken],
    ] as const)
      it(`is never shown as told while the service ${failed}, and is saved later`, async () => {
        service.answer(addListItem, answer);
        const saved = eventsOf('loyalty-wishlist-added');
        const element = await open(described);
        expect(await failure(element)).to.equal('It’s saved, but we can’t tell you yet. Try again later.');
        expect([pressed(element), saved.length, service.seen(editProfileListItem)]).to.deep.equal([
          'false',
          1,
          [],
        ]);
        service.answer(addListItem, undefined);
        await press(element);
        await until(() => pressed(element) === 'true', 'told');
        expect([told(), saved.length, problem(element)]).to.deep.equal([['price'], 1, undefined]);
      });

    it('says why the service refuses a product that it does not know', async () => {
      service.answer(addListItem, () => refuse(422, 'Invalid.', { product_id: ['We do not sell this.'] }));
      const element = await open(described);
      expect(await failure(element)).to.equal('We do not sell this.');
      expect(pressed(element)).to.equal('false');
    });
  });

  it('says why the service refuses an alert, until the next press', async () => {
    service.answer(editProfileListItem, () =>
      refuse(422, 'Invalid.', { alerts: ['The shop no longer has this option.'] }),
    );
    const element = await open();
    expect(await failure(element)).to.equal('The shop no longer has this option.');
    expect([pressed(element), part(element, 'problem')!.role, part(element, 'hint')]).to.deep.equal([
      'false',
      'alert',
      undefined,
    ]);
    await expect(element).to.be.accessible();
    service.answer(editProfileListItem, undefined);
    await press(element);
    await until(() => pressed(element) === 'true', 'told');
    expect(problem(element)).to.equal(undefined);
  });

  for (const [answer, reply] of [
    ['no alerts', { alerts: undefined }],
    ['the other kind alone', { alerts: ['stock'] }],
    ['alerts that are not understood', { alerts: 'price' }],
  ] as const)
    it(`is not told by a service that answers with ${answer}`, async () => {
      service.answer(editProfileListItem, () => json({ data: { ...entry()!, ...reply } }));
      const changed = eventsOf('loyalty-alert-changed');
      const element = await open();
      expect(await failure(element)).to.equal('We can’t tell you about this product.');
      expect([pressed(element), changed.length]).to.deep.equal([
        answer.endsWith('understood') ? null : 'false',
        0,
      ]);
    });

  it('stays told where a service does not end it', async () => {
    entry()!['alerts'] = ['price'];
    service.answer(editProfileListItem, () => json({ data: entry() }));
    const element = await open();
    expect(await failure(element)).to.equal('Couldn’t save. Try again.');
    expect(pressed(element)).to.equal('true');
  });

  it('reads what the service has where its answer is lost', async () => {
    service.answer(editProfileListItem, () => {
      entry()!['alerts'] = ['price'];
      throw new TypeError('Failed to fetch');
    });
    const element = await open();
    await press(element);
    await until(() => pressed(element) === 'true', 'told');
    expect(problem(element)).to.equal(undefined);
  });

  it('says that it does not know where its answer is lost and the service does not show it', async () => {
    service.answer(editProfileListItem, offline);
    const element = await open();
    expect(await failure(element)).to.equal(UNKNOWN);
    expect(pressed(element)).to.equal('false');
  });

  it('ends with a product that was removed elsewhere, and saves it again where it is asked for', async () => {
    entry()!['alerts'] = ['price'];
    const element = await open();
    member.items = [];
    await press(element);
    await answered(element, 'false');
    expect(problem(element)).to.equal(undefined);
    await press(element);
    await until(() => pressed(element) === 'true', 'told');
    expect(told()).to.deep.equal(['price']);
  });

  it('keeps the note of a product that the device has not sent yet', async () => {
    member.items = [];
    service.answer(addListItem, offline);
    const element = await open();
    const { addToList } = await import('../../../src/services/index.ts');
    await addToList(provider.loyalty!, 'wishlist', { productId: 'stool', note: 'For Ada' });
    service.answer(addListItem, undefined);
    await press(element);
    await until(() => pressed(element) === 'true', 'told');
    expect([entry()!['note'], told()]).to.deep.equal(['For Ada', ['price']]);
  });

  it('shows guests a sentence with the link, and no button', async () => {
    const content = html`${stool}<loyalty-alert product-id="stool" kind="stock"></loyalty-alert>`;
    provider = await STATES['signed-out'](content);
    provider.signInUrl = '/login';
    await provider.updateComplete;
    for (const [element, sentence] of [
      [alerts()[0]!, 'Sign in to be told when it costs less.'],
      [alerts()[1]!, 'Sign in to be told when it’s back.'],
    ] as const) {
      await until(() => part(element, 'message'), 'the sentence');
      expect(shownText(part(element, 'message')!)).to.equal(sentence);
      expect(part(element, 'alert-button')).to.equal(undefined);
      expect(element.matches(':state(signed-out)')).to.equal(true);
    }
    const guest = provider.loyalty!;
    const { setAlert } = await import('../../../src/services/index.ts');
    const error = await setAlert(guest, { productId: 'stool' }, { kind: 'price', isOn: true }).catch(
      (thrown: { code: string }) => thrown,
    );
    expect((error as { code: string }).code).to.equal('unauthenticated');
  });

  it('shows nothing of a change after the customer has left', async () => {
    const release = service.hold(editProfileListItem);
    const changed = eventsOf('loyalty-alert-changed');
    const errors = eventsOf('loyalty-error');
    const element = await open();
    await press(element);
    await until(() => service.seen(editProfileListItem).length, 'the request');
    await signIn(provider, undefined);
    await until(() => part(element, 'message'), 'the sentence for guests');
    release();
    await signIn(provider, member);
    await until(() => pressed(element) === 'false', 'the customer again');
    expect([changed.length, errors.length, element.matches(':state(on)')]).to.deep.equal([0, 0, false]);
  });

  it('shows no button of another kind or without a product', async () => {
    const element = await open(
      html`<loyalty-alert product-id="stool" kind=${'size' as 'price'}></loyalty-alert
        ><loyalty-alert></loyalty-alert>`,
    );
    for (const one of [element, alerts()[1]!]) expect(one.shadowRoot!.querySelector('button')).to.equal(null);
  });

  it('finds a product on a later page of the list', async () => {
    member.items = Array.from({ length: 120 }, (_, at) => item(at + 1, `Product ${at + 1}`));
    member.items[119] = item(120, 'Oak stool', { product_id: 'stool', alerts: ['price'] });
    const element = await open();
    await until(() => pressed(element) === 'true', 'told');
  });

  describe('with a form', () => {
    const withForm = html`<form id="product-form">
        <select name="id" aria-label="Colour">
          <option value="">Choose</option>
          <option value="41">Blue</option>
          <option value="42">Red</option>
        </select>
      </form>
      <loyalty-alert product-id="stool" product-name="Oak stool" for="#product-form"></loyalty-alert>`;
    const choose = (value: string): void => {
      const field = document.querySelector<HTMLSelectElement>('#product-form select')!;
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    };

    it('follows the variant, and asks for the one that was pressed', async () => {
      member.items!.push(item(2, 'Oak stool', { product_id: 'stool', variant_id: '41', alerts: ['price'] }));
      const element = await open(withForm);
      await until(() => pressed(element) === 'false', 'the product as a whole');
      choose('41');
      await until(() => pressed(element) === 'true', 'the variant');
      choose('42');
      await until(() => element.variantId === '42' && pressed(element) === 'false', 'the other variant');
      const release = service.hold(editProfileListItem);
      await press(element);
      await until(() => service.seen(editProfileListItem).length, 'the request');
      choose('');
      await until(() => element.variantId === undefined, 'no variant');
      expect(element.matches(':state(saving)')).to.equal(false);
      release();
      await until(
        () => member.items!.some((one) => one['variant_id'] === '42' && one['alerts']),
        'the variant that was pressed',
      );
      const whole = member.items!.find((one) => one.product_id === 'stool' && !one['variant_id']);
      expect([pressed(element), whole!['alerts']]).to.deep.equal(['false', undefined]);
    });

    it('shows a problem at its variant alone', async () => {
      service.answer(editProfileListItem, () => refuse(422, 'Invalid.', { alerts: ['No.'] }));
      const element = await open(withForm);
      choose('41');
      await until(() => element.variantId === '41', 'the variant');
      await failure(element);
      choose('42');
      await until(() => element.variantId === '42' && !problem(element), 'the other variant');
      choose('41');
      await until(() => problem(element), 'the variant again');
    });
  });
});
