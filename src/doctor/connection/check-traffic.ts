import { integer } from '../../services/transport/read.ts';
import type { TenantFile } from '../../services/transport/tenant/tenant-file.ts';
import { note, ok, wrong, type Check } from '../checks.ts';
import type { Findings } from '../examine.ts';
import type { Exchange } from '../recorded-fetch.ts';

// Clocks, and how many requests a page needs.

const CLOCK_TOLERANCE_MS = 60_000;
const PAGES_A_MINUTE = 3;

export function checkClock(exchanges: readonly Exchange[]): Check[] {
  const timed = exchanges.filter(({ headers }) => headers.get('date') !== null).at(-1);
  if (!timed) return [note('answers have no Date header: the clocks could not be compared')];
  const differenceMs = Date.parse(timed.headers.get('date')!) - (timed.sentAt + timed.receivedAt) / 2;
  const seconds = Math.round(Math.abs(differenceMs) / 1_000);
  return [
    Math.abs(differenceMs) > CLOCK_TOLERANCE_MS
      ? wrong(
          `The clock of the service is ${seconds} s ${differenceMs > 0 ? 'ahead of' : 'behind'} this machine's: signatures with a time and expiries are judged by it.`,
        )
      : ok(`the clock of the service differs by ${seconds} s`),
  ];
}

const LIMIT_HEADER = /^(x-)?rate-?limit(-limit)?$/i;

/** What a page with every element asks, against the limit that the answers name. */
export function checkLimit(
  exchanges: readonly Exchange[],
  findings: Findings,
  file: TenantFile | undefined,
): Check[] {
  const asked = [...findings.values()].flatMap((one) => one.exchanges);
  const addresses = new Set(asked.map(({ url }) => url)).size;
  const header = exchanges.flatMap(({ headers }) => [...headers]).find(([name]) => LIMIT_HEADER.test(name));
  const limit = integer(/\d+/.exec(header?.[1] ?? '')?.[0]);
  const refused = exchanges.filter(({ status }) => status === 429).length;
  const words = `all elements on one page ask about ${addresses} times`;
  if (refused)
    return [
      wrong(
        `${refused} requests were refused with 429: ${words}. ${file?.limit ? 'The limit in the tenant file is too high' : 'Say the limit in the tenant file (limit), and raise it if you can'}.`,
      ),
    ];
  if (limit === undefined) return [note(`${words}; the answers name no limit`)];
  return [
    limit < addresses * PAGES_A_MINUTE
      ? wrong(
          `${words}, and ${header![0]} is ${limit}: ${Math.floor(limit / addresses)} such pages fit in it.`,
        )
      : ok(`${words}, and ${header![0]} is ${limit}`),
  ];
}
