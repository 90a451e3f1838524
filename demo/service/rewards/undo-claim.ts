import { sql } from 'kysely';
import * as v from 'valibot';
import { conflict } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import type { Database, Row } from '../database/tables.ts';
import { publish } from '../events/publish.ts';
import { returnPoints } from '../points/give-points.ts';
import { increaseStock } from './issue-reward.ts';
import { nameWithWorth } from './steps.ts';

const MAX_REASON_CHARACTERS = 255;

/** The lots of the points, as a claim stores them with the reward. */
const storedLots = v.array(
  v.object({
    amount: v.number(),
    expires_at: v.nullable(v.string()),
    point_definition_id: v.nullish(v.number(), null),
  }),
);

type Undone = Pick<
  Row<'rewards'>,
  | 'id'
  | 'profile_id'
  | 'reward_definition_id'
  | 'code'
  | 'points_spent'
  | 'amount'
  | 'currency'
  | 'expires_at'
> & { readonly lots?: unknown };

/**
 * Undoes a claim before its reward is deleted: returns the points with an entry in the ledger, and the piece to the stock. `?reason=`
 * is the reason for ledger and audit. A reward that has expired is deleted without either: an achievement that a refund opened again has
 * returned its piece, and the member could have used the others. Throws 409 for one that is redeemed.
 */
export async function undoClaim({ db, url, note }: KnownCall, reward: Undone): Promise<void> {
  const { id, profile_id: profileId, points_spent: points, expires_at: end } = reward;
  const reason = url.searchParams.get('reason')?.slice(0, MAX_REASON_CHARACTERS) || null;
  note({ reason });
  await leaveRedemptions(db, id);
  if (end !== null && end <= new Date()) return;
  const definition = await db
    .selectFrom('reward_definitions')
    .select('name')
    .where('id', '=', reward.reward_definition_id)
    .executeTakeFirstOrThrow();
  const read = v.safeParse(storedLots, reward.lots);
  // A reward that is older than stored lots: its points do not expire.
  const lots = read.success && read.output.length > 0 ? read.output : [{ amount: points, expires_at: null }];
  await returnPoints(db, {
    profileId,
    lots: points === 0 ? [] : lots,
    reason: `${nameWithWorth(definition.name, reward)}, undone${reason ? `: ${reason}` : ''}`,
    source: { type: 'reward', id: String(id) },
  });
  await increaseStock(db, reward.reward_definition_id);
  await publish(db, {
    trigger: 'reward.revoked',
    namespace: 'loyalty',
    profileId,
    payload: {
      id,
      reward_definition_id: reward.reward_definition_id,
      code: reward.code,
      amount: reward.amount,
      currency: reward.currency,
      points_returned: points,
      reason,
    },
  });
}

/** Takes the reward out of redemptions that were reversed: they stay, without it. Throws 409, with the redemption, for another one. */
async function leaveRedemptions(db: Database, rewardId: number): Promise<void> {
  const { rows } = await sql<{ redemption_id: number }>`
    select redemption_id from redemption_items as item
    where reward_id = ${rewardId} and returns_item_id is null
      and not exists (select from redemption_items where returns_item_id = item.id)`.execute(db);
  const [open] = rows;
  if (open)
    throw conflict(
      `This reward is redeemed: reverse the redemption ${open.redemption_id} first (POST /v3/profiles/{profile}/redemptions/${open.redemption_id}/reversals).`,
    );
  await db
    .updateTable('redemption_items')
    .set({ reward_id: null })
    .where('reward_id', '=', rewardId)
    .execute();
}
