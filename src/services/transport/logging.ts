import type { Fetch } from './http.ts';

/**
 * A `fetch` that writes method, path, status and duration of each request to the console (spec 5.4, the logging flag). Query, headers
 * and body are left out, so that no token and no signature is logged; ids in a path are logged.
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
