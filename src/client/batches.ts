import { toLoyaltyError, type LoyaltyError } from '../services/transport/errors.ts';
import { record, text } from '../services/transport/read.ts';
import { MAX_BATCH_BYTES, MAX_RECORDS } from '../services/contract/envelope.ts';
import type { Accepted } from '../services/contract/common.ts';

/** Half of what a service takes (G23), and of its bytes a good part: there is room for a tenant that takes less. */
const PART_RECORDS = MAX_RECORDS / 2;
export const PART_BYTES = Math.floor(MAX_BATCH_BYTES * 0.75);

/** What a tenant's batches take, where that is less or more than we assume (G23). */
export interface BatchSizes {
  /** Records of one request. Default 500. */
  readonly records?: number | undefined;
  /** Bytes of one request, and of one uploaded file. Default 3,750,000. */
  readonly bytes?: number | undefined;
}

/** One part of a batch, in the order in which the parts were sent. */
export type BatchPart = {
  /** Place of its first record in the whole, from 0. */
  readonly first: number;
  readonly count: number;
} & (
  | {
      /** The service has it, and works on it by itself: accepted is not saved (rule R22). `readBatch` tells how it went. */
      readonly status: 'accepted';
      readonly batch: Accepted | undefined;
    }
  | { readonly status: 'refused'; readonly error: LoyaltyError }
  /** Not sent, since the part before it was refused. */
  | { readonly status: 'unsent' }
);

interface Part<T> {
  readonly first: number;
  readonly records: readonly T[];
}

/** Cuts records to what a batch takes. No records are one empty part: the service says what it thinks of it. */
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

/** Sends the parts one after another, until one is refused. */
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
