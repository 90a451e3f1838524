import type { CSSResult } from 'lit';
import { accountBox } from './account-styles.ts';
import { balanceBox } from './balance-styles.ts';
import { rewardsBox } from './rewards-styles.ts';
import { statusBox } from './status-styles.ts';
import { tierBox } from './tier-styles.ts';
import { wishlistButtonBox } from './wishlist-button-styles.ts';
import { wishlistBox } from './wishlist-styles.ts';

// An element takes the same space before its script runs, while it loads, with data and with an error, so that the content below it
// never moves. The rules are used twice: in the element's own styles, and in `loyalty.css` until the element is defined. Sizes are in
// em, so that they follow the font size of the theme.

const boxes: Readonly<Record<string, CSSResult>> = {
  'loyalty-account': accountBox,
  'loyalty-balance': balanceBox,
  'loyalty-tier': tierBox,
  'loyalty-status': statusBox,
  'loyalty-rewards': rewardsBox,
  'loyalty-wishlist': wishlistBox,
  'loyalty-wishlist-button': wishlistButtonBox,
};

/** The provider has no box, so that the elements inside it are laid out by the page from the beginning. */
const PROVIDER = 'loyalty-provider { display: contents; }';

/** Content of `loyalty.css`: the boxes of elements that are not defined yet. */
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
