import { join } from 'node:path';
import type { Rolldown } from 'vite';

/** The entries of the CDN files: what a page loads first, and the balance with Lit, which it preloads by its name. */
export const ENTRIES = {
  loyalty: 'src/autoloader.ts',
  elements: 'src/components/balance/loyalty-balance.ts',
};

/** Whether an entry needs the module before it runs. The index of the services lists every resource: that of the balance counts. */
function isImportedBy(entry: string, id: string, context: Rolldown.ChunkingContext): boolean {
  const found = new Set([join(import.meta.dirname, '..', entry)]);
  for (const one of found)
    for (const imported of context.getModuleInfo(one)?.importedIds ?? [])
      if (entry === ENTRIES.loyalty || !imported.includes('/src/services/')) found.add(imported);
  return found.has(id) || (entry === ENTRIES.elements && id.endsWith('/resources/balances.ts'));
}

/**
 * Files by subject: for each the modules, as regular expressions of their paths in `src`. What pages load together stands
 * together, as long as no page loads much that it does not show.
 */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  // Every element with more than a number: the notice for guests and after errors.
  content: [
    'components/page/(inviting-element|provider-of)',
    'components/internal/(contain-presses|while-busy|notice|add-styles|points-text|read-id|in-language)',
    'services/transport/(ids|moment)',
    'services/contract/endpoints/incentives/points',
  ],
  // Lists of records of the service, and how they are shown.
  records: ['services/transport/(read-records|paging|loopback)', 'services/customer/browse'],
  rows: [
    'components/internal/(control-styles|format-(day|money)|lists|list-end|more-button|picture)',
    'components/saved-products/product-picture',
  ],
  fields: ['components/internal/(field-styles|contain-keys)'],
  forms: [
    'components/internal/(form-field|today|member-events)',
    'components/saved-products/stored-inputs',
    'services/transport/typed-text',
  ],
  // Forms that ask for an e-mail address, each for few shoppers.
  'email-forms': [
    'components/account/code-form',
    'components/alert/guest-alert-form',
    'services/customer/(request-code|actions/guest-alerts)',
    'services/contract/endpoints/guest-alerts',
  ],
  // Code of Lit that few elements use.
  directives: ['node_modules/lit(-html)?/directive.*'],
  // What guests see instead of what members have.
  guests: ['components/page/invitation', 'components/status/status-offer'],
  // What is said of a write that fails. What sends writes loads with the first one.
  writes: [
    'services/customer/actions/(writes|outlook)',
    'services/customer/refresh',
    'services/transport/unanswered',
    'components/internal/failure-text',
  ],
  'send-writes': [
    'services/customer/actions/(send-write|send-claim|claim-(actions|reward|benefit)|reserve-item)',
    'services/customer/resources/own-reservations',
    'services/contract/endpoints/list-reservations',
    'services/contract/endpoints/incentives/rewards',
    'components/claims/(claim-moment|claim-failure|count-down|balance-count)',
  ],
  // What tabs tell each other.
  tabs: [
    'services/customer/tokens/(shared-token-store|tab-channel|sign-out|proven-token)',
    'services/customer/tab-changes',
    'services/transport/(token-reply|random-id)',
    'services/contract/endpoints/proxy',
  ],
  // Whose token it is, where tabs or a proxy decide.
  session: ['services/customer/session', 'services/customer/tokens/(acquire|tab-lock)'],

  tier: ['components/internal/(tier-state|around-name)', 'services/customer/resources/tier'],
  'loyalty-card': [
    'components/card/(loyalty-card|card-styles|close-on-back|keep-screen-on)',
    'services/customer/resources/card',
    'services/contract/endpoints/read-profile',
  ],
  'card-codes': ['components/card/card-codes', 'node_modules/(lean-qr|etiket)/.*'],
  'point-details': ['services/customer/resources/point-details', 'components/internal/point-details-text'],
  'balance-states': ['components/balance/balance-(card|error|control-styles)'],

  // What a member can get.
  rewards: [
    'components/claims/(reward-.*|rewards-list|row-styles|claim-content|claim-controller)',
    'services/customer/resources/(rewards|allowed-lists)',
    'services/customer/actions/claims',
  ],
  // Rewards of which the customer chooses how many points they cost.
  'reward-steps': [
    'services/customer/resources/reward-steps',
    'components/claims/step-content',
    'components/redeem/(points-slider|step-limits)',
  ],
  'reward-pictures': ['components/rewards/reward-cards', 'components/claims/kind-icons'],
  'loyalty-credits': [
    'components/credits/.*',
    'services/customer/resources/credits',
    'services/contract/endpoints/incentives/credits',
  ],
  programme: [
    'services/customer/resources/(achievements|benefits)',
    'services/contract/endpoints/incentives/(achievements|benefits)',
  ],
  'benefits-and-achievements': ['components/(benefits|achievements)/.*'],
  'loyalty-panel': ['components/panel/.*'],

  // Lists. That of the hearts has parts of its own.
  items: [
    'services/customer/lists/list-items',
    'components/internal/(named-resource-controller|page-link)',
    'components/saved-products/product-name',
  ],
  saved: [
    'services/customer/lists/(device|first-page|loaded-pages|settled)',
    'services/customer/resources/wishlist',
    'components/saved-products/(wishlist-events|icons)',
  ],
  // What an edit, or a list of several pages, needs.
  outbox: ['services/customer/lists/(outbox|stored-edits|list-pages)'],
  'heart-choices': [
    'components/wishlist-button/(list-menu-button|list-menu-styles)',
    'components/internal/variant-form',
  ],
  'wishlist-options': [
    'components/wishlist/(wishlist-(search|notes|options|pages|status)|all-lists-view|all-to-cart|move-events)',
    'components/saved-products/undo-removal',
    'services/customer/resources/all-lists',
  ],
  'loyalty-alert': [
    'components/alert/(loyalty-alert|alert-.*)',
    'components/wishlist/wishlist-alerts',
    'services/customer/actions/alerts',
  ],
  lists: [
    'services/contract/endpoints/lists',
    'services/customer/resources/list-records',
    'components/saved-products/(list-events|list-name|list-links|note-text|join-texts)',
  ],
  'customer-lists': ['services/customer/(resources/lists|lists/missing-list)'],
  'list-rows': ['components/saved-products/(list-rows|list-styles|style-guide|item-status)'],
  'list-changes': [
    'components/saved-products/list-actions',
    'components/share/invite-editors',
    'components/shared-list/accept-invitation',
    'services/customer/actions/(change-lists|list-editors)',
  ],
  'loyalty-registry': [
    'components/registry/(loyalty-registry|registry-styles)',
    'services/customer/resources/(registry|stored-removals)',
  ],
  // Products that several givers pay for together: of lists that have one.
  'chip-in': [
    'components/saved-products/chip-in-progress',
    'components/shared-list/chip-in-row',
    'services/customer/resources/chip-in',
  ],
  // What the owner of a registry reads after the day.
  gifts: [
    'components/registry/thank-you-list',
    'services/customer/resources/gifts',
    'services/customer/actions/thank-giver',
  ],
  // Where the gifts of a registry go.
  'delivery-address': [
    'components/registry/delivery-form',
    'services/customer/resources/delivery-address',
    'services/customer/actions/set-delivery-address',
    'services/contract/endpoints/profile-addresses',
  ],
  'registry-changes': [
    'services/customer/actions/(change-registry|item-notes|own-list-edits)',
    'components/registry/(registry-changes|chip-in-fields)',
    'components/saved-products/item-notes',
  ],
};

/** Which modules share a file. The first group that matches takes the module; the others get a file for each dynamic import. */
export const GROUPS: Rolldown.CodeSplittingGroup[] = [
  // The balance with Lit and what every element uses, and none of what the first entry has already.
  {
    name: (id, context) =>
      isImportedBy(ENTRIES.elements, id, context) && !isImportedBy(ENTRIES.loyalty, id, context)
        ? 'elements'
        : null,
  },
  // The provider and the service layer, without Lit, so that requests start while Lit loads.
  { name: 'loyalty', tags: ['$initial'] },
  ...Object.entries(SUBJECTS).map(([name, paths]) => ({
    name,
    test: new RegExp(`/(src/)?(${paths.join('|')})\\.m?[tj]s$`),
  })),
];
