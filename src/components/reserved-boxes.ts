import type { CSSResult } from 'lit';
import { accountBox } from './account/account-styles.ts';
import { achievementsBox } from './achievements/achievements-styles.ts';
import { balanceBox } from './balance/balance-styles.ts';
import { listsBox } from './lists/lists-styles.ts';
import { registryBox } from './registry/registry-styles.ts';
import { benefitsBox } from './benefits/benefits-styles.ts';
import { datesBox } from './dates/dates-styles.ts';
import { receiptBox } from './receipt/receipt-styles.ts';
import { earnBox } from './earn/earn-styles.ts';
import { pageStyles } from './page-styles.ts';
import { panelBox } from './panel/panel-styles.ts';
import { redeemBox } from './redeem/redeem-styles.ts';
import { creditsBox } from './credits/credits-styles.ts';
import { historyBox } from './history/history-styles.ts';
import { rewardsBox } from './claims/rewards-styles.ts';
import { shareBox } from './share/share-styles.ts';
import { sharedListBox } from './shared-list/shared-list-styles.ts';
import { statusBox } from './status/status-styles.ts';
import { tierBox } from './tier/tier-styles.ts';
import { wishlistButtonBox } from './wishlist-button/wishlist-button-styles.ts';
import { wishlistCountBox } from './wishlist-count/wishlist-count-styles.ts';
import { wishlistBox } from './wishlist/wishlist-styles.ts';

// An element takes the same space before its script runs, while it loads, with data and with an error, so that the content below it
// never moves. The rules are used twice: in the element's own styles, and in `loyalty.css` until the element is defined. Sizes are in
// em, so that they follow the font size of the theme.

const boxes: Readonly<Record<string, CSSResult>> = {
  'loyalty-account': accountBox,
  'loyalty-balance': balanceBox,
  'loyalty-credits': creditsBox,
  'loyalty-history': historyBox,
  'loyalty-tier': tierBox,
  'loyalty-status': statusBox,
  'loyalty-rewards': rewardsBox,
  'loyalty-lists': listsBox,
  'loyalty-registry': registryBox,
  'loyalty-share': shareBox,
  'loyalty-shared-list': sharedListBox,
  'loyalty-benefits': benefitsBox,
  'loyalty-achievements': achievementsBox,
  'loyalty-dates': datesBox,
  'loyalty-receipt': receiptBox,
  'loyalty-earn': earnBox,
  'loyalty-panel': panelBox,
  'loyalty-redeem': redeemBox,
  'loyalty-wishlist': wishlistBox,
  'loyalty-wishlist-button': wishlistButtonBox,
  'loyalty-wishlist-count': wishlistCountBox,
};

/** The provider has no box, so that the elements inside it are laid out by the page from the beginning. */
const PROVIDER = 'loyalty-provider { display: contents; }';

/** Content of `loyalty.css`: the boxes of elements that are not defined yet, and those of guests. */
export const reservedBoxes = (): string =>
  PROVIDER +
  pageStyles.cssText.replace(/\s+/g, ' ') +
  Object.entries(boxes)
    .map(([tag, { cssText }]) =>
      cssText.replace(
        /:host(?:\(((?:[^()]|\([^()]*\))*)\))?/g,
        (_, selector = '') => `${tag}${selector}:not(:defined)`,
      ),
    )
    .join('')
    .replace(/\s+/g, ' ');
