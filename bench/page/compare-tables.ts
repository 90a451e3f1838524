import { median, ratioOf, shown, table } from '../paired.ts';
import { COMPARED_VISITS, FAR, type ComparedPress, type Comparison, type Side } from './compare.ts';
import { PAIRS } from './pairs.ts';
import { LINES, SERVICE_MS } from './scenarios.ts';
import type { Measured } from './visit.ts';

const SERVICE = `The service takes ${SERVICE_MS} ms for an answer.`;

const whole = (value: number) => Math.round(value).toLocaleString('en');

/** The comparison of the pages of a shop, as Markdown. */
export function comparisonTables({ visits, presses, version }: Comparison): string[] {
  const pairs = PAIRS.filter(({ id }) => visits.some(({ pair }) => pair === id));
  const of = (pair: string, side: Side, line: string, visit: string) =>
    visits
      .filter((one) => one.pair === pair && one.side === side && one.line === line && one.visit === visit)
      .map(({ measured }) => measured);
  const both = (read: (side: Side) => string) => `${read('bare')} / ${read('ours')}`;
  const middle = (pair: string, side: Side, read: (measured: Measured) => number) =>
    median(of(pair, side, 'near', 'cold').map(read));
  const count = (pair: string, read: (measured: Measured) => number) =>
    both((side) => whole(middle(pair, side, read)));

  const loaded = pairs.map(({ id, title }) => [
    title,
    count(id, ({ scripts }) => scripts),
    count(id, ({ scriptBytes }) => scriptBytes),
    count(id, ({ styleBytes }) => styleBytes),
    count(id, ({ laterScripts }) => laterScripts),
    count(id, ({ laterBytes }) => laterBytes),
    count(id, ({ calls }) => calls),
    count(id, ({ preflights }) => preflights),
    both((side) => roundTrips(of(id, side, 'near', 'cold'), of(id, side, FAR.id, 'cold')).toFixed(1)),
    middle(id, 'ours', ({ layoutShift }) => layoutShift).toFixed(4),
  ]);
  const times = pairs.map(({ id, title }) => [
    title,
    ...LINES.flatMap((line) =>
      COMPARED_VISITS.map((visit) => {
        const [ours, bare] = (['ours', 'bare'] as const).map((side) =>
          of(id, side, line.id, visit.id).map(({ contentMs }) => contentMs),
        ) as [number[], number[]];
        return `${shown(ratioOf(ours, bare))}, ${whole(median(ours))} ms`;
      }),
    ),
  ]);
  return [
    `Each page with our elements, and with bare Lit elements that share a token, send the same calls once and draw the same content, as one script for
each page. Every pair is \`bare / ours\`. TLS, HTTP/${version}, two origins behind a relay that delays and limits all bytes: connections, TLS and
preflights cost round trips as they do for a shopper (no DNS, no TCP slow start). ${SERVICE} Bytes are after Brotli 11. Round trips are the slope between a line without delay and one with
${FAR.roundTripMs} ms. Later is what the page loads when idle. Back is without the browser's own store of pages, with which both show at once.`,
    table(
      [
        'page',
        'scripts',
        'bytes',
        'CSS',
        'later',
        'bytes',
        'calls',
        'preflights',
        'round trips',
        'shift, ours',
      ],
      loaded,
    ),
    'Time until the content is in a frame: ours divided by the bare page, with the 95 % interval, then ours. Slow is ' +
      `${LINES[1]!.title}.`,
    table(
      ['page', ...LINES.flatMap((line) => COMPARED_VISITS.map((visit) => `${visit.title}, ${line.id}`))],
      times,
    ),
    ...(presses.length ? pressTable(presses) : []),
  ];
}

/** Round trips until the content, from the medians of both lines. */
function roundTrips(near: readonly Measured[], far: readonly Measured[]): number {
  const content = (list: readonly Measured[]) => median(list.map(({ contentMs }) => contentMs));
  return (content(far) - content(near)) / FAR.roundTripMs!;
}

function pressTable(presses: readonly ComparedPress[]): string[] {
  const rows = PAIRS.flatMap(({ id, title }) =>
    (['at once', 'idle'] as const).flatMap((when) => {
      const of = (side: Side, line: string, read: (press: ComparedPress) => number | undefined) =>
        presses
          .filter((one) => one.pair === id && one.when === when && one.side === side && one.line === line)
          .map(read)
          .filter((value) => value !== undefined);
      if (!presses.some(({ pair }) => pair === id)) return [];
      const both = (line: string, read: (press: ComparedPress) => number | undefined) =>
        (['bare', 'ours'] as const)
          .map((side) => of(side, line, read))
          .map((values) => (values.length ? whole(median(values)) : '–'))
          .join(' / ');
      return [
        [
          title,
          when,
          ...LINES.flatMap(({ id: line }) => [
            both(line, ({ effectMs }) => effectMs),
            both(line, ({ contentMs }) => contentMs),
          ]),
        ],
      ];
    }),
  );
  return [
    'A press, in milliseconds from the event to the frame that shows its effect, and to the frame with what it opens: as soon as the button is drawn, and when the page is idle. ' +
      'The effect of a heart is the stored change; before, our heart is half filled, which a test finds in the next frame also while the file behind it is loaded.',
    table(['page', 'pressed', ...LINES.flatMap(({ id }) => [`effect, ${id}`, `content, ${id}`])], rows),
  ];
}
