import { sql } from 'kysely';
import { reservationShape } from '../../../src/services/contract/shapes/list.ts';
import type { Database } from '../platform/database/tables.ts';
import { raise } from '../platform/events/raise.ts';
import { fromRow, type Stored } from '../crud/tables.ts';
import { viewOf } from '../crud/fields.ts';
import { parentsOf, type ReservedPlace } from './quantities.ts';
import { GUEST } from './shares.ts';

export const itemIdOf = ({ parent }: Stored): number => Number(String(parent).split(':')[1]);

/** A reservation as its event shows it. */
const payloadOf = (record: Stored) => {
  const { secret: _, ...payload } = viewOf(reservationShape, record, GUEST, { item_id: itemIdOf });
  return payload;
};

/** Publishes what became of a reservation where no token, and so no route, does it. */
export async function publish(
  work: Database,
  trigger: 'reservation.created' | 'reservation.cancelled',
  record: Stored,
): Promise<void> {
  const profileId = typeof record['profile_id'] === 'string' ? record['profile_id'] : null;
  await raise(work, { trigger, namespace: 'loyalty', profileId, payload: payloadOf(record) });
}

/** Publishes the end of every reservation that a deletion takes along. */
export async function cancelReservations(work: Database, of: ReservedPlace): Promise<void> {
  const rows = await work
    .selectFrom('records')
    .selectAll()
    .where('resource', '=', 'reservation')
    .where(sql<boolean>`parent in (${parentsOf(of)})`)
    .orderBy('id')
    .execute();
  for (const row of rows.map(fromRow))
    if (row['status'] !== 'cancelled') await publish(work, 'reservation.cancelled', row);
}
