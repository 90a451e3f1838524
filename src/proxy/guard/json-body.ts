import { malformed, Refusal } from './answer.ts';
import { readCapped } from './body.ts';
import { until } from './deadline.ts';

const MAX_BODY_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i;

/**
 * The body of a request as text that is known to be JSON; `undefined` where there is none. Only JSON is taken: a page of
 * another site can send texts and forms without asking, but not this type.
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
  // Over HTTP/2 a body needs no length: only now it shows whether there is one.
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
