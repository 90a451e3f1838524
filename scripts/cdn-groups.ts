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
 * What several elements share, in files by subject: for each subject the modules, as regular expressions of their paths in `src`. A file that
 * pages import for themselves is in none, because the bundler would add an object with its exports.
 */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  // Every element with more than a number: the notice for guests and after errors.
  content: [
    'components/page/inviting-element',
    'components/internal/(contain-presses|notice|add-styles|points-text)',
    'services/transport/(ids|moment)',
    'services/contract/endpoints/incentives/points',
  ],
  tier: ['components/internal/tier-state', 'services/customer/resources/tier'],
  // Lists of records of the service, and how they are shown.
  records: ['services/transport/(read-records|paging|loopback)', 'services/customer/browse'],
  rows: ['components/internal/(control-styles|format-day-and-money|lists|more-button|picture)'],
  'point-details': ['services/customer/resources/point-details', 'components/internal/point-details-text'],
  // What is said of a write that fails. What sends writes loads with the first one.
  writes: [
    'services/customer/actions/(writes|outlook)',
    'services/customer/refresh',
    'services/transport/unanswered',
    'components/internal/failure-text',
  ],
  rewards: [
    'components/claims/(reward-.*|rewards-list|row-styles|claim-content|claim-controller)',
    'services/customer/resources/(rewards|allowed-lists)',
    'services/customer/actions/claims',
  ],
  fields: ['components/internal/field-styles'],
  forms: ['components/internal/(form-field|today|member-events)', 'components/saved-products/stored-inputs'],
  items: ['services/customer/lists/list-items', 'components/internal/named-resource-controller'],
  // The list of the hearts.
  saved: [
    'services/customer/lists/device',
    'services/customer/resources/(wishlist|stored-removals|wishlist-count)',
    'components/saved-products/(wishlist-events|icons)',
  ],
  product: ['components/internal/page-link', 'components/saved-products/(product-name|product-picture)'],
  lists: [
    'services/contract/endpoints/lists',
    'services/customer/resources/list-records',
    'components/saved-products/(list-events|list-name|list-links)',
  ],
  'list-rows': ['components/saved-products/(list-rows|list-styles|style-guide|note-text|join-texts)'],
  registry: [
    'services/customer/actions/(change-registry|item-notes)',
    'services/customer/resources/registry',
  ],
  // What tabs tell each other.
  tabs: [
    'services/customer/tokens/(shared-token-store|tab-channel)',
    'services/customer/tab-changes',
    'services/transport/(token-reply|random-id)',
    'services/contract/endpoints/proxy',
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
    test: new RegExp(`/src/(${paths.join('|')})\\.ts$`),
  })),
];
