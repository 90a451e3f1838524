import { tierPointShape } from '../../../src/services/contract/shapes/records/incentives.ts';
import type { Database } from '../platform/database/tables.ts';
import type { Resource } from '../crud/resource.ts';
import type { Stored } from '../crud/tables.ts';
import { openAccount } from '../points/account.ts';
import { assignTier, lockBalance, settleDue } from '../points/settle.ts';

/** Points that count towards tiers alone. They can be changed; the book says by how much. */
export const tierPoint: Omit<Resource, 'id'> = {
  model: 'tier-point',
  shape: tierPointShape,
  beforeReading: ({ db, profileId }) => settleDue(db, profileId),
  added: async ({ db }, record) => {
    await bookDifference(db, record, Number(record['value']), 'Tier points');
  },
  editing: async ({ db }, record, values) => {
    if (typeof values['value'] === 'number' && record['is_expired'] !== true) {
      const difference = values['value'] - Number(record['value']);
      await bookDifference(db, record, difference, 'Tier points corrected');
    }
    return values;
  },
  removing: async ({ db }, record) => {
    if (record['is_expired'] !== true)
      await bookDifference(db, record, -Number(record['value']), 'Tier points deleted');
  },
};

async function bookDifference(work: Database, record: Stored, amount: number, reason: string): Promise<void> {
  const profileId = String(record['profile_id']);
  await openAccount(work, profileId);
  await lockBalance(work, profileId);
  if (amount !== 0) {
    await work
      .insertInto('tier_point_entries')
      .values({
        ...{ profile_id: profileId, amount, tier_point_id: Number(record.id) },
        reason: typeof record['description'] === 'string' ? record['description'] : reason,
      })
      .execute();
  }
  await assignTier(work, profileId);
}
