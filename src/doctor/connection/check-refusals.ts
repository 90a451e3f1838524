import { randomId } from '../../services/transport/random-id.ts';
import { record } from '../../services/transport/read.ts';
import type { TenantFile } from '../../services/transport/tenant/tenant-file.ts';
import { ok, wrong, type Check } from '../checks.ts';
import { patiently, type Patience } from '../patience.ts';
import { addressOf, refusalText } from '../problem.ts';
import { messageOf } from '../tenant-rules.ts';
import { TOKEN_OPERATION, type Exchange } from '../recorded-fetch.ts';

/** The forms of refusals: the elements show their texts. */
export async function checkRefusals(
  patience: Patience,
  tenantFile: TenantFile | undefined,
): Promise<Check[]> {
  const { recorder } = patience;
  const known = recorder.exchanges.find(
    ({ operation, status, method }) => operation !== TOKEN_OPERATION && method === 'GET' && status > 0,
  );
  if (!known) return [];
  const headers = { Accept: 'application/json', Authorization: `Bearer ${randomId()}` };
  const { exchanges } = await patiently(patience, () =>
    recorder.fetch(known.url, { method: 'GET', headers, redirect: 'manual' }).catch(() => undefined),
  );
  const stranger = exchanges[0];
  const checks: Check[] = [];
  if (stranger && stranger.status < 300)
    checks.push(wrong(`${addressOf(stranger)} is answered without a valid token.`));
  else if (stranger?.status === 401) checks.push(ok(`401 for an unknown token${withRefusalText(stranger)}`));
  else if (stranger && tenantFile?.errors?.statuses?.[stranger.status] === 'unauthenticated')
    checks.push(ok(`status ${stranger.status} for an unknown token, as the tenant file says`));
  else if (stranger && stranger.status !== 429)
    checks.push(
      wrong(
        `An unknown token gets status ${stranger.status}, not 401: the elements would not fetch another one. Say so in the tenant file: errors.statuses.`,
      ),
    );
  for (const status of [403, 404, 405, 409, 422, 400, 429]) {
    const seen = recorder.exchanges.find((one) => one.status === status);
    if (!seen) continue;
    const { errors } = record(seen.body);
    const message = messageOf(tenantFile, seen.operation ?? '', seen.body);
    const hasFields = errors !== undefined || tenantFile?.errors?.fields !== undefined;
    const fields = status === 422 && !hasFields ? ', and no errors by field' : '';
    checks.push(
      typeof message === 'string'
        ? ok(
            `${status} has its text ${tenantFile?.errors?.message === undefined ? 'in message' : 'where the tenant file says'}${fields}`,
          )
        : wrong(
            `${status} has no message: ${addressOf(seen)} has ${keysOf(seen.body)}${fields}. Name the place in the tenant file: errors.message.`,
          ),
    );
    const hasWait = seen.headers.get('retry-after') !== null || tenantFile?.errors?.retryAfter !== undefined;
    if (status === 429 && !hasWait)
      checks.push(wrong('429 has no Retry-After: pages do not know how long to wait.'));
  }
  return checks;
}

const withRefusalText = (exchange: Exchange): string => `, with the text "${refusalText(exchange)}"`;
const keysOf = (body: unknown): string => Object.keys(record(body)).join(', ') || 'no JSON object';
