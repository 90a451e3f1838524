import * as v from 'valibot';
import type { Endpoint } from '../../endpoints/endpoint.ts';
import { data, page } from '../envelope.ts';
import type { AnySchema, AnyShape } from '../shape.ts';

/**
 * An endpoint with the checks of what it answers and takes. The browser knows their types only; servers, scripts and the
 * OpenAPI document use this.
 */
export interface Contract {
  readonly endpoint: Endpoint;
  /** Accepts what arrives; `nothing` where there is no body to read. */
  readonly reply: AnySchema;
  readonly body?: AnySchema;
}

/** The answer of a deletion: 204, or any 2xx with or without a body (ASSUMPTION G11). */
export const nothing = v.unknown();

type BodyOf<Body> = [Body] extends [undefined] ? [] : [body: v.GenericSchema<Body, unknown>];

/** The compiler compares the checks with the types that the catalogue names. */
export function contract<Path extends string, Reply, Body>(
  endpoint: Endpoint<Path, Reply, Body>,
  reply: v.GenericSchema<unknown, Reply>,
  ...[body]: BodyOf<Body>
): Contract {
  return { endpoint, reply, ...(body && { body }) };
}

/** The endpoints of a plain resource; not every resource has all five. */
interface Plain {
  readonly browse?: Endpoint;
  readonly add?: Endpoint;
  readonly read?: Endpoint;
  readonly edit?: Endpoint;
  readonly remove?: Endpoint;
}

/** The contracts of a plain resource, made from its one table of fields. */
export function plain(
  { record, add: addBody, edit: editBody }: AnyShape,
  { browse, add, read, edit, remove }: Plain,
): Contract[] {
  return [
    browse && { endpoint: browse, reply: page(record) },
    add && { endpoint: add, reply: data(record), body: addBody },
    read && { endpoint: read, reply: data(record) },
    edit && { endpoint: edit, reply: data(record), body: editBody },
    remove && { endpoint: remove, reply: nothing },
  ].filter((one) => one !== undefined);
}
