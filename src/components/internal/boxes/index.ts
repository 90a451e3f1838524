/** Every element's box by tag name, for the build of `loyalty.css`. */
import type { Box } from './box.ts';
import { box as balance } from './loyalty-balance.ts';
import { box as rewards } from './loyalty-rewards.ts';
import { box as tier } from './loyalty-tier.ts';
import { box as wishlist } from './loyalty-wishlist.ts';
import { box as wishlistButton } from './loyalty-wishlist-button.ts';

export const boxes: Readonly<Record<string, Box>> = {
  'loyalty-balance': balance,
  'loyalty-tier': tier,
  'loyalty-rewards': rewards,
  'loyalty-wishlist': wishlist,
  'loyalty-wishlist-button': wishlistButton,
};
