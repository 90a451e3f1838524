// The space an element takes is the same before the script runs, while loading, with data and with an error, so what follows on
// the page never moves. The rules serve twice: in the element's own styles, and in `loyalty.css` for the time before. Sizes are in
// em, so they grow with the theme's text.
import type { CSSResult } from 'lit';
import { box as account } from './loyalty-account.ts';
import { box as balance } from './loyalty-balance.ts';
import { box as rewards } from './loyalty-rewards.ts';
import { box as tier } from './loyalty-tier.ts';
import { box as wishlist } from './loyalty-wishlist.ts';
import { box as wishlistButton } from './loyalty-wishlist-button.ts';

/** Every element's box by tag name. */
const boxes: Readonly<Record<string, CSSResult>> = {
  'loyalty-account': account,
  'loyalty-balance': balance,
  'loyalty-tier': tier,
  'loyalty-rewards': rewards,
  'loyalty-wishlist': wishlist,
  'loyalty-wishlist-button': wishlistButton,
};

/** The provider has no box of its own, so that what it wraps stands in the page's own layout from the beginning. */
const PROVIDER = 'loyalty-provider { display: contents; }';

/** The boxes of elements that are not defined yet: a page that links this does not move when the script arrives. */
export const reservedBoxes = (): string =>
  PROVIDER +
  Object.entries(boxes)
    .map(([tag, { cssText }]) =>
      cssText.replace(
        /:host(?:\(((?:[^()]|\([^()]*\))*)\))?/g,
        (_, selector = '') => `${tag}${selector}:not(:defined)`,
      ),
    )
    .join('')
    .replace(/\s+/g, ' ');
