import type { ListedEndpoint } from '../../services/contract/endpoint.ts';
import {
  LoyaltyError,
  toLoyaltyError,
  type LoyaltyErrorCode,
  type ShopperTexts,
} from '../../services/transport/errors.ts';
import { codeOfStatus, shopperTexts, statusError } from '../../services/transport/failure.ts';
import { isDone } from '../../services/transport/unanswered.ts';
import type { Mapping, MappedParameters, WireRequest } from '../../services/transport/tenant/mapping.ts';
import { Refusal, unavailable } from '../guard/answer.ts';
import { unmappedReply, type Log } from '../log.ts';
import { readJson, type UpstreamResponse } from './exchange.ts';

/** Statuses of refusals whose status the tenant file has changed. */
const STATUS_OF_CODE: { readonly [Code in LoyaltyErrorCode]?: number } = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  validation: 422,
  rate_limited: 429,
  unsupported: 501,
  timeout: 504,
};

/**
 * Asks the service in the words of its tenant file, and gives the answer in those of the catalogue, with the headers of the last request:
 * the proxy's own routes and pages know no other words.
 */
export async function exchangeMapped(
  { call }: Mapping,
  endpoint: ListedEndpoint,
  parameters: MappedParameters & object,
  send: (request: WireRequest) => Promise<UpstreamResponse>,
  log: Log,
): Promise<UpstreamResponse> {
  let last: UpstreamResponse | undefined;
  let asItCame: unknown;
  let refusal: Refusal | undefined;
  try {
    const ours = await call(endpoint, parameters, async (request) => {
      last = await send(request).catch((error: unknown) => {
        if (error instanceof Refusal) refusal = error;
        throw error;
      });
      const body = readJson(last);
      // `send` refuses redirects.
      if (last.status >= 400) throw statusError(last, body);
      if (body === undefined && last.bytes.length > 0)
        throw new LoyaltyError('bad_response', 'Not JSON.', endpoint.method === 'GET' ? {} : { status: 200 });
      asItCame = body;
      return { body, headers: last.headers as Headers };
    });
    // What the file does not change keeps its bytes and its status.
    if (last && ours === asItCame) return last;
    return answer(ours === undefined ? 204 : 200, ours, last);
  } catch (thrown) {
    if (refusal) throw refusal;
    const error = toLoyaltyError(thrown);
    const { code, status, message, fields, forShopper, retryAfterMs } = error;
    if (isDone(error)) {
      // A status of 5xx would say that the write may not be done.
      log(unmappedReply(endpoint.id, message));
      return answer(204, undefined, last);
    }
    /** Only the file says that shoppers may read it: pages know that of the statuses of spec 7 alone. */
    const isNamed =
      status !== undefined && hasText(forShopper) && !hasText(shopperTexts(status, message, fields));
    // The file gave the status another meaning, or the error is not that of a status.
    const isOwn =
      status !== undefined && codeOfStatus(status) === code && !isNamed ? undefined : STATUS_OF_CODE[code];
    if (status === undefined && isOwn === undefined) {
      log(unmappedReply(endpoint.id, message));
      throw unavailable();
    }
    const errors = Object.keys(fields).length ? { errors: fields } : {};
    return answer(isOwn ?? status!, { message, ...errors }, last, retryAfterMs);
  }
}

const hasText = ({ message, fields }: ShopperTexts): boolean =>
  message !== undefined || Object.keys(fields).length > 0;

function answer(
  status: number,
  body: unknown,
  last: UpstreamResponse | undefined,
  retryAfterMs?: number,
): UpstreamResponse {
  const own: Readonly<Record<string, string | null>> = {
    'content-type': 'application/json',
    link: null, // of the service's own pages
    ...(retryAfterMs !== undefined && { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) }),
  };
  const get = (name: string) =>
    Object.hasOwn(own, name.toLowerCase()) ? own[name.toLowerCase()]! : (last?.headers.get(name) ?? null);
  return {
    status,
    headers: { get },
    bytes: new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)),
  };
}
