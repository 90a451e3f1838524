import { html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import type { LoyaltyProvider, LoyaltyWishlistButton } from '../../src/index.ts';
import type { Member } from './component-member.ts';
import { page, part, until } from './component-page.ts';

export const wishlistButton = (id = 'product-9', name = 'Oak stool') =>
  html`<loyalty-wishlist-button product-id=${id} product-name=${name}></loyalty-wishlist-button>`;

/** Opens a page of this member. Returns its first wishlist button. */
export async function openWishlistButton(
  member: Member,
  content: TemplateResult = wishlistButton(),
): Promise<LoyaltyWishlistButton> {
  const provider = await page(content, member);
  const element = provider.querySelector('loyalty-wishlist-button')!;
  await element.updateComplete;
  return element;
}

export const providerOf = (element: LoyaltyWishlistButton): LoyaltyProvider =>
  element.closest('loyalty-provider')!;

export const pressed = (element: LoyaltyWishlistButton): boolean =>
  part(element, 'heart-button')!.getAttribute('aria-pressed') === 'true';

export async function press(element: LoyaltyWishlistButton): Promise<void> {
  part(element, 'heart-button')!.click();
  await element.updateComplete;
}

export const listLoaded = (element: LoyaltyWishlistButton): Promise<void> =>
  until(() => element.saved !== undefined, 'the list');
