/// <reference types="node" />
import { getRequestListener } from '@hono/node-server';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createProxy } from './app.ts';
import { malformed, SAFE_HEADERS } from './guard/answer.ts';
import { crossOriginHeaders } from './guard/origins.ts';
import { nodeArrival } from './guard/node-arrival.ts';
import { readTarget } from './guard/target.ts';
import { listen } from './listen.ts';
import { HTTP_ALLOWED } from './log.ts';
import { nodePairOf } from './node-sealed-text.ts';
import { answerProbe } from './probes.ts';
import { nodeSend } from './upstream/node-exchange.ts';
import { readSettings } from './settings/read.ts';
import type { ProxySettings } from './settings/settings.ts';

export interface NodeProxySettings extends ProxySettings {
  /** Address to listen on. Default 127.0.0.1. */
  readonly host?: string | undefined;
  /** Port to listen on, 0 for a free one. Default 8080. */
  readonly port?: number | undefined;
  /** Servers in front, by address or network (`10.0.0.0/8`): their `X-Forwarded-For` and `-Proto` are used, and those of no other sender. */
  readonly trustedHops?: readonly string[] | undefined;
  /** Takes requests over http from any machine, for trying the proxy. Passwords and sessions can be read on their way then. Default no. */
  readonly allowsHttp?: boolean | undefined;
}

export interface RunningProxy {
  readonly url: string;
  /** Waits for the requests in flight, then closes. */
  stop(): Promise<void>;
}

/** The head of a request, and the whole request, have to arrive within these times. */
const HEAD_DEADLINE_MS = 5_000;
const REQUEST_DEADLINE_MS = 10_000;
/** How often Node checks these times. */
const CHECK_INTERVAL_MS = 1_000;
/** From a request's head to the last byte of its answer. */
const EXCHANGE_DEADLINE_MS = 30_000;
/** A connection without traffic is closed after this time. */
const IDLE_MS = 12_000;
const MAX_HEAD_BYTES = 16_384;
/** Time for requests in flight when the proxy stops. */
const STOP_DEADLINE_MS = 5_000;

/** Serves a proxy on Node. */
export async function serveProxy(settings: NodeProxySettings): Promise<RunningProxy> {
  const { host = '127.0.0.1', port = 8080, trustedHops = [], allowsHttp = false } = settings;
  if (allowsHttp) settings.log?.(HTTP_ALLOWED);
  const origins = new Set(settings.origins);
  const proxy = createProxy(settings, {
    readArrival: nodeArrival(trustedHops, allowsHttp),
    send: nodeSend(),
    pairOf: nodePairOf,
  });
  let isStopping = false;
  const { storage } = readSettings(settings);
  const instance = { storage, isStopping: () => isStopping };
  const listener = getRequestListener(proxy.fetch, { errorHandler: () => malformed().toAnswer() });
  const server = createServer(
    {
      headersTimeout: HEAD_DEADLINE_MS,
      requestTimeout: REQUEST_DEADLINE_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      maxHeaderSize: MAX_HEAD_BYTES,
    },
    (incoming, outgoing) => {
      const probed = incoming.method === 'GET' ? answerProbe(incoming.url ?? '', instance) : undefined;
      if (probed)
        return void probed.then(({ status, headers, body }) => outgoing.writeHead(status, headers).end(body));
      // Checked before the URL parser reads it, which would change `/a/../b` to `/b`.
      if (!readTarget(incoming.url ?? '')) return refuse(incoming, outgoing, origins);
      // A client that reads an answer byte by byte must not keep the connection open without limit.
      const timer = setTimeout(() => incoming.socket.destroy(), EXCHANGE_DEADLINE_MS);
      outgoing.once('close', () => clearTimeout(timer));
      void listener(incoming, outgoing);
    },
  );
  server.setTimeout(IDLE_MS);
  server.on('clientError', answerInvalidHttp);
  const origin = await listen(server, host, port);
  return {
    url: `${origin}${settings.pathPrefix ?? ''}`,
    stop() {
      isStopping = true;
      return close(server);
    },
  };
}

const BODY = JSON.stringify({ message: malformed().message });
const REFUSED = {
  ...SAFE_HEADERS,
  'Content-Type': 'application/json',
  'Content-Length': String(BODY.length),
  Connection: 'close',
};

function refuse(incoming: IncomingMessage, outgoing: ServerResponse, origins: ReadonlySet<string>): void {
  const permission = crossOriginHeaders(incoming.headers.origin ?? null, origins);
  outgoing.writeHead(400, { ...REFUSED, ...permission });
  outgoing.end(BODY);
}

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers invalid HTTP in the same form, and closes the connection. */
function answerInvalidHttp({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable && code !== 'ECONNRESET') {
    const lines = Object.entries(REFUSED).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${STATUS[code] ?? '400 Bad Request'}\r\n${lines.join('')}\r\n${BODY}`);
  }
  socket.destroySoon();
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), STOP_DEADLINE_MS).unref();
  });
}
