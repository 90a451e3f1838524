import type { profilePoints } from '../../contract/endpoints/incentives/points.ts';
import type { profileRedemptions } from '../../contract/endpoints/incentives/redemptions.ts';
import { profileLedgers } from '../../contract/endpoints/platform.ts';
import { lastPageOf, listIn, repeatedPage } from '../../transport/paging.ts';
import { DEFAULT_PAGE_SIZE, pageQuery, type Query } from '../../transport/query.ts';
import { integer, moment, record, text } from '../../transport/read.ts';
import { requireValue, readRecords } from '../../transport/read-records.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';

/** A change of the customer's points, or a redemption. */
export interface HistoryEntry {
  readonly id: string;
  /** What it was for; the service may not say. */
  readonly title: string | undefined;
  readonly at: Date;
  /** Whole points, negative for spent or expired ones; `undefined` for a redemption. */
  readonly points: number | undefined;
  /** Points after the change, where the service sends them. */
  readonly balance: number | undefined;
  /** Amount of a redemption, formatted by the service. */
  readonly amount: string | undefined;
  /** Points of a purchase that a refund of it would take back. */
  readonly refundTakes?: number | undefined;
}

export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  readonly isLast: boolean;
  /** Entries on all pages, where the service counts them. */
  readonly total: number | undefined;
}

/** Where entries come from: a browse of the profile with the filter and sort of the interface (spec 4.2.1). */
export interface HistorySource {
  readonly endpoint: typeof profileLedgers | typeof profilePoints | typeof profileRedemptions;
  readonly query: Query;
  readonly read: (wire: unknown) => HistoryEntry | undefined;
}

/** Entries on a page. */
export const HISTORY_PAGE_SIZE = DEFAULT_PAGE_SIZE;

/** The ledger of points, newest first: the only browse of points that has the balance after each entry. */
export const pointsLedger: HistorySource = {
  endpoint: profileLedgers,
  query: { 'filter[type]': 'points', sort: '-occurred_at' },
  read(wire) {
    const { description, value, balance, occurred_at, refund_takes } = record(wire);
    const entry = readPoints(wire, text(description), value, occurred_at, wholePoints(balance));
    const refundTakes = integer(refund_takes);
    return refundTakes ? { ...entry, refundTakes } : entry;
  },
};

/** The newest entries of the ledger of points. */
export const history: ResourceDefinition<HistoryPage> = {
  key: 'history',
  load: (loyalty) => loadHistoryPage(loyalty, pointsLedger, 1),
};

/**
 * One page, counted from 1.
 * @throws LoyaltyError
 */
export async function loadHistoryPage(
  loyalty: Loyalty,
  { endpoint, query, read }: HistorySource,
  page: number,
  size: number = HISTORY_PAGE_SIZE,
): Promise<HistoryPage> {
  const profile = await loyalty.profileId();
  const reply = record(
    await loyalty.call(endpoint, { profile, query: { ...query, ...pageQuery(page, size) } }),
  );
  const wires = listIn(reply, endpoint.id);
  const last = lastPageOf(reply) ?? (text(record(reply.links).next) ? Infinity : page);
  const records = JSON.stringify(wires);
  const shown = pagesOf(loyalty);
  const key = endpoint.id + JSON.stringify(query) + size;
  // The service may ignore the number of the page: its first one would be shown again and again.
  const isRepeated = page > 1 && wires.length > 0 && shown.get(`${key} ${page - 1}`) === records;
  shown.set(`${key} ${page}`, records);
  if (isRepeated) {
    loyalty.report(repeatedPage(endpoint.id, page));
    return { entries: [], isLast: true, total: undefined };
  }
  return {
    entries: readRecords(endpoint.id, wires, read, loyalty.report),
    isLast: page >= last || !wires.length,
    total: integer(record(reply.meta).total),
  };
}

const PAGES = new WeakMap<Loyalty, Map<string, string>>();

/** The records of the pages that this customer has loaded, by page. */
function pagesOf(loyalty: Loyalty): Map<string, string> {
  const pages = PAGES.get(loyalty) ?? new Map<string, string>();
  PAGES.set(loyalty, pages);
  return pages;
}

/** An entry of points. @throws LoyaltyError `bad_response` without an id, a value or a time */
export function readPoints(
  wire: unknown,
  title: string | undefined,
  value: unknown,
  time: unknown,
  balance?: number,
): HistoryEntry {
  const { id } = record(wire);
  return {
    id: requireValue(text(id), 'id', id),
    title,
    at: requireValue(moment(time), 'occurred_at', time),
    points: requireValue(wholePoints(value), 'value', value),
    balance,
    amount: undefined,
  };
}

/** The ledger has decimal text, because it has credits too. */
const wholePoints = (value: unknown): number | undefined => integer(text(value)?.replace(/\.0+$/, ''));
