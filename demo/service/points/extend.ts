import type { Extend } from '../../../src/services/contract/common.ts';
import type { Database } from '../database/tables.ts';
import { invalid } from '../api/problem.ts';
import { editRecord, findRecord, recordsById, rowsWithin } from '../crud/store.ts';
import { fromRow, tableOf, type AnyRecord, type Table } from '../crud/tables.ts';
import { creditDefinitionTable } from '../credits/credit-definitions.ts';
import { planNotices, sendDueNotices } from '../credits/credit-notices.ts';
import { creditTable } from '../credits/credit-view.ts';
import { reactivate, zoneOfCredit } from '../credits/credits.ts';
import { endingOf, laterByDays } from '../programme/periods.ts';
import { programmeOf } from '../programme/programme.ts';

/**
 * Extends the expiry of instances, all or none: by days, or until a day or a moment. Days count from now for an instance
 * that has expired; one that never expires does not change. The definition of a credit may forbid it, and give the days (spec 2.6).
 */
export async function extend(
  work: Database,
  model: 'reward' | 'benefit' | 'credit',
  body: Extend,
): Promise<AnyRecord[]> {
  const { ids, days, expires_at: until } = body;
  if (days !== undefined && until !== undefined)
    throw invalid({ days: ['Send days or expires_at, not both.'] });
  if (days === undefined && until === undefined && model !== 'credit')
    throw invalid({ days: ['The days field is required without expires_at.'] });
  const unique = [...new Set(ids)].sort((a, b) => a - b);
  if (model === 'credit') return await extendCredits(work, unique, { days, until });
  const table: Table<{ readonly id: number; readonly expires_at: Date | null } & AnyRecord> =
    model === 'reward' ? tableOf('reward') : tableOf('benefit');
  const records = await lockAll(work, table, unique);
  const { timezone } = await programmeOf(work);
  const changed: AnyRecord[] = [];
  for (const { id, expires_at: end } of records) {
    const expiry = newExpiry(end, { days, until }, timezone);
    changed.push(await editRecord(work, table, id, { expires_at: expiry }));
  }
  return changed;
}

interface Extension {
  readonly days: number | undefined;
  readonly until: string | undefined;
}

/** Credits get their expired value back, and their owners get notices. */
async function extendCredits(
  work: Database,
  ids: readonly number[],
  { days, until }: Extension,
): Promise<AnyRecord[]> {
  const credits = await lockAll(work, creditTable, ids);
  const definitions = await recordsById(
    work,
    creditDefinitionTable,
    credits.map(({ credit_definition_id: id }) => id),
  );
  for (const definition of definitions.values()) {
    if (definition.is_extendable === false) throw invalid({ ids: ['A credit of them cannot be extended.'] });
    if (days === undefined && until === undefined && typeof definition.extend_days !== 'number') {
      throw invalid({ days: ['The days field is required without expires_at.'] });
    }
  }
  const changed: AnyRecord[] = [];
  for (const credit of credits) {
    const { id, credit_definition_id: definitionId, expires_at: end } = credit;
    const definitionDays = definitions.get(definitionId)?.extend_days ?? 0;
    const expiry = newExpiry(end, { days: days ?? definitionDays, until }, await zoneOfCredit(work, credit));
    const extended = await editRecord(work, creditTable, id, { expires_at: expiry, extended_at: new Date() });
    await reactivate(work, id, expiry);
    await planNotices(work, extended, ['remind', 'extend']);
    await sendDueNotices(work, { creditId: id });
    changed.push(await findRecord(work, creditTable, {}, String(id)));
  }
  return changed;
}

/** Locks the records in the order of their ids; throws 422 if one of them does not exist. */
async function lockAll<Record extends { readonly id: number }>(
  work: Database,
  table: Table<Record>,
  ids: readonly number[],
): Promise<Record[]> {
  const rows = await rowsWithin(work, table, {}).where('id', 'in', ids).orderBy('id').forUpdate().execute();
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) throw invalid({ ids: [`There is no such record: ${missing.join(', ')}.`] });
  return rows.map((row): Record => fromRow(row));
}

function newExpiry(end: Date | null, { days = 0, until }: Extension, zone: string): Date | null {
  if (until !== undefined) return endingOf(until, zone);
  return end && laterByDays(new Date(Math.max(end.getTime(), Date.now())), days, zone);
}
