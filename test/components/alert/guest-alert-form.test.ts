import { expect, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../src/index.ts';
import type { LoyaltyAlert, LoyaltyProvider } from '../../../src/index.ts';
import { addGuestAlert } from '../../../src/services/contract/endpoints/index.ts';
import { broken, offline, refuse, type Answer } from '../../support/component-answers.ts';
import { sampleMember } from '../../support/component-member.ts';
import {
  closeService,
  eventsOf,
  focused,
  openService,
  page,
  part,
  shownText,
  signIn,
  until,
} from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';

const OFF = 'We’ll send you a message.';
const CONSENT = 'We’ll email you about this product only. Each email has a link to stop.';
const SENT = 'Check your mail: we sent a link to confirm.';

const accepted: Answer = () => new Response(null, { status: 204 });
const stool = html`<loyalty-alert guests product-id="stool" product-name="Oak stool"></loyalty-alert>`;

describe('loyalty-alert with guests', () => {
  let service: ComponentService;
  let provider: LoyaltyProvider;

  beforeEach(() => {
    service = openService();
    service.answer(addGuestAlert, accepted);
  });
  afterEach(closeService);

  const open = async (content = stool): Promise<LoyaltyAlert> => {
    provider = await page(content);
    const element = provider.querySelector('loyalty-alert')!;
    await until(() => control(element), 'the button');
    return element;
  };
  const control = (element: LoyaltyAlert) =>
    element.shadowRoot!.querySelector<HTMLElement>('[part~=alert-button][aria-expanded]');
  const press = async (element: LoyaltyAlert): Promise<void> => {
    control(element)!.click();
    await element.updateComplete;
  };
  const hint = (element: LoyaltyAlert) => shownText(part(element, 'hint')!);
  const input = (element: LoyaltyAlert) => part(element, 'input') as HTMLInputElement | undefined;
  const send = (element: LoyaltyAlert, email: string): void => {
    input(element)!.value = email;
    part(element, 'submit-button')!.click();
  };

  it('is accessible, closed, open, with a problem and after the link was sent', async () => {
    const element = await open();
    await expect(element).to.be.accessible();
    await press(element);
    await expect(element).to.be.accessible();
    send(element, 'ann');
    await until(() => part(element, 'problem'), 'the problem');
    await expect(element).to.be.accessible();
    send(element, 'ann@example.com');
    await until(() => hint(element) === SENT, 'the answer');
    await expect(element).to.be.accessible();
  });

  it('asks for an address in a form below the button, and says that a link was sent, never that it is set', async () => {
    const element = await open();
    expect([control(element)!.ariaExpanded, control(element)!.ariaLabel, hint(element)]).to.deep.equal([
      'false',
      'Tell me when it costs less: Oak stool',
      OFF,
    ]);
    expect(input(element)).to.equal(undefined);
    await press(element);
    await until(() => focused() === input(element), 'the focus in the field');
    expect([control(element)!.ariaExpanded, hint(element)]).to.deep.equal(['true', CONSENT]);
    await sendKeys({ type: ' ann@example.com ' });
    await sendKeys({ press: 'Enter' });
    await until(() => hint(element) === SENT, 'the answer');
    expect(service.seen(addGuestAlert).map(({ body }) => body)).to.deep.equal([
      { email: 'ann@example.com', product_id: 'stool', alerts: ['price'] },
    ]);
    expect(service.seen(addGuestAlert)[0]!.headers.get('authorization')).to.equal(null);
    expect([input(element), element.matches(':state(on)'), control(element)!.ariaPressed]).to.deep.equal([
      undefined,
      false,
      null,
    ]);
    await until(() => focused() === control(element), 'the focus on the button');
  });

  it('sends the variant and the kind, and says nothing of another variant', async () => {
    const element = await open(
      html`<loyalty-alert guests kind="stock" product-id="stool" variant-id="41"></loyalty-alert>`,
    );
    await press(element);
    send(element, 'ann@example.com');
    await until(() => hint(element) === SENT, 'the answer');
    expect(service.seen(addGuestAlert)[0]!.body).to.deep.equal({
      email: 'ann@example.com',
      product_id: 'stool',
      variant_id: '41',
      alerts: ['stock'],
    });
    element.variantId = '42';
    await element.updateComplete;
    expect(hint(element)).to.equal(OFF);
  });

  it('closes the form by a second press, and keeps the focus on the button', async () => {
    const element = await open();
    await press(element);
    await until(() => focused() === input(element), 'the focus in the field');
    await press(element);
    await until(() => focused() === control(element), 'the focus on the button');
    expect([input(element), hint(element), service.seen(addGuestAlert)]).to.deep.equal([undefined, OFF, []]);
  });

  it('sends one request for two presses', async () => {
    const release = service.hold(addGuestAlert);
    const element = await open();
    await press(element);
    send(element, 'ann@example.com');
    await until(() => part(element, 'submit-button')!.ariaDisabled === 'true', 'busy');
    part(element, 'submit-button')!.click();
    expect(hint(element)).to.equal(CONSENT);
    release();
    await until(() => hint(element) === SENT, 'the answer');
    expect(service.seen(addGuestAlert).length).to.equal(1);
  });

  const UNKNOWN =
    'We didn’t get an answer. It may have gone through: check back in a moment before you try again.';
  const failures: readonly (readonly [string, Answer, string])[] = [
    [
      'an address that the service refuses',
      () => refuse(422, 'No.', { email: ['No.'] }),
      'Enter your email.',
    ],
    [
      'a product that the service does not know',
      () => refuse(422, 'No.', { product_id: ['No.'] }),
      'We can’t tell you about this product.',
    ],
    ['too many links', () => refuse(429, 'No.'), 'Too many attempts. Try again later.'],
    ['another refusal', () => refuse(409, 'No.'), 'We couldn’t send the link. Try again.'],
    ['a failure of the service', broken, UNKNOWN],
    ['an answer that is lost', offline, UNKNOWN],
  ];
  for (const [what, answer, sentence] of failures)
    it(`shows the reason at the field after ${what}, and keeps what was typed`, async () => {
      const errors = eventsOf('loyalty-error');
      const element = await open();
      await press(element);
      service.answer(addGuestAlert, answer);
      send(element, 'ann@example.com');
      await until(() => part(element, 'problem'), 'the problem');
      expect(part(element, 'problem')!.textContent).to.equal(sentence);
      await until(() => focused() === input(element), 'the focus in the field');
      expect([input(element)!.value, input(element)!.ariaInvalid, errors.length]).to.deep.equal([
        'ann@example.com',
        'true',
        1,
      ]);
      service.answer(addGuestAlert, accepted);
      send(element, 'ann@example.com');
      await until(() => hint(element) === SENT, 'the answer');
    });

  for (const status of [401, 404, 405])
    it(`asks to sign in where the service answers ${status}: it does not offer it`, async () => {
      const element = await open();
      provider.signInUrl = '/login';
      await press(element);
      service.answer(addGuestAlert, () => refuse(status, 'No.'));
      send(element, 'ann@example.com');
      await until(() => part(element, 'message'), 'the sentence');
      expect(shownText(part(element, 'message')!)).to.equal('Sign in to be told when it costs less.');
      expect(part(element, 'alert-button')).to.equal(undefined);
    });

  it('keeps to its column of 320 px, in both directions', async () => {
    for (const dir of ['ltr', 'rtl']) {
      provider = await page(html`<div dir=${dir} style="inline-size: 320px">${stool}</div>`);
      const element = provider.querySelector('loyalty-alert')!;
      await until(() => control(element), 'the button');
      await press(element);
      await until(() => input(element), 'the form');
      const column = element.getBoundingClientRect();
      for (const one of element.shadowRoot!.querySelectorAll('button, input, p')) {
        const { left, right } = one.getBoundingClientRect();
        expect([dir, left >= column.left - 1, right <= column.right + 1]).to.deep.equal([dir, true, true]);
      }
    }
  });

  it('is the button of members after a sign-in', async () => {
    const member = sampleMember();
    member.items = [];
    closeService();
    service = openService(member);
    const element = await open();
    await press(element);
    await signIn(provider, member);
    await until(() => part(element, 'alert-button')?.ariaPressed === 'false', 'the button of members');
    expect(input(element)).to.equal(undefined);
  });

  it('leaves what the page has for guests in its place', async () => {
    provider = await page(
      html`<loyalty-alert guests product-id="stool"
        ><a slot="signed-out" href="/login">Join</a></loyalty-alert
      >`,
    );
    const element = provider.querySelector('loyalty-alert')!;
    await until(() => element.shadowRoot!.querySelector('slot[name=signed-out]'), 'the slot');
    expect(part(element, 'alert-button')).to.equal(undefined);
  });
});
