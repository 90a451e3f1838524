import type * as v from 'valibot';
import type { ListedEndpoint } from '../services/contract/endpoint.ts';
import { LoyaltyError } from '../services/transport/errors.ts';
import { record } from '../services/transport/read.ts';
import { contractOf } from '../services/contract/catalogue.ts';
import { problems } from '../services/contract/problems.ts';

/** Where a reply differs from its shape: by path and type, never with a value. */
export interface ReplyReport {
  /** Operation id. */
  readonly operation: string;
  readonly problems: readonly string[];
}

/** Their replies are shown in the spec (4.1 to 4.3): a body without `data` is not one. */
const SHOWN: ReadonlySet<string> = new Set([
  'webhooks.store',
  'profiles.redemptions.index',
  'profiles.attributes.dates.index',
]);

/**
 * Looks at what arrived. What is wrong inside `data` is reported, and the reply stays as it is, with the fields that we
 * do not know; a body where `data` belongs and is not breaks the protocol (rule R53). No body at all is taken for what
 * the spec does not show (G11).
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

/** Whether the body is `{data: …}`: all but those that give a token without it. */
const hasData = (schema: v.GenericSchema): boolean =>
  'entries' in schema && 'data' in (schema.entries as object);
