import type { TenantFile } from '../services/transport/tenant/tenant-file.ts';
import { createLoyalty, type Loyalty } from '../services/customer/loyalty.ts';
import type { LoyaltySettings } from '../services/customer/config.ts';
import { LoyaltyError, toLoyaltyError } from '../services/transport/errors.ts';
import { RESOURCES, RESOURCE_NAMES, subjectsFrom, type ResourceName, type Subjects } from './elements.ts';
import { patiently, type Patience } from './patience.ts';
import { readProblem, type Problem } from './problem.ts';
import { findCandidates, NAMED, type Candidate } from './candidates.ts';
import { atPointer } from '../services/transport/tenant/sources.ts';
import { MAX_RECORDS } from './limits.ts';
import { findRecords, leavesOf } from './records.ts';
import { SEARCH_OPERATION, type Exchange, type Recorder } from './recorded-fetch.ts';
import { choosesRecords, readNamesOf, readsPlace } from './tenant-rules.ts';
import { missingFields, traceReply, type Trace, type Traces } from './traced-reply.ts';

// Loads what the elements load, by the same resources.

export interface Count {
  readonly operation: string;
  readonly received: number;
  readonly shown: number;
}

/** A field that was read and that no record has. */
export interface Missing {
  readonly operation: string;
  readonly field: string;
  /** Another place where it may be: then it is a gap, otherwise the service may just not have it. */
  readonly candidate: Candidate | undefined;
}

export interface Unread {
  readonly operation: string;
  /** JSON pointer. */
  readonly place: string;
  readonly words: readonly string[];
}

/** What happened when a resource was loaded. */
export interface Finding {
  readonly name: ResourceName;
  readonly status: 'loaded' | 'failed' | 'not tried';
  readonly value?: unknown;
  /** Why it was not tried. */
  readonly why?: string;
  /** Why it did not load. */
  readonly problem?: Problem;
  /** What went wrong beside: records that were left out, a part that was refused. */
  readonly notes: readonly Problem[];
  /** Fields that no record has. */
  readonly missing: readonly Missing[];
  /** Words of the service that no reader reads, and that may say which records count. */
  readonly unread: readonly Unread[];
  readonly counts: readonly Count[];
  readonly exchanges: readonly Exchange[];
}

export type Findings = ReadonlyMap<ResourceName, Finding>;

export interface ExamineOptions extends Patience {
  readonly settings: LoyaltySettings;
  /** Points that the customer is known to have: `--expect points=1250`. */
  readonly expectedPoints?: number | undefined;
  /** Whether to ask no more: nothing that answers is a service. */
  readonly isHopeless?: () => boolean;
}

/** Without these a record is simply not of that kind, as the interface has it: they are no gap. */
const IS_MARK =
  /(^|\.)(is_\w+|archived_at|eligibility|minimum_spend|step_amount|step_currency|amount|icon|image_url|url|terms_conditions|earn_instructions|long_description|uses|uses_left|lock_expires_at|released_at|lapsed_at|credit_number|security_code|secret|quantity_\w+|balance|color)$/;

/** Whether a record counts. */
const IS_STATE_MARK = /(^|\.)is_(published|active)$/;

export function connect(settings: LoyaltySettings, { recorder }: Pick<ExamineOptions, 'recorder'>): Loyalty {
  return createLoyalty({ ...settings, cache: 'memory' }, { fetch: recorder.fetch });
}

/** Loads one resource. Waits where the service limits requests. */
export async function examineResource(
  name: ResourceName,
  subjects: Subjects,
  options: ExamineOptions,
): Promise<Finding> {
  const entry = RESOURCES[name];
  const definition = entry.resource(subjects);
  const none = { name, notes: [], missing: [], unread: [], counts: [], exchanges: [] };
  if (!definition) return { ...none, status: 'not tried', why: 'needs' in entry ? entry.needs : '' };
  const { recorder } = options;
  const { result: observed, exchanges } = await patiently(options, async () => {
    const notes: Notes = { traces: new Map(), reported: [], failures: [], calls: new Set() };
    const loyalty = traced(connect(options.settings, options), recorder, notes);
    const result = await definition.load(loyalty).then(
      (value: unknown) => ({ value, error: undefined }),
      (thrown: unknown) => ({ value: undefined, error: toLoyaltyError(thrown) }),
    );
    await ended(notes.calls);
    return { result, notes };
  });
  const { tenantFile } = options.settings;
  return finding(name, observed.result, {
    ...observed.notes,
    exchanges,
    tenantFile: tenantFile ?? undefined,
  });
}

/** The same connection, which follows what is read of its answers. */
function traced(loyalty: Loyalty, recorder: Recorder, { traces, reported, failures, calls }: Notes): Loyalty {
  const call = ((endpoint, parameters) => {
    const answered = recorder.during(endpoint.id, async () =>
      loyalty.call(endpoint, parameters).then(
        (reply) => traceReply(endpoint.id, reply, traces),
        (thrown: unknown) => {
          failures.push(toLoyaltyError(thrown));
          throw thrown;
        },
      ),
    );
    const settled = Promise.allSettled([answered]).finally(() => calls.delete(settled));
    calls.add(settled);
    return answered;
  }) as Loyalty['call'];
  return {
    ...loyalty,
    call,
    profileId: () => recorder.during(SEARCH_OPERATION, () => loyalty.profileId()),
    report: (problem) => reported.push(problem),
  };
}

interface Notes {
  readonly traces: Traces;
  /** What the readers report, and what keeps from nothing else. */
  readonly reported: LoyaltyError[];
  /** Calls that failed, also those that the resource can do without. */
  readonly failures: LoyaltyError[];
  /** Calls that are not answered yet. */
  readonly calls: Set<Promise<unknown>>;
}

/**
 * Waits for all calls, also those that follow. A resource that asks for two lists fails with the first refusal, and what the other one
 * answers would be seen or not by chance.
 */
async function ended(calls: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (calls.size) {
    await Promise.all(calls);
    // A call that follows, such as the next page, is made in this turn.
    await new Promise(setImmediate);
  }
}

interface Observed extends Notes {
  readonly exchanges: readonly Exchange[];
  readonly tenantFile: TenantFile | undefined;
}

function finding(
  name: ResourceName,
  { value, error }: { value: unknown; error: LoyaltyError | undefined },
  { exchanges, traces, reported, failures, tenantFile }: Observed,
): Finding {
  const problem = error && readProblem(error, exchanges);
  const asked = exchanges.map(({ operation }) => operation);
  // Traces begin when answers arrive.
  const followed = [...traces].sort(([a], [b]) => asked.indexOf(a) - asked.indexOf(b));
  const shown: Readonly<Record<string, number>> = error ? {} : RESOURCES[name].counts(value);
  const counts = followed.flatMap(([operation, { records }]) => {
    const count = shown[operation];
    return count === undefined ? [] : [{ operation, received: records, shown: count }];
  });
  const refused = exchanges.filter(
    ({ status, operation }) => (status >= 400 || status === 0) && operation !== problem?.operation,
  );
  const unshown = counts.filter((count) => count.received > 0 && count.shown === 0 && !reported.length);
  return {
    name,
    status: error ? 'failed' : 'loaded',
    value,
    ...(problem && { problem }),
    notes: [
      ...reported.map((one) => readProblem(one, exchanges)),
      ...failures
        .filter(
          (one) => one.code === 'bad_response' && one.status === undefined && one.message !== error?.message,
        )
        .map((one) => readProblem(one, exchanges)),
      ...unique(refused).map((exchange) => readProblem(exchange, exchanges)),
      ...unshown.map(({ operation, received }) =>
        readProblem(
          new LoyaltyError('bad_response', `${operation}: none of ${received} records is shown`, {
            operation,
          }),
          exchanges,
        ),
      ),
    ],
    missing: followed.flatMap(([operation, trace]) =>
      missingOf(operation, trace, recordsOf(operation, exchanges), problem?.field).filter(
        // It says which records count, as the tenant file does.
        ({ field }) => !IS_STATE_MARK.test(field) || !choosesRecords(tenantFile, operation),
      ),
    ),
    unread: followed.flatMap(([operation, trace]) =>
      choosesRecords(tenantFile, operation)
        ? []
        : unreadOf(operation, trace, recordsOf(operation, exchanges)).filter(
            // A tenant file may read it in another field, or its record in another place.
            ({ place }) =>
              !readsPlace(tenantFile, operation, place) &&
              !readNamesOf(tenantFile, operation, place).some((name) => trace.fields.has(name)),
          ),
    ),
    counts,
    exchanges,
  };
}

/** The records of the answers to an operation, as the service sent them. */
export const recordsOf = (operation: string, exchanges: readonly Exchange[]): unknown[] =>
  exchanges
    .filter((one) => one.operation === operation && one.status >= 200 && one.status < 300)
    .flatMap(({ body }) => findRecords(operation, body)?.records ?? [])
    .slice(0, MAX_RECORDS);

function missingOf(
  operation: string,
  trace: Trace,
  records: readonly unknown[],
  known: string | undefined,
): Missing[] {
  if (!trace.records) return [];
  const isRead = (pointer: string) => trace.fields.get(pointer.slice(1).replaceAll('/', '.')) === true;
  // Two fields with the same text are the same field under two names. Two numbers are often equal by chance.
  const isShownText = (value: unknown) => typeof value === 'string' && trace.values.has(value);
  return missingFields(trace).flatMap((field) => {
    if (field === known || field.startsWith(`${known}.`)) return [];
    const [best] = findCandidates(operation, field, records);
    // What is shown already under another name is no gap, and without a needed id it would be an error.
    const isShown =
      best &&
      (isRead(best.pointer) ||
        records.some((one) => isShownText(atPointer(one, best.pointer))) ||
        field === 'id');
    // Where all records have the same state, it decides nothing.
    const decides =
      !IS_STATE_MARK.test(field) ||
      (best && new Set(records.map((one) => String(atPointer(one, best.pointer)))).size > 1);
    const candidate = best && best.score >= NAMED && !isShown && decides ? best : undefined;
    return candidate || !IS_MARK.test(field) ? [{ operation, field, candidate }] : [];
  });
}

/** Names of fields that usually decide whether a record counts. `issued_at` is none. */
const IS_STATE = /(^|\/)(state|status|lifecycle|eligibility|(is|can)(_[a-z]|[A-Z])\w*)$/;

function unreadOf(operation: string, trace: Trace, records: readonly unknown[]): Unread[] {
  const words = new Map<string, Set<string>>();
  for (const { pointer, value } of records.flatMap((one) => leavesOf(one)))
    if (IS_STATE.test(pointer) && ['string', 'number', 'boolean'].includes(typeof value))
      words.set(pointer, (words.get(pointer) ?? new Set()).add(String(value)));
  return [...words].flatMap(([place, found]) =>
    found.size > 1 &&
    found.size < records.length + 1 &&
    !trace.fields.has(place.slice(1).replaceAll('/', '.'))
      ? [{ operation, place, words: [...found] }]
      : [],
  );
}

/** One of each operation and status: of every list the items may be refused. */
const unique = (exchanges: readonly Exchange[]): Exchange[] => [
  ...new Map(exchanges.map((one) => [`${one.operation} ${one.status}`, one])).values(),
];

/** Loads everything that the elements show, one after the other. */
export async function examine(
  options: ExamineOptions,
  given: Subjects,
): Promise<{ findings: Findings; subjects: Subjects }> {
  const findings = new Map<ResourceName, Finding>();
  let subjects = given;
  for (const name of RESOURCE_NAMES) {
    const found = await examineResource(name, subjects, options);
    findings.set(name, found);
    if (options.isHopeless?.()) break;
    if (found.status === 'loaded') subjects = subjectsFrom(subjects, name, found.value);
  }
  return { findings, subjects };
}
