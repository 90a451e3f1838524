import { seededRandom } from '../demo/sample/seeded-random.ts';

// What is measured on a machine that does other work too: both sides in turns, a ratio for each turn, and how sure the
// middle of these ratios is.

const RESAMPLES = 400;
const SEED = 20_240_607;

export const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;

/** The median of paired ratios, and the interval that 95 of 100 such runs would put it in (bootstrap). */
export interface Ratio {
  readonly middle: number;
  readonly low: number;
  readonly high: number;
}

/** Element by element `ours` over `theirs`: a slow moment of the machine is in both. */
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

/** Each list in turn is the first: who comes second finds the caches warm. */
export const rotated = <T>(list: readonly T[], by: number): T[] =>
  list.map((_, index) => list[(index + by) % list.length] as T);

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Rows as a table of Markdown, to be pasted. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
