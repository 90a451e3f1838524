// The site's service worker: answers the requests of the examples from their fixtures, so that the site needs no server.
// Every open example has records of its own; the state in its address says whose they are and how the service behaves.
import { ownAnswers } from '../../test/support/component-own-answers.ts';
import {
  json,
  matcherOf,
  refuse,
  type AnyEndpoint,
  type Answer,
} from '../../test/support/component-answers.ts';
import { Member } from '../../test/support/component-member.ts';
import { storefrontToken } from '../../src/services/contract/endpoints/index.ts';
import states from '../../examples/states.json';
import member from '../../examples/fixtures/member.json';
import newMember from '../../examples/fixtures/new-member.json';
import pointsAsMoney from '../../examples/fixtures/points-as-money.json';

/** What this file uses of a service worker; the compiler knows only pages here. */
interface Worker {
  readonly registration: { readonly scope: string };
  readonly clients: {
    claim(): Promise<void>;
    get(id: string): Promise<{ readonly url: string } | undefined>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate' | 'message', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void;
}
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetched extends Lasting {
  readonly request: Request;
  readonly clientId: string;
  respondWith(response: Promise<Response>): void;
}

interface State {
  readonly title: string;
  readonly fixture: string;
  readonly customer?: string;
  /** Status of every answer but the token's. */
  readonly status?: number;
  readonly delayMs?: number;
}

const SERVICE = 'https://api.acme.example.com/api';
/** The same service for the examples of guests. */
const GUEST_SERVICE = 'https://guests.acme.example.com/api';
const PICTURES = 'https://cdn.example.com/pictures/';
const DAY_MS = 86_400_000;
const FIXTURES: Readonly<Record<string, object>> = {
  member,
  'new-member': newMember,
  'points-as-money': pointsAsMoney,
};
const STATES: Readonly<Record<string, State>> = states;

const worker = self as unknown as Worker;
worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
// A page that was reloaded past its worker asks to be answered again.
worker.addEventListener('message', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { url } = event.request;
  if (url.startsWith(PICTURES)) event.respondWith(fetch(pictureAddress(url)));
  else if ([SERVICE, GUEST_SERVICE].some((address) => url.startsWith(`${address}/`)))
    event.respondWith(answer(event));
});

const pictureAddress = (url: string) =>
  new URL(`pictures/products/${url.slice(PICTURES.length)}`, worker.registration.scope);

type Routes = readonly (readonly [AnyEndpoint, Answer])[];
const pages = new Map<string, Routes>();

async function answer({ clientId, request }: Fetched): Promise<Response> {
  const page = await worker.clients.get(clientId);
  const name = new URL(page?.url ?? SERVICE).searchParams.get('state') ?? 'member';
  const state = STATES[name];
  if (!state) return refuse(404, `No state ${name}.`);
  if (state.delayMs) await new Promise((resolve) => setTimeout(resolve, state.delayMs));
  const routes = pages.get(clientId) ?? routesFor(state);
  pages.set(clientId, routes);
  return routed(routes, state, request);
}

function routesFor({ fixture }: State): Routes {
  const ada = Object.assign(new Member('ada', 'a'.repeat(64)), withDays(FIXTURES[fixture]!), {
    namespace: 'acme-shop',
  });
  return ownAnswers(new Map([[ada.id, ada]]), new Map());
}

/** A copy of a fixture, its `day+5` as times. */
const withDays = (fixture: object): object =>
  JSON.parse(JSON.stringify(fixture), (_, value: unknown) => {
    const [, days] = (typeof value === 'string' && /^day([+-]\d+)$/.exec(value)) || [];
    return days ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : value;
  }) as object;

async function routed(routes: Routes, { status }: State, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const sent = await request.text();
  for (const [endpoint, respond] of routes) {
    const names = matcherOf(endpoint)(request.method, url.pathname);
    if (!names) continue;
    if (status && endpoint !== storefrontToken) return refuse(status, 'The service is down.');
    return respond({
      method: request.method,
      url,
      names,
      body: sent ? JSON.parse(sent) : undefined,
      headers: request.headers,
      signal: request.signal,
    });
  }
  return json({ message: 'No such route.' }, 404);
}
