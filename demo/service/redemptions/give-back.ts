import { sql } from 'kysely';
import type { GiveBack } from '../../../src/services/contract/incentives/redemptions.ts';
import type { Database, Row } from '../platform/database/tables.ts';
import { invalid, notFound } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { recordId } from '../api/formats.ts';
import { writeEntry } from '../credits/credit-ledger.ts';
import { returnPoints } from '../points/give-points.ts';
import { writeRedemption, type NewItem } from './write-redemption.ts';

type Item = Row<'redemption_items'>;
type Returning = Pick<KnownCall, 'db' | 'note'>;

/**
 * Returns items of a redemption (`return`), or all remaining items (`reversal`), each once. Redemptions are never
 * changed: this writes another redemption with a negative total, linked to its source. Throws 404 and 422.
 */
export async function returnRedemption(
  call: Returning,
  type: 'return' | 'reversal',
  profileId: string,
  redemptionId: string,
  body: GiveBack,
): Promise<number> {
  const { db } = call;
  const source = await lockRedemption(db, profileId, redemptionId);
  if (source.linked_source_type === 'redemption') {
    throw invalid({ redemption: ['What was given back cannot be given back.'] });
  }
  const items = await chosenItems(db, source.id, type === 'return' ? body.items : undefined);
  for (const item of items) await restore(db, profileId, item);
  return await writeRedemption(call, {
    profileId,
    type,
    source: source.id,
    currency: source.currency,
    exchangeRate: source.exchange_rate,
    total: await totalOf(db, items),
    placed: {
      location_id: source.location_id,
      external_id: null,
      meta: JSON.stringify(body.reason ? [body.reason] : []),
      transaction_id: source.transaction_id,
      transaction_external_id: source.transaction_external_id,
      transaction_receipt_ref: source.transaction_receipt_ref,
      transaction: source.transaction && JSON.stringify(source.transaction),
    },
    items: items.map(mirrored),
  });
}

async function lockRedemption(db: Database, profileId: string, id: string): Promise<Row<'redemptions'>> {
  const number = recordId(id);
  const row =
    number === undefined
      ? undefined
      : await db
          .selectFrom('redemptions')
          .selectAll()
          .where('id', '=', number)
          .where('profile_id', '=', profileId)
          .forUpdate()
          .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

async function chosenItems(db: Database, redemptionId: number, chosen: GiveBack['items']): Promise<Item[]> {
  const rows = await db
    .selectFrom('redemption_items as item')
    .leftJoin('redemption_items as back', 'back.returns_item_id', 'item.id')
    .selectAll('item')
    .select('back.id as given_back')
    .where('item.redemption_id', '=', redemptionId)
    .orderBy('item.id')
    .execute();
  const open = rows.filter(({ given_back }) => given_back === null);
  if (!chosen) {
    if (open.length === 0) throw invalid({ redemption: ['This redemption has been given back.'] });
    return open;
  }
  if (chosen.length === 0) throw invalid({ items: ['The items field names none.'] });
  if (new Set(chosen.map(({ id }) => id)).size < chosen.length)
    throw invalid({ items: ['The items field names an item twice.'] });
  return chosen.map(({ id, count }) => {
    const item = rows.find((row) => row.id === id);
    if (!item) throw invalid({ items: [`There is no such item: ${id}.`] });
    if (item.given_back !== null) throw invalid({ items: [`The item ${id} has been given back.`] });
    if ((count ?? item.count) !== item.count)
      throw invalid({ items: [`The item ${id} is ${item.count}, given back as a whole.`] });
    return item;
  });
}

/** Restores the points, credit or instance of the redemption. */
async function restore(db: Database, profileId: string, item: Item): Promise<void> {
  const source = { type: 'redemption', id: String(item.redemption_id) };
  if (item.type === 'point') {
    await returnPoints(db, { profileId, lots: item.lots ?? [], reason: 'Points given back', source });
  }
  if (item.reward_id !== null) {
    await db
      .updateTable('rewards')
      .set({ redeemed_at: null, updated_at: sql`now()` })
      .where('id', '=', item.reward_id)
      .execute();
  }
  if (item.benefit_id !== null) {
    await db
      .updateTable('benefits')
      .set({ uses_left: sql`uses_left + 1`, updated_at: sql`now()` })
      .where('id', '=', item.benefit_id)
      .execute();
  }
  if (item.credit_id !== null) {
    const credit = { id: item.credit_id, profile_id: profileId };
    await writeEntry(db, credit, 'return', item.amount, 'Credit given back');
  }
}

const mirrored = (item: Item): NewItem => ({
  type: item.type,
  value: item.value,
  count: item.count,
  amount: item.amount,
  benefit_id: item.benefit_id,
  reward_id: item.reward_id,
  credit_id: item.credit_id,
  definition_id: item.definition_id,
  returns_item_id: item.id,
});

/** Below zero, in the unit of the source; PostgreSQL adds decimals exactly. */
async function totalOf(db: Database, items: readonly Item[]): Promise<string> {
  const { rows } = await sql<{ total: string }>`
    select (-sum(case type when 'credit' then amount else value end))::text as total
    from redemption_items where id in (${sql.join(items.map(({ id }) => id))})`.execute(db);
  const total = rows[0]?.total ?? '0';
  return total === '-0' ? '0' : total;
}
