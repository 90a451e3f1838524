import { seededRandom } from '../demo/sample/seeded-random.ts';

// Paired measurements for a machine with other work: both sides alternately, a ratio for each round, and the confidence interval
// of the median ratio.

const RESAMPLES = 400;
const SEED = 20_240_607;

export const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;

/** The median of paired ratios with its 95 % confidence interval (bootstrap). */
export interface Ratio {
  readonly middle: number;
  readonly low: number;
  readonly high: number;
}

/** `ours` divided by `theirs`, element by element: other work of the machine affects both. */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Ratio {
  const ratios = ours.map((time, index) => time / (theirs[index] ?? NaN));
  const random = seededRandom(SEED);
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(ratios.map(() => ratios[Math.floor(random() * ratios.length)] ?? NaN)),
  ).sort((a, b) => a - b);
  const at = (share: number) => medians[Math.floor(share * (RESAMPLES - 1))] ?? NaN;
  return { middle: median(ratios), low: at(0.025), high: at(0.975) };
}

/** `1.07 (1.05–1.10)`. */
export const shown = ({ middle, low, high }: Ratio): string =>
  `${middle.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;

/** Rotates the order, because the second measurement finds warm caches. */
export const rotated = <T>(list: readonly T[], by: number): T[] =>
  list.map((_, index) => list[(index + by) % list.length] as T);

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Rows as a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
