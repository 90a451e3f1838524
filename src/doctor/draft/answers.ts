import { record } from '../../services/transport/read.ts';
import { recordsOf } from '../examine.ts';
import { TOKEN_OPERATION, type Exchange } from '../recorded-fetch.ts';
import { leavesOf } from '../records.ts';
import { fieldRule, type Rule } from './rules.ts';

// Lines for answers that no element shows: tokens and refusals.

/** Longer than any token lives, shorter than any time since 1970. */
const MAX_LIFETIME_S = 1e8;

/** When the token expires, where that has another name. */
export function expiryRule(exchanges: readonly Exchange[]): Rule[] {
  const answered = exchanges.find(({ operation, status }) => operation === TOKEN_OPERATION && status < 300);
  const [reply] = recordsOf(TOKEN_OPERATION, exchanges);
  if (!answered || 'expiry' in record(reply)) return [];
  const found = leavesOf(reply).find(
    ({ pointer, value }) => /expir|valid_?until/i.test(pointer) && typeof value !== 'object',
  );
  if (!found) return [];
  const { pointer, value } = found;
  const isLifetime = Number(value) > 0 && Number(value) < MAX_LIFETIME_S;
  const hasNoZone = /^\d{4}-\d\d-\d\d[ T][\d:.]+$/.test(String(value));
  const source = isLifetime
    ? { from: pointer, as: 'lifetime' }
    : hasNoZone
      ? { from: pointer, as: 'utc' }
      : pointer;
  const evidence = `The answer with the token has ${pointer} ${String(value)}, and no expiry`;
  return [fieldRule(TOKEN_OPERATION, 'expiry', source, evidence)];
}

const TEXTS = ['detail', 'error', 'error_description', 'title'];

/** Where refusals have their text, if not all have it in `message`. */
export function messageRule(exchanges: readonly Exchange[]): Rule[] {
  const bodies = exchanges.filter(({ status }) => status >= 400).map(({ body }) => record(body));
  const silent = bodies.find((body) => typeof body['message'] !== 'string');
  const name = silent && TEXTS.find((one) => typeof silent[one] === 'string');
  if (name === undefined) return [];
  const evidence = `Some refusals have no message, and have ${name} "${String(silent![name])}"`;
  return [{ at: ['errors', 'message'], value: { from: ['/message', `/${name}`] }, evidence }];
}
