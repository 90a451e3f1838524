import type { OpenProxy } from './open-proxy.ts';

/** The profile of Ann, as whom `signIn` signs in. */
export const OWN = '/v3/profiles/profile-1001';

/** Sends a request with the token of a session, and reads the answer. */
export async function ask(url: string, token: string, { headers, ...init }: RequestInit = {}) {
  const response = await fetch(url, { ...init, headers: { Authorization: `Bearer ${token}`, ...headers } });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text ? JSON.parse(text) : undefined,
  };
}

export const withJson = (method: string, body: string): RequestInit => ({
  method,
  body,
  headers: { 'Content-Type': 'application/json' },
});

/** Sets the answer of the service to all data requests. */
export function answerWith(
  { upstream }: OpenProxy,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  upstream.onCall = (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
  };
}
