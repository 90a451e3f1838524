import { sql } from 'kysely';
import type { Database, NewRow } from '../database/tables.ts';
import type { KnownCall } from '../api/route.ts';
import { conflict, databaseError } from '../api/problem.ts';
import type { Placed } from './redemption-place.ts';

export type NewItem = Omit<NewRow<'redemption_items'>, 'redemption_id' | 'profile_id'>;

export interface NewRedemption {
  /** From `nextRedemptionId`, if another row refers to the redemption already. */
  readonly id?: number;
  readonly profileId: string;
  readonly type: string;
  /** Decimal text, in the unit of what is redeemed. */
  readonly total: string;
  readonly currency: string | null;
  readonly exchangeRate?: string | null;
  readonly placed: Placed;
  readonly items: readonly NewItem[];
  /** The redemption that is returned or reversed. */
  readonly source?: number;
}

const UNIQUE_VIOLATION = '23505';

/** Writes a redemption with its items; answers its id. Throws 409 for an external id that another one has. */
export async function writeRedemption(
  { db, note }: Pick<KnownCall, 'db' | 'note'>,
  redemption: NewRedemption,
): Promise<number> {
  const { profileId, items, placed, source } = redemption;
  const has = (type: NewItem['type']) => items.some((item) => item.type === type);
  const { id } = await db
    .insertInto('redemptions')
    .values({
      ...(redemption.id !== undefined && { id: redemption.id }),
      ...placed,
      profile_id: profileId,
      type: redemption.type,
      total: redemption.total,
      currency: redemption.currency,
      exchange_rate: redemption.exchangeRate ?? null,
      has_benefit: has('benefit'),
      has_reward: has('reward'),
      has_point: has('point'),
      has_credit: has('credit'),
      linked_source_type: source === undefined ? null : 'redemption',
      linked_source_id: source === undefined ? null : String(source),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      const { code, constraint } = databaseError(error);
      if (code === UNIQUE_VIOLATION && constraint === 'redemptions_external_id')
        throw conflict('There is another redemption with this external_id.');
      throw error;
    });
  await db
    .insertInto('redemption_items')
    .values(items.map((item) => ({ ...item, redemption_id: id, profile_id: profileId })))
    .execute();
  const { type, total } = redemption;
  note({ changes: { is: { type, total, profile_id: profileId, items: items.length } } });
  return id;
}

/** Reserves the id of a redemption that is about to be written. */
export async function nextRedemptionId(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('redemptions', 'id')) as id`.execute(db);
  return rows[0]?.id ?? 0;
}
