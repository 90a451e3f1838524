import { randomInt } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Row } from '../platform/database/tables.ts';
import { endAfterDays } from '../programme/periods.ts';
import { programmeOf } from '../programme/programme.ts';
import { takeReward } from './stock.ts';

export interface Issue {
  readonly profileId: string;
  readonly definitionId: number;
  /** What the profile paid; nothing without a word. */
  readonly points?: number;
  /** Null for a reward that does not expire. */
  readonly expiresAt?: Date | null;
}

/**
 * Issues a reward to a profile from its stock, which expires as its definition says; undefined where nothing is left of it,
 * or it is archived. The definition has to exist.
 */
export async function issueReward(
  work: Database,
  issue: Omit<Issue, 'expiresAt'>,
): Promise<Row<'rewards'> | undefined> {
  if ((await takeReward(work, issue.definitionId)) === undefined) return undefined;
  const { valid_days: days } = await work
    .selectFrom('reward_definitions')
    .select('valid_days')
    .where('id', '=', issue.definitionId)
    .executeTakeFirstOrThrow();
  const { timezone } = await programmeOf(work);
  const { rows } = await issuing({ ...issue, expiresAt: endAfterDays(days, timezone) }).execute(work);
  return rows[0];
}

/** The statement for it, for one that does more. */
export const issuing = ({
  profileId,
  definitionId,
  points = 0,
  expiresAt = null,
}: Issue): RawBuilder<Row<'rewards'>> => sql`
    insert into rewards (profile_id, reward_definition_id, code, points_spent, expires_at)
    values (${profileId}, ${definitionId}, ${rewardCode()}, ${points}, ${expiresAt}::timestamptz)
    returning *`;

/** Letters and digits that are hard to mistake for each other: 5 bits each. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const randomCode = (characters: number): string =>
  Array.from({ length: characters }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');

/** 60 bits, such as `7K2M-QX9D-4HTB`. */
export const rewardCode = (): string => [randomCode(4), randomCode(4), randomCode(4)].join('-');
