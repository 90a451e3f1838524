import { sql } from 'kysely';
import type { Extend } from '../../../src/services/contract/shapes/records/incentives.ts';
import type { Database } from '../platform/database/tables.ts';
import { invalid } from '../api/problem.ts';
import { findRecord } from '../crud/store.ts';
import { fromRow, type Stored, tableOf } from '../crud/tables.ts';
import { planNotices, tellDueNotices } from '../credits/credit-notices.ts';
import { goOn, zoneOfCredit } from '../credits/credits.ts';
import { recordsById } from '../programme/joined.ts';
import { endingOf, laterByDays } from '../programme/periods.ts';
import { programmeOf } from '../programme/programme.ts';

type Extendable = 'rewards' | 'benefits' | 'credits';

/**
 * Gives instances more time, all or none: by days, or until a day or a moment. Days count from now for what has expired
 * already; what never expires stays so. A credit's definition may forbid it, and say how many days (spec 2.6).
 */
export async function extend(work: Database, table: Extendable, body: Extend): Promise<Stored[]> {
  const { ids, days, expires_at: until } = body;
  if (days !== undefined && until !== undefined)
    throw invalid({ days: ['Send days or expires_at, not both.'] });
  const credits = table === 'credits';
  if (days === undefined && until === undefined && !credits) {
    throw invalid({ days: ['The days field is required without expires_at.'] });
  }
  const unique = [...new Set(ids)].sort((a, b) => a - b);
  const rows = await work
    .selectFrom(table as 'credits')
    .selectAll()
    .where('id', 'in', unique)
    .$if(credits, (query) => query.where('deleted_at', 'is', null))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length < unique.length) {
    const there = new Set(rows.map(({ id }) => id));
    const missing = unique.filter((id) => !there.has(id));
    throw invalid({ ids: [`There is no such record: ${missing.join(', ')}.`] });
  }
  const daysOf = credits
    ? await creditDays(
        work,
        rows.map((row) => row.credit_definition_id),
        days,
        until,
      )
    : () => days ?? 0;
  const { timezone } = await programmeOf(work);
  const changed: Stored[] = [];
  for (const row of rows) {
    const zone = credits ? await zoneOfCredit(work, fromRow(row)) : timezone;
    const end =
      until === undefined
        ? later(row.expires_at, daysOf(row.credit_definition_id), zone)
        : endingOf(until, zone);
    const extended = await work
      .updateTable(table as 'credits')
      .set({ expires_at: end, updated_at: sql`now()`, ...(credits && { extended_at: sql`now()` }) })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    changed.push(credits ? await extendedCredit(work, fromRow(extended)) : fromRow(extended));
  }
  return changed;
}

/** A credit holds again what had expired, and its owner can be told. */
async function extendedCredit(work: Database, credit: Stored): Promise<Stored> {
  await goOn(work, Number(credit.id), credit['expires_at']);
  await planNotices(work, credit, ['remind', 'extend']);
  await tellDueNotices(work, { creditId: Number(credit.id) });
  return await findRecord(work, tableOf('credit'), {}, String(credit.id));
}

/** Days of each definition; 422 where it does not allow it, or says no number and the request neither. */
async function creditDays(
  work: Database,
  definitionIds: readonly number[],
  days: number | undefined,
  until: string | undefined,
): Promise<(definitionId: number) => number> {
  const definitions = await recordsById({ db: work }, 'credit-definition', definitionIds);
  for (const definition of definitions.values()) {
    if (definition['is_extendable'] === false)
      throw invalid({ ids: ['A credit of them cannot be extended.'] });
    if (days === undefined && until === undefined && typeof definition['extend_days'] !== 'number') {
      throw invalid({ days: ['The days field is required without expires_at.'] });
    }
  }
  return (id) => days ?? Number(definitions.get(id)?.['extend_days'] ?? 0);
}

const later = (end: Date | null, days: number, zone: string): Date | null =>
  end && laterByDays(new Date(Math.max(end.getTime(), Date.now())), days, zone);
