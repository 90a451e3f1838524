import * as v from 'valibot';
import type { ListedEndpoint } from './endpoint.ts';
import { accepted } from './common.ts';
import { data, page, records, type Data, type Page } from './envelope.ts';
import type { Adding, AnySchema, AnyShape, Editing, Reading } from './shape.ts';

/** The parts of an endpoint that the interface does not show. */
export interface Assumed {
  readonly verb?: true;
  readonly path?: true;
  readonly payload?: true;
  /** The name of the parameter at the end of the path. */
  readonly parameter?: true;
}

/** The interface gives the capability a name alone. Path: ASSUMPTION. */
export const onlyNamed: Assumed = { path: true };
/** The interface names a resource and no verbs. */
export const verbsNotNamed: Assumed = { verb: true, path: true };
/** The interface names the section alone. */
export const onlySectionNamed: Assumed = { verb: true, path: true };
/** The interface shows the collection of custom fields, and not one record of it. */
export const onlyCollectionShown: Assumed = { verb: true, path: true };
/** The interface shows the paths without methods. */
export const methodsNotShown: Assumed = { verb: true };
/** The interface does not show the name of the parameter. */
export const parameterNotNamed: Assumed = { parameter: true };

/**
 * What a path is relative to: the base address, or the address of the proxy (spec 5.4). `storefront` is relative to the
 * base address too, without `/v3` (spec 9.2).
 */
export type Base = 'service' | 'storefront' | 'proxy';

interface Details {
  /** Goes on after the clause, with its punctuation. */
  readonly more?: string;
  readonly assumed?: Assumed;
  readonly base?: Base;
  /** Needs no bearer token: it gives one, carries a signature, or does nothing before an e-mail address is confirmed. */
  readonly open?: boolean;
  /** A GET that changes something: never repeated, prefetched or cached. */
  readonly acts?: boolean;
  /** Sent as a form; every other body is JSON (spec 4, 5.1). */
  readonly form?: boolean;
}

/** An endpoint with all that is known of it: client, service, proxy and API document read the same contract. */
export interface Contract<
  Path extends string = string,
  Id extends string = string,
  Reply = unknown,
  Body = unknown,
> extends Details {
  readonly endpoint: ListedEndpoint<Path, Id>;
  /** Where the interface shows the endpoint, such as `4.6 Business`. */
  readonly shown: string;
  /** What it does, in a sentence without its full stop. */
  readonly summary: string;
  /** Accepts what arrives; `nothing` where there is no body to read. */
  readonly reply: v.GenericSchema<unknown, Reply>;
  readonly body?: v.GenericSchema<Body, unknown>;
}
/** A contract before `clause()` adds where the interface shows it; one that stands elsewhere too says so itself. */
type Row<Path extends string = string, Id extends string = string, Reply = unknown, Body = unknown> = Omit<
  Contract<Path, Id, Reply, Body>,
  'shown'
> & { readonly shown?: string };
type ContractOf<R> =
  R extends Row<infer Path, infer Id, infer Reply, infer Body> ? Contract<Path, Id, Reply, Body> : never;

/**
 * The contracts of endpoints that one clause of the interface shows. The assumption holds for each that has none of its own.
 */
export function clause<R extends Row>(shown: string, rows: readonly R[]): ContractOf<R>[];
export function clause<R extends Row>(shown: string, assumed: Assumed, rows: readonly R[]): ContractOf<R>[];
export function clause(shown: string, ...rest: [readonly Row[]] | [Assumed, readonly Row[]]): Contract[] {
  const [shared, rows] = rest.length === 1 ? [undefined, rest[0]] : rest;
  return rows.map(({ assumed = shared, ...row }) => {
    const own = assumed && assumedOf(row.endpoint, assumed);
    return { shown, ...row, ...(own && { assumed: own }) };
  });
}

/** The answer of a deletion: 204, or any 2xx with or without a body (ASSUMPTION). */
export const nothing = v.unknown();

/** The contract of one endpoint. Without a `body` the call takes none. */
export const contract = <Path extends string, Id extends string, Reply, Body = undefined>(
  endpoint: ListedEndpoint<Path, Id>,
  summary: string,
  details: Details & {
    readonly shown?: string;
    readonly reply: v.GenericSchema<unknown, Reply>;
    readonly body?: v.GenericSchema<Body, unknown>;
  },
): Row<Path, Id, Reply, Body> => ({ endpoint, summary, ...details });

/** The contract of an endpoint that accepts an array of records and processes them later. */
export const batch = <Path extends string, Id extends string, Schema extends v.GenericSchema>(
  endpoint: ListedEndpoint<Path, Id>,
  summary: string,
  record: Schema,
) => contract(endpoint, summary, { reply: data(accepted), body: records(record) });

type ReplyTo<Id extends string, S extends AnyShape> = Id extends `${string}.index`
  ? Page<Reading<S>>
  : Id extends `${string}.destroy`
    ? unknown
    : Data<Reading<S>>;
type BodyFor<Id extends string, S extends AnyShape> = Id extends `${string}.store`
  ? Adding<S>
  : Id extends `${string}.update`
    ? Editing<S>
    : undefined;
type CrudRow<S extends AnyShape, E> =
  E extends ListedEndpoint<infer Path, infer Id> ? Row<Path, Id, ReplyTo<Id, S>, BodyFor<Id, S>> : never;

interface Names {
  /** One record: `an order of a profile`. */
  readonly one?: string | undefined;
  /** Several records: `orders of a profile`. */
  readonly many?: string | undefined;
}

interface Described {
  readonly summary: string;
  readonly reply: AnySchema;
  readonly body?: AnySchema | undefined;
}
/** What the last word of an operation id says about its endpoint. */
const VERBS = {
  index: ({ record }: AnyShape, { many }: Names): Described => ({
    summary: `Browses ${many}`,
    reply: page(record),
  }),
  store: ({ record, add }: AnyShape, { one }: Names): Described => ({
    summary: `Adds ${one}`,
    reply: data(record),
    body: add,
  }),
  show: ({ record }: AnyShape, { one }: Names): Described => ({
    summary: `Reads ${one}`,
    reply: data(record),
  }),
  update: ({ record, edit }: AnyShape, { one }: Names): Described => ({
    summary: `Edits ${one}`,
    reply: data(record),
    body: edit,
  }),
  destroy: (_: AnyShape, { one }: Names): Described => ({ summary: `Deletes ${one}`, reply: nothing }),
};
type Verb = keyof typeof VERBS;
const verbs = Object.keys(VERBS) as readonly Verb[];

/**
 * The contracts of the endpoints that browse, add, read, edit and delete one kind of record: `crud(on, 'orders', …)` has those of
 * `orders.index`, `orders.store`, `orders.show`, `orders.update` and `orders.destroy`, as far as the module `on` exports them.
 * `except` leaves out those that have a contract of their own or stand in another clause.
 */
export function crud<
  Module extends Readonly<Record<string, ListedEndpoint>>,
  Name extends string,
  S extends AnyShape,
  V extends Verb = never,
>(
  endpoints: Module,
  name: Name,
  shape: S,
  { one, many, assumed, except = [] }: Names & Pick<Details, 'assumed'> & { readonly except?: readonly V[] },
): CrudRow<S, Extract<Module[keyof Module], { readonly id: `${Name}.${Exclude<Verb, V>}` }>>[] {
  const listed = Object.values(endpoints);
  const endpointOf = (verb: Verb) => listed.find(({ id }) => id === `${name}.${verb}`);
  const missing = except.find((verb) => !endpointOf(verb));
  if (missing) throw new Error(`crud() finds no endpoint "${name}.${missing}".`);
  const excepted = new Set<Verb>(except);
  const rows = verbs.flatMap((verb) => {
    const endpoint = endpointOf(verb);
    if (!endpoint || excepted.has(verb)) return [];
    return [{ endpoint, ...VERBS[verb](shape, { one, many }), ...(assumed && { assumed }) }];
  });
  if (!rows.length) throw new Error(`crud() finds no endpoint of "${name}".`);
  // The verbs above have the types that `CrudRow` derives from the id.
  return rows as never;
}

/** `onlyCollectionShown` assumes the path of one record, `parameterNotNamed` the parameter at its end: neither concerns a collection. */
function assumedOf({ path }: ListedEndpoint, assumed: Assumed): Assumed | undefined {
  const namesRecord = path.endsWith('}');
  if (assumed === parameterNotNamed) return namesRecord ? parameterNotNamed : undefined;
  return assumed === onlyCollectionShown && !namesRecord ? { verb: true } : assumed;
}
