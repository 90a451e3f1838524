import type { LoyaltyError } from '../services/transport/errors.ts';
import type { Check } from './checks.ts';
import { contradictionsOf } from './contradictions.ts';
import { ELEMENTS } from './element-needs.ts';
import type { ElementNeeds, ResourceName } from './elements.ts';
import type { Finding, Findings } from './examine.ts';
import type { Problem } from './problem.ts';
import type { Posts } from './try-writes.ts';

export type Result = 'works' | 'works without' | 'does not work' | 'hidden' | 'not tried';

export interface Verdict {
  readonly element: string;
  readonly result: Result;
  /** A few words: what is missing, or why. */
  readonly why: string;
  readonly findings: readonly Finding[];
}

/** What each element does with these answers. */
export function verdictsOf(
  findings: Findings,
  {
    posts = new Map(),
    expectedPoints,
    pages = [],
  }: {
    posts?: Posts | undefined;
    expectedPoints?: number | undefined;
    /** The comparison of two pages of the history. */
    pages?: readonly Check[];
  } = {},
): Verdict[] {
  const contradictions = contradictionsOf(findings, expectedPoints);
  const isCut = pages.some(({ state }) => state === 'wrong');
  return ELEMENTS.map((element) => verdictOf(element, findings, posts, contradictions, isCut));
}

function verdictOf(
  { name: element, needs, parts = [], posts }: ElementNeeds,
  all: Findings,
  tried: Posts,
  contradictions: ReadonlyMap<ResourceName, string>,
  isCut: boolean,
): Verdict {
  const needed = needs.map((name) => all.get(name)!);
  const partial = parts.map((name) => all.get(name)!);
  const findings = [...needed, ...partial];
  const result = (kind: Result, why: string): Verdict => ({ element, result: kind, why, findings });
  const failed = needed.find(({ status }) => status === 'failed');
  if (failed?.problem && failed.problem.code === 'unsupported' && failed.problem.status === undefined)
    return result('hidden', `the tenant file says that there is no ${failed.problem.operation}`);
  if (failed?.problem) return result('does not work', shortly(failed.problem));
  const contradicted = needed.find(({ name }) => contradictions.has(name));
  if (contradicted)
    return result('does not work', `${contradicted.name}: ${contradictions.get(contradicted.name)!}`);
  if (posts !== undefined && tried.has(posts)) return sent(posts, tried.get(posts), result);
  if (posts !== undefined) return result('not tried', `sends ${posts}: only with --write`);
  const untried = needed.find(({ status }) => status === 'not tried');
  if (untried) return result('not tried', untried.why ?? '');
  const cut = isCut && needed.some(({ name }) => name === 'history') ? ['pages after the first one'] : [];
  const gaps = [
    ...gapsOf(needed),
    ...cut,
    ...partial.filter(({ status }) => status === 'failed').map(partGap),
  ];
  return gaps.length ? result('works without', gaps.join(', ')) : result('works', countsOf(needed));
}

function sent(
  operation: string,
  problem: LoyaltyError | undefined,
  result: (kind: Result, why: string) => Verdict,
): Verdict {
  if (problem === undefined) return result('works', `${operation} was tried`);
  return problem.code === 'unsupported' && problem.status === undefined
    ? result('hidden', `the tenant file says that there is no ${operation}`)
    : result('does not work', `${operation}: ${problem.message}`);
}

const partGap = ({ name }: Finding): string => name satisfies ResourceName;

/** Fields and records that are not shown, in a few words each. */
function gapsOf(needed: readonly Finding[]): string[] {
  const fields = needed.flatMap(({ missing }) =>
    missing.flatMap(({ field, candidate }) => (candidate ? [field] : [])),
  );
  const left = needed.flatMap(({ notes }) => notes.map(shortly));
  return [...new Set([...fields, ...left])];
}

function countsOf(needed: readonly Finding[]): string {
  const counts = needed.flatMap((one) => one.counts);
  if (!counts.length) return '';
  const shown = counts.reduce((sum, count) => sum + count.shown, 0);
  const received = counts.reduce((sum, count) => sum + count.received, 0);
  if (received === 0) return 'the customer has no records: their fields were not seen';
  return shown === received ? `${shown} records` : `${shown} of ${received} records`;
}

/** A problem in a few words. */
export function shortly({ operation, field, status, message, values }: Problem): string {
  if (field !== undefined) return `${operation}: ${field} ${values.length ? 'not understood' : 'missing'}`;
  if (status === 0) return message;
  if (status !== undefined && status >= 300) return `${operation || 'request'}: status ${status}`;
  return message.replace(/\.$/, '').slice(0, 70);
}

export const isWorking = ({ result }: Verdict): boolean => result === 'works' || result === 'works without';
