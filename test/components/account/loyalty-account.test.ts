import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import { profileBalances, proxyLogin } from '../../../src/services/contract/endpoints/index.ts';
import { accountPage, openAccount, PASSWORD } from '../../support/component-account.ts';
import { adoptPageStyles } from '../../../src/components/page-styles.ts';
import { button, closeService, eventsOf, part, shownText, until } from '../../support/component-page.ts';
import { isAccessible } from '../../support/component-states.ts';
import { unusedRoom } from '../../support/unused-room.ts';

describe('loyalty-account', () => {
  afterEach(closeService);

  isAccessible(() => html`<loyalty-account></loyalty-account>`);

  it('is accessible with wrong input, while joining, and signed in', async () => {
    const { element, signIn, signedIn } = await openAccount();
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

  it('signs in without a reload: every element shows the customer, and the page gets an event', async () => {
    const { service, element, balance, signIn, signedIn } = await openAccount();
    expect(balance()).to.equal('Members earn points');
    const events = eventsOf('loyalty-signed-in');
    await signIn();
    await signedIn();
    await until(() => balance() === '2,480 points', 'the points');
    expect(events.map(({ detail }) => detail)).to.deep.equal([{ joined: false }]);
    expect(service.seen(proxyLogin)).to.have.length(1);
    expect(shownText(element)).to.include('You’re signed in.');
  });

  it('is still signed in on the next page without a password, and fills its box', async () => {
    const { service, provider, signIn, signedIn } = await openAccount();
    adoptPageStyles();
    await signIn();
    await signedIn();
    provider.remove();
    const { balance, element } = await accountPage();
    const { offsetHeight } = element;
    expect(offsetHeight).to.be.greaterThan(200);
    await until(() => balance() === '2,480 points', 'the points');
    await until(() => part(element, 'notice'), 'the account');
    expect(element.offsetHeight).to.equal(offsetHeight);
    expect(unusedRoom().find(({ element: name }) => name === 'loyalty-account')!.below).to.be.at.most(24);
    expect(service.seen(proxyLogin)).to.have.length(1);
  });

  it('stores the input nowhere: not in storage, addresses, events or the page', async () => {
    const { service, element, signIn, signedIn } = await openAccount();
    const stored: string[] = [];
    const events = eventsOf('loyalty-signed-in');
    await signIn();
    await signedIn();
    stored.push(
      JSON.stringify({ ...localStorage, ...sessionStorage }),
      JSON.stringify(events.map((event) => event.detail)),
    );
    stored.push(element.shadowRoot!.innerHTML, ...service.requests);
    for (const trace of stored) {
      expect(trace).not.to.include('word-1001');
      expect(trace).not.to.include(btoa('1001@example.com').slice(0, 12));
    }
    expect(JSON.stringify({ ...localStorage })).not.to.include('@');
    expect(element.shadowRoot!.querySelector('input')).to.equal(null);
  });

  it('signs out and leaves nothing of the customer on the page or in storage', async () => {
    const { element, input, balance, signIn, signedIn } = await openAccount();
    await signIn();
    await signedIn();
    await until(() => balance() === '2,480 points', 'the points');
    const events = eventsOf('loyalty-signed-out');
    button(element, 'Sign out')!.click();
    await until(() => balance() === 'Members earn points', 'the guest');
    await until(() => Object.values(localStorage).join('') === '', 'storage without data');
    await until(() => input('email'), 'the form');
    expect(events).to.have.length(1);
  });

  it('signIn() and signOut() of the provider do the same for a page with its own form', async () => {
    const { provider, input, signedIn } = await openAccount();
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

  it('shows the form again after the session has ended', async () => {
    const { service, provider, balance, signIn, signedIn } = await openAccount();
    await signIn();
    await signedIn();
    await until(() => balance() === '2,480 points', 'the points');
    service.revokeTokens();
    await provider.refresh();
    await until(() => balance() === 'Members earn points', 'the guest');
    expect(service.seen(profileBalances).length).to.be.lessThan(5);
  });
});
