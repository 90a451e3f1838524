import {
  addListItemReservation,
  deleteListItemReservation,
  deleteProfileList,
  editListItemReservation,
  groupProfileOrders,
  groupProfileTransactions,
  listItemReservations,
  profileRedemptions,
  readListItemReservation,
  removeListItem,
  type Endpoint,
} from '../../services/contract/endpoints/index.ts';
import { contractOf, type OperationId } from '../../services/contract/catalogue.ts';
import { PAGE_NUMBER, PAGE_SIZE, REDEMPTION_ATTRIBUTES } from '../../services/transport/query.ts';
import { orderShape } from '../../services/contract/commerce/orders.ts';
import { transactionShape } from '../../services/contract/commerce/transactions.ts';

/** Names that a JSON body may have, each with the names below it; a value without names has an empty map. */
export type BodyNames = ReadonlyMap<string, { readonly below: BodyNames }>;

/** The fields that an endpoint takes. All others are refused. */
export interface EndpointFields {
  /** Query parameters by their whole name. */
  readonly query: ReadonlySet<string>;
  /** Attributes for `filter[…]` and `sort`. */
  readonly attributes: ReadonlySet<string>;
  readonly body: BodyNames;
}

/** Fields in addition to those of the catalogue, by operation id: whole names of query parameters, and top-level names of a body. */
export type FieldOverrides = Readonly<
  Partial<Record<OperationId, { readonly query?: readonly string[]; readonly body?: readonly string[] }>>
>;

export type FieldTable = (endpoint: Endpoint) => EndpointFields;

const BROWSING = [PAGE_NUMBER, PAGE_SIZE, 'sort'];
const GROUPING = ['group_by'];

interface Query {
  readonly query?: readonly string[];
  readonly attributes: readonly string[];
}

/** Where the reply does not have all attributes. Endpoints that group filter other records than they answer with. */
const ADDITIONAL_QUERY: ReadonlyMap<Endpoint, Query> = new Map<Endpoint, Query>([
  [addListItemReservation, { query: ['share'], attributes: [] }],
  [listItemReservations, { query: ['share'], attributes: [] }],
  [readListItemReservation, { query: ['secret'], attributes: [] }],
  [editListItemReservation, { query: ['secret'], attributes: [] }],
  [deleteListItemReservation, { query: ['secret'], attributes: [] }],
  [deleteProfileList, { query: ['confirm'], attributes: [] }],
  [removeListItem, { query: ['confirm'], attributes: [] }],
  [profileRedemptions, { attributes: REDEMPTION_ATTRIBUTES }],
  [groupProfileOrders, { query: GROUPING, attributes: Object.keys(orderShape.fields) }],
  [groupProfileTransactions, { query: GROUPING, attributes: Object.keys(transactionShape.fields) }],
]);

/**
 * The fields of every allowed endpoint, derived from its contract: a body has the names of its schema; a list can be filtered and
 * sorted by the names of its records.
 */
export function createFieldTable(allowed: readonly Endpoint[], more: FieldOverrides): FieldTable {
  const fieldsByEndpoint = new Map(
    allowed.map((endpoint) => [endpoint, fieldsOf(endpoint, more[endpoint.id as OperationId])]),
  );
  return (endpoint) => fieldsByEndpoint.get(endpoint) ?? fieldsOf(endpoint, undefined);
}

/** Shown only in the answer that creates the record: by filters or sorting a client could find it out. */
const SHOWN_ONCE: readonly string[] = ['secret'];

function fieldsOf(endpoint: Endpoint, more: FieldOverrides[OperationId]): EndpointFields {
  const contract = contractOf(endpoint);
  const { item } = ((contract?.reply as Schema | undefined)?.entries?.['data'] ?? {}) as Schema;
  const additional = ADDITIONAL_QUERY.get(endpoint);
  const attributes = [...(item ? namesIn(item).keys() : []), ...(additional?.attributes ?? [])].filter(
    (name) => !SHOWN_ONCE.includes(name),
  );
  return {
    query: new Set([...(item ? BROWSING : []), ...(additional?.query ?? []), ...(more?.query ?? [])]),
    attributes: new Set(attributes),
    body: new Map([
      ...namesIn(contract?.body as Schema | undefined),
      ...(more?.body ?? []).map((name) => [name, { below: NO_NAMES }] as const),
    ]),
  };
}

/** The parts of a schema that are read: names of an object, items of an array, record of a batch, a nullable value, and the type. */
interface Schema {
  readonly type?: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly record?: Schema;
  readonly wrapped?: Schema;
}

const NO_NAMES: BodyNames = new Map();

/** For values of free form, such as the lines of an estimate: any name is allowed. Names of profiles are still checked. */
class FreeNames extends Map<string, { readonly below: BodyNames }> {
  override get(): { readonly below: BodyNames } {
    return { below: this };
  }
}
const FREE_NAMES: BodyNames = new FreeNames();

function namesIn(schema: Schema | undefined): BodyNames {
  const inner = schema?.record ?? schema?.wrapped ?? schema?.item;
  if (inner) return namesIn(inner);
  if (schema?.type === 'record') return FREE_NAMES;
  return schema?.entries
    ? new Map(Object.entries(schema.entries).map(([name, value]) => [name, { below: namesIn(value) }]))
    : NO_NAMES;
}
