import type { Exchange } from './recorded-fetch.ts';
import { withoutSecrets } from './secrets.ts';

const CREATOR = { name: 'loyalty-doctor', version: '1' };
const HTTP_VERSION = 'HTTP/1.1';
const UNKNOWN_SIZE = -1;

/** What was asked and answered, as an HTTP Archive 1.2, which the network panel of a browser opens. Request headers are left out: they hold the token. */
export const harOf = (exchanges: readonly Exchange[]): string =>
  `${JSON.stringify({ log: { version: '1.2', creator: CREATOR, entries: exchanges.map(entryOf) } }, null, 2)}\n`;

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
      ...{ method, url, queryString: query, headers: [], bodySize: sent?.length ?? 0 },
      ...(sent !== undefined && {
        postData: { mimeType: 'application/json', text: jsonWithoutSecrets(sent) },
      }),
    },
    response: {
      ...common,
      ...{
        status,
        statusText: failure ?? '',
        redirectURL: headers.get('location') ?? '',
        bodySize: text.length,
      },
      headers: [...headers]
        .filter(([name]) => name !== 'set-cookie')
        .map(([name, value]) => ({ name, value })),
      content: {
        size: text.length,
        mimeType: headers.get('content-type') ?? '',
        text: body === undefined ? text : withoutSecrets(body),
      },
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
}

function jsonWithoutSecrets(sent: string): string {
  try {
    return withoutSecrets(JSON.parse(sent));
  } catch {
    // A form, such as that of client credentials.
    return '[hidden]';
  }
}
