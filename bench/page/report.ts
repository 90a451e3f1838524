import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { median, ratioOf, shown, table } from '../paired.ts';
import { drawChart, type Chart } from './curves.ts';
import type { Growth, Heaps } from './growth.ts';
import type { LongestTask } from './long-task.ts';
import { BASE_PAGE, LINES, OWN_PAGE, PAGES, SERVICE_MS, VISITS } from './scenarios.ts';
import type { Results, Round } from './results.ts';
import type { Scrolling } from './scrolling.ts';
import type { Measured } from './visit.ts';

const DOCS = join(import.meta.dirname, '../../docs');

const whole = (value: number) => Math.round(value).toLocaleString('en');

/** All tables, as Markdown. */
export function printTables({
  visits = [],
  elements = [],
  records = [],
  scrolling = [],
  heaps = [],
  tasks = [],
}: Results): string {
  return [
    ...(visits.length ? visitTables(visits) : []),
    ...(elements.length ? ['### Growth with the number of elements', growthTable(elements, 'elements')] : []),
    ...(records.length
      ? [
          '### Growth with the number of records',
          'A list shows its first 1,000 records, from 10 pages of 100.',
          growthTable(records, 'records'),
        ]
      : []),
    ...(scrolling.length
      ? [
          '### A history that is scrolled',
          'As after a quick swipe on the slow device: 150 pixels in each frame, after all rows were loaded.',
          scrollTable(scrolling),
        ]
      : []),
    ...(heaps.length ? ['### Heap while elements are mounted and unmounted', heapTable(heaps)] : []),
    ...(tasks.length ? taskTables(tasks) : []),
  ].join('\n\n');
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
    ['page', what, 'calls', 'script ms', 'content ms', 'layout shift'],
    growth.map(({ series, count, measured }) => [
      series,
      whole(count),
      whole(measured.calls),
      whole(measured.scriptMs),
      whole(measured.contentMs),
      measured.layoutShift.toFixed(4),
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

/** Writes `docs/benchmarks.md` and the curves. */
export async function writeReport(results: Results): Promise<void> {
  const files = charts(results);
  mkdirSync(join(DOCS, 'benchmarks'), { recursive: true });
  for (const [name, chart] of Object.entries(files))
    writeFileSync(join(DOCS, 'benchmarks', `${name}.svg`), drawChart(chart));
  const pictures = Object.entries(files).map(([name, { title }]) => `![${title}](benchmarks/${name}.svg)`);
  const [processor] = cpus();
  const rounds = 1 + Math.max(0, ...(results.visits ?? []).map(({ round }) => round));
  const days = [...new Set(Object.values(results.measuredOn ?? {}))].sort().join(', ');
  const path = join(DOCS, 'benchmarks.md');
  // The last section is of another benchmark, `npm run bench:guest`.
  const text = `# Benchmarks of pages

\`npm run bench:page -- --write\` writes this page. It compares a page with our elements with bare pages that send the same requests, and with
elements of other vendors, which it installs into \`.cache/\`. Their service is replaced by the smallest answers that they show.

Measured on ${days}: Node ${process.version}, ${cpus().length} × ${processor?.model ?? 'unknown processor'}, ${rounds} rounds, pages alternate, load average ${whole(results.load ?? NaN)}. Loopback
server, Brotli 11, HTTP/1.1; the service is another origin and takes ${SERVICE_MS} ms for an answer. Content is the frame that shows the
number. Times are medians with the smallest and the largest; ratios are medians of each round's ratio, in brackets
the 95 % interval of a bootstrap over the rounds, which says little for fewer than ten. With a load average above the number of processors, times and ratios show the other work of the machine: measure again. Byte, request and layout-shift budgets are tests
(\`test/build/budgets.test.ts\`, \`test/e2e/page-bytes.test.ts\`).

${printTables(results)}

${pictures.join('\n\n')}

${/^## The page around the elements$[^]*/m.exec(readFileSync(path, 'utf8'))?.[0] ?? ''}
`;
  const options = await prettier.resolveConfig(path);
  writeFileSync(path, await prettier.format(text, { ...options, filepath: path }));
}
