import type { RawBuilder } from 'kysely';
import type { Adding, AnyShape } from '../../../src/services/contract/shape.ts';
import type { Principal } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import type { KnownCall, Route } from '../api/route.ts';
import type { Attributes } from '../api/query/attribute.ts';
import type { Stored, Table, Values } from './tables.ts';

/** The principal who sees the records, and the database with their related records. */
export interface ViewContext {
  readonly db: Database;
  readonly principal: Principal;
  /** Origin of the shop, for pictures that are stored as paths. */
  readonly shopOrigin?: string | undefined;
}

export type Verb = 'browse' | 'add' | 'read' | 'edit' | 'remove';

/** Fields that are calculated from the stored record. Methods, so that one list can contain computed fields of many models. */
export type ComputedFields<Record = Stored> = Readonly<{
  [field: string]: { of(record: Record): unknown }['of'];
}>;

/**
 * One kind of record: its fields, its table, and the hooks that run when it is written. Define it by `defineModel`, or with
 * its address by `defineResource`: the compiler then infers the types of `record` and `values` in the hooks from the shape
 * and from the model's own table. Hooks are methods, and not properties with function types, so that one list can contain
 * resources of many models.
 */
export interface Model<Shape extends AnyShape = AnyShape, Name extends string = string> {
  /** Its singular name in records, custom fields and audit entries: `brand`. */
  readonly model: Name;
  readonly shape: Shape;
  /** The table of its records; `tableOf(model)` by default. */
  readonly table?: Table;
  /** The field that identifies a record in the path, if it is not the id: `identifier`. */
  readonly key?: string;
  /** The id of the record in the path, if the path contains neither its id nor its key. Throws 404. */
  idOf?(call: KnownCall, named: string): Promise<number | string>;
  /** The model of the parent record in the path, and the field that shows its id. */
  readonly parent?: { readonly model: string; readonly field: string; readonly key?: string };
  /** The parent of its records, if the path has it in another form: `transaction:5`. */
  partOf?(call: KnownCall): Promise<string>;
  /** The columns that limit every query, if these are neither the profile of the path nor the parent. */
  scopeOf?(call: KnownCall): Promise<Readonly<Record<string, string | number>>>;
  /** A further condition for the records that the caller may see and change: in the statement that reads them, so that it is not older. */
  visibleTo?(call: KnownCall): RawBuilder<boolean>;
  /** Values of fields that the body of a new record leaves out. */
  readonly defaults?: Readonly<Values<Shape, Name>>;
  readonly computed?: ComputedFields<Stored<Shape, Name>>;
  /** Attributes of fields that are stored in another form than they are shown. */
  readonly attributes?: Attributes;
  /** Fields that customers neither filter nor sort by, because some of them do not see the value. */
  readonly notFilteredByCustomers?: readonly string[];
  /** Adds related records, such as definitions, before records are shown. */
  withRelated?(
    context: ViewContext,
    records: readonly Stored<Shape, Name>[],
  ): Promise<readonly Stored<Shape, Name>[]>;
  /** The time zone of its days, if it is not the programme's. The values of an edited record include its stored ones. */
  zoneOf?(call: KnownCall, values: Values<Shape, Name>): Promise<string>;
  /** Runs before records are read, for example to post due ledger entries. */
  beforeReading?(call: KnownCall): Promise<void>;
  /** Verbs whose handler is in another module. */
  readonly without?: readonly Verb[];
  /** The field with the parent in a tree of these records: no record becomes its own ancestor. */
  readonly hierarchyField?: string;
  /** Fields that cannot change while other records refer to it, because their amounts would change meaning. */
  readonly fixedInUse?: readonly string[];
  /** The currency of its money, if that is not its field `currency`: its amounts have at most the digits of the currency. */
  currencyOf?(call: KnownCall, values: Values<Shape, Name>): Promise<string | null | undefined>;
  /** Fields with a unique value. */
  readonly unique?: readonly string[];
  /** Only administrators add, edit and delete. */
  readonly administrators?: boolean;
  /** Whether customers may also add, edit and delete below their own profile. */
  readonly customers?: 'write';
  /** Verbs that accept a link instead of a token. Failed lookups are limited. */
  readonly byLink?: Partial<Readonly<Record<Verb, Pick<Route, 'byLink'>>>>;
  /** The field whose value is shown once, in the reply of `added`: audit entries and stored replies omit it. */
  readonly secretField?: string;
  /** The reply has all records if the request has no page parameters (spec 4.2, 4.3). */
  readonly complete?: boolean;
  /** Query parameters of its list besides filters, order and pages. */
  readonly parameters?: readonly string[];
  /** Checks or changes the values of a new record, in the transaction of the request. */
  adding?(call: KnownCall, values: Values<Shape, Name>): Promise<Values<Shape, Name>>;
  /** The same for a record that is changed. */
  editing?(
    call: KnownCall,
    record: Stored<Shape, Name>,
    values: Values<Shape, Name>,
  ): Promise<Values<Shape, Name>>;
  /** Runs before a record is deleted, in the same transaction. */
  removing?(call: KnownCall, record: Stored<Shape, Name>): Promise<void>;
  /** Runs after a record was added. May return the record after further changes. */
  added?(
    call: KnownCall<string, Adding<Shape>>,
    record: Stored<Shape, Name>,
  ): Promise<Stored<Shape, Name> | void>;
}

/** A model at an address. Its verbs are the endpoints of the catalogue whose ids begin with `id`. */
export interface Resource<Shape extends AnyShape = AnyShape, Name extends string = string> extends Model<
  Shape,
  Name
> {
  /** The beginning of its operation ids: `brands`, `profiles.addresses`. */
  readonly id: string;
}

/** A model with the types of its shape and table, for resources at several addresses. */
export const defineModel = <Shape extends AnyShape, const Name extends string>(
  model: Model<Shape, Name>,
): Model<Shape, Name> => model;

/** A resource with the types of its shape and table. */
export const defineResource = <Shape extends AnyShape, const Name extends string>(
  resource: Resource<Shape, Name>,
): Resource<Shape, Name> => resource;
