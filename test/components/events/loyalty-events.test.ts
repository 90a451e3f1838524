import { aTimeout, expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyEvents, LoyaltyProvider } from '../../../src/index.ts';
import { addProfileCustomEvent } from '../../../src/services/contract/endpoints/index.ts';
import { offline, refuse } from '../../support/component-answers.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import { closeService, openService, page, signIn, until } from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';

describe('<loyalty-events>', () => {
  let member: Member;
  let service: ComponentService;
  beforeEach(() => {
    member = sampleMember();
    service = openService(member);
  });
  afterEach(closeService);

  const bodies = () => service.seen(addProfileCustomEvent).map(({ body }) => body);
  const keys = () => service.seen(addProfileCustomEvent).map(({ headers }) => headers.get('Idempotency-Key'));
  const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('loyalty-elements event'));
  const sent = (count: number) => until(() => bodies().length === count, `${count} events`);

  async function open(
    content = html`<loyalty-events consent></loyalty-events>`,
  ): Promise<[LoyaltyEvents, LoyaltyProvider]> {
    const provider = await page(content, member);
    return [provider.querySelector('loyalty-events')!, provider];
  }

  it('sends an event for its customer once, and stores it until the service has it', async () => {
    const [events] = await open();
    events.track('quiz-finished', { score: 7 });
    expect(stored().length).to.equal(1);
    await sent(1);
    expect(bodies()).to.deep.equal([{ name: 'quiz-finished', data: { score: 7 } }]);
    await until(() => stored().length === 0, 'nothing stored');
  });

  it('stores and sends nothing without consent, and for guests', async () => {
    const [events] = await open(html`<loyalty-events></loyalty-events>`);
    events.track('opened');
    const guest = await page(html`<loyalty-events consent></loyalty-events>`);
    guest.querySelector('loyalty-events')!.track('opened');
    await aTimeout(50); // wait for a request that must not be sent
    expect([bodies(), stored()]).to.deep.equal([[], []]);
  });

  describe('on a prerendered page', () => {
    const setPrerendering = (value: boolean) =>
      Object.defineProperty(document, 'prerendering', { value, configurable: true });
    afterEach(() => Reflect.deleteProperty(document, 'prerendering'));

    it('stores and sends nothing before the page is shown, and then each event once', async () => {
      const [events] = await open();
      setPrerendering(true);
      events.track('opened');
      events.track('scrolled');
      expect(stored()).to.deep.equal([]);
      setPrerendering(false);
      events.track('pressed');
      await sent(1);
      document.dispatchEvent(new Event('prerenderingchange'));
      document.dispatchEvent(new Event('prerenderingchange'));
      await sent(3);
      await until(() => stored().length === 0, 'nothing stored');
      const names = bodies().map((body) => (body as { readonly name: string }).name);
      expect(names).to.deep.equal(['pressed', 'opened', 'scrolled']);
    });

    it('throws at once for a name that no proxy forwards', async () => {
      const [events] = await open();
      setPrerendering(true);
      expect(() => events.track('a name')).to.throw(TypeError);
    });
  });

  it('deletes what is not sent yet when the consent is withdrawn', async () => {
    service.answer(addProfileCustomEvent, offline);
    const [events] = await open();
    events.track('opened');
    events.consent = false;
    expect(stored()).to.deep.equal([]);
  });

  it('sends a stored event on the next page, with the same idempotency key', async () => {
    service.answer(addProfileCustomEvent, offline);
    const [events, first] = await open();
    events.track('opened');
    await sent(1);
    first.remove();
    service.answer(addProfileCustomEvent, undefined);
    await open();
    await sent(2);
    const [lost, second] = keys();
    expect(second).to.equal(lost);
    await until(() => stored().length === 0, 'nothing stored');
  });

  it('sends stored events in their order when the network is back', async () => {
    service.answer(addProfileCustomEvent, offline);
    const [events] = await open();
    for (const name of ['first', 'second', 'third']) events.track(name);
    await sent(3); // each attempt ends with the first event
    service.answer(addProfileCustomEvent, undefined);
    dispatchEvent(new Event('online'));
    await sent(6);
    expect(bodies().slice(3)).to.deep.equal(['first', 'second', 'third'].map((name) => ({ name, data: {} })));
  });

  it('drops an event that is refused, and sends the next', async () => {
    service.answerOnce(addProfileCustomEvent, () => refuse(403, 'Not listed.'));
    const [events] = await open();
    events.track('unlisted');
    events.track('opened');
    await sent(2);
    await until(() => stored().length === 0, 'nothing stored');
  });

  it('never sends the events of one customer for another', async () => {
    const ben = sampleMember('1002');
    service.members.set(ben.id, ben);
    service.answer(addProfileCustomEvent, offline);
    const [events, provider] = await open();
    events.track('opened');
    await sent(1);
    service.answer(addProfileCustomEvent, undefined);
    await signIn(provider, ben);
    await until(() => stored().length === 0, 'nothing stored');
    events.track('of-ben');
    await sent(2);
    expect(bodies()[1]).to.deep.equal({ name: 'of-ben', data: {} });
  });

  it('sends the events of elements that are clicked and of forms that are submitted', async () => {
    const [, provider] = await open(html`
      <loyalty-events consent></loyalty-events>
      <button data-loyalty-event="opened" data-loyalty-data='{"tab": 2}'><b>Open</b></button>
      <form data-loyalty-event="subscribed"><input /><button>Subscribe</button></form>
    `);
    provider
      .querySelector<HTMLFormElement>('form')!
      .addEventListener('submit', (event) => event.preventDefault());
    provider.querySelector('b')!.click();
    provider.querySelector('input')!.click();
    provider.querySelector<HTMLButtonElement>('form button')!.click();
    await sent(2);
    expect(bodies()).to.deep.equal([
      { name: 'opened', data: { tab: 2 } },
      { name: 'subscribed', data: {} },
    ]);
  });

  it('sends the events of components and of what contains them', async () => {
    const [, provider] = await open(html`
      <loyalty-events consent></loyalty-events>
      <div class="host" data-loyalty-event="component"></div>
      <p data-loyalty-event="around"><span class="host"></span></p>
    `);
    for (const host of provider.querySelectorAll('.host')) {
      host.attachShadow({ mode: 'open' }).append(document.createElement('button'));
      host.shadowRoot!.querySelector('button')!.click();
    }
    await sent(2);
    expect(bodies()).to.deep.equal([
      { name: 'component', data: {} },
      { name: 'around', data: {} },
    ]);
  });

  it('refuses names and data that no proxy forwards', async () => {
    const [events] = await open();
    const wrong: unknown[][] = [
      [''],
      ['a b'],
      ['a'.repeat(65)],
      ['a', null],
      ['a', []],
      ['a', { b: null }],
      ['a', { b: {} }],
      ['a', { b: 'c'.repeat(256) }],
    ];
    for (const parameters of wrong)
      expect(() => events.track(...(parameters as [string]))).to.throw(TypeError);
    expect(stored()).to.deep.equal([]);
  });
});
