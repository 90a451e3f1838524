import { sql } from 'kysely';
import { compiledStatement } from '../database/compiled-statement.ts';
import { together } from '../database/pipeline.ts';
import type { TakenLot } from '../database/incentive-tables.ts';
import type { Database, Row } from '../database/tables.ts';
import { balancesView, readBalances, type BalancesView } from './balances.ts';
import { issuing, rewardCode, type Issue } from '../rewards/issue-reward.ts';
import { taking, type PointSource } from './taking.ts';

export interface Spending {
  readonly profileId: string;
  /** Whole points; 0 for free rewards. */
  readonly amount: number;
  readonly reason: string;
  /** The record on which they are spent, if it is not a reward. */
  readonly source?: PointSource;
  /** The rule that debits them, shown to staff. */
  readonly rule?: string | null;
}

/** Debits points from the lots that expire first and writes the entry. Returns the lots. Call under `lockBalance`. */
export async function spend(
  work: Database,
  { profileId, amount, reason, source, rule = null }: Spending,
): Promise<{ readonly entryId?: number; readonly lots: readonly TakenLot[] }> {
  if (amount === 0) return { lots: [] };
  const { rows } = await sql<{
    entry: number;
    amount: number | null;
    expires_at: Date | null;
    point_definition_id: number | null;
  }>`
    with ${taking(profileId, amount)}, entry as (
      insert into point_entries (profile_id, kind, amount, reason, rule, source_type, source_id)
      values (${profileId}, 'spend', ${-amount}, ${reason}, ${rule}::text, ${source?.type ?? null}::text,
        ${source?.id ?? null}::text)
      returning id
    )
    select entry.id as entry, taken.amount, taken.expires_at, taken.point_definition_id from entry left join taken on true`.execute(
    work,
  );
  const lots = rows.flatMap((row) =>
    row.amount === null
      ? []
      : [
          {
            amount: row.amount,
            expires_at: row.expires_at?.toISOString() ?? null,
            point_definition_id: row.point_definition_id,
          },
        ],
  );
  return { ...(rows[0] && { entryId: rows[0].entry }), lots };
}

/** Issues a reward, debits its cost in points, and reads the balances after that. Call under `lockBalance`. */
export async function spendOnReward(
  work: Database,
  given: Required<Issue> & Pick<Spending, 'reason'>,
): Promise<readonly [Row<'rewards'>, BalancesView]> {
  const [[reward], balances] = await together(
    work,
    takeAndIssue.of(work, { ...given, code: rewardCode() }),
    readBalances.of(work, given),
  );
  if (!reward) throw new Error('The reward was not issued.');
  return [reward, balancesView(balances)];
}

/** The lots of the points, so that an undone claim returns points that expire when they would have. */
const takenLots = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('amount', amount, 'expires_at', expires_at,
    'point_definition_id', point_definition_id)), '[]') from taken)`;

type Taking = Required<Issue> & Pick<Spending, 'reason'> & { readonly code: string };

const takeAndIssue = compiledStatement<Taking, Row<'rewards'>>(
  ['profileId', 'definitionId', 'points', 'amount', 'currency', 'expiresAt', 'reason', 'code'],
  ({ profileId, reason, code, ...issue }) => sql`
    with ${taking(profileId, issue.points)}, issued as (
      ${issuing({ profileId, ...issue }, code, takenLots)}
    ), entry as (
      insert into point_entries (profile_id, kind, amount, reason, reward_id)
      -- Zero amounts get no entry.
      select ${profileId}, 'spend', -${issue.points}::bigint, ${reason}, id from issued where ${issue.points}::bigint > 0
    )
    select * from issued`,
);
