import { expect } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyAccount } from '../../../src/index.ts';
import { accountPage, openAccount, PASSWORD } from '../../support/component-account.ts';
import { refuse } from '../../support/component-answers.ts';
import {
  button,
  closeService,
  eventsOf,
  focused,
  part,
  shownText,
  until,
} from '../../support/component-page.ts';

const EMAIL = '1001@example.com';

/** A page whose proxy sends codes: it accepts 012345 for the sample member. */
async function openCodePage() {
  const page = await openAccount();
  const proxy = window.fetch;
  const asked: { path: string; body: Record<string, string> }[] = [];
  let codeAnswer: () => Response | Promise<Response> = () => new Response(null, { status: 202 });
  let loginAnswer = () => refuse(401, 'Refused.');
  window.fetch = (url, init = {}) => {
    const { pathname } = new URL(String(url));
    const body = init.body ? (JSON.parse(String(init.body)) as Record<string, string>) : {};
    const path = pathname.replace(/.*\//, '/');
    if (path === '/code' || 'code' in body) asked.push({ path, body });
    if (path === '/code') return Promise.resolve(codeAnswer());
    if (!('code' in body)) return proxy(url, init);
    if (body.code !== '012345') return Promise.resolve(loginAnswer());
    const bytes = new TextEncoder().encode(`${body.email}:${PASSWORD}`);
    const Authorization = `Basic ${btoa(String.fromCharCode(...bytes))}`;
    const reply = proxy(url, { ...init, body: null, headers: { Authorization } });
    return reply.then(async (response) =>
      Response.json({ ...((await response.json()) as object), profile_id: 'profile-1001' }),
    );
  };
  const { element, input } = page;
  element.method = 'code';
  await until(() => button(element, 'Send me a code'), 'the form for a code');
  const submit = async (name: string, value: string): Promise<void> => {
    input(name).value = value;
    part(element, 'submit-button')!.click();
    await element.updateComplete;
    const busy = () => part(element, 'submit-button')?.getAttribute('aria-disabled') === 'true';
    await until(() => !busy(), 'the answer');
    await element.updateComplete;
  };
  return {
    ...page,
    asked,
    submit,
    answerCode: (answer: typeof codeAnswer) => (codeAnswer = answer),
    answerLogin: (answer: typeof loginAnswer) => (loginAnswer = answer),
  };
}

describe('loyalty-account with method="code"', () => {
  afterEach(closeService);

  it('has a heading of level 2, or of the level in heading-level', async () => {
    const { element } = await openCodePage();
    expect(part(element, 'heading')).to.have.attribute('aria-level', '2');
    element.setAttribute('heading-level', '4');
    await element.updateComplete;
    expect(part(element, 'heading')).to.have.attribute('aria-level', '4');
  });

  it('asks for the address, then for the code, and signs in', async () => {
    const { element, input, submit, asked, signedIn, balance } = await openCodePage();
    const events = eventsOf('loyalty-signed-in');
    expect(button(element, 'New here? Create an account')).to.equal(undefined);
    await expect(element).to.be.accessible();
    await submit('email', ` ${EMAIL.replace('@', '＠')}\u200b `);
    expect(focused()).to.equal(input('code'));
    expect(shownText(element)).to.include(`If there’s an account for ${EMAIL}, we’ve sent a code.`);
    await expect(element).to.be.accessible();
    await submit('code', 'Your code is ０１２–345. It is valid for 10 minutes.');
    await signedIn();
    await until(() => balance() === '2,480 points', 'the points');
    expect(asked).to.deep.equal([
      { path: '/code', body: { email: EMAIL } },
      { path: '/login', body: { email: EMAIL, code: '012345' } },
    ]);
    expect(events.map(({ detail }) => detail)).to.deep.equal([{ joined: false }]);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.to.include('@');
  });

  it('has inputs that a device fills with the code of a message', async () => {
    const { input, submit } = await openCodePage();
    expect(input('email').getAttribute('autocomplete')).to.equal('username');
    await submit('email', EMAIL);
    const attributes = ['type', 'inputmode', 'autocomplete'].map((name) => input('code').getAttribute(name));
    expect(attributes).to.deep.equal(['text', 'numeric', 'one-time-code']);
    // A limit would cut a pasted sentence before its code.
    expect(input('code').maxLength).to.equal(-1);
  });

  it('asks for the code after a reload, for ten minutes, and stores no code', async () => {
    const { input, submit } = await openCodePage();
    await submit('email', EMAIL);
    await submit('code', '999999');
    const [key, text = ''] = Object.entries(sessionStorage).find(([, value]) => value.includes(EMAIL))!;
    expect(text).not.to.include('999999');
    const { email, at } = JSON.parse(text) as { email: string; at: number };
    expect(email).to.equal(EMAIL);
    const reload = async (): Promise<LoyaltyAccount> => {
      const next = document.createElement('loyalty-account');
      next.method = 'code';
      document.querySelector('loyalty-account')!.replaceWith(next);
      await until(() => button(next, 'Send me a code') ?? button(next, 'Send a new code'), 'the form');
      return next;
    };
    expect(input('code')).not.to.equal(null);
    expect(shownText(await reload())).to.include(`If there’s an account for ${EMAIL}, we’ve sent a code.`);
    sessionStorage.setItem(key, JSON.stringify({ email, at: at - 10 * 60_000 }));
    expect(button(await reload(), 'Send a new code')).to.equal(undefined);
    expect(sessionStorage.getItem(key)).to.equal(null);
    for (const value of ['{', '{"email":1,"at":null}', JSON.stringify({ email, at: at + 60_000 })]) {
      sessionStorage.setItem(key, value);
      expect(button(await reload(), 'Send a new code'), value).to.equal(undefined);
    }
  });

  it('forgets the address with another one, and when a customer has signed in elsewhere', async () => {
    const { element, provider, submit } = await openCodePage();
    const hasAddress = () => JSON.stringify({ ...sessionStorage }).includes(EMAIL);
    await submit('email', EMAIL);
    expect(hasAddress()).to.equal(true);
    button(element, 'Use another email')!.click();
    await element.updateComplete;
    expect(hasAddress()).to.equal(false);
    await submit('email', EMAIL);
    const other = document.createElement('loyalty-account');
    provider.append(other);
    const field = (name: string) => other.shadowRoot!.querySelector<HTMLInputElement>(`[name=${name}]`)!;
    await until(() => field('password'), 'the form for a password');
    field('password').value = PASSWORD;
    field('email').value = EMAIL;
    part(other, 'submit-button')!.click();
    await until(() => button(element, 'Sign out'), 'the signed-in customer');
    expect(hasAddress()).to.equal(false);
    button(element, 'Sign out')!.click();
    await until(() => button(element, 'Send me a code'), 'the form');
  });

  it('keeps the form after a wrong code, and takes another one', async () => {
    const { element, input, submit, signedIn } = await openCodePage();
    await submit('email', EMAIL);
    await submit('code', '999999');
    expect(shownText(part(element, 'problem')!)).to.equal('');
    expect(shownText(element)).to.include(
      'This code isn’t right or has expired. Check it, or send a new code.',
    );
    expect(focused()).to.equal(input('code'));
    await submit('code', '012345');
    await signedIn();
  });

  it('sends nothing for a text that is no address or no code', async () => {
    const { element, submit, asked } = await openCodePage();
    await submit('email', '');
    expect(shownText(element)).to.include('Enter your email.');
    await submit('email', EMAIL);
    await submit('code', '12345');
    expect(shownText(element)).to.include('Enter all 6 digits.');
    expect(asked).to.have.length(1);
  });

  it('says that there were too many tries, and goes back to the address', async () => {
    const { element, input, submit, answerCode } = await openCodePage();
    answerCode(() => refuse(429, 'Slow down'));
    await submit('email', EMAIL);
    expect(shownText(element)).to.include('Too many attempts. Try again later.');
    expect(focused()).to.equal(input('email'));
    answerCode(() => refuse(403, 'This origin may not ask here.'));
    await submit('email', EMAIL);
    expect(shownText(part(element, 'problem')!)).to.equal('We couldn’t sign you in.');
    answerCode(() => new Response(null, { status: 202 }));
    await submit('email', EMAIL);
    button(element, 'Use another email')!.click();
    await until(() => focused() === input('email'), 'the focus on the address');
    expect(input('email').value).to.equal(EMAIL);
  });

  it('sends a new code to the same address', async () => {
    const { element, input, submit, asked, signedIn } = await openCodePage();
    await submit('email', EMAIL);
    input('code').value = '999999';
    button(element, 'Send a new code')!.click();
    await until(
      () => shownText(element).includes(`If there’s an account for ${EMAIL}, we’ve sent a new code.`),
      'the answer',
    );
    await until(() => focused() === input('code'), 'the focus on the code');
    expect(input('code').value).to.equal('');
    await submit('code', '012345');
    await signedIn();
    expect(asked).to.deep.equal([
      { path: '/code', body: { email: EMAIL } },
      { path: '/code', body: { email: EMAIL } },
      { path: '/login', body: { email: EMAIL, code: '012345' } },
    ]);
  });

  it('keeps what was typed when a new code could not be sent', async () => {
    const { element, input, submit, answerCode } = await openCodePage();
    await submit('email', EMAIL);
    input('code').value = '01234';
    answerCode(() => refuse(429, 'Slow down'));
    button(element, 'Send a new code')!.click();
    await until(() => shownText(element).includes('Too many attempts. Try again later.'), 'the problem');
    expect(input('code').value).to.equal('01234');
  });

  for (const reason of ['Too many wrong codes. Send a new code.', 'We sent a newer code. Use that one.'])
    it(`shows that the proxy refused a code because: ${reason}`, async () => {
      const { element, submit, answerLogin } = await openCodePage();
      await submit('email', EMAIL);
      answerLogin(() => refuse(401, reason, { code: [reason] }));
      await submit('code', '999999');
      expect(shownText(element)).to.include(reason);
      answerLogin(() => refuse(401, 'canary', { code: ['canary'] }));
      await submit('code', '999999');
      expect(shownText(element))
        .to.include('This code isn’t right or has expired.')
        .and.not.include('canary');
    });

  it('is the form of the next guest after a sign-out', async () => {
    const { element, input, submit, signedIn } = await openCodePage();
    await submit('email', EMAIL);
    await submit('code', '012345');
    await signedIn();
    button(element, 'Sign out')!.click();
    await until(() => input('email'), 'the form');
    expect(input('email').value).to.equal('');
    expect(input('code')).to.equal(null);
  });

  it('leaves the form for passwords as it is', async () => {
    await openAccount();
    const { input } = await accountPage();
    expect(input('password')).not.to.equal(null);
    expect(input('code')).to.equal(null);
  });
});
