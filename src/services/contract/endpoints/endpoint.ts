/**
 * The form of the catalogue: one constant per endpoint of the interface. Its docstring says where the interface shows it, and
 * what of it is ours where only a name is given: "Path: ASSUMPTION G12." The OpenAPI document reads its `x-assumption` off that.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The `{names}` in a path template: `'/v3/profiles/{profile}/tier'` → `'profile'`. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/**
 * One endpoint. `Reply` and `Body` exist for the compiler only: they cost no bytes and are never checked here
 * (the schemas in `../shapes/` do that, on servers).
 */
export interface Endpoint<
  Path extends string = string,
  Reply = unknown,
  Body = unknown,
  Id extends string = string,
> {
  /** Operation id, unique in the catalogue, in the style of the one id the spec shows: `webhooks.store`. */
  readonly id: Id;
  readonly method: Method;
  /** Template relative to the base address, `/v3` included (spec 9.1). */
  readonly path: Path;
  readonly types?: { readonly reply: Reply; readonly body: Body };
}

/** Names a type where a value is needed: `of<Balances>`. It is handed on, never called. */
export const of = <T>(value: T): T => value;
type Of<T> = (value: T) => T;

/** An endpoint of the catalogue. The types follow as `of<Reply>, of<Body>`; without a `Body` the call takes none. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  const Path extends `/${string}`,
  const Id extends string,
  Reply = unknown,
  Body = undefined,
>(method: Method, path: Path, id: Id, _reply?: Of<Reply>, _body?: Of<Body>): Endpoint<Path, Reply, Body, Id> {
  return { id, method, path };
}
