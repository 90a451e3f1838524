// Made by scripts/elements-index.mjs from catalogue.ts, the docblocks of the elements and the names of files.
import type { ElementNeeds } from './elements.ts';

/** The provider and every element of the catalogue, in its order. */
export const ELEMENTS: readonly ElementNeeds[] = [
  { name: 'provider', needs: ['account'] },
  { name: 'balance', needs: ['balances'] },
  { name: 'tier', needs: ['tier'] },
  { name: 'status', needs: ['balances', 'tier'], parts: ['tiers'] },
  { name: 'card', needs: ['card'], parts: ['balances', 'tier'] },
  { name: 'rewards', needs: ['rewards', 'balances'] },
  { name: 'wishlist', needs: ['wishlist'] },
  { name: 'wishlist-button', needs: ['wishlist'], parts: ['lists'], required: ['product-id'] },
  { name: 'wishlist-count', needs: ['wishlist'] },
  { name: 'alert', needs: ['wishlist'], required: ['product-id'] },
  { name: 'account', needs: ['account'] },
  { name: 'history', needs: ['history'] },
  { name: 'credits', needs: ['credits'] },
  { name: 'benefits', needs: ['benefits'], parts: ['balances'] },
  { name: 'achievements', needs: ['achievements'] },
  { name: 'dates', needs: ['dates'] },
  { name: 'receipt', needs: ['receipts'] },
  { name: 'redeem', needs: ['rewards', 'balances'] },
  { name: 'earn', needs: [], parts: ['achievements'], posts: 'incentives.estimate' },
  { name: 'panel', needs: ['balances'], parts: ['tier', 'tiers', 'rewards', 'wishlist', 'achievements'] },
  { name: 'lists', needs: ['lists'], parts: ['shares'] },
  { name: 'registry', needs: ['own list'], required: ['list'] },
  { name: 'shared-list', needs: ['shared list'], required: ['share'] },
  { name: 'share', needs: ['shares'], required: ['list'] },
  { name: 'events', needs: [], posts: 'profiles.custom-event.store' },
];
