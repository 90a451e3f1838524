import { tierPointShape } from '../../../src/services/contract/incentives/tiers.ts';
import type { Database } from '../database/tables.ts';
import { defineModel, type Resource } from '../crud/resource.ts';
import type { Stored } from '../crud/tables.ts';
import { lockBalance, openBalanceAccount } from '../points/balance-account.ts';
import { assignTier, settleDue } from '../points/settle.ts';
import { tierDefinitionResource } from './tier-definitions.ts';

type TierPoints = Stored<typeof tierPointShape, 'tier-point'>;

/** Points that count towards tiers only. They can be changed; the ledger gets an entry of the difference. */
const tierPoint = defineModel({
  model: 'tier-point',
  shape: tierPointShape,
  beforeReading: ({ db, profileId }) => settleDue(db, profileId),
  added: async ({ db }, record) => {
    await writeDifference(db, record, record.value, 'Tier points');
  },
  editing: async ({ db }, record, values) => {
    if (typeof values.value === 'number' && !record.is_expired)
      await writeDifference(db, record, values.value - record.value, 'Tier points corrected');
    return values;
  },
  removing: async ({ db }, record) => {
    if (!record.is_expired) await writeDifference(db, record, -record.value, 'Tier points deleted');
  },
});

export const tierResources: readonly Resource[] = [
  tierDefinitionResource,
  { id: 'tiers.points', ...tierPoint },
  { id: 'profiles.tiers.points', ...tierPoint },
];

async function writeDifference(
  work: Database,
  { id, profile_id: profileId, description }: TierPoints,
  amount: number,
  reason: string,
): Promise<void> {
  await openBalanceAccount(work, profileId);
  await lockBalance(work, profileId);
  if (amount !== 0) {
    await work
      .insertInto('tier_point_entries')
      .values({ profile_id: profileId, amount, tier_point_id: id, reason: description ?? reason })
      .execute();
  }
  await assignTier(work, profileId);
}
