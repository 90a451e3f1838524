import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import type { Comparison } from './compare.ts';
import type { Growth, Heaps } from './growth.ts';
import type { LongestTask } from './long-task.ts';
import type { Scrolling } from './scrolling.ts';
import type { Measured } from './visit.ts';

/** One visit of a page. */
export interface Round {
  readonly round: number;
  readonly line: string;
  readonly visit: string;
  readonly page: string;
  readonly measured: Measured;
}

/** The latest result of each part, with the day on which it was measured. */
export interface Results {
  readonly measuredOn?: Readonly<Record<string, string>>;
  /** Processes that ran or waited for a processor when the last part ended. */
  readonly load?: number;
  readonly comparison?: Comparison;
  readonly visits?: readonly Round[];
  readonly elements?: readonly Growth[];
  readonly records?: readonly Growth[];
  readonly scrolling?: readonly Scrolling[];
  readonly heaps?: readonly Heaps[];
  readonly tasks?: readonly LongestTask[];
}

/** Ignored by Git: the parts can be measured one after the other, and an interrupted run loses the last part alone. */
const FILE = join(import.meta.dirname, '../../.cache/bench-page/results.json');

export function openResults(): { put(part: Results): void; latest(): Results } {
  const latest = (): Results => {
    try {
      return JSON.parse(readFileSync(FILE, 'utf8')) as Results;
    } catch {
      return {}; // nothing has been measured yet
    }
  };
  return {
    latest,
    put(part) {
      const before = latest();
      const day = new Date().toISOString().slice(0, 10);
      const days = Object.fromEntries(Object.keys(part).map((name) => [name, day]));
      mkdirSync(dirname(FILE), { recursive: true });
      const all = { ...before, ...part, measuredOn: { ...before.measuredOn, ...days }, load: loadavg()[0] };
      writeFileSync(FILE, JSON.stringify(all));
    },
  };
}
