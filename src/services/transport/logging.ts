import type { Fetch } from './http.ts';

/**
 * A `fetch` that tells each request's method, path, status and time (spec 5.4, the logging flag), and nothing else: no query,
 * no header, no body, so no token and no signature. What a path names is in it, such as a profile's id.
 */
export function loggedFetch(fetch: Fetch, console: Pick<Console, 'info'>): Fetch {
  return async (url, init) => {
    const started = Date.now();
    let outcome: number | string = 'failed';
    try {
      const response = await fetch(url, init);
      outcome = response.status;
      return response;
    } finally {
      const { pathname } = new URL(url);
      console.info(`loyalty-elements: ${init.method} ${pathname} ${outcome} ${Date.now() - started} ms`);
    }
  };
}
