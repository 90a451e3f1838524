import * as v from 'valibot';
import type { KnownCall } from '../api/route.ts';
import type { Row } from '../platform/database/tables.ts';
import { publish } from '../platform/events/publish.ts';
import { returnPoints } from '../points/give-points.ts';
import { increaseStock } from './issue-reward.ts';

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
  'id' | 'profile_id' | 'reward_definition_id' | 'points_spent' | 'expires_at'
> & { readonly lots?: unknown };

/**
 * Undoes a claim before its reward is deleted: returns the points with an entry in the ledger, and the piece to the stock. `?reason=`
 * is the reason for ledger and audit. A reward that has expired is deleted without either: an achievement that a refund opened again has
 * returned its piece, and the member could have used the others.
 */
export async function undoClaim({ db, url, note }: KnownCall, reward: Undone): Promise<void> {
  const { id, profile_id: profileId, points_spent: points, expires_at: end } = reward;
  const reason = url.searchParams.get('reason')?.slice(0, MAX_REASON_CHARACTERS) || null;
  note({ reason });
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
    reason: `${definition.name}, undone${reason ? `: ${reason}` : ''}`,
    source: { type: 'reward', id: String(id) },
  });
  await increaseStock(db, reward.reward_definition_id);
  await publish(db, {
    trigger: 'reward.revoked',
    namespace: 'loyalty',
    profileId,
    payload: { id, reward_definition_id: reward.reward_definition_id, points_returned: points, reason },
  });
}
