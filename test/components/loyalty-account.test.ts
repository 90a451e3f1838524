import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/index.ts';
import type { LoyaltyAccount, LoyaltyProvider } from '../../src/index.ts';
import { profileBalances, proxyCreate, proxyLogin } from '../../src/services/endpoints/index.ts';
import { offline, refuse } from '../support/component-answers.ts';
import { sampleMember } from '../support/component-member.ts';
import {
  button,
  closeService,
  focused,
  heard,
  loaded,
  openService,
  part,
  parts,
  textOf,
  until,
} from '../support/component-page.ts';
import { BASE_URL, type ComponentService } from '../support/component-service.ts';
import { isAccessible } from '../support/component-states.ts';

const PASSWORD = 'pässword-1001';

describe('loyalty-account', () => {
  let service: ComponentService;
  let provider: LoyaltyProvider;
  let element: LoyaltyAccount;

  beforeEach(async () => {
    service = openService(sampleMember());
    await openPage();
  });
  afterEach(closeService);

  async function openPage(): Promise<void> {
    provider = await fixture(html`
      <loyalty-provider lang="en-US" proxy-url=${BASE_URL}>
        <loyalty-account></loyalty-account>
        <loyalty-balance></loyalty-balance>
      </loyalty-provider>
    `);
    element = await loaded(provider.querySelector('loyalty-account')!);
  }

  const input = (name: string) => element.shadowRoot!.querySelector<HTMLInputElement>(`[name=${name}]`)!;
  const balance = () => textOf(provider.querySelector('loyalty-balance')!);

  async function signIn(email = '1001@example.com', password = PASSWORD): Promise<void> {
    input('email').value = email;
    input('password').value = password;
    part(element, 'submit-button')!.click();
    await element.updateComplete;
    await until(() => part(element, 'submit-button')?.getAttribute('aria-disabled') !== 'true', 'the answer');
    await element.updateComplete;
  }
  const signedIn = () => until(() => part(element, 'sign-out-button'), 'the way out');

  isAccessible(() => html`<loyalty-account></loyalty-account>`);

  it('is accessible while it is in use: filled wrongly, joining, signed in', async () => {
    await signIn('', '');
    await expect(element).to.be.accessible();
    button(element, 'New here? Create an account')!.click();
    await element.updateComplete;
    await expect(element).to.be.accessible();
    button(element, 'I have an account')!.click();
    await element.updateComplete;
    await signIn();
    await signedIn();
    await expect(element).to.be.accessible();
  });

  it('signs in without a reload: every element shows the customer, and the page is told', async () => {
    expect(balance()).to.equal('Points for members');
    const events = heard('loyalty-signed-in');
    await signIn();
    await signedIn();
    await until(() => balance() === '2,480 points', 'the points');
    expect(events.map(({ detail }) => detail)).to.deep.equal([{ joined: false }]);
    expect(service.seen(proxyLogin)).to.have.length(1);
    expect(textOf(element)).to.include('You are signed in.');
  });

  it('is still signed in on the next page, and asks for no password again', async () => {
    await signIn();
    await signedIn();
    provider.remove();
    await openPage();
    await until(() => balance() === '2,480 points', 'the points');
    expect(service.seen(proxyLogin)).to.have.length(1);
  });

  it('keeps what was typed nowhere: not in storage, addresses, events or its own page', async () => {
    const kept: string[] = [];
    const events = heard('loyalty-signed-in');
    await signIn();
    await signedIn();
    kept.push(
      JSON.stringify({ ...localStorage, ...sessionStorage }),
      JSON.stringify(events.map((event) => event.detail)),
    );
    kept.push(element.shadowRoot!.innerHTML, ...service.requests);
    for (const trace of kept) {
      expect(trace).not.to.include('word-1001');
      expect(trace).not.to.include(btoa('1001@example.com').slice(0, 12));
    }
    expect(JSON.stringify({ ...localStorage })).not.to.include('@');
    expect(element.shadowRoot!.querySelector('input')).to.equal(null);
  });

  it('says that name and password do not fit, keeps the name, and can be tried again', async () => {
    await signIn('1001@example.com', 'wrong');
    expect(textOf(part(element, 'problem')!)).to.equal('This e-mail and password do not fit.');
    expect(input('email').value).to.equal('1001@example.com');
    expect(balance()).to.equal('Points for members');
    await signIn();
    await signedIn();
  });

  for (const [name, answer, sentence] of [
    ['429', () => refuse(429, 'Slow down'), 'Too many tries. Please wait a quarter of an hour.'],
    ['no connection', offline, 'No connection. Please try again.'],
    ['500', () => refuse(500, 'trace at line 5'), 'You could not be signed in.'],
  ] as const) {
    it(`says plainly what ${name} means`, async () => {
      service.answer(proxyLogin, answer);
      await signIn();
      expect(textOf(part(element, 'problem')!)).to.equal(sentence);
    });
  }

  it('says beside each field what is missing, goes there, and sends nothing', async () => {
    await signIn('', '');
    expect(
      parts(element, 'problem')
        .filter(({ hidden }) => !hidden)
        .map(textOf),
    ).to.deep.equal(['Please write your e-mail address.', 'Please write your password.']);
    expect(focused()).to.equal(input('email'));
    expect(input('email').getAttribute('aria-describedby')).to.equal('email-problem');
    expect(service.seen(proxyLogin)).to.have.length(0);
  });

  it('creates an account and is signed in with it', async () => {
    const events = heard('loyalty-signed-in');
    button(element, 'New here? Create an account')!.click();
    await element.updateComplete;
    expect(focused()).to.equal(input('first_name'));
    input('first_name').value = 'Ada';
    await signIn('2001@example.com', 'pässword-2001');
    await signedIn();
    expect(service.seen(proxyCreate)[0]!.body).to.deep.equal({
      email: '2001@example.com',
      password: 'pässword-2001',
      first_name: 'Ada',
      last_name: '',
    });
    expect(events.map(({ detail }) => detail.joined)).to.deep.equal([true]);
  });

  it('shows what the proxy says about a field beside it', async () => {
    element.task = 'join';
    await element.updateComplete;
    await signIn('1001@example.com', 'some password');
    expect(textOf(element)).to.include('This e-mail address is taken.');
    expect(focused()).to.equal(input('email'));
    expect(service.seen(proxyLogin)).to.have.length(0);
  });

  it('signs out: nothing of the customer is left on the page or in storage', async () => {
    await signIn();
    await signedIn();
    await until(() => balance() === '2,480 points', 'the points');
    const events = heard('loyalty-signed-out');
    button(element, 'Sign out')!.click();
    await until(() => balance() === 'Points for members', 'the guest');
    await until(() => !localStorage.length, 'empty storage');
    await until(() => input('email'), 'the form');
    expect(events).to.have.length(1);
  });

  it('sends once, however often it is pressed', async () => {
    const release = service.hold(proxyLogin);
    input('email').value = '1001@example.com';
    input('password').value = PASSWORD;
    for (let press = 0; press < 3; press++) part(element, 'submit-button')!.click();
    await until(() => part(element, 'submit-button')!.getAttribute('aria-disabled') === 'true', 'busy');
    release();
    await signedIn();
    expect(service.seen(proxyLogin)).to.have.length(1);
  });

  it('is a form that password managers know: names, types, autocomplete, and Enter sends it', async () => {
    expect(input('email').autocomplete).to.equal('username');
    expect(input('password').autocomplete).to.equal('current-password');
    input('email').value = '1001@example.com';
    input('password').value = PASSWORD;
    input('password').focus();
    await sendKeys({ press: 'Enter' });
    await signedIn();
    provider.signOut();
    await until(() => input('email'), 'the form');
    element.task = 'join';
    await element.updateComplete;
    expect(input('password').autocomplete).to.equal('new-password');
  });

  it('signIn() and signOut() of the provider do the same for a page with a form of its own', async () => {
    await provider.signIn('1001@example.com', PASSWORD);
    await signedIn();
    provider.signOut();
    await until(() => input('email'), 'the form');
    let code = '';
    await provider
      .signIn('1001@example.com', 'wrong')
      .catch((error: { code: string }) => (code = error.code));
    expect(code).to.equal('unauthenticated');
  });

  it('shows the guest again when the session has ended', async () => {
    await signIn();
    await signedIn();
    await until(() => balance() === '2,480 points', 'the points');
    service.revokeTokens();
    await provider.refresh();
    await until(() => balance() === 'Points for members', 'the guest');
    expect(service.seen(profileBalances).length).to.be.lessThan(5);
  });
});
