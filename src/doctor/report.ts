import type { Check } from './checks.ts';
import type { Candidate } from './candidates.ts';
import type { Finding, Missing } from './examine.ts';
import { jsonLines, oneLine } from './limits.ts';
import type { Problem } from './problem.ts';
import { shownValue } from './secrets.ts';
import { isWorking, type Verdict } from './verdicts.ts';

// The report as text: one table, then what a reader needs to change something.

export interface Section {
  readonly title: string;
  readonly checks: readonly Check[];
}

export interface Report {
  /** Address of the service or page. */
  readonly subject: string;
  readonly verdicts: readonly Verdict[];
  readonly sections: readonly Section[];
  /** What to do next. */
  readonly next: readonly string[];
}

const MARKS = { ok: ' ok  ', wrong: ' !   ', note: '     ' } as const;
const COLUMN = 17;

export const sumOf = (verdicts: readonly Verdict[]): string => {
  const count = (result: Verdict['result']) => verdicts.filter((one) => one.result === result).length;
  const parts = [
    `${verdicts.filter(isWorking).length} of ${verdicts.length} elements work`,
    count('works without') ? `${count('works without')} of them without some parts` : '',
    count('does not work') ? `${count('does not work')} do not` : '',
    count('hidden') ? `${count('hidden')} hidden` : '',
    count('not tried') ? `${count('not tried')} not tried` : '',
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
};

export function writeReport({ subject, verdicts, sections, next }: Report): string {
  const table = verdicts.map(({ element, result, why }) =>
    `  ${element.padEnd(COLUMN)}${result.padEnd(COLUMN)}${why}`.trimEnd(),
  );
  const head = verdicts.length ? [...table, '', sumOf(verdicts), ''] : [];
  const checks = sections
    .filter((section) => section.checks.length)
    .flatMap(({ title, checks: all }) => [
      title,
      ...all.map(({ state, text }) => `${MARKS[state]}${text}`),
      '',
    ]);
  return [
    `Loyalty doctor: ${subject}`,
    '',
    ...head,
    ...detailsOf(verdicts),
    ...checks,
    ...next.map((line) => `→ ${line}`),
    '',
  ]
    .map(oneLine)
    .join('\n');
}

/** Each problem once, with the elements that have it. */
function detailsOf(verdicts: readonly Verdict[]): string[] {
  const findings = new Map<Finding, string[]>();
  for (const { element, findings: own } of verdicts)
    for (const one of own) findings.set(one, [...(findings.get(one) ?? []), element]);
  // Elements without a profile have the same problem: it is said once.
  const byLines = new Map<string, { readonly lines: readonly string[]; readonly elements: string[] }>();
  for (const [finding, own] of findings) {
    const lines = findingLines(finding);
    const key = JSON.stringify(lines);
    byLines.set(key, { lines, elements: [...(byLines.get(key)?.elements ?? []), ...own] });
  }
  return [...byLines.values()].flatMap(({ lines, elements }) =>
    lines.length ? [[...new Set(elements)].join(', '), ...lines.map((line) => `  ${line}`), ''] : [],
  );
}

function findingLines({ problem, notes, missing, unread, counts }: Finding): string[] {
  const wrong = [...(problem ? [problem] : []), ...notes];
  const different = counts.filter(({ received, shown }) => received !== shown);
  return [
    ...wrong.flatMap(problemLines),
    ...missing.flatMap(({ operation, field, candidate }) =>
      candidate ? [`${operation}: no record has ${field}`, candidateLine(candidate)] : [],
    ),
    ...unread.map(
      ({ operation, place, words }) =>
        `${operation}: ${place} is ${words.join(', ')}: nothing reads it. If it says which records count, name them by keep`,
    ),
    ...otherFields(missing),
    ...(problem
      ? []
      : different.map(
          ({ operation, received, shown }) => `${operation}: ${received} records received, ${shown} shown`,
        )),
  ];
}

export function problemLines(problem: Problem): string[] {
  const { address, status, message, field, values, candidates } = problem;
  const request = address === undefined ? [] : [`${address} → ${status === 0 ? 'no answer' : status}`];
  if (field === undefined) return [message, ...request];
  const received = values.map((value) => shownValue(field, value)).join(', ');
  return [
    `${message}`,
    ...request,
    ...(received ? [`  received for ${field}: ${received}`] : []),
    ...candidates.map(candidateLine),
  ];
}

const candidateLine = ({ pointer, value }: Candidate): string =>
  `  candidate ${pointer} = ${shownValue(pointer.split('/').at(-1)!, value)} (${typeOf(value)})`;

/** Fields that the service may just not have. */
function otherFields(missing: readonly Missing[]): string[] {
  const byOperation = new Map<string, string[]>();
  for (const { operation, field, candidate } of missing)
    if (!candidate) byOperation.set(operation, [...(byOperation.get(operation) ?? []), field]);
  return [...byOperation].map(([operation, fields]) => `${operation}: not sent: ${fields.join(', ')}`);
}

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'list' : value !== null && typeof value === 'object' ? 'record' : typeof value;

/** The report for programs. */
export const jsonReport = ({ subject, verdicts, sections, next }: Report): string =>
  jsonLines({
    subject,
    elements: verdicts.map(({ element, result, why, findings }) => ({
      element,
      result,
      why,
      problems: findings
        .flatMap(({ problem, notes }) => [...(problem ? [problem] : []), ...notes])
        .map(({ candidates, values, field, received: _received, ...problem }) => ({
          ...problem,
          field,
          values: values.map((value) => shownValue(field ?? '', value)),
          candidates: candidates.map(({ pointer, value, score }) => ({
            pointer,
            value: shownValue(pointer.split('/').at(-1)!, value),
            score,
          })),
        })),
      missing: findings.flatMap(({ missing }) =>
        missing.map(({ operation, field, candidate }) => ({
          operation,
          field,
          candidate: candidate?.pointer,
        })),
      ),
      counts: findings.flatMap(({ counts }) => counts),
    })),
    sections,
    next,
  });
