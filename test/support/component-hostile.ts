import { expect, html } from '@open-wc/testing';
import type { LoyaltyProvider } from '../../src/index.ts';
import type { Member } from './component-member.ts';
import { closeService, loaded, openService, page } from './component-page.ts';

const everything = html`
  <loyalty-balance></loyalty-balance>
  <loyalty-balance variant="card"></loyalty-balance>
  <loyalty-tier></loyalty-tier>
  <loyalty-status></loyalty-status>
  <loyalty-rewards use-button expanded></loyalty-rewards>
  <loyalty-wishlist move-to-cart expanded></loyalty-wishlist>
  <loyalty-wishlist-button product-id="product-3"></loyalty-wishlist-button>
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
export async function openHostile(member: Member): Promise<LoyaltyProvider> {
  openService(member);
  const provider = await page(everything, member);
  const elements = [...provider.children].filter(({ localName }) => localName !== 'loyalty-wishlist-button');
  await Promise.all(elements.map((element) => loaded(element as never)));
  return provider;
}
