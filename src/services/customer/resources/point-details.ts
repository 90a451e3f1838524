import { integer, moment, record, text } from '../../transport/read.ts';
import { readEach } from '../../transport/read-records.ts';
import type { PointsBalance } from './balances.ts';

/** Points that end together. */
export interface PointBatch {
  readonly points: number;
  /** `undefined` for points that do not end. */
  readonly endsAt: Date | undefined;
}

/** What the points are worth in money, and when they end; empty where the service does not say it. */
export interface PointDetails {
  /** Points that were earned and are not released yet. */
  readonly pending: number | undefined;
  /** All points that were ever earned. */
  readonly earned: number | undefined;
  /** The next points to expire. */
  readonly expiring: { readonly points: number; readonly at: Date } | undefined;
  /** The first to end first. */
  readonly batches: readonly PointBatch[];
  /** Points that end within 30 days; only where they are in more than one batch. */
  readonly endingSoon: number;
  /** The available points in money, by currency. */
  readonly worth: readonly { readonly amount: string; readonly currency: string }[];
}

const total = (batches: readonly PointBatch[]): number =>
  batches.reduce((sum, { points }) => sum + points, 0);

const SOON_MS = 30 * 86_400_000;

/** Reads what the balances have beyond the points. Batches that do not add up to the available points are left out: one of both is wrong. */
export function readPointDetails({ available, reply }: PointsBalance, now = Date.now()): PointDetails {
  const read = readEach(reply.batches, readBatch);
  const batches = total(read) === available ? read : [];
  const next = record(reply.expiring);
  const points = integer(next.value);
  const at = moment(next.expires_at);
  const soon = batches.filter(({ endsAt }) => endsAt && endsAt.getTime() <= now + SOON_MS);
  return {
    pending: integer(reply.pending),
    earned: integer(reply.earned),
    expiring: points && at ? { points, at } : undefined,
    batches,
    endingSoon: soon.length > 1 ? total(soon) : 0,
    worth: readEach(reply.worth, readWorth),
  };
}

function readBatch(wire: unknown): PointBatch | undefined {
  const { value, expires_at: ends } = record(wire);
  const points = integer(value);
  const endsAt = moment(ends);
  // An end that cannot be read is not "never".
  if (points === undefined || (!endsAt && ends !== null && ends !== undefined)) return undefined;
  return { points, endsAt };
}

function readWorth(wire: unknown): PointDetails['worth'][number] | undefined {
  const { value, currency } = record(wire);
  const [amount, code] = [text(value), text(currency)];
  return amount && code && /^\d+(\.\d+)?$/.test(amount) && /^[A-Z]{3}$/.test(code)
    ? { amount, currency: code }
    : undefined;
}
