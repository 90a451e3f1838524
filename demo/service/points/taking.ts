import { sql } from 'kysely';

/** The source of points, or the record on which they are spent: `redemption` and its id. */
export interface PointSource {
  readonly type: string;
  readonly id: string;
}

/** The part `taken` of a `with` clause: debits the lots of a source, if one is named, then those that expire first. */
export const taking = (profileId: string, amount: number, from?: PointSource) => sql`
    queue as (
      select id, remaining, sum(remaining) over (
        order by ${from ? sql`(source_type, source_id) is not distinct from (${from.type}::text, ${from.id}::text) desc,` : sql``}
          expires_at nulls last, id) - remaining as before
      from point_lots where profile_id = ${profileId} and remaining > 0
    ), taken as (
      update point_lots as lot
      set remaining = lot.remaining - least(queue.remaining, ${amount} - queue.before)
      from queue where lot.id = queue.id and queue.before < ${amount}
      returning least(queue.remaining, ${amount} - queue.before)::bigint as amount,
        lot.expires_at, lot.point_definition_id
    )`;
