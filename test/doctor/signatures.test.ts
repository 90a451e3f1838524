import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { checkSignatures } from '../../src/doctor/connection/check-signatures.ts';
import { createRecorder, TOKEN_OPERATION } from '../../src/doctor/recorded-fetch.ts';
import { createSecrets } from '../../src/doctor/secrets.ts';
import type { ServiceOptions } from '../../src/doctor/options.ts';
import { signCustomerId } from '../../src/proxy/signature.ts';

const SECRET = 'development-only-not-a-secret';
const HOUR_S = 3_600;

interface Sent {
  readonly id: string;
  readonly signature: string;
  readonly signed_at?: string;
}
/** Services, by which requests get a token. */
const isSigned = ({ id, signature, signed_at }: Sent) =>
  signature ===
  signCustomerId(
    id,
    SECRET,
    signed_at === undefined ? undefined : { signedAt: new Date(Number(signed_at) * 1_000) },
  );
const isYoungerThan =
  (hours: number) =>
  ({ signed_at = String(Date.now() / 1_000) }: Sent) =>
    Date.now() / 1_000 - Number(signed_at) < hours * HOUR_S;

let close: (() => void) | undefined;
afterEach(() => close?.());

/** What the doctor reports about a service. `takes` decides which requests get a token; the request of the page is sent first. */
async function saysAbout(takes: (sent: Sent) => boolean): Promise<readonly string[]> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const sent = JSON.parse(Buffer.concat(parts).toString()) as Sent;
    response.writeHead(takes(sent) ? 200 : 401, { 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => void server.close();
  const options = {
    settings: { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    signing: { platform: 'shop', customerId: '1001', secret: SECRET },
  } as ServiceOptions;
  const recorder = createRecorder(fetch, createSecrets());
  const { baseUrl } = options.settings;
  // That of the page, which the doctor has sent before.
  const body = JSON.stringify({ id: '1001', signature: signCustomerId('1001', SECRET) });
  await recorder.during(TOKEN_OPERATION, () => recorder.fetch(baseUrl, { method: 'POST', body }));
  const checks = await checkSignatures(options, { recorder, pause: () => Promise.resolve(), note: () => {} });
  return checks.map(({ state, text }) => `${state}: ${text}`);
}

const RIGHT = 'ok: the right signature gets a token';
const REFUSED = 'ok: a wrong signature is refused (status 401)';
const TIMED = 'ok: a signature with its time (signed-at) gets a token';
const FOR_EVER = expect.stringContaining('wrong: A signature with the time of two days ago gets a token');

describe('signatures of a service', () => {
  it.each<[what: string, takes: (sent: Sent) => boolean, says: readonly unknown[]]>([
    ['takes them for a day', (sent) => isSigned(sent) && isYoungerThan(24)(sent), [RIGHT, REFUSED, TIMED]],
    [
      'takes them for 60 hours',
      (sent) => isSigned(sent) && isYoungerThan(60)(sent),
      [RIGHT, REFUSED, TIMED, FOR_EVER],
    ],
    ['takes them at any time', isSigned, [RIGHT, REFUSED, TIMED, FOR_EVER]],
    [
      'knows no time',
      ({ id, signature }) => signature === signCustomerId(id, SECRET),
      [RIGHT, REFUSED, 'note: signed-at is not taken (status 401): leave it off the provider'],
    ],
    [
      'takes every signature',
      () => true,
      [RIGHT, expect.stringContaining('wrong: A WRONG SIGNATURE GETS A TOKEN'), TIMED, FOR_EVER],
    ],
    [
      'takes none',
      () => false,
      [
        'wrong: The right signature gets no token (status 401).',
        REFUSED,
        'note: signed-at is not taken (status 401): leave it off the provider',
      ],
    ],
  ])('are described when it %s', async (_what, takes, says) => {
    expect(await saysAbout(takes)).toEqual(says);
  });
});
