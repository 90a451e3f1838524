import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { IDEMPOTENCY_KEY_FORMAT } from '../../../src/services/transport/formats.ts';
import { IDEMPOTENCY_KEY } from '../../../src/services/transport/http.ts';
import type { Database } from '../database/tables.ts';
import { invalid } from './problem.ts';

/** Days for which an answer is stored. */
export const REPLY_RETENTION_DAYS = 8;

/** A complete answer, which is sent and stored for repetitions of the request. */
export interface Answer {
  readonly status: number;
  /** JSON text; null where there is no body. */
  readonly text: string | null;
  /** The value of `Content-Language`, where the text has texts whose language is known. */
  readonly language?: string;
  /** Stored instead of `text`, if that contains a secret. */
  readonly storedText?: string;
}

export interface IdempotentRequest {
  /** Owner of the key: `profile:<id>` or `user:<id>`. */
  readonly owner: string;
  readonly key: string;
  /** Method, path and body of the request. */
  readonly request: readonly string[];
}

/** Throws 422 for what is no key. */
export function checkIdempotencyKey(key: string): void {
  if (IDEMPOTENCY_KEY_FORMAT.test(key)) return;
  throw invalid({
    [IDEMPOTENCY_KEY]: [`The ${IDEMPOTENCY_KEY} header has to be 1 to 255 visible characters.`],
  });
}

/** 422 for a key with another request than its first. */
export const keyOfOtherRequest = () =>
  invalid({ [IDEMPOTENCY_KEY]: [`This ${IDEMPOTENCY_KEY} was used for another request.`] });

/** SHA-256, to recognize a repetition without storing the request. */
export const hashOfRequest = (request: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(request)).digest();

/**
 * Does the work once per key. The key is inserted in the transaction of the work: a failure stores neither, so the request
 * can be retried, and a second request with the key waits until the first is done.
 */
export async function once(
  db: Database,
  { owner, key, request }: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  checkIdempotencyKey(key);
  const hash = hashOfRequest(request);
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ owner, key, request_hash: hash, status: null, answer: null })
    .onConflict((conflict) =>
      conflict
        .columns(['owner', 'key'])
        .doUpdateSet({ request_hash: hash, status: null, answer: null, created_at: sql`now()` })
        .where(
          'idempotency_keys.created_at',
          '<',
          sql<Date>`now() - ${REPLY_RETENTION_DAYS} * interval '1 day'`,
        ),
    )
    .returning('key')
    .executeTakeFirst();
  if (!inserted) return await storedAnswer(db, owner, key, hash);
  const answer = await work();
  await db
    .updateTable('idempotency_keys')
    .set({ status: answer.status, answer: answer.storedText ?? answer.text })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute();
  return answer;
}

async function storedAnswer(db: Database, owner: string, key: string, hash: Buffer): Promise<Answer> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (row.status === null || !row.request_hash.equals(hash)) throw keyOfOtherRequest();
  return { status: row.status, text: row.answer };
}
