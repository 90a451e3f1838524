import { randomId } from '../../services/transport/random-id.ts';
import { ok, wrong, type Check } from '../checks.ts';
import type { ServiceOptions } from '../options.ts';
import { patiently, type Patience } from '../patience.ts';
import type { Exchange } from '../recorded-fetch.ts';

interface Preflight {
  readonly words: string;
  readonly method: string;
  readonly headers: readonly string[];
}

const PREFLIGHTS: readonly Preflight[] = [
  { words: 'reads', method: 'GET', headers: ['authorization'] },
  {
    words: 'token, claims and new items',
    method: 'POST',
    headers: ['authorization', 'content-type', 'idempotency-key'],
  },
  {
    words: 'changed dates and lists',
    method: 'PUT',
    headers: ['authorization', 'content-type', 'idempotency-key'],
  },
  { words: 'removed items', method: 'DELETE', headers: ['authorization'] },
];

/** What a browser asks before it sends a request of a page: one for each method, as it sends it. */
export async function checkPreflights(
  { settings: { baseUrl, tenantFile } }: ServiceOptions,
  origin: string,
  patience: Patience,
): Promise<Check[]> {
  const { recorder } = patience;
  const known = recorder.exchanges.find(
    ({ method, status }) => method === 'GET' && status > 0 && status < 300,
  );
  const url = known?.url ?? baseUrl;
  const checks: Check[] = [];
  const sendsKey = tenantFile?.idempotency?.honoured !== false;
  for (const { words, method, headers: all } of PREFLIGHTS) {
    const headers = all.filter((name) => sendsKey || name !== 'idempotency-key');
    const ask = async (names: readonly string[]): Promise<string | undefined> => {
      const { exchanges } = await patiently(patience, () =>
        recorder
          .fetch(url, {
            method: 'OPTIONS',
            headers: {
              Origin: origin,
              'Access-Control-Request-Method': method,
              'Access-Control-Request-Headers': names.join(','),
            },
            redirect: 'manual',
          })
          .catch(() => undefined),
      );
      return exchanges[0] && preflightProblem(exchanges[0], origin, method, names);
    };
    let problem = await ask(headers);
    // Some services answer no CORS header at all where one of the asked names is refused.
    for (const name of problem === undefined ? [] : headers) {
      const others = headers.filter((one) => one !== name);
      if (others.length && (await ask(others)) === undefined) problem = refusedHeaders([name]);
    }
    checks.push(
      problem === undefined
        ? ok(`browsers of ${origin} may send ${method}: ${words}`)
        : wrong(`Browsers of ${origin} may not send ${method} (${words}): ${problem}`),
    );
  }
  const exposed = await exposedHeaders(url, origin, patience);
  if (exposed !== undefined && !/\*|retry-after/i.test(exposed))
    checks.push(
      wrong(
        'Retry-After is not exposed to pages: Access-Control-Expose-Headers must have it, or they retry too early.',
      ),
    );
  return checks;
}

function preflightProblem(
  { status, headers }: Exchange,
  origin: string,
  method: string,
  asked: readonly string[],
): string | undefined {
  if (status < 200 || status > 299) return `the preflight gets status ${status}, not 2xx`;
  const allowed = headers.get('access-control-allow-origin');
  if (allowed !== origin && allowed !== '*')
    return `Access-Control-Allow-Origin is ${allowed ?? 'missing'}. Allow the origin at the service`;
  const list = (name: string) => (headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/);
  const methods = list('access-control-allow-methods');
  if (!methods.includes('*') && !methods.includes(method.toLowerCase()) && !['GET', 'POST'].includes(method))
    return `Access-Control-Allow-Methods has no ${method}`;
  const names = list('access-control-allow-headers');
  // The wildcard does not cover Authorization.
  const missing = asked.filter(
    (name) => !names.includes(name) && (name === 'authorization' || !names.includes('*')),
  );
  return missing.length ? refusedHeaders(missing) : undefined;
}

function refusedHeaders(missing: readonly string[]): string {
  const key = missing.includes('idempotency-key')
    ? '. For the key alone, the tenant file can say idempotency: { honoured: false }'
    : '';
  return `Access-Control-Allow-Headers has no ${missing.join(', ')}${key}`;
}

async function exposedHeaders(url: string, origin: string, patience: Patience): Promise<string | undefined> {
  const { exchanges } = await patiently(patience, () =>
    patience.recorder
      .fetch(url, {
        method: 'GET',
        headers: { Origin: origin, Accept: 'application/json', Authorization: `Bearer ${randomId()}` },
        redirect: 'manual',
      })
      .catch(() => undefined),
  );
  return exchanges[0] ? (exchanges[0].headers.get('access-control-expose-headers') ?? '') : undefined;
}
