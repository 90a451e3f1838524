import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** A load, and the series of loads that are versions of one file. */
export interface SeriesLoad {
  readonly series: string;
  readonly load: string;
}

/** Loads of one series import their rows one after the other: each has to see what the others imported. */
export const lockSeries = async (work: Database, { series }: SeriesLoad): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`series ${series}`}, 0))`.execute(work));

/**
 * Notes a row of a load. Whether an earlier load of the series has imported it: the second of two equal rows counts only where the
 * earlier load had two as well. Roll back with the row if it fails.
 */
export async function wasImported(
  work: Database,
  { series, load }: SeriesLoad,
  record: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const fields = Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify(fields)).digest();
  const { rows } = await sql<{ known: boolean }>`
    with noted as (
      insert into imported_rows as mine (series, hash, load, occurrences) values (${series}, ${hash}, ${load}, 1)
      on conflict (series, hash, load) do update set occurrences = mine.occurrences + 1
      returning occurrences)
    select noted.occurrences <= coalesce((
      select max(earlier.occurrences) from imported_rows as earlier
      where earlier.series = ${series} and earlier.hash = ${hash} and earlier.load <> ${load}), 0) as known
    from noted`.execute(work);
  return rows[0]?.known === true;
}
