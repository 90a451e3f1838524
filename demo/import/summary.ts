import { writeFile } from 'node:fs/promises';
import type { shapes } from '../../src/client/index.ts';
import { grouped } from '../progress.ts';

/** Failures that are printed; more rarely help. */
const SHOWN = 20;

export interface Failure {
  readonly line: number;
  readonly reason: string;
}

/** The results of the rows. */
export interface Summary {
  added: number;
  changed: number;
  /** Rows that were imported by an earlier run, of this file or an earlier version of it. */
  unchanged: number;
  failed: number;
  readonly failures: Failure[];
  /** What was left out of rows that were imported. */
  readonly warnings: Failure[];
}

export const emptySummary = (): Summary => ({
  added: 0,
  changed: 0,
  unchanged: 0,
  failed: 0,
  failures: [],
  warnings: [],
});

/** Adds the result of a job. Its failures have row numbers from 1 on; `lines` has their lines in the file. */
export function addJob(summary: Summary, job: shapes.ImportJob, lines: readonly number[]): void {
  const changed = job.changed ?? 0;
  const unchanged = job.unchanged ?? 0;
  summary.added += (job.done ?? 0) - changed - unchanged;
  summary.unchanged += unchanged;
  summary.changed += changed;
  addFailures(summary, job, lines);
}

/** Adds the result of a job that was over before this run: its rows are imported already, and its failures are still to be corrected. */
export function addEarlierJob(summary: Summary, job: shapes.ImportJob, lines: readonly number[]): void {
  summary.unchanged += job.done ?? 0;
  addFailures(summary, job, lines);
}

function addFailures(summary: Summary, job: shapes.ImportJob, lines: readonly number[]): void {
  summary.failed += job.failed ?? 0;
  summary.failures.push(...inFile(job.failures, lines));
  summary.warnings.push(...inFile(job.warnings, lines));
}

const inFile = (rows: readonly unknown[] | null | undefined, lines: readonly number[]): Failure[] =>
  (rows ?? []).flatMap((one) => {
    const { row, message } = Object(one) as { row?: unknown; message?: unknown };
    const line = lines[Number(row) - 1];
    return line === undefined ? [] : [{ line, reason: String(message) }];
  });

/** The summary as text. */
export function summaryLines(
  { added, changed, unchanged, failed, failures, warnings }: Summary,
  file: string | undefined,
): string[] {
  const counts = [`${grouped(added)} added`, `${grouped(changed)} changed`, `${grouped(failed)} failed`];
  const shown = failures.slice(0, SHOWN).map(({ line, reason }) => `  line ${line}: ${reason}`);
  const warned = warnings.slice(0, SHOWN).map(({ line, reason }) => `  line ${line}, imported: ${reason}`);
  const rest = failed - shown.length;
  const where = file === undefined ? '--failures FILE writes them all' : `all are in ${file}`;
  return [
    `${counts.join(', ')}.`,
    ...(unchanged > 0
      ? [`${grouped(unchanged)} rows were imported before from this file: --run NAME imports them again.`]
      : []),
    ...shown,
    ...(rest > 0 ? [`  … and ${grouped(rest)} more: ${where}, GET /v3/imports/jobs shows them, too.`] : []),
    ...warned,
    ...(warnings.length > SHOWN
      ? [`  … and ${grouped(warnings.length - SHOWN)} more warnings: GET /v3/imports/jobs shows them.`]
      : []),
    ...(rest === 0 && failed > 0 && file !== undefined ? [`All are in ${file}.`] : []),
  ];
}

/** Every failure as CSV. */
export async function writeFailures(file: string, failures: readonly Failure[]): Promise<void> {
  const rows = failures.map(({ line, reason }) => `${line},"${reason.replaceAll('"', '""')}"`);
  await writeFile(file, ['line,reason', ...rows, ''].join('\n'));
}
