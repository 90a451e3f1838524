import * as v from 'valibot';
import type { ListedEndpoint } from './endpoint.ts';
import { data, page, type Data, type Page } from './envelope.ts';
import type { Adding, AnySchema, AnyShape, Editing, Reading } from './shape.ts';

/** What of an endpoint the interface does not show: the number of the assumption for each part. */
export interface Assumed {
  readonly verb?: string;
  readonly path?: string;
  readonly payload?: string;
  /** The name of the parameter at the end of the path. */
  readonly parameter?: string;
}

/** The interface gives the capability a name alone. Path: ASSUMPTION G12. */
export const G12: Assumed = { path: 'G12' };
/** The interface names a resource and no verbs (judgement J15). */
export const J15: Assumed = { verb: 'J15', path: 'G12' };
/** The interface names the section alone (judgement J19). */
export const J19: Assumed = { verb: 'J19', path: 'G12' };
/** The interface shows the collection of custom fields, and not one record of it (judgement J9). */
export const J9: Assumed = { verb: 'J9', path: 'J9' };
/** The interface shows the paths without methods (judgement J10). */
export const J10: Assumed = { verb: 'J10' };
/** The interface does not show the name of the parameter (judgement J11). */
export const J11: Assumed = { parameter: 'J11' };

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
  /** Needs no bearer token: it gives one (judgement J1), or carries a signature (G13). */
  readonly open?: boolean;
  /** A GET that changes something: never repeated, prefetched or cached (rule R77). */
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

/** The answer of a deletion: 204, or any 2xx with or without a body (ASSUMPTION G11). */
export const nothing = v.unknown();

/** The contract of one endpoint. Without a `body` the call takes none. */
export const contract = <Path extends string, Id extends string, Reply, Body = undefined>(
  endpoint: ListedEndpoint<Path, Id>,
  shown: string,
  summary: string,
  details: Details & {
    readonly reply: v.GenericSchema<unknown, Reply>;
    readonly body?: v.GenericSchema<Body, unknown>;
  },
): Contract<Path, Id, Reply, Body> => ({ endpoint, shown, summary, ...details });

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
type CrudContract<S extends AnyShape, E> =
  E extends ListedEndpoint<infer Path, infer Id> ? Contract<Path, Id, ReplyTo<Id, S>, BodyFor<Id, S>> : never;

interface Names {
  /** One record: `an order of a profile`. */
  readonly one?: string | undefined;
  /** Several records: `orders of a profile`. */
  readonly many?: string | undefined;
}

/** What the last word of an operation id says of an endpoint that browses, adds, reads, edits or removes records. */
const VERBS: Readonly<
  Record<
    string,
    (shape: AnyShape, names: Names) => { summary: string; reply: AnySchema; body?: AnySchema | undefined }
  >
> = {
  index: ({ record }, { many }) => ({ summary: `Browses ${many}`, reply: page(record) }),
  store: ({ record, add }, { one }) => ({ summary: `Adds ${one}`, reply: data(record), body: add }),
  show: ({ record }, { one }) => ({ summary: `Reads ${one}`, reply: data(record) }),
  update: ({ record, edit }, { one }) => ({ summary: `Edits ${one}`, reply: data(record), body: edit }),
  destroy: (_, { one }) => ({ summary: `Deletes ${one}`, reply: nothing }),
};

/**
 * The contracts of endpoints that browse, add, read, edit or delete records of one shape; an operation id says by its last word
 * which it is.
 */
export function crud<S extends AnyShape, const Endpoints extends readonly ListedEndpoint[]>(
  shape: S,
  endpoints: Endpoints,
  shown: string,
  { one, many, assumed }: Names & Pick<Details, 'assumed'>,
): CrudContract<S, Endpoints[number]>[] {
  return endpoints.map((endpoint) => {
    const verb = endpoint.id.split('.').at(-1) ?? '';
    const describe = VERBS[verb];
    if (!describe) throw new Error(`crud() has no verb "${verb}".`);
    const own = assumed && assumedOf(endpoint, assumed);
    return { endpoint, shown, ...describe(shape, { one, many }), ...(own && { assumed: own }) };
    // The verbs above have the types that `CrudContract` derives from the id.
  }) as unknown as CrudContract<S, Endpoints[number]>[];
}

/** J9 concerns the path of one record alone, J11 the parameter at its end. */
function assumedOf({ path }: ListedEndpoint, assumed: Assumed): Assumed | undefined {
  const namesRecord = path.endsWith('}');
  if (assumed === J11) return namesRecord ? J11 : undefined;
  return assumed === J9 && !namesRecord ? { verb: 'J9' } : assumed;
}
