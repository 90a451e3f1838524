import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';

export const UPSTASH_TOKEN = 'canary-upstash';

/** Upstash's REST API, a command as a JSON array, in front of a real Redis. */
export async function startUpstash(redis: Redis) {
  let failure: { readonly status: number; readonly body: string; readonly delayMs?: number } | undefined;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const answer = (status: number, body: unknown) => {
        if (!response.destroyed)
          response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      };
      if (failure) {
        const { status, body, delayMs = 0 } = failure;
        return void wait(delayMs).then(() => response.writeHead(status).end(body));
      }
      if (request.headers.authorization !== `Bearer ${UPSTASH_TOKEN}`)
        return answer(401, { error: 'Unauthorized' });
      const [command = '', ...words] = JSON.parse(text) as string[];
      redis.call(command, ...words).then(
        (result) => answer(200, { result }),
        (error: Error) => answer(400, { error: `${error.message}, command was: ${text}` }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: (next?: typeof failure) => (failure = next),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
