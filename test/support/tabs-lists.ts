import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { localServer } from './client-server.ts';

export interface ListsServer {
  readonly url: string;
  /** What is on the wishlist: products such as `p1`, and variants of products such as `p1:v2`. */
  products(): string[];
  /** How often an edit changed the list, by its idempotency key. */
  readonly changes: Map<string, number>;
  /** How often each edit was sent: additions by their key, removals by their path. */
  readonly sent: Map<string, number>;
  /** Changes of the list in their order, such as `+p1` and `-p1:v2`. */
  readonly log: string[];
  /** Called before an edit is done. The edit waits for it. */
  beforeEdit: () => Promise<void> | undefined;
  /** Called when the list is read, and after its items are. The answer waits for it. */
  beforeList: () => Promise<void> | undefined;
  /** Edits that the page is about to make, by number. */
  readonly made: Map<number, MadeEdit>;
  /** Numbers of the edits that the page said were saved. */
  readonly said: Set<number>;
  /** What happens to the next edit. */
  fault: () => 'none' | 'unavailable' | 'cut before' | 'cut after';
  close(): Promise<void>;
}

export interface MadeEdit {
  readonly number: number;
  /** A product, or a variant of one. */
  readonly product: string;
  readonly save: boolean;
}

/**
 * A shop page with a heart, and a service with a wishlist. A list takes a product once as a whole and once in each variant, as the interface
 * says; the service counts idempotency keys, and does not use them.
 */
export async function listsServer({
  addsTwice = false,
}: {
  /** Adds a product as often as it is sent: a twin. */
  readonly addsTwice?: boolean | undefined;
} = {}): Promise<ListsServer> {
  let items: Item[] = [];
  let last = 0;
  const server = await localServer((request, response) => void answer(request, response).catch(() => {}));
  const harness: ListsServer = {
    url: server.url,
    products: () => items.map(choiceOf),
    changes: new Map(),
    sent: new Map(),
    log: [],
    beforeEdit: () => undefined,
    beforeList: () => undefined,
    made: new Map(),
    said: new Set(),
    fault: () => 'none',
    close: () => server.close(),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, server.url);
    const { method } = request;
    const body = await readText(request);
    const [, step, number, product, save] = pathname.split('/');
    if (step === 'making')
      harness.made.set(Number(number), { number: Number(number), product: product!, save: save === 'true' });
    if (step === 'said') harness.said.add(Number(number));
    if (step === 'making' || step === 'said') return send(response, 200, '{}');
    if (pathname === '/page') return sendPage(response);
    if (pathname.startsWith('/cdn/'))
      return send(response, 200, await readFile(`dist${pathname}`), 'text/javascript');
    if (pathname.endsWith('/auth/token')) return reply(response, { token: 'token' });
    if (pathname.includes('/search-profile/'))
      return reply(response, { id: 'profile-1', identities: [{ namespace: 'shop', value: '1' }] });
    if (method === 'GET') {
      const read = [...items];
      await harness.beforeList();
      return reply(response, read);
    }
    const fault = harness.fault();
    if (fault === 'unavailable') return send(response, 503, '{}');
    if (fault === 'cut before') return void request.socket.destroy();
    const key = String(request.headers['idempotency-key']);
    const name = method === 'DELETE' ? pathname : key;
    harness.sent.set(name, (harness.sent.get(name) ?? 0) + 1);
    await harness.beforeEdit();
    const answered = change(method!, pathname, body, key);
    if (fault === 'cut after') return void request.socket.destroy();
    if (answered) return reply(response, answered);
    return send(response, 404, '{}');
  }

  function change(method: string, path: string, body: string, key: string): unknown {
    if (method === 'DELETE') {
      const id = Number(path.split('/').at(-1));
      const found = items.find((item) => item.id === id);
      if (found) harness.log.push(`-${choiceOf(found)}`);
      items = items.filter((item) => item.id !== id);
      return found;
    }
    const { product_id, variant_id = null } = JSON.parse(body) as Partial<Item> & Pick<Item, 'product_id'>;
    const item = { id: ++last, product_id, variant_id };
    const known = items.find((one) => choiceOf(one) === choiceOf(item));
    if (known && !addsTwice) return known;
    items.unshift(item);
    harness.log.push(`+${choiceOf(item)}`);
    harness.changes.set(key, (harness.changes.get(key) ?? 0) + 1);
    return item;
  }

  return harness;
}

interface Item {
  readonly id: number;
  readonly product_id: string;
  readonly variant_id: string | null;
}

const choiceOf = ({ product_id, variant_id }: Item): string =>
  variant_id === null ? product_id : `${product_id}:${variant_id}`;

/** In the tab. It stands on its own, so that it can be sent there: whether the list is shown and the browser has stored no edit. */
export async function isSent(): Promise<boolean> {
  const heart = document.querySelector('loyalty-wishlist-button');
  if ((heart as unknown as { saved?: boolean } | null)?.saved === undefined) return false;
  if (!(await indexedDB.databases()).some(({ name }) => name === 'loyalty-elements lists')) return true;
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('loyalty-elements lists', 1);
    opening.onupgradeneeded = () => opening.transaction!.abort();
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('not opened'));
  }).catch(() => undefined);
  if (!database) return true;
  const all = await new Promise<unknown[][]>((resolve) => {
    const reading = database.transaction('edits').objectStore('edits').getAll();
    reading.onsuccess = () => resolve(reading.result as unknown[][]);
  });
  database.close();
  return all.every((edits) => edits.length === 0);
}

const reply = (response: ServerResponse, data: unknown) => send(response, 200, JSON.stringify({ data }));

function sendPage(response: ServerResponse): void {
  const provider = `<loyalty-provider base-url="http://${response.req.headers.host}/api" platform="shop" customer-id="1" signature="${'a'.repeat(64)}"></loyalty-provider>`;
  send(
    response,
    200,
    `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><script type="module" src="/cdn/loyalty.js"></script>${provider}<loyalty-wishlist-button product-id="p0" product-name="Lamp"></loyalty-wishlist-button>`,
    'text/html; charset=utf-8',
  );
}

function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  type = 'application/json',
): void {
  response
    .writeHead(status, {
      'Content-Type': type,
      'Cache-Control': type === 'text/javascript' ? 'max-age=600' : 'no-store',
    })
    .end(body);
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
