import { request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP } from 'node:net';
import { bareHost, isPublic, resolve as systemResolve, type Resolve } from './addresses.ts';

const TIMEOUT_MS = 15_000;
/** What is read of an answer: it says nothing we need. */
const MAX_ANSWER_BYTES = 65_536;

export interface PostOptions {
  /** Allows addresses that are not public: for tests, and for a shop on one's own machine. */
  readonly allowPrivate?: boolean;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
}

export interface Posted {
  /** Null: there was no answer. */
  readonly status: number | null;
  readonly error: string | null;
  readonly retryAfter: string | undefined;
  readonly durationMs: number;
}

/**
 * Sends JSON and reads the status. The name is resolved once, every address it has is checked, and the connection goes to
 * exactly the one that was: a second answer of the resolver changes nothing. No redirects, no pooled connections.
 */
export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: PostOptions = {},
): Promise<Posted> {
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    const target = new URL(url);
    const deadline = options.timeoutMs ?? TIMEOUT_MS;
    const address = await within(deadline, checkedAddress(target, options));
    const { status, retryAfter } = await exchange(target, address, headers, body, deadline - took());
    const fine = status >= 200 && status < 300;
    return { status, retryAfter, error: fine ? null : reasonOf(status), durationMs: took() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { status: null, error: message.slice(0, 500), retryAfter: undefined, durationMs: took() };
  }
}

const reasonOf = (status: number): string =>
  status >= 300 && status < 400 ? `Redirects are not followed (${status}).` : `Answered ${status}.`;

/** The address to connect to. Throws where one of the name's addresses is not public: half of a guard is none. */
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

function exchange(
  target: URL,
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  deadlineMs: number,
): Promise<{ status: number; retryAfter: string | undefined }> {
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // The connection asks us where the name is, and we answer with what was checked.
    lookup: (_, wanted, answer) => {
      const family = isIP(address);
      // Later, as a resolver would: what fails at once would fail before anyone listens, and end the process.
      setImmediate(() => {
        if (wanted.all) answer(null, [{ address, family }]);
        else answer(null, address, family);
      });
    },
  };
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? secureRequest : plainRequest)(
      target,
      options,
      (answer) => {
        let bytes = 0;
        const done = () => {
          clearTimeout(timer);
          resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] });
        };
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= MAX_ANSWER_BYTES) return;
          done();
          request.destroy();
        });
        answer.on('end', done);
        answer.on('error', reject);
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
