/// <reference types="node" />
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts to listen; port 0 takes a free one.
 *
 * @returns the origin of its addresses, such as `http://127.0.0.1:8787`
 */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${(server.address() as AddressInfo).port}`;
}
