import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_ANSWER_BYTES } from '../../src/proxy/upstream/exchange.ts';
import { nodeSend } from '../../src/proxy/upstream/node-exchange.ts';

// A service whose connections end: how often a request is sent.

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

describe('request to the service', () => {
  let server: Server;
  /** Requests by connection, in order. */
  let connections: string[][];
  let answer: string;
  /** Whether a connection is closed without an answer to its request with this number. */
  let closes: (connection: number, request: number) => boolean;
  const open = new Set<Socket>();

  beforeEach(async () => {
    connections = [];
    answer = ANSWER;
    server = createServer((socket) => {
      open.add(socket);
      const requests: string[] = [];
      const connection = connections.push(requests);
      socket.on('error', () => {});
      socket.on('close', () => open.delete(socket));
      socket.on('data', (chunk) => {
        const number = requests.push(chunk.toString().split(' ')[0]!);
        if (closes(connection, number)) socket.destroy();
        else socket.write(answer);
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterEach(async () => {
    for (const socket of open) socket.destroy();
    open.clear();
    await new Promise((closed) => server.close(closed));
  });

  const sender = () => {
    const send = nodeSend();
    return (method: string, signal = new AbortController().signal) =>
      send({
        method,
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        headers: {},
        body: method === 'GET' ? undefined : '{}',
        signal,
      });
  };

  it('is sent once more where an idle connection was closed: a GET', async () => {
    closes = (connection, request) => connection === 1 && request === 2;
    const send = sender();
    await send('GET');
    expect((await send('GET')).status).toBe(200);
    expect(connections).toEqual([['GET', 'GET'], ['GET']]);
  });

  it('is not sent again where it may have been done: a POST', async () => {
    closes = (connection, request) => connection === 1 && request === 2;
    const send = sender();
    await send('GET');
    await expect(send('POST')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(connections).toEqual([['GET', 'POST']]);
  });

  it('is not sent again where a new connection was closed, nor more than once', async () => {
    closes = () => true;
    const send = sender();
    await expect(send('GET')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(connections).toEqual([['GET']]);
    closes = (connection, request) => connection > 2 || request > 1;
    await send('GET');
    await expect(send('GET')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(connections).toEqual([['GET'], ['GET', 'GET'], ['GET']]);
  });

  it.each([
    ['of a redirect', 'HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 9\r\n\r\n', 0],
    [
      'that is too large',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${(MAX_ANSWER_BYTES + 1).toString(16)}\r\n${' '.repeat(MAX_ANSWER_BYTES + 1)}\r\n`,
      undefined,
    ],
  ])('does not read the rest of an answer %s: its connection is closed', async (_, sent, length) => {
    closes = () => false;
    answer = sent;
    expect((await sender()('GET')).bytes?.length).toBe(length);
    await expect.poll(() => open.size).toBe(0);
  });

  it('is not sent again after it was aborted', async () => {
    const aborting = new AbortController();
    closes = (_, request) => {
      if (request > 1) aborting.abort();
      return request > 1;
    };
    const send = sender();
    await send('GET');
    await expect(send('GET', aborting.signal)).rejects.toThrow();
    expect(connections).toEqual([['GET', 'GET']]);
  });
});
