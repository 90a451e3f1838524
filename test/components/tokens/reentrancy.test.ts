import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyAccount, LoyaltyProvider, LoyaltyWishlistButton } from '../../../src/index.ts';
import { profileBalances } from '../../../src/services/contract/endpoints/index.ts';
import { broken } from '../../support/component-answers.ts';
import { sampleMember } from '../../support/component-member.ts';
import { closeService, openService, shownText, until } from '../../support/component-page.ts';
import { BASE_URL, type ComponentService } from '../../support/component-service.ts';
import { ownTime } from '../../support/own-time.ts';

const [NAME, PASSWORD] = ['1001@example.com', 'pässword-1001'];

describe('page that calls the provider inside a listener of its events', () => {
  let service: ComponentService;
  let provider: LoyaltyProvider;
  const balance = () => shownText(provider.querySelector('loyalty-balance')!);
  const signedIn = () => until(() => balance() === '2,480 points', 'the points');

  beforeEach(async () => {
    service = openService(sampleMember());
    provider = await fixture(html`
      <loyalty-provider lang="en-US" proxy-url=${BASE_URL}>
        <loyalty-account></loyalty-account>
        <loyalty-balance></loyalty-balance>
        <loyalty-wishlist-button product-id="product-9"></loyalty-wishlist-button>
      </loyalty-provider>
    `);
  });
  afterEach(closeService);

  /** How a test triggers each event. */
  const causes: Readonly<Record<string, () => Promise<unknown>>> = {
    'loyalty-error': async () => {
      service.answerOnce(profileBalances, broken);
      await provider.refresh();
    },
    'loyalty-signed-out': async () => provider.querySelector<LoyaltyAccount>('loyalty-account')!.signOut(),
    'loyalty-wishlist-added': () =>
      provider.querySelector<LoyaltyWishlistButton>('loyalty-wishlist-button')!.toggle(),
  };
  const calls: Readonly<Record<string, () => unknown>> = {
    'refresh()': () => provider.refresh(),
    'signOut()': () => provider.signOut(),
    'setCustomer()': () => provider.setCustomer(),
    'signIn()': () => provider.signIn(NAME, PASSWORD),
    'toggle()': () => provider.querySelector<LoyaltyWishlistButton>('loyalty-wishlist-button')!.toggle(),
  };

  for (const [type, cause] of Object.entries(causes)) {
    for (const [name, call] of Object.entries(calls)) {
      it(`does not hang: ${name} inside ${type}`, async () => {
        await provider.signIn(NAME, PASSWORD);
        await signedIn();
        let called = false;
        provider.addEventListener(
          type,
          () => {
            called = true;
            void Promise.resolve(call()).catch(() => {});
          },
          { once: true },
        );
        await cause();
        await until(() => called, type);
        await provider.signIn(NAME, PASSWORD);
        expect(await ownTime(signedIn)).to.be.lessThan(2_000);
      });
    }
  }
});
