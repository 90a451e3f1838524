import { request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP } from 'node:net';
import type { AnswerBody } from './answer-text.ts';
import { bareHost, isPublic, resolve as systemResolve, type Resolve } from './addresses.ts';

const TIMEOUT_MS = 15_000;
/** Reading ends here. */
const MAX_REPLY_BYTES = 65_536;
/** Bytes of a reply that are returned: more than is stored, so that a secret at the end of that is found whole. */
const MAX_ANSWER_BYTES = 16_384;

export interface PostOptions {
  /** Allows addresses that are not public: for tests, and for a shop on the same machine. */
  readonly allowPrivate?: boolean;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
}

export interface Posted {
  /** Null without a reply. */
  readonly status: number | null;
  readonly error: string | null;
  readonly retryAfter: string | undefined;
  readonly durationMs: number;
  /** The beginning of the body; missing without a reply. */
  readonly answer?: AnswerBody;
}

/**
 * Sends JSON and reads the status. The host name is resolved once, all its addresses are checked, and the connection uses a
 * checked one: otherwise a second DNS lookup could return a private address. No redirects, no pooled connections.
 */
export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: PostOptions = {},
): Promise<Posted> {
  const began = performance.now();
  const elapsed = () => Math.round(performance.now() - began);
  try {
    const target = new URL(url);
    const deadline = options.timeoutMs ?? TIMEOUT_MS;
    const address = await within(deadline, checkedAddress(target, options));
    const reply = await exchange(target, address, headers, body, deadline - elapsed());
    const { status, retryAfter, answer } = reply;
    const isSuccess = status >= 200 && status < 300;
    const error = isSuccess ? null : reasonOf(status);
    return { status, retryAfter, answer, error, durationMs: elapsed() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { status: null, error: message.slice(0, 500), retryAfter: undefined, durationMs: elapsed() };
  }
}

const reasonOf = (status: number): string =>
  status >= 300 && status < 400 ? `Redirects are not followed (${status}).` : `Answered ${status}.`;

/** The address to connect to. Throws if any address of the name is not public, because the connection may use any of them. */
export async function checkedAddress(
  { hostname }: URL,
  { allowPrivate = false, resolve = systemResolve }: PostOptions,
): Promise<string> {
  const host = bareHost(hostname);
  const addresses = isIP(host) ? [host] : await resolve(host);
  const [first] = addresses;
  if (first === undefined) throw new Error('The name has no address.');
  if (!allowPrivate && !addresses.every(isPublic)) {
    throw new Error('The address is not one of the public network.');
  }
  return first;
}

interface Reply {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly answer: AnswerBody;
}

function exchange(
  target: URL,
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  deadlineMs: number,
): Promise<Reply> {
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // Node resolves the host name by this function: it returns the checked address.
    lookup: (_, options, callback) => {
      const family = isIP(address);
      // Asynchronous, like a resolver: a synchronous error would be thrown before the error listener is added, and end the process.
      setImmediate(() => {
        if (options.all) callback(null, [{ address, family }]);
        else callback(null, address, family);
      });
    },
  };
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? secureRequest : plainRequest)(
      target,
      options,
      (response) => {
        let bytes = 0;
        const read: Buffer[] = [];
        const done = () => {
          clearTimeout(timer);
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
            answer: {
              bytes: Buffer.concat(read).subarray(0, MAX_ANSWER_BYTES),
              contentType: response.headers['content-type'],
            },
          });
        };
        response.on('data', (chunk: Buffer) => {
          if (bytes < MAX_ANSWER_BYTES) read.push(chunk);
          bytes += chunk.length;
          if (bytes <= MAX_REPLY_BYTES) return;
          done();
          request.destroy();
        });
        response.on('end', done);
        response.on('error', reject);
      },
    );
    const timer = setTimeout(
      () => request.destroy(new Error('There was no answer in time.')),
      Math.max(1, deadlineMs),
    );
    request.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.end(body);
  });
}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The name was not resolved in time.')), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
