import { profilePoints } from '../../contract/endpoints/incentives/points.ts';
import { profileRedemptions } from '../../contract/endpoints/incentives/redemptions.ts';
import type { Query } from '../../transport/query.ts';
import { moment, record, text } from '../../transport/read.ts';
import { requireValue, readEach } from '../../transport/read-records.ts';
import type { Loyalty } from '../loyalty.ts';
import {
  history,
  loadHistoryPage,
  pointsLedger,
  readPoints,
  type HistoryEntry,
  type HistoryPage,
  type HistorySource,
} from './history.ts';

/** What the shopper can choose to see. */
export type HistoryFilter = 'all' | 'earned' | 'spent' | 'expired' | 'redeemed';

/** A function, because a module with calls or spreads at its top level would be part of `loyalty.js`. */
function sourceOf(filter: HistoryFilter): HistorySource {
  switch (filter) {
    case 'all':
      return pointsLedger;
    case 'earned':
      return { ...pointsLedger, query: { ...pointsLedger.query, 'filter[value][gt]': '0' } };
    case 'spent':
      return pointsWithType({ 'filter[value][lt]': '0', 'filter[type][ne]': 'expire' });
    case 'expired':
      return pointsWithType({ 'filter[type]': 'expire' });
    case 'redeemed':
      return { endpoint: profileRedemptions, query: { sort: '-redeem_at' }, read: readRedemption };
  }
}

/** Points without their balance. The ledger does not tell spent from expired points: only these have a type. */
const pointsWithType = (query: Query): HistorySource => ({
  endpoint: profilePoints,
  query: { ...query, sort: '-issued_at' },
  read(wire) {
    const { description, value, issued_at, created_at } = record(wire);
    return readPoints(wire, text(description), value, issued_at ?? created_at);
  },
});

export interface HistoryView {
  readonly filter: HistoryFilter;
  readonly oldestFirst: boolean;
}

/**
 * A page of what the shopper has chosen, filtered and sorted by the service.
 * @throws LoyaltyError
 */
export function loadFilteredHistory(
  loyalty: Loyalty,
  { filter, oldestFirst }: HistoryView,
  page: number,
): Promise<HistoryPage> {
  const source = sourceOf(filter);
  const { sort = '', ...query } = source.query;
  return loadHistoryPage(
    loyalty,
    { ...source, query: { ...query, sort: oldestFirst ? sort.slice(1) : sort } },
    page,
  );
}

/** Entries for the chart: one page of the largest size, so that the chart costs one request. */
const CHART_ENTRIES = 100;

/**
 * The newest balances, oldest first: those of the first page of the history where it is the only one, without a request.
 * @throws LoyaltyError
 */
export async function loadBalanceHistory(loyalty: Loyalty): Promise<readonly HistoryEntry[]> {
  const shown = loyalty.resource(history).state;
  const isWhole = shown.status === 'complete' && shown.value.isLast;
  const { entries } = isWhole ? shown.value : await loadHistoryPage(loyalty, pointsLedger, 1, CHART_ENTRIES);
  return [...entries].reverse();
}

function readRedemption(wire: unknown): HistoryEntry {
  const { id: rawId, redeem_at, created_at, total, total_localised, items, location } = record(wire);
  const names = readEach(items, (item) => {
    const { definition, name } = record(record(item).type_attributes);
    return text(record(definition).name) ?? text(name);
  });
  return {
    id: requireValue(text(rawId), 'id', rawId),
    title: names.join(', ') || text(record(location).name),
    at: requireValue(moment(redeem_at) ?? moment(created_at), 'redeem_at', redeem_at),
    points: undefined,
    balance: undefined,
    amount: Number(total) ? text(total_localised) : undefined,
  };
}
