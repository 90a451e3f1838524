import { toLoyaltyError, type LoyaltyError } from '../services/transport/errors.ts';
import { record, text } from '../services/transport/read.ts';
import { MAX_BATCH_BYTES, MAX_RECORDS } from '../services/contract/envelope.ts';
import type { Accepted } from '../services/contract/common.ts';

/** Below the limits of the service, for a tenant that accepts less. */
const PART_RECORDS = MAX_RECORDS / 2;
export const PART_BYTES = Math.floor(MAX_BATCH_BYTES * 0.75);

/** Sizes of a batch, for a tenant whose limits are lower. */
export interface BatchSizes {
  /** Records of one request. Default 500. */
  readonly records?: number | undefined;
  /** Bytes of one request, and of one uploaded file. Default 3,750,000. */
  readonly bytes?: number | undefined;
}

/** One part of a batch, in the order in which the parts were sent. */
export type BatchPart = {
  /** Index of its first record, from 0. */
  readonly first: number;
  readonly count: number;
} & (
  | {
      /** The service processes it later: accepted does not mean saved. `readBatch` returns the result. */
      readonly status: 'accepted';
      readonly batch: Accepted | undefined;
    }
  | { readonly status: 'refused'; readonly error: LoyaltyError }
  /** Not sent, because a part before it was refused. */
  | { readonly status: 'unsent' }
);

interface Part<T> {
  readonly first: number;
  readonly records: readonly T[];
}

/** Divides records into parts within the limits. No records are one empty part, which the service then refuses. */
export function cut<T>(
  records: readonly T[],
  maxRecords = PART_RECORDS,
  maxBytes = PART_BYTES,
): readonly Part<T>[] {
  const encoder = new TextEncoder();
  const parts: { first: number; records: T[] }[] = [{ first: 0, records: [] }];
  let bytes = 0;
  records.forEach((one, index) => {
    const size = encoder.encode(JSON.stringify(one)).length + 1;
    const full = parts.at(-1)!.records;
    if (full.length && (full.length >= maxRecords || bytes + size > maxBytes)) {
      parts.push({ first: index, records: [] });
      bytes = 0;
    }
    parts.at(-1)!.records.push(one);
    bytes += size;
  });
  return parts;
}

/** Sends the parts in order, until one is refused. */
export async function sendParts<T>(
  records: readonly T[],
  sendPart: (part: readonly T[], number: number) => Promise<unknown>,
  { records: maxRecords, bytes: maxBytes }: BatchSizes = {},
): Promise<readonly BatchPart[]> {
  const outcomes: BatchPart[] = [];
  let stopped = false;
  for (const [number, part] of cut(records, maxRecords, maxBytes).entries()) {
    const place = { first: part.first, count: part.records.length };
    if (stopped) {
      outcomes.push({ ...place, status: 'unsent' });
      continue;
    }
    try {
      const { data } = record(await sendPart(part.records, number));
      outcomes.push({
        ...place,
        status: 'accepted',
        batch: text(record(data).id) ? (data as Accepted) : undefined,
      });
    } catch (thrown) {
      outcomes.push({ ...place, status: 'refused', error: toLoyaltyError(thrown) });
      stopped = true;
    }
  }
  return outcomes;
}

/** Records as newline-delimited JSON, in texts that are each small enough for one upload. */
export async function* cutLines(
  records: Iterable<unknown> | AsyncIterable<unknown>,
  maxBytes = PART_BYTES,
): AsyncGenerator<string> {
  const encoder = new TextEncoder();
  let lines: string[] = [];
  let bytes = 0;
  for await (const record of records) {
    const line = `${JSON.stringify(record)}\n`;
    const size = encoder.encode(line).length;
    if (lines.length && bytes + size > maxBytes) {
      yield lines.join('');
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += size;
  }
  if (lines.length) yield lines.join('');
}
