import type { Exchange } from './recorded-fetch.ts';
import { jsonLines } from './limits.ts';
import { isSecretName, withoutSecrets } from './secrets.ts';
import { readJson } from '../services/transport/json.ts';

const CREATOR = { name: 'loyalty-doctor', version: '1' };
const HTTP_VERSION = 'HTTP/1.1';
const UNKNOWN_SIZE = -1;
const HIDDEN = '[hidden]';

/** What was asked and answered, as an HTTP Archive 1.2, which the network panel of a browser opens. Request headers are left out: they hold the token. */
export const harOf = (exchanges: readonly Exchange[]): string =>
  jsonLines({ log: { version: '1.2', creator: CREATOR, entries: exchanges.map(entryOf) } });

function entryOf({
  operation,
  method,
  url,
  sent,
  sentAt,
  receivedAt,
  status,
  headers,
  body,
  text,
  failure,
  cut,
}: Exchange) {
  const time = receivedAt - sentAt;
  const common = { httpVersion: HTTP_VERSION, cookies: [], headersSize: UNKNOWN_SIZE };
  const query = [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
  return {
    startedDateTime: new Date(sentAt).toISOString(),
    time,
    ...(operation !== undefined && { comment: operation }),
    request: {
      ...common,
      method,
      url,
      queryString: query,
      headers: [],
      bodySize: sent?.length ?? 0,
      ...(sent !== undefined && {
        postData: { mimeType: 'application/json', text: jsonWithoutSecrets(sent) },
      }),
    },
    response: {
      ...common,
      status,
      statusText: failure ?? '',
      redirectURL: headers.get('location') ?? '',
      bodySize: text.length,
      headers: [...headers]
        .filter(([name]) => name !== 'set-cookie')
        .map(([name, value]) => ({ name, value: isSecretName(name) ? HIDDEN : value })),
      content: {
        size: text.length,
        mimeType: headers.get('content-type') ?? '',
        // What was cut is no JSON any more: its secrets cannot be found by their names.
        text: cut !== undefined ? `[the answer ${cut}]` : body === undefined ? text : withoutSecrets(body),
      },
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
}

/** What is not JSON is a form, such as that of client credentials. */
function jsonWithoutSecrets(sent: string): string {
  const body = readJson(sent);
  return body === undefined ? HIDDEN : withoutSecrets(body);
}
