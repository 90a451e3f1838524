export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The `{names}` in a path template: `'/v3/profiles/{profile}/tier'` → `'profile'`. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/**
 * An endpoint as a page ships it. What it takes and answers stands in the contract of its section, which the compiler looks up by
 * operation id (`ReplyOf` and `BodyOf` in `catalogue.ts`).
 */
export interface ListedEndpoint<Path extends string = string, Id extends string = string> {
  /** Operation id, unique in the catalogue, in the style of the one id the spec shows: `webhooks.store`. */
  readonly id: Id;
  readonly method: Method;
  /** Template relative to the base address, `/v3` included (spec 9.1). */
  readonly path: Path;
}

/** An endpoint with its types. `types` exists for the compiler only. */
export interface Endpoint<
  Path extends string = string,
  Reply = unknown,
  Body = unknown,
  Id extends string = string,
> extends ListedEndpoint<Path, Id> {
  readonly types?: { readonly reply: Reply; readonly body: Body };
}

/** Lists an endpoint. Bundlers drop the call where the constant is not used. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const Path extends `/${string}`, const Id extends string>(
  method: Method,
  path: Path,
  id: Id,
): ListedEndpoint<Path, Id> {
  return { id, method, path };
}
