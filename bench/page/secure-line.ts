import { createServer as createHttp1 } from 'node:https';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { ownCertificate } from './certificate.ts';
import { openLine, openRelay, type Line } from './relay.ts';
import type { Handle, Listen } from './server.ts';

/** Origins with TLS behind one line. */
export interface SecureLine {
  /** Opens an origin, over HTTP/2, or HTTP/1.1 where asked. */
  readonly listen: Listen;
  /** Arguments for a Chromium that trusts these origins. */
  readonly trust: readonly string[];
  /** Changes the line for connections that are opened from now on. */
  setLine(line: Line): void;
}

export function secureLine(folder: string, version: '1.1' | '2'): SecureLine {
  const shared = openLine();
  const { key, cert, trust } = ownCertificate(folder);
  return {
    trust,
    setLine(line) {
      shared.line = line;
    },
    async listen(handle) {
      const server = version === '2' ? http2(handle) : createHttp1({ key, cert }, handle);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const relay = await openRelay((server.address() as AddressInfo).port, shared);
      return {
        url: `https://127.0.0.1:${relay.port}`,
        close: async () => {
          await relay.close();
          server.close();
        },
      };
    },
  };

  function http2(handle: Handle) {
    const server = createSecureServer({ key, cert, allowHTTP1: false });
    // Node's HTTP/2 has the requests and responses of HTTP/1.1 for handlers that need no more.
    server.on('request', handle as never);
    return server;
  }
}
