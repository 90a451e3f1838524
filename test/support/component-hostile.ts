import { expect, html } from '@open-wc/testing';
import type { LoyaltyProvider } from '../../src/index.ts';
import { SHARE, type Member } from './component-member.ts';
import type { ComponentService } from './component-service.ts';
import { closeService, loaded, openService, page } from './component-page.ts';

const everything = html`
  <loyalty-balance></loyalty-balance>
  <loyalty-balance variant="card"></loyalty-balance>
  <loyalty-tier></loyalty-tier>
  <loyalty-status></loyalty-status>
  <loyalty-card></loyalty-card>
  <loyalty-rewards use-button expanded></loyalty-rewards>
  <loyalty-wishlist move-to-cart expanded></loyalty-wishlist>
  <loyalty-benefits expanded></loyalty-benefits>
  <loyalty-achievements expanded></loyalty-achievements>
  <loyalty-dates expanded></loyalty-dates>
  <loyalty-receipt expanded></loyalty-receipt>
  <loyalty-wishlist-button product-id="product-3"></loyalty-wishlist-button>
  <loyalty-wishlist-count></loyalty-wishlist-count>
  <loyalty-earn></loyalty-earn>
  <loyalty-earn product-id="product-1" price="89"></loyalty-earn>
  <loyalty-redeem expanded></loyalty-redeem>
  <loyalty-panel></loyalty-panel>
  <loyalty-history></loyalty-history>
  <loyalty-credits expanded></loyalty-credits>
  <loyalty-lists registries expanded></loyalty-lists>
  <loyalty-registry list="our-wedding" expanded></loyalty-registry>
  <loyalty-share list="our-wedding"></loyalty-share>
  <loyalty-shared-list share=${SHARE} expanded></loyalty-shared-list>
  <loyalty-shared-list share="guide-share" expanded></loyalty-shared-list>
  <loyalty-account></loyalty-account>
`;

/** Number of attacker scripts that ran: each sets the global variable `hits`. */
export const scriptRuns = (): number => (window as unknown as { hits?: number }).hits ?? 0;

/** For a `describe`: fails tests with an uncaught error. Returns the list, for a test that expects one. */
export function failOnUncaughtErrors(): unknown[] {
  const uncaught: unknown[] = [];
  const collect = (event: ErrorEvent | PromiseRejectionEvent): void => void uncaught.push(event);

  beforeEach(() => {
    uncaught.length = 0;
    Object.assign(window, { hits: 0 });
    addEventListener('error', collect);
    addEventListener('unhandledrejection', collect);
  });
  afterEach(() => {
    removeEventListener('error', collect);
    removeEventListener('unhandledrejection', collect);
    expect(uncaught).to.have.length(0);
    closeService();
  });
  return uncaught;
}

/** A page with every element, loaded, of this member. */
export async function openHostile(
  member: Member,
  /** Called with the service of the page. */
  prepare: (service: ComponentService) => void = () => {},
): Promise<LoyaltyProvider> {
  prepare(openService(member));
  const provider = await page(everything, member);
  const elements = [...provider.children].filter(({ localName }) => localName !== 'loyalty-wishlist-button');
  await Promise.all(elements.map((element) => loaded(element as never)));
  return provider;
}
