import type { GenericSchema } from 'valibot';
import type { Endpoint, PathParameter } from '../../../src/services/endpoints/index.ts';
import type { Principal } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';

/** One request, checked: what a handler may rely on. */
export interface Call<Path extends string = string, Body = unknown> {
  /** Decoded path parameters, none of them empty, none with a NUL byte. */
  readonly path: { readonly [Name in PathParameter<Path>]: string };
  /** As the route's schema left it; fields it does not name are gone (ASSUMPTION G36). */
  readonly body: Body;
  /** The address as the outside sees it. */
  readonly url: URL;
  /** The shop whose page is asking: paths of its products become addresses there. */
  readonly shopOrigin: string | undefined;
  /** Every method but GET runs inside one transaction: what is thrown undoes it all. */
  readonly db: Database;
}

export interface CustomerCall<Path extends string = string, Body = unknown> extends Call<Path, Body> {
  readonly principal: Principal;
  /**
   * The one profile this call may touch: the token's. A path that names another never gets here, and every query
   * is bound to this value, so a handler cannot forget whose data it reads.
   */
  readonly profileId: string;
}

type Handler<GivenCall, Reply> = (call: GivenCall) => Promise<Reply>;

/** An endpoint of the catalogue with what answers it. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly body?: GenericSchema;
  /** Absent where no bearer token is needed: only the endpoints that give one (judgement J1). */
  readonly scope?: string;
  /** Takes the call its endpoint, schema and scope describe: `mount` makes exactly that one. */
  readonly handle: (call: never) => Promise<unknown>;
}

type BodySchema<Body> = Body extends undefined ? [] : [schema: GenericSchema<unknown, Body>];

/**
 * Routes of one section of the interface. Reading needs the scope `<section>.read`, everything else
 * `<section>.write`: ASSUMPTION G15.
 */
export function section(name: string) {
  return function route<Path extends string, Reply, Body>(
    endpoint: Endpoint<Path, Reply, Body>,
    handle: Handler<CustomerCall<Path, Body>, Reply>,
    ...[schema]: BodySchema<Body>
  ): Route {
    const scope = `${name}.${endpoint.method === 'GET' ? 'read' : 'write'}`;
    return { endpoint, scope, handle, ...(schema && { body: schema }) };
  };
}

/** A route that needs no token, because it gives one. */
export function openRoute<Path extends string, Reply, Body>(
  endpoint: Endpoint<Path, Reply, Body>,
  handle: Handler<Call<Path, Body>, Reply>,
  ...[schema]: BodySchema<Body>
): Route {
  return { endpoint, handle, ...(schema && { body: schema }) };
}
