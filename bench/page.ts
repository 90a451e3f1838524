import { chromium } from 'playwright-core';
import { chromium as launchOptions } from '../scripts/browser.mjs';
import { rotated } from './paired.ts';
import { installPeers } from './install-peers.ts';
import { buildPages, CACHE, PEERS } from './page/build.ts';
import { compareRound, type ComparedPress, type ComparedVisit } from './page/compare.ts';
import { growthOfElements, growthOfRecords, heapOfMounts } from './page/growth.ts';
import { longestTasks } from './page/long-task.ts';
import { PAIRS } from './page/pairs.ts';
import { printTables, writeReport } from './page/report.ts';
import { openResults, type Round } from './page/results.ts';
import { LINES, PAGES, SERVICE_MS, VISITS } from './page/scenarios.ts';
import { scrollHistory } from './page/scrolling.ts';
import { secureLine } from './page/secure-line.ts';
import { startServer } from './page/server.ts';
import { measureVisit } from './page/visit.ts';

// Compares pages with our elements with bare pages and with other vendors' elements: the pages alternate, so that other work of the
// machine affects all of them. Loopback only.

const USAGE = `npm run bench:page -- [options]
  --rounds=7      visits of each page, for each line and visit
  --pages=a,b     only these pages: ${PAGES.map(({ id }) => id).join(', ')}
  --parts=a,b     of compare, visits, elements, records, scroll, heap, task; default: all
  --pairs=a,b     of the part compare: ${PAIRS.map(({ id }) => id).join(', ')}
  --http=1.1      instead of HTTP/2
  --no-peers      without the other vendors' elements, which are installed from the npm registry
  --write         writes docs/benchmarks.md and docs/benchmarks/*.svg, with the latest result of each part
`;

const flags = new Map(
  process.argv.slice(2).map((word) => {
    const [flag = '', value = ''] = word.replace(/^--/, '').split('=', 2);
    return [flag, value] as const;
  }),
);
const unknown = [...flags.keys()].find((flag) => !USAGE.includes(`--${flag}`));
if (unknown !== undefined) {
  process.stderr.write(`There is no option --${unknown}.\n${USAGE}`);
  process.exit(2);
}
const rounds = Number(flags.get('rounds') || 7);
const parts = new Set((flags.get('parts') || 'compare,visits,elements,records,scroll,heap,task').split(','));
const wanted = flags.get('pages')?.split(',');

let pages = PAGES.filter(({ id }) => !wanted || wanted.includes(id));
const packages = pages.flatMap((page) => page.packages ?? []);
const problem = flags.has('no-peers')
  ? 'not wanted'
  : packages.length
    ? installPeers(PEERS, packages)
    : undefined;
if (problem !== undefined) {
  if (!flags.has('no-peers'))
    process.stderr.write(
      `The other vendors' elements cannot be installed, so they are missing:\n${problem}\n`,
    );
  pages = pages.filter((page) => !page.packages);
}

const version = flags.get('http') === '1.1' ? '1.1' : '2';
const pairs = PAIRS.filter(({ id }) => flags.get('pairs')?.split(',').includes(id) ?? true);
const secure = secureLine(CACHE, version);
const server = await startServer(await buildPages(pages, pairs), SERVICE_MS, secure.listen);
const results = openResults();
const options = await launchOptions();
const browser = await chromium.launch({ ...options, args: [...options.args, ...secure.trust] });
try {
  if (parts.has('compare')) await compare();
  if (parts.has('visits')) await measureVisits();
  if (parts.has('elements')) results.put({ elements: await growthOfElements(browser, server) });
  if (parts.has('records')) results.put({ records: await growthOfRecords(browser, server) });
  if (parts.has('scroll')) results.put({ scrolling: await scrollHistory(browser, server) });
  if (parts.has('heap')) results.put({ heaps: await heapOfMounts(browser, server) });
  if (parts.has('task')) results.put({ tasks: await longestTasks(browser, server) });
  console.log(printTables(results.latest()));
  if (flags.has('write')) await writeReport(results.latest());
} finally {
  await browser.close();
  await server.close();
}

async function compare(): Promise<void> {
  const visits: ComparedVisit[] = [];
  const presses: ComparedPress[] = [];
  for (let round = 0; round < rounds; round++) {
    const measured = await compareRound({ browser, server, secure, pairs, lines: LINES, round });
    visits.push(...measured.visits);
    presses.push(...measured.presses);
    results.put({ comparison: { version, visits, presses } });
    process.stderr.write(`Comparison, round ${round + 1} of ${rounds}\n`);
  }
}

async function measureVisits(): Promise<void> {
  const visits: Round[] = [];
  const failed = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    for (const line of LINES) {
      secure.setLine({ roundTripMs: line.roundTripMs ?? 0, bitsPerSecond: line.bitsPerSecond });
      for (const visit of VISITS) {
        for (const page of rotated(pages, round)) {
          if (failed.has(page.id) || (page.signsIn && visit.before === 0)) continue;
          try {
            const measured = await measureVisit({ browser, server, page, line, visit });
            visits.push({ round, line: line.id, visit: visit.id, page: page.id, measured });
          } catch (error) {
            // A library that needs more than our answers must not end the comparison of the others.
            failed.add(page.id);
            process.stderr.write(`${page.title} is left out: ${(error as Error).message}\n`);
          }
        }
      }
    }
    results.put({ visits });
    process.stderr.write(`Round ${round + 1} of ${rounds}\n`);
  }
}
