import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { localServer } from './client-server.ts';

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** A shop page with the built elements and the service behind it on one origin, which counts token requests. */
export interface TabsServer {
  readonly url: string;
  /** Requests for a token, by customer. */
  readonly tokenCalls: Map<string, number>;
  /** Requests for a tier, by customer. */
  readonly tierCalls: Map<string, number>;
  /** How the token endpoint answers a customer's request: after how many milliseconds, with what status. */
  token: { delayMs: (customer: string, call: number) => number; status: () => number };
  /** What an API call answers when it is not 200. */
  apiStatus: () => number;
  close(): Promise<void>;
}

export async function tabsServer(): Promise<TabsServer> {
  const tokenCalls = new Map<string, number>();
  const tierCalls = new Map<string, number>();
  const server = await localServer((request, response) => void answer(request, response));
  const harness: TabsServer = {
    url: server.url,
    tokenCalls,
    tierCalls,
    token: { delayMs: () => 0, status: () => 200 },
    apiStatus: () => 200,
    close: () => server.close(),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, server.url);
    if (pathname.startsWith('/cdn/')) return sendFile(response, pathname.slice('/cdn/'.length));
    if (pathname === '/page') return sendPage(response, searchParams);
    if (pathname.endsWith('/auth/token')) {
      const { id } = (await readJson(request)) as { id: string };
      const call = (tokenCalls.get(id) ?? 0) + 1;
      tokenCalls.set(id, call);
      await new Promise((resolve) => setTimeout(resolve, harness.token.delayMs(id, call)));
      return sendJson(response, harness.token.status(), { data: { token: `${id}.${call}` } });
    }
    if (pathname.startsWith('/api/')) {
      const customer = /Bearer (\S+)\./.exec(request.headers.authorization ?? '')?.[1] ?? 'nobody';
      if (pathname.endsWith('/tier')) tierCalls.set(customer, (tierCalls.get(customer) ?? 0) + 1);
      return sendJson(response, harness.apiStatus(), apiReply(pathname, customer));
    }
    response.writeHead(404).end();
  }

  return harness;
}

/** Everything says whose it is: `canary-<customer>`. */
function apiReply(path: string, customer: string): unknown {
  const canary = `canary-${customer}`;
  if (path.includes('/search-profile/')) {
    return { data: { id: `profile-${customer}`, identities: [{ namespace: 'shop', value: customer }] } };
  }
  if (path.endsWith('/balances'))
    return { data: { points: { available: 4_200, pending: 0, earned: 9_000 } } };
  if (path.endsWith('/tier'))
    return { data: { points: 10, definition: { id: 1, name: canary, points_required: 1 } } };
  const definition = { id: 1, name: `${canary} reward`, points_cost: 5, is_published: true };
  if (path.endsWith('/rewards/definitions')) return { data: [definition] };
  if (path.endsWith('/rewards')) return { data: [] };
  return { data: [{ id: 1, list_id: 1, product_id: 'lamp', product: { id: 'lamp', name: canary } }] };
}

/**
 * `?customer=` prints a signed-in page, without it a guest's; `&beside=` another provider with its elements, `&inside` inside the first;
 * `?cached` a guest's page of a cache; `?empty` prints the script alone.
 */
function sendPage(response: ServerResponse, search: URLSearchParams): void {
  const customer = search.get('customer');
  const signedIn = (id: string) => `customer-id="${id}" signature="${'a'.repeat(64)}"`;
  const guest = search.has('cached') ? '' : `signed-at="${Math.floor(Date.now() / 1_000)}"`;
  const cache = search.get('cache') ?? '';
  const provider = (identity: string, content = '') =>
    `<loyalty-provider base-url="http://${response.req.headers.host}/api" platform="shop" cache="${cache}" ${identity}>${content}</loyalty-provider>`;
  const beside = search.get('beside');
  const other = beside ? provider(signedIn(beside), '<p><loyalty-tier></loyalty-tier></p>') : '';
  const first = customer ? signedIn(customer) : `customer-id="" ${guest}`;
  const elements = search.has('empty')
    ? ''
    : `${search.has('inside') ? provider(first, other) : provider(first) + other}
       <loyalty-balance></loyalty-balance><loyalty-balance variant="card"></loyalty-balance>
       <loyalty-tier></loyalty-tier><loyalty-rewards></loyalty-rewards><loyalty-wishlist></loyalty-wishlist>`;
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' });
  response.end(
    `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><script type="module" src="/cdn/loyalty.js"></script>${elements}`,
  );
}

async function sendFile(response: ServerResponse, name: string): Promise<void> {
  try {
    const file = await readFile(new URL(`../../dist/cdn/${name}`, import.meta.url));
    response.writeHead(200, {
      'Content-Type': TYPES[extname(name)] ?? 'text/plain',
      'Cache-Control': 'max-age=600',
    });
    response.end(file);
  } catch {
    response.writeHead(404).end();
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(status < 300 ? body : { message: `Status ${status}` }));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text || '{}');
}
