import { loadFilteredHistory } from '../../services/customer/resources/history-pages.ts';
import { comparePages, SIZE_NAME } from '../compare-answers.ts';
import { connect, type ExamineOptions, type Finding, type Findings } from '../examine.ts';
import { patiently } from '../patience.ts';
import { addressOf } from '../problem.ts';
import type { Exchange } from '../recorded-fetch.ts';
import { leavesOf } from '../records.ts';
import { PAGE_PARAMETERS } from './known-habits.ts';
import { fileOf, ruleAt, withRules, type Rule } from './rules.ts';

// Lines for the pages of lists.

const LEDGER = 'profiles.ledgers.index';

/** Counts in the reply of a list: name in the tenant file, pattern of likely pointers, pointer of the interface, and a description. */
const COUNTS = [
  ['total', /(^|\/)(total|count|total_?(count|records|items))$/i, '/meta/total', 'counts all records'],
  [
    'lastPage',
    /(^|\/)(last_?page|pages|total_?pages|page_?count)$/i,
    '/meta/last_page',
    'is the number of pages',
  ],
] as const;

/** Names of the parameters of pages, each pair tried with the history, of which most customers have two pages. */
export async function solvePages(
  options: ExamineOptions,
  history: Finding,
  rules: readonly Rule[],
): Promise<Rule[]> {
  const findings: Findings = new Map([['history', history]]);
  const areRight = async (tried: readonly Rule[]): Promise<boolean> => {
    const settings = { ...options.settings, tenantFile: fileOf(tried) };
    const checks = await comparePages({ ...options, settings }, findings);
    return checks.length === 2 && checks.every(({ state }) => state === 'ok');
  };
  const answer = history.exchanges.find(({ operation, status }) => operation === LEDGER && status < 300);
  const leaves = leavesOf(answer?.body);
  const counts = leaves.filter(({ value }) => Number.isSafeInteger(value)).map(({ pointer }) => pointer);
  const own = withRules(rules, countRules(counts));
  if (await areRight(own)) return own;
  const link = leaves.find(({ pointer, value }) => /next/i.test(pointer) && String(value).includes('?'));
  const linked = link ? [...new URLSearchParams(String(link.value).split('?')[1])].map(([name]) => name) : [];
  const names = counts.map((pointer) => pointer.split('/').at(-1)!);
  // What the answer itself names comes first.
  const rank = ([number, size]: readonly [string, string]): number =>
    Number(linked.includes(number)) + Number(names.includes(number)) + 2 * Number(names.includes(size));
  for (const [number, size] of [...PAGE_PARAMETERS].sort((a, b) => rank(b) - rank(a))) {
    const evidence = `With ${number} and ${size} page 2 is another one than page 1, and has the size that was asked for`;
    const tried = withRules(own, [
      pagingRule('number', number, evidence),
      pagingRule('size', size, evidence),
    ]);
    if (await areRight(tried)) return tried;
  }
  return [...rules];
}

/** Lines for the numbers that stand in another place than that of the interface. `counts`: pointers to all whole numbers of an answer. */
export const countRules = (counts: readonly string[]): Rule[] =>
  COUNTS.flatMap(([name, likely, usual, meaning]) => {
    const pointer = counts.find((one) => likely.test(one));
    return pointer === undefined || pointer === usual
      ? []
      : [pagingRule(name, pointer, `${pointer} ${meaning}`)];
  });

const pagingRule = (name: string, value: unknown, evidence: string): Rule => ({
  at: ['paging', name],
  value,
  evidence,
});

/** The largest page, where a list came with a smaller one than was asked for by the right name. */
export function largestPage(exchanges: readonly Exchange[], rules: readonly Rule[]): Rule[] {
  const name = ruleAt(rules, 'paging', 'size');
  if (typeof name !== 'string') return [];
  for (const { url, body, status } of exchanges) {
    const asked = Number(new URL(url).searchParams.get(name) ?? 0);
    const given = leavesOf(body).find(({ pointer }) => SIZE_NAME.test(pointer.split('/').at(-1)!));
    const size = Number(given?.value);
    if (status < 300 && size > 0 && size < asked)
      return [pagingRule('maxSize', size, `${asked} were asked for, and ${given!.pointer} is ${size}`)];
  }
  return [];
}

/** A browse of the history that the service does not have: what needs it is not offered. */
export async function missingBrowse(options: ExamineOptions, rules: readonly Rule[]): Promise<Rule[]> {
  const settings = { ...options.settings, tenantFile: fileOf(rules) };
  const { exchanges } = await patiently(options, () =>
    loadFilteredHistory(connect(settings, options), { filter: 'spent', oldestFirst: false }, 1).catch(
      () => undefined,
    ),
  );
  const refused = exchanges.find(({ status }) => status === 404 || status === 405);
  if (!refused) return [];
  const evidence = `${addressOf(refused)} has status ${refused.status}: the history is not offered by kind`;
  return [{ at: ['operations', 'profiles.points.index'], value: false, evidence }];
}
