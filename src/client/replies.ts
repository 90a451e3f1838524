import type * as v from 'valibot';
import type { ListedEndpoint } from '../services/contract/endpoint.ts';
import { LoyaltyError } from '../services/transport/errors.ts';
import { record } from '../services/transport/read.ts';
import { contractOf } from '../services/contract/catalogue.ts';
import { problems } from '../services/contract/problems.ts';

/** Where a reply differs from its shape: paths and types, no values. */
export interface ReplyReport {
  /** Operation id. */
  readonly operation: string;
  readonly problems: readonly string[];
}

/** The spec shows their replies (4.1 to 4.3), so that an empty body is an error. */
const SHOWN: ReadonlySet<string> = new Set([
  'webhooks.store',
  'profiles.redemptions.index',
  'profiles.attributes.dates.index',
]);

/**
 * Checks a reply against its shape. A body without its `data` is an error; differences inside `data` are reported, and the reply
 * is not changed. Where the spec does not show the reply, no body is valid too.
 * @throws LoyaltyError `bad_response`
 */
export function checkReply(
  endpoint: ListedEndpoint,
  reply: unknown,
  report: ((report: ReplyReport) => void) | undefined,
): void {
  const contract = contractOf(endpoint);
  if (!contract) return;
  if (reply === undefined && !SHOWN.has(endpoint.id) && endpoint.method !== 'GET') return;
  if (hasData(contract.reply) && !('data' in record(reply)))
    throw new LoyaltyError('bad_response', `The reply to ${endpoint.id} has no data.`);
  if (!report) return;
  const found = problems(contract.reply, reply);
  if (found.length) report({ operation: endpoint.id, problems: found });
}

/** Whether the body is `{data: …}`. Replies with a token may have it without `data`. */
const hasData = (schema: v.GenericSchema): boolean =>
  'entries' in schema && 'data' in (schema.entries as object);
