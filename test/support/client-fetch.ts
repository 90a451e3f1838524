// What the service layer loads when it is needed is here already: a test that waits need not wait for a disk.
import '../../src/services/customer/diagnostics.ts';
import '../../src/services/customer/lists/list-pages.ts';
import '../../src/services/customer/lists/missing-list.ts';
import '../../src/services/customer/lists/outbox.ts';
import '../../src/services/transport/failure.ts';
import '../../src/services/customer/profile.ts';
import '../../src/services/customer/session.ts';
import '../../src/services/customer/tokens/acquire.ts';
import '../../src/services/customer/tokens/sign-out.ts';
import type { Fetch } from '../../src/services/transport/http.ts';

/** One request as it would have left the page. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  /** Path below the base address, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly init: RequestInit;
}

/** A `fetch` that a test writes: what it was asked, and what it answers. */
export interface ScriptedFetch {
  readonly fetch: Fetch;
  readonly sent: Sent[];
}

export const BASE_URL = 'https://api.acme.example.com/api';

export function scriptedFetch(answer: (sent: Sent) => Response | Promise<Response>): ScriptedFetch {
  const sent: Sent[] = [];
  return {
    sent,
    async fetch(url, init) {
      const { pathname, searchParams } = new URL(url);
      const { method = 'GET', body } = init;
      const request: Sent = {
        method,
        url,
        path: pathname.replace(/^\/api/, ''),
        query: searchParams,
        headers: Object.fromEntries(new Headers(init.headers)),
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
        init,
      };
      if (init.signal?.aborted) throw init.signal.reason; // as a real fetch does: nothing leaves the page
      sent.push(request);
      return await whileWanted(answer(request), init.signal);
    },
  };
}

/** A real fetch rejects as soon as its signal is aborted, whatever the server does. */
function whileWanted(answer: Response | Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  const answered = Promise.resolve(answer);
  answered.catch(() => {});
  if (!signal) return answered;
  return Promise.race([
    answered,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  ]);
}

/** A JSON answer; 204 has no body. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

/** An error answer as spec 7 shows it. */
export const refusal = (status: number, headers: Record<string, string> = {}): Response =>
  json({ message: `Refused with ${status}.` }, status, headers);

/** A promise that a test settles when it likes. */
export function later<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
} {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Lets everything that is ready to go on go on, modules that load when they are needed included. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
