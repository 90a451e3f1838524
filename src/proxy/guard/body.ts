import { malformed, Refusal } from './answer.ts';
import { until } from './deadline.ts';

const MAX_BODY_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i;

/**
 * The body of a request as text that is valid JSON; `undefined` where there is none. No other type is accepted: a page of
 * another site can send texts and forms without a preflight request, but not JSON.
 */
export async function readJsonBody(request: Request, signal: AbortSignal): Promise<string | undefined> {
  const { headers } = request;
  const length = headers.get('Content-Length');
  if (length === '0') return undefined;
  if (Number(length) > MAX_BODY_BYTES) throw tooLarge();
  if (length !== null || headers.has('Transfer-Encoding')) checkType(headers);
  const bytes = await until(readCapped(request.body, MAX_BODY_BYTES), signal).catch(() => {
    throw signal.aborted ? new Refusal(408, 'The request did not arrive in time.') : malformed();
  });
  if (!bytes) throw tooLarge();
  // Over HTTP/2 a body needs no length: whether there is one is known only after reading.
  if (bytes.length === 0) return undefined;
  checkType(headers);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    JSON.parse(text);
    return text;
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}

function checkType(headers: Headers): void {
  if (!JSON_TYPE.test(headers.get('Content-Type') ?? '')) {
    throw new Refusal(415, 'The body has to be application/json.');
  }
  if (headers.has('Content-Encoding')) throw new Refusal(415, 'The body has to come unpacked.');
}

const tooLarge = () => new Refusal(413, 'The body is too large.');

/** Reads a whole stream; `undefined` as soon as it is larger than allowed. */
export async function readCapped(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!stream) return new Uint8Array();
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return join(chunks, size);
    size += value.length;
    if (size > maxBytes) {
      // Not awaited: the sender may never confirm that the stream is cancelled.
      void reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(value);
  }
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
