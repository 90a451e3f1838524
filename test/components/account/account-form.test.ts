import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../src/index.ts';
import { proxyCreate, proxyLogin } from '../../../src/services/contract/endpoints/index.ts';
import { openAccount, PASSWORD } from '../../support/component-account.ts';
import { offline, refuse } from '../../support/component-answers.ts';
import {
  button,
  closeService,
  focused,
  eventsOf,
  part,
  parts,
  shownText,
  until,
} from '../../support/component-page.ts';

describe('form of loyalty-account', () => {
  afterEach(closeService);

  it('after a wrong password shows an error, keeps the e-mail address and accepts another try', async () => {
    const { element, input, balance, signIn, signedIn } = await openAccount();
    await signIn('1001@example.com', 'wrong');
    expect(shownText(part(element, 'problem')!)).to.equal('Incorrect email or password.');
    expect(input('email').value).to.equal('1001@example.com');
    expect(balance()).to.equal('Members earn points');
    await signIn();
    await signedIn();
  });

  for (const [name, answer, sentence] of [
    ['429', () => refuse(429, 'Slow down'), 'Too many attempts. Try again in 15 minutes.'],
    ['409', () => refuse(409, 'Deleted'), 'This account isn’t in the programme. Contact the shop.'],
    ['no connection', offline, 'You’re offline. Try again when you’re connected.'],
    [
      '422 with a text of a framework at a field',
      () => refuse(422, 'Invalid', { email: ['The email_address must be a string.'] }),
      'We couldn’t sign you in.',
    ],
    ['500', () => refuse(500, 'trace at line 5'), 'We couldn’t sign you in.'],
  ] as const) {
    it(`shows a clear message for ${name}`, async () => {
      const { service, element, signIn } = await openAccount();
      service.answer(proxyLogin, answer);
      await signIn();
      expect(shownText(part(element, 'problem')!)).to.equal(sentence);
    });
  }

  it('shows a message below each missing field, focuses the first and sends no request', async () => {
    const { service, element, input, signIn } = await openAccount();
    await signIn('', '');
    expect(
      parts(element, 'problem')
        .filter(({ hidden }) => !hidden)
        .map(shownText),
    ).to.deep.equal(['Enter your email.', 'Enter your password.']);
    expect(focused()).to.equal(input('email'));
    expect(input('email').getAttribute('aria-describedby')).to.equal('email-problem');
    expect(service.seen(proxyLogin)).to.have.length(0);
  });

  it('creates an account and signs in with it', async () => {
    const { service, element, input, signIn, signedIn } = await openAccount();
    const events = eventsOf('loyalty-signed-in');
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

  it('shows the error of the proxy for a field below that field', async () => {
    const { service, element, input, signIn } = await openAccount();
    element.task = 'join';
    await element.updateComplete;
    await signIn('1001@example.com', 'some password');
    expect(shownText(element)).to.include('This e-mail address is taken.');
    expect(focused()).to.equal(input('email'));
    expect(service.seen(proxyLogin)).to.have.length(0);
  });

  it('sends one request for several clicks', async () => {
    const { service, element, input, signedIn } = await openAccount();
    const release = service.hold(proxyLogin);
    input('email').value = '1001@example.com';
    input('password').value = PASSWORD;
    for (let press = 0; press < 3; press++) part(element, 'submit-button')!.click();
    await until(() => part(element, 'submit-button')!.getAttribute('aria-disabled') === 'true', 'busy');
    release();
    await signedIn();
    expect(service.seen(proxyLogin)).to.have.length(1);
  });

  it('has the names, types and autocomplete values of password managers and is submitted by Enter', async () => {
    const { provider, element, input, signedIn } = await openAccount();
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

  describe('with a password that can be shown', () => {
    const reveal = (element: Element) => part(element, 'reveal-button') as HTMLButtonElement;

    it('shows and hides it by a toggle button, also with the keyboard', async () => {
      const { element, input } = await openAccount();
      input('password').value = PASSWORD;
      expect(reveal(element).type).to.equal('button');
      expect(reveal(element)).to.have.attribute('aria-label', 'Show password');
      expect(reveal(element)).to.have.attribute('aria-pressed', 'false');
      reveal(element).click();
      await element.updateComplete;
      expect(input('password').type).to.equal('text');
      expect(reveal(element)).to.have.attribute('aria-pressed', 'true');
      await expect(element).to.be.accessible();
      input('password').focus();
      await sendKeys({ press: 'Tab' });
      expect(focused()).to.equal(reveal(element));
      await sendKeys({ press: ' ' });
      await element.updateComplete;
      expect(input('password').type).to.equal('password');
      expect(input('password').value).to.equal(PASSWORD);
    });

    it('hides it when the form is submitted', async () => {
      const { element, input, signIn } = await openAccount();
      reveal(element).click();
      await signIn('1001@example.com', 'wrong');
      expect(input('password').type).to.equal('password');
      expect(reveal(element)).to.have.attribute('aria-pressed', 'false');
    });

    it('hides it at every change of the task', async () => {
      const { element, input } = await openAccount();
      for (const task of ['join', 'sign-in'] as const) {
        reveal(element).click();
        await element.updateComplete;
        element.task = task;
        await element.updateComplete;
        expect(input('password').type).to.equal('password');
      }
    });

    it('hides it when the form returns after a sign-in elsewhere', async () => {
      const { provider, element, input, signedIn } = await openAccount();
      reveal(element).click();
      await provider.signIn('1001@example.com', PASSWORD);
      await signedIn();
      provider.signOut();
      await until(() => input('password'), 'the form');
      expect(input('password').type).to.equal('password');
    });
  });

  it('of several sign-ins in one task, the last one wins', async () => {
    const { provider, signedIn } = await openAccount();
    const wrong = Array.from({ length: 9 }, () =>
      provider.signIn('1002@example.com', PASSWORD).then(
        () => 'done',
        ({ code }: { code: string }) => code,
      ),
    );
    const last = provider.signIn('1001@example.com', PASSWORD);
    expect(await Promise.all(wrong)).to.deep.equal(Array(9).fill('aborted'));
    await last;
    await signedIn();
  });

  it('a sign-in ends when the page sets another customer in the same task', async () => {
    const { provider, input } = await openAccount();
    const late = provider.signIn('1001@example.com', PASSWORD).then(
      () => 'done',
      ({ code }: { code: string }) => code,
    );
    provider.setCustomer({});
    expect(await late).to.equal('aborted');
    await until(() => input('password'), 'the form');
  });

  it('has a heading of level 2, or of the level in heading-level', async () => {
    const { element } = await openAccount();
    const level = () => part(element, 'heading')!.getAttribute('aria-level');
    expect(part(element, 'heading')).to.have.attribute('role', 'heading');
    expect(level()).to.equal('2');
    for (const [value, expected] of [
      ['4', '4'],
      ['no number', '2'],
    ] as const) {
      element.setAttribute('heading-level', value);
      await element.updateComplete;
      expect(level()).to.equal(expected);
    }
  });

  for (const [task, id] of [
    ['sign-in', '1001'],
    ['join', '2001'],
  ] as const) {
    it(`moves the focus into the element and announces the success of ${task}`, async () => {
      const { element, signIn, signedIn } = await openAccount();
      element.task = task;
      await element.updateComplete;
      const status = element.shadowRoot!.querySelector('[role=status]')!;
      part(element, 'submit-button')!.focus();
      let lost = 0;
      const watch = (): void => {
        if (document.activeElement === document.body) lost++;
        if (element.isConnected) requestAnimationFrame(watch);
      };
      watch();
      await signIn(`${id}@example.com`, `pässword-${id}`);
      await signedIn();
      await until(() => focused() === part(element, 'notice'), 'the focus');
      expect(lost, 'frames without focus').to.equal(0);
      expect(shownText(status)).to.equal('You’re signed in.');
      expect(status.isConnected).to.equal(true);
    });
  }

  it('moves the focus to the heading of the form after a sign-out', async () => {
    const { element, signIn, signedIn } = await openAccount();
    await signIn();
    await signedIn();
    part(element, 'sign-out-button')!.focus();
    part(element, 'sign-out-button')!.click();
    await until(() => focused() === part(element, 'heading'), 'the focus');
    expect(shownText(element.shadowRoot!.querySelector('[role=status]')!)).to.equal('');
  });

  it('keeps the focus outside of the element when the page signs out', async () => {
    const { provider, element, signIn, signedIn } = await openAccount();
    await signIn();
    await signedIn();
    const outside = document.createElement('button');
    provider.append(outside);
    outside.focus();
    provider.signOut();
    await until(() => part(element, 'form'), 'the form');
    expect(focused()).to.equal(outside);
  });

  it('keeps the e-mail address and clears the password when the task changes', async () => {
    const { element, input } = await openAccount();
    for (const word of ['New here? Create an account', 'I have an account']) {
      input('email').value = '1001@example.com';
      input('password').value = PASSWORD;
      button(element, word)!.click();
      await element.updateComplete;
      const values = [...element.shadowRoot!.querySelectorAll('input')].map(({ name, value }) => [
        name,
        value,
      ]);
      expect(values.filter(([, value]) => value)).to.deep.equal([['email', '1001@example.com']]);
    }
    input('password').value = PASSWORD;
    element.task = 'join';
    await element.updateComplete;
    expect(input('password').value).to.equal('');
  });
});
