import { loadHistoryPage, pointsLedger } from '../../services/customer/resources/history.ts';
import { integer } from '../../services/transport/read.ts';
import { comparePages } from '../compare-answers.ts';
import { connect, type ExamineOptions, type Finding } from '../examine.ts';
import { patiently } from '../patience.ts';
import type { Exchange } from '../recorded-fetch.ts';
import { leavesOf } from '../records.ts';
import { fileOf, type Rule } from './rules.ts';

// A name alone does not say that a number is the customer's balance: another answer has to agree.

/** What else is known of the points that a customer can spend. */
export interface KnownPoints {
  /** Named with `--expect`. */
  readonly expected: number | undefined;
  /** All entries of the ledger together; `undefined` where not all were read. */
  readonly sum: number | undefined;
  /** After the newest entry. */
  readonly newest: number | undefined;
}

/** Pages of the ledger that are added up. */
const MAX_PAGES = 40;

/** Adds up the ledger, as the draft reads it. */
export async function readKnownPoints(
  options: ExamineOptions,
  rules: readonly Rule[],
  history: Finding,
): Promise<KnownPoints> {
  const settings = { ...options.settings, tenantFile: fileOf(rules) };
  const pages = await comparePages({ ...options, settings }, new Map([['history', history]]));
  const unknown = { sum: undefined, newest: undefined };
  // A refusal is a result: after 429 the work is done again.
  const { result } = await patiently(options, () => addUp(settings, options).catch(() => unknown));
  // Where the pages are asked for by names that the service does not take, the first one looks like the last one.
  const isCut = pages.some(({ state }) => state === 'wrong');
  return { ...result, ...(isCut && { sum: undefined }), expected: options.expectedPoints };
}

async function addUp(settings: ExamineOptions['settings'], options: ExamineOptions) {
  const loyalty = { ...connect(settings, options), report: () => {} };
  let sum = 0;
  let newest: number | undefined;
  for (let number = 1; number <= MAX_PAGES; number++) {
    const { entries, isLast } = await loadHistoryPage(loyalty, pointsLedger, number);
    if (number === 1) newest = entries[0]?.balance;
    sum += entries.reduce((all, { points = 0 }) => all + points, 0);
    if (isLast) return { sum, newest };
  }
  return { sum: undefined, newest };
}

const numberOf = (value: unknown): number | undefined =>
  integer(typeof value === 'string' ? value.replace(/,(?=\d{3})/g, '').replace(/\.0+$/, '') : value);

const BALANCE = 'profiles.balances.show';
const IS_OF_POINTS = /(^|[_/-])(available|spendable|balance)|balance$/;

/** What agrees with a number as the points that can be spent; `undefined` where nothing does. */
export function balanceFact(
  value: unknown,
  { expected, sum, newest }: KnownPoints,
  exchanges: readonly Exchange[],
): string | undefined {
  const points = numberOf(value);
  if (points === undefined) return undefined;
  if (expected !== undefined) return points === expected ? `--expect points=${expected} agrees` : undefined;
  // Nothing is equal to many things.
  if (points === 0) return undefined;
  if (points === newest) return 'the newest entry of the ledger has the same balance';
  if (points === sum) return 'the entries of the ledger have the same sum';
  for (const { operation, status, body } of exchanges) {
    if (status >= 300 || operation === undefined || operation === BALANCE) continue;
    const found = leavesOf(body).find(
      ({ pointer, value: other }) =>
        IS_OF_POINTS.test(pointer.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase()) &&
        numberOf(other) === points,
    );
    if (found) return `${found.pointer} in the answer of ${operation} agrees`;
  }
  return undefined;
}
