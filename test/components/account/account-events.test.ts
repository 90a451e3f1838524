import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import { LoyaltyAccountEvent } from '../../../src/index.ts';
import { accountPage, openAccount, PASSWORD } from '../../support/component-account.ts';
import { sampleMember } from '../../support/component-member.ts';
import { closeService, eventsOf, openService, page, part, until } from '../../support/component-page.ts';

describe('events loyalty-signed-in and loyalty-signed-out', () => {
  afterEach(closeService);

  it('are fired once by signIn() and signOut() of the provider', async () => {
    openService(sampleMember());
    const { provider, balance } = await accountPage();
    const [signedIn, signedOut] = [eventsOf('loyalty-signed-in'), eventsOf('loyalty-signed-out')];
    await provider.signIn('1001@example.com', PASSWORD);
    expect(signedIn.map(({ target, detail }) => [target === provider, detail])).to.deep.equal([
      [true, { joined: false }],
    ]);
    expect(signedIn[0]).to.be.instanceOf(LoyaltyAccountEvent);
    await until(() => balance() === '2,480 points', 'the points');
    provider.signOut();
    expect(signedOut.map(({ target }) => target === provider)).to.deep.equal([true]);
    await until(() => balance() === 'Members earn points', 'the guest');
    provider.signOut();
    expect([signedIn.length, signedOut.length]).to.deep.equal([1, 1]);
  });

  it('are fired once when <loyalty-account> does it', async () => {
    const { element, signIn, signedIn: isSignedIn } = await openAccount();
    const [signedIn, signedOut] = [eventsOf('loyalty-signed-in'), eventsOf('loyalty-signed-out')];
    await signIn();
    await isSignedIn();
    expect(signedIn.map(({ target }) => target === element)).to.deep.equal([true]);
    part(element, 'sign-out-button')!.click();
    await until(() => signedOut.length, 'the event');
    expect([signedIn.length, signedOut.length]).to.deep.equal([1, 1]);
  });

  it('are not fired for a wrong password', async () => {
    openService(sampleMember());
    const { provider } = await accountPage();
    const signedIn = eventsOf('loyalty-signed-in');
    const error: unknown = await provider
      .signIn('1001@example.com', 'wrong')
      .catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 'unauthenticated' });
    expect(signedIn).to.deep.equal([]);
  });

  it('are fired for a customer with a signature who signs out', async () => {
    const member = sampleMember();
    openService(member);
    const provider = await page(html`<loyalty-balance></loyalty-balance>`, member);
    const signedOut = eventsOf('loyalty-signed-out');
    provider.signOut();
    expect(signedOut.length).to.equal(1);
  });
});
