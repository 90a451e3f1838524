import { randomInt } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { endAfterDays } from '../programme/periods.ts';
import { programmeOf } from '../programme/programme.ts';
import { worthOf, type Worth } from './steps.ts';

/** What is issued; without `amount` and `currency`, a reward that has no steps. */
export interface Issue extends Partial<Worth> {
  readonly profileId: string;
  readonly definitionId: number;
  /** Points that the profile paid; default 0. */
  readonly points?: number;
  /** Null for a reward that does not expire. */
  readonly expiresAt?: Date | null;
}

/**
 * Issues a reward to a profile from the stock, with the expiry of its definition; undefined if nothing is left or the
 * definition is archived. The definition has to exist.
 */
export async function issueReward(
  work: Database,
  issue: Pick<Issue, 'profileId' | 'definitionId'>,
): Promise<Row<'rewards'> | undefined> {
  if ((await takeReward(work, issue.definitionId)) === undefined) return undefined;
  const definition = await work
    .selectFrom('reward_definitions')
    .select(['valid_days', 'points_cost', 'step_amount', 'step_currency', 'minimum_steps', 'maximum_steps'])
    .where('id', '=', issue.definitionId)
    .executeTakeFirstOrThrow();
  const { timezone } = await programmeOf(work);
  const expiresAt = endAfterDays(definition.valid_days, timezone);
  const reward = { ...issue, ...worthOf(definition), expiresAt };
  const { rows } = await issuing(reward, rewardCode()).execute(work);
  return rows[0];
}

/** The same as an expression for a larger statement; `code` is a new `rewardCode()`, `lots` are the lots of the points. */
export const issuing = (
  { profileId, definitionId, points = 0, amount = null, currency = null, expiresAt = null }: Issue,
  code: string,
  lots: RawBuilder<unknown> = sql`'[]'::jsonb`,
): RawBuilder<Row<'rewards'>> => sql`
    insert into rewards (profile_id, reward_definition_id, code, points_spent, amount, currency, expires_at, fields)
    values (${profileId}, ${definitionId}, ${code}, ${points}, ${amount}::numeric, ${currency}::text,
      ${expiresAt}::timestamptz, jsonb_build_object('lots', ${lots}))
    returning *`;

/** Letters and digits that are hard to confuse: 5 bits each. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const randomCode = (characters: number): string =>
  Array.from({ length: characters }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');

/** 60 bits, such as `7K2M-QX9D-4HTB`. */
export const rewardCode = (): string => [randomCode(4), randomCode(4), randomCode(4)].join('-');

/**
 * Reduces the stock of a reward by one, in one statement, because other requests do the same at the same
 * time. Returns the remaining stock: null for unlimited stock, undefined if the stock was empty or the reward is archived.
 */
export async function takeReward(work: Database, definitionId: number): Promise<number | null | undefined> {
  const row = await work
    .updateTable('reward_definitions')
    .set({ stock: sql`stock - 1` })
    .where('id', '=', definitionId)
    .where((where) => where.or([where('stock', 'is', null), where('stock', '>', 0)]))
    .where(sql<boolean>`not fields @> '{"is_archived": true}'`)
    .returning('stock')
    .executeTakeFirst();
  return row && row.stock;
}

/** Increases a limited stock by one. */
export async function increaseStock(work: Database, definitionId: number): Promise<void> {
  await sql`
    update reward_definitions set stock = stock + 1 where id = ${definitionId} and stock is not null`.execute(
    work,
  );
}
