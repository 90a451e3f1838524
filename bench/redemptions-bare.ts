import type pg from 'pg';

/**
 * A query written by hand for one profile: the matching redemptions, sorted, with profile, location, items and the redeemed record, as
 * one statement that returns JSON. No views, no checks, no permissions.
 */
const BROWSE = `
  select redemption.*, profile.first_name, profile.last_name, profile.email, location.fields as location,
    (select json_agg(json_build_object(
        'id', item.id, 'type', item.type, 'value', item.value, 'count', item.count,
        'created_at', item.created_at, 'updated_at', item.updated_at,
        'credit', to_json(credit), 'credit_definition', credit_definition.fields,
        'reward', to_json(reward), 'reward_definition', to_json(reward_definition)) order by item.id)
      from redemption_items as item
      left join credits as credit on credit.id = item.credit_id
      left join records as credit_definition on credit_definition.id = credit.credit_definition_id
      left join rewards as reward on reward.id = item.reward_id
      left join reward_definitions as reward_definition on reward_definition.id = reward.reward_definition_id
      where item.redemption_id = redemption.id) as items
  from redemptions as redemption
  join profiles as profile on profile.id = redemption.profile_id
  left join records as location on location.id = redemption.location_id
  where redemption.profile_id = $1 and redemption.type in ($2, $3) and redemption.created_at >= $4
  order by redemption.redeem_at desc, redemption.id desc`;

/** The query string for the same result from the service. */
export const QUERY = '?filter[type][in]=point,credit&filter[created_at][gte]=2020-01-01&sort=-redeem_at';

/** With a `name` the statement is prepared once for each connection, without it for each call. */
export async function bareBrowse(client: pg.Pool, profileId: string, name?: string): Promise<string> {
  const values = [profileId, 'point', 'credit', '2020-01-01'];
  const { rows } = await client.query({ text: BROWSE, values, ...(name && { name }) });
  return JSON.stringify({ data: rows });
}

const CLAIM = {
  lock: 'select available from point_balances where profile_id = $1 for update',
  definition: `
    select *, (select count(*) from rewards where profile_id = $2 and reward_definition_id = $1) as claims
    from reward_definitions where id = $1 and is_published`,
  reward: `
    insert into rewards (profile_id, reward_definition_id, code, points_spent)
    values ($1, $2, md5(random()::text), $3) returning *`,
  lots: `
    with queue as (
      select id, remaining, sum(remaining) over (order by expires_at nulls last, id) - remaining as before
      from point_lots where profile_id = $1 and remaining > 0
    )
    update point_lots as lot set remaining = lot.remaining - least(queue.remaining, $2 - queue.before)
    from queue where lot.id = queue.id and queue.before < $2`,
  entry: `
    insert into point_entries (profile_id, kind, amount, reason, reward_id) values ($1, 'spend', $2, 'Bench', $3)`,
  event: `
    insert into events (trigger, namespace, profile_id, payload)
    values ('reward.claimed', 'loyalty', $1, $2) returning id`,
  job: `insert into jobs.job (name, data, retry_limit, policy) values ('events', $1, 100, 'standard')`,
  audit: `
    insert into audits (action, profile_id, model, model_id, fields) values ('bench', $1, 'reward', $2, $3)`,
};

export interface BareClaim {
  /** Also writes the event, its job and the audit entry, like a request. */
  readonly publishes?: boolean;
}

/** A claim in bare SQL: the same rows locked, read and written in one transaction with prepared statements. */
export async function bareClaim(
  pool: pg.Pool,
  profileId: string,
  definitionId: number,
  { publishes = false }: BareClaim = {},
): Promise<void> {
  const client = await pool.connect();
  const query = async (step: keyof typeof CLAIM, values: unknown[]) =>
    (await client.query({ name: `bare ${step}`, text: CLAIM[step], values })).rows;
  try {
    await client.query('begin');
    const [balance] = await query('lock', [profileId]);
    const [definition] = await query('definition', [definitionId, profileId]);
    const cost = Number(definition.points_cost);
    if (Number(balance.available) < cost) throw new Error('refused');
    const [reward] = await query('reward', [profileId, definitionId, cost]);
    await query('lots', [profileId, cost]);
    await query('entry', [profileId, -cost, reward.id]);
    if (publishes) {
      const [event] = await query('event', [profileId, JSON.stringify(reward)]);
      await query('job', [JSON.stringify({ eventId: event.id })]);
      await query('audit', [profileId, reward.id, '{"changes": {"fields": ["reward_definition_id"]}}']);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
