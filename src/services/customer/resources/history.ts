import type { profilePoints } from '../../contract/endpoints/incentives/points.ts';
import type { profileRedemptions } from '../../contract/endpoints/incentives/redemptions.ts';
import { profileLedgers } from '../../contract/endpoints/platform.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import { lastPageOf } from '../../transport/paging.ts';
import { DEFAULT_PAGE_SIZE, pageQuery, type Query } from '../../transport/query.ts';
import { integer, moment, record, text } from '../../transport/read.ts';
import { readEach } from '../../transport/read-records.ts';
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
    const { description, value, balance, occurred_at } = record(wire);
    return readPoints(wire, text(description), value, occurred_at, wholePoints(balance));
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
  if (!Array.isArray(reply.data)) throw new LoyaltyError('bad_response', 'No list.');
  const last = lastPageOf(reply) ?? (text(record(reply.links).next) ? Infinity : page);
  return {
    entries: readEach(reply.data, read),
    isLast: page >= last || !reply.data.length,
    total: integer(record(reply.meta).total),
  };
}

/** An entry of points; `undefined` without an id, a value or a time. */
export function readPoints(
  wire: unknown,
  title: string | undefined,
  value: unknown,
  time: unknown,
  balance?: number,
): HistoryEntry | undefined {
  const id = text(record(wire).id);
  const points = wholePoints(value);
  const at = moment(time);
  return id && points !== undefined && at ? { id, title, at, points, balance, amount: undefined } : undefined;
}

/** The ledger has decimal text, because it has credits too. */
const wholePoints = (value: unknown): number | undefined => integer(text(value)?.replace(/\.0+$/, ''));
