import type { LoyaltyError, LoyaltyErrorCode } from '../services/transport/errors.ts';
import { record } from '../services/transport/read.ts';
import { MAX_RECORDS } from './limits.ts';
import { findCandidates, type Candidate } from './candidates.ts';
import type { Exchange } from './recorded-fetch.ts';
import { findRecords } from './records.ts';
import { atPointer } from '../services/transport/tenant/sources.ts';

/** Something that an element cannot use, and where. */
export interface Problem {
  /** Operation id; empty where no request belongs to it. */
  readonly operation: string;
  /** `undefined` for a request that was refused beside. */
  readonly code: LoyaltyErrorCode | undefined;
  /** Method and address; nothing of the host. */
  readonly address: string | undefined;
  /** 0 where no answer arrived. */
  readonly status: number | undefined;
  readonly message: string;
  /** The field that a reader expects; `data`: the record or list. */
  readonly field: string | undefined;
  /** What the reader got in its place. */
  readonly received: unknown;
  /** What the answers have in its place: other words than the known ones, for example. */
  readonly values: readonly unknown[];
  readonly candidates: readonly Candidate[];
}

const MAX_CANDIDATES = 4;
/** What a failure or a refused request says. */
export function readProblem(source: LoyaltyError | Exchange, exchanges: readonly Exchange[]): Problem {
  if ('sentAt' in source) return ofExchange(source);
  const { code, message, field, received } = source;
  const failed = exchanges.filter(({ status }) => status >= 400 || status === 0);
  const refused = failed.find(({ operation }) => operation === source.operation) ?? failed[0];
  if (refused && isRefusal(source)) return { ...ofExchange(refused), code };
  const operation = source.operation ?? exchanges.at(-1)?.operation ?? '';
  const own = exchanges.filter((one) => one.operation === operation);
  const exchange = own.find(({ status }) => status >= 200 && status < 300) ?? own[0];
  const records = own
    .flatMap(({ body }) => findRecords(operation, body)?.records ?? [])
    .slice(0, MAX_RECORDS);
  const isWhole = field === undefined || field === 'data';
  return {
    operation,
    code,
    address: exchange && addressOf(exchange),
    status: exchange?.status,
    message: message + (field === 'data' ? shapeOf(operation, exchange) : ''),
    field,
    received,
    values: isWhole ? [] : valuesAt(records, field),
    candidates: isWhole ? [] : findCandidates(operation, field, records).slice(0, MAX_CANDIDATES),
  };
}

/** Whether the service, or the network, has refused a request. Otherwise a reader has refused an answer. */
const isRefusal = ({ code, status, operation }: LoyaltyError): boolean =>
  status !== undefined || operation === undefined || code === 'offline' || code === 'timeout';

/** Where the answer has what was looked for in another place. */
function shapeOf(operation: string, exchange: Exchange | undefined): string {
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
    code: undefined,
    address: addressOf(exchange),
    status: exchange.status,
    message: refusalText(exchange),
    field: undefined,
    received: undefined,
    values: [],
    candidates: [],
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
