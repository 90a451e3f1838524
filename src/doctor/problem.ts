import { endpointOf } from '../services/contract/catalogue.ts';
import type { LoyaltyError } from '../services/transport/errors.ts';
import { record } from '../services/transport/read.ts';
import { findCandidates, type Candidate } from './candidates.ts';
import type { Exchange } from './recorded-fetch.ts';
import { findRecords } from './records.ts';
import { atPointer } from '../services/transport/tenant/sources.ts';

/** Something that an element cannot use, and where. */
export interface Problem {
  /** Operation id; empty where no request belongs to it. */
  readonly operation: string;
  /** Method and address; nothing of the host. */
  readonly address: string | undefined;
  /** 0 where no answer arrived. */
  readonly status: number | undefined;
  readonly message: string;
  /** The field that a reader expects. */
  readonly field: string | undefined;
  /** What the answers have in its place: other words than the known ones, for example. */
  readonly values: readonly unknown[];
  readonly candidates: readonly Candidate[];
}

const MAX_CANDIDATES = 4;
/** A line or message of a reader names its operation first. */
const NAMED = /^([\w.-]+)(?:: | is refused)(.*)$/s;
const FIELD =
  /^(?:\d+ of \d+ records cannot be shown: )?([a-z_]+(?:\.[a-z_]+)*)(?: or [\w.]+)? is (missing|empty|undefined|null|true|false|["\d[{-].*?)\.?$/s;

const isOperation = (id: string): boolean => endpointOf(id) !== undefined;

/** What a failure, a line of a reader or a refused request says. */
export function readProblem(
  source: LoyaltyError | string | Exchange,
  exchanges: readonly Exchange[],
): Problem {
  if (typeof source !== 'string' && 'sentAt' in source) return ofExchange(source);
  const message = typeof source === 'string' ? source : source.message;
  const [, named = '', rest = ''] = NAMED.exec(message) ?? [];
  const failed = exchanges.find(({ status }) => status >= 400 || status === 0);
  if (typeof source !== 'string' && failed && !isOperation(named)) return ofExchange(failed);
  const operation = isOperation(named) ? named : (exchanges.at(-1)?.operation ?? '');
  const own = exchanges.filter((one) => one.operation === operation);
  const exchange = own.find(({ status }) => status >= 200 && status < 300) ?? own[0];
  const field = FIELD.exec(isOperation(named) ? rest : message)?.[1];
  const records = own.flatMap(({ body }) => findRecords(operation, body)?.records ?? []);
  return {
    operation,
    address: exchange && addressOf(exchange),
    status: exchange?.status,
    message: message + shapeOf(operation, message, exchange),
    field,
    values: field === undefined ? [] : valuesAt(records, field),
    candidates: field === undefined ? [] : findCandidates(operation, field, records).slice(0, MAX_CANDIDATES),
  };
}

/** Where the answer has what was looked for in another place. */
function shapeOf(operation: string, message: string, exchange: Exchange | undefined): string {
  if (!/no list|its record is/i.test(message)) return '';
  const found = exchange && findRecords(operation, exchange.body);
  return found ? ` The answer has ${found.records.length} records at "${found.pointer}".` : '';
}

/** Method, path and query. */
export const addressOf = ({ method, url }: Exchange): string => {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${decodeURIComponent(search)}`;
};

function ofExchange(exchange: Exchange): Problem {
  return {
    operation: exchange.operation ?? '',
    address: addressOf(exchange),
    status: exchange.status,
    message: refusalText(exchange),
    ...{ field: undefined, values: [], candidates: [] },
  };
}

/** The text of a refusal, whatever its field is called. */
export function refusalText({ body, text, status, failure, headers }: Exchange): string {
  if (failure !== undefined) return `no answer (${failure})`;
  const { message, detail, error, title, error_description } = record(body);
  const found = [message, detail, error_description, error, record(error)['message'], title].find(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  if (found !== undefined) return found;
  if (/html/i.test(headers.get('content-type') ?? '') || /^\s*</.test(text)) return 'an HTML page';
  return body === undefined && text !== '' ? 'an answer that is not JSON' : `status ${status}`;
}

/** Different values of a field, at most a handful. */
function valuesAt(records: readonly unknown[], field: string): unknown[] {
  const values = records.map((one) => atPointer(one, `/${field.replaceAll('.', '/')}`));
  return [...new Set(values.filter((value) => value !== undefined))].slice(0, 8);
}
