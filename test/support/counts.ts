import type { TaskMeta } from 'vitest';
import type { Measured } from '../../scripts/reliability-results.mjs';

declare module 'vitest' {
  interface TaskMeta {
    /** What the test counted; the results reporter stores it. */
    measured?: Measured[];
  }
}

/** Whether this run is `npm run test:long`, which tries the full numbers of RELIABILITY.md. */
const FULL = process.env['PROMISES'] === 'full';

/** How often a test tries: a share in `npm test`, the full number in `npm run test:long`. `TRY_<name>` in the environment wins. */
export function countOf(name: string, counts: { readonly share: number; readonly full: number }): number {
  const text = process.env[`TRY_${name}`];
  if (text === undefined) return FULL ? counts.full : counts.share;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`TRY_${name} has to be a whole number above 0.`);
  return Number(text);
}

/** The seed of a random test: `SEED` in the environment, or a new one. Put it into the title or the message of a failure. */
export const seedOf = (): number => Number(process.env['SEED'] ?? Date.now() % 1_000_000);

/** Adds a line to the result of a test: the number tried, and what came of it. Call it before the assertions. */
export function measured(task: { meta: TaskMeta }, line: Measured): void {
  task.meta.measured = [...(task.meta.measured ?? []), line];
}
