import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { median, ratioOf, shown, table } from '../paired.ts';
import { comparisonTables } from './compare-tables.ts';
import { drawChart, type Chart } from './curves.ts';
import type { Growth, Heaps } from './growth.ts';
import type { LongestTask } from './long-task.ts';
import { BASE_PAGE, LINES, OWN_PAGE, PAGES, VISITS } from './scenarios.ts';
import type { Results, Round } from './results.ts';
import type { Scrolling } from './scrolling.ts';
import type { Measured } from './visit.ts';

const DOCS = join(import.meta.dirname, '../../docs');

const whole = (value: number) => Math.round(value).toLocaleString('en');

/** All tables, as Markdown. */
export const printTables = (results: Results): string =>
  [...comparisonSection(results), ...balanceSection(results)].join('\n\n');

const comparisonSection = ({ comparison }: Results): string[] =>
  comparison ? comparisonTables(comparison) : [];

function balanceSection({
  visits = [],
  elements = [],
  records = [],
  scrolling = [],
  heaps = [],
  tasks = [],
}: Results): string[] {
  return [
    ...(visits.length ? visitTables(visits) : []),
    ...(elements.length ? ['### Growth with the number of elements', growthTable(elements, 'elements')] : []),
    ...(records.length ? ['### Growth with the number of records', growthTable(records, 'records')] : []),
    ...(scrolling.length
      ? [
          '### A history that is scrolled',
          'As after a quick swipe on the slow device: 150 pixels in each frame, after all rows were loaded.',
          scrollTable(scrolling),
        ]
      : []),
    ...(heaps.length ? ['### Heap while elements are mounted and unmounted', heapTable(heaps)] : []),
    ...(tasks.length ? taskTables(tasks) : []),
  ];
}

function visitTables(visits: readonly Round[]): string[] {
  return LINES.flatMap((line) =>
    VISITS.flatMap((visit) => {
      const of = (page: string) =>
        visits.filter((one) => one.line === line.id && one.visit === visit.id && one.page === page);
      const base = of(BASE_PAGE).map(({ measured }) => measured.contentMs);
      const rows = PAGES.flatMap(({ id, title }) => {
        const rounds = of(id).map(({ measured }) => measured);
        if (!rounds.length) return [];
        const middle = (read: (measured: Measured) => number) => median(rounds.map(read));
        const times = rounds.map(({ contentMs }) => contentMs);
        return [
          [
            title,
            whole(middle(({ scriptBytes }) => scriptBytes)),
            whole(middle(({ sentBytes }) => sentBytes)),
            whole(middle(({ scripts }) => scripts)),
            whole(middle(({ calls }) => calls)),
            `${whole(median(times))} (${whole(Math.min(...times))}–${whole(Math.max(...times))})`,
            id === BASE_PAGE || !base.length ? '1' : shown(ratioOf(times, base)),
            middle(({ layoutShift }) => layoutShift).toFixed(4),
            whole(middle(({ longestTaskMs }) => longestTaskMs)),
          ],
        ];
      });
      const head = [
        'page',
        'JS bytes used',
        'sent',
        'files',
        'calls',
        'content ms',
        'of the Lit page',
        'layout shift',
        'longest task ms',
      ];
      return [`### ${capital(visit.title)}; ${line.title}`, table(head, rows)];
    }),
  );
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

const growthTable = (growth: readonly Growth[], what: string): string =>
  table(
    ['page', what, 'calls', 'script ms', 'content ms', 'layout shift', 'nodes', 'heap MB'],
    growth.map(({ series, count, measured }) => [
      series,
      whole(count),
      whole(measured.calls),
      whole(measured.scriptMs),
      whole(measured.contentMs),
      measured.layoutShift.toFixed(4),
      whole(measured.nodes),
      (measured.heapBytes / 1e6).toFixed(1),
    ]),
  );

const scrollTable = (all: readonly Scrolling[]): string => {
  const [first] = all;
  const at = (frames: readonly number[], share: number) => frames[Math.floor((frames.length - 1) * share)]!;
  return table(
    [
      'rows',
      'elements',
      '“Show more” ms',
      'frame ms, median',
      '95 %',
      'slowest',
      'long task ms',
      '95 % of the first',
    ],
    all.map(({ rows, nodes, moreMs, frames, longestTaskMs }) => [
      whole(rows),
      whole(nodes),
      whole(moreMs),
      at(frames, 0.5).toFixed(1),
      at(frames, 0.95).toFixed(1),
      at(frames, 1).toFixed(1),
      whole(longestTaskMs),
      (at(frames, 0.95) / at(first!.frames, 0.95)).toFixed(2),
    ]),
  );
};

const heapTable = (heaps: readonly Heaps[]): string =>
  table(
    [
      'element',
      'kB before',
      'after 100',
      'after 200',
      'after 300',
      'after 400',
      'after 500',
      'bytes per mount after the first 100',
      'nodes more',
    ],
    heaps.map(({ tag, bytes, nodes }) => [
      tag,
      ...bytes.map((value) => whole(value / 1_000)),
      whole(((bytes.at(-1) ?? NaN) - (bytes[1] ?? NaN)) / 400),
      whole(nodes),
    ]),
  );

function taskTables(tasks: readonly LongestTask[]): string[] {
  const titleOf = ({ page }: LongestTask) => PAGES.find(({ id }) => id === page)?.title ?? page;
  const rows = tasks.map((task) => [
    titleOf(task),
    task.visit,
    whole(task.ms),
    whole(task.startMs),
    task.others.map(whole).join(', ') || 'none',
  ]);
  return [
    '### The longest task',
    'On the slow line, in processor time; of five visits the one with the median.',
    table(['page', 'visit', 'longest task ms', 'starts at ms', 'others above 50 ms'], rows),
    ...tasks
      .filter(({ page }) => page === OWN_PAGE)
      .flatMap((task) => [
        `What it consists of, from 1 ms: ${titleOf(task)}, ${task.visit}.`,
        table(
          ['work', 'ms'],
          task.parts.filter(({ ms }) => ms >= 1).map(({ name, ms }) => [name, ms.toFixed(1)]),
        ),
      ]),
  ];
}

const curves = (growth: readonly Growth[], read: (measured: Measured) => number) =>
  [...new Set(growth.map(({ series }) => series))].map((name) => ({
    name,
    points: growth
      .filter(({ series }) => series === name)
      .map(({ count, measured }) => [count, read(measured)] as const),
  }));

function charts({ elements = [], records = [] }: Results): Readonly<Record<string, Chart>> {
  const countName = 'elements on the page';
  return {
    ...(elements.length && {
      'elements-script': {
        title: 'Time in scripts by number of elements',
        countName,
        valueName: 'ms',
        curves: curves(elements, ({ scriptMs }) => scriptMs),
      },
      'elements-calls': {
        title: 'Calls by number of elements',
        countName,
        valueName: 'calls',
        curves: curves(elements, ({ calls }) => calls),
      },
    }),
    ...(records.length && {
      records: {
        title: 'Time in scripts by number of records',
        countName: 'records of the customer',
        valueName: 'ms',
        curves: curves(records, ({ scriptMs }) => scriptMs),
      },
    }),
  };
}

/** Writes `docs/benchmarks.md` and the curves. A section whose parts were not measured here stays as it is. */
export async function writeReport(results: Results): Promise<void> {
  const files = charts(results);
  mkdirSync(join(DOCS, 'benchmarks'), { recursive: true });
  for (const [name, chart] of Object.entries(files))
    writeFileSync(join(DOCS, 'benchmarks', `${name}.svg`), drawChart(chart));
  const pictures = Object.entries(files).map(([name, { title }]) => `![${title}](benchmarks/${name}.svg)`);
  const path = join(DOCS, 'benchmarks.md');
  const before = readFileSync(path, 'utf8');
  const sections: Readonly<Record<string, readonly string[]>> = {
    'Pages of a shop beside bare ones': [
      ...comparisonSection(results),
      measured(results, ['comparison'], results.comparison?.visits),
    ],
    'A balance beside other pages': [
      ...balanceSection(results),
      ...pictures,
      measured(results, ['visits', 'elements', 'records', 'scrolling', 'heaps', 'tasks'], results.visits),
    ],
    // Its table is of the part `visits` with two pages.
    'Points in the first HTML': [],
    // Of other benchmarks, `npm run bench:guest` and `npm run bench:purchases`.
    'The page around the elements': [],
    'Purchases and imports': [],
  };
  const text = Object.entries(sections).map(([title, content]) => {
    const old = new RegExp(`^## ${title}\\n([^]*?)(?=^## |$(?![^]))`, 'm').exec(before)?.[1] ?? '';
    return `## ${title}\n\n${content.length > 1 ? content.join('\n\n') : old}`;
  });
  const start = before.slice(0, before.search(/^## /m));
  const options = await prettier.resolveConfig(path);
  const all = [start, ...text].join('\n\n');
  writeFileSync(path, await prettier.format(all, { ...options, filepath: path }));
}

/** When and on what the parts were measured. */
function measured(
  results: Results,
  parts: readonly string[],
  measurements: readonly { readonly round: number }[] = [],
): string {
  const days = parts.map((part) => results.measuredOn?.[part]).filter((day) => day !== undefined);
  const rounds = 1 + Math.max(0, ...measurements.map(({ round }) => round));
  const name = cpus()[0]?.model ?? 'unknown processor';
  return (
    `Measured on ${[...new Set(days)].sort().join(', ')}: Node ${process.version}, ${cpus().length} × ${name}, ` +
    `${rounds} ${rounds === 1 ? 'round' : 'rounds'}, pages alternate, load average ${whole(results.load ?? NaN)}. ` +
    'With a load average above the number of processors, times show the other work of the machine: measure again.'
  );
}
