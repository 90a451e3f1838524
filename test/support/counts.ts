import type { TaskMeta } from 'vitest';
import type { Measured } from '../../scripts/reliability-results.mjs';

declare module 'vitest' {
  interface TaskMeta {
    /** Counts of the test, stored by the results reporter. */
    measured?: Measured[];
  }
}

/** Whether this is `npm run test:long`, which uses the full numbers of RELIABILITY.md, on a machine without other work. */
export const FULL = process.env['PROMISES'] === 'full';

/** Number of repetitions: `share` in `npm test`, `full` in `npm run test:long`. `TRY_<name>` in the environment overrides both. */
export function countOf(name: string, counts: { readonly share: number; readonly full: number }): number {
  const text = process.env[`TRY_${name}`];
  if (text === undefined) return FULL ? counts.full : counts.share;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`TRY_${name} has to be a whole number above 0.`);
  return Number(text);
}

/**
 * Seed of a randomised test: `SEED` in the environment, a new one in `npm run test:long`, and always the same in `npm test`, where a seed that
 * nobody has tried would make a change red that did not cause it. Put it into the title or failure message.
 */
export function seedOf(): number {
  const text = process.env['SEED'] ?? (FULL ? String(Date.now() % 1_000_000) : '1');
  if (!/^\d{1,9}$/.test(text)) throw new Error('SEED has to be a whole number.');
  return Number(text);
}

/** Adds a line to the result of a test: the number of repetitions and the outcome. Call it before the assertions. */
export function measured(task: { meta: TaskMeta }, line: Measured): void {
  task.meta.measured = [...(task.meta.measured ?? []), line];
}
