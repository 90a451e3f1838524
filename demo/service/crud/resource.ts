import type { AnyShape } from '../../../src/services/contract/shape.ts';
import type { Principal } from '../platform/auth/principal.ts';
import type { Database } from '../platform/database/tables.ts';
import type { KnownCall, Route } from '../api/route.ts';
import type { Attributes } from '../api/query/attribute.ts';
import type { Stored, Table, Values } from './tables.ts';

/** Who is shown records, and the database that what belongs to them is read from. */
export interface ViewContext {
  readonly db: Database;
  readonly principal: Principal;
}

export type Verb = 'browse' | 'add' | 'read' | 'edit' | 'remove';

/** Fields that are calculated from the stored record. A method, so that a list may hold computed fields of many models. */
export type ComputedFields<Record = Stored> = Readonly<{
  [field: string]: { of(record: Record): unknown }['of'];
}>;

/**
 * One kind of record: its fields, where it is stored, and what has to be true or happens when it is written. Define it by
 * `defineModel`, or with its address by `defineResource`: the compiler then takes the types of `record` and `values` in
 * `adding`, `editing`, `added`, `removing`, `withRelated` and `computed` from the shape and from the model's own table.
 * They are methods, and not properties with function types, so that one list may hold resources of many models.
 */
export interface Model<Shape extends AnyShape = AnyShape, Name extends string = string> {
  /** Its singular name, by which records, custom fields and audits know it: `brand`. */
  readonly model: Name;
  readonly shape: Shape;
  /** Where its records are, if `tableOf(model)` does not say it. */
  readonly table?: Table;
  /** The field that stands in the path for a record, if that is not its id: `identifier`. */
  readonly key?: string;
  /** The id of the record that the path names, if that is neither its id nor its key. Throws 404. */
  idOf?(call: KnownCall, named: string): Promise<number | string>;
  /** The model whose record stands before it in the path, and the field that shows it. */
  readonly parent?: { readonly model: string; readonly field: string; readonly key?: string };
  /** What its records are part of, if the path says it in another way: `transaction:5`. */
  partOf?(call: KnownCall): Promise<string>;
  /** The columns that limit every query, if they are neither the profile of the path nor the parent. */
  scopeOf?(call: KnownCall): Promise<Readonly<Record<string, string | number>>>;
  /** Values of fields that are left out when a record is added. */
  readonly defaults?: Readonly<Values<Shape, Name>>;
  readonly computed?: ComputedFields<Stored<Shape, Name>>;
  /** Filters and sort keys of fields that are not stored as they are shown. */
  readonly attributes?: Attributes;
  /** Adds what is stored elsewhere, such as definitions, before records are shown. */
  withRelated?(
    context: ViewContext,
    records: readonly Stored<Shape, Name>[],
  ): Promise<readonly Stored<Shape, Name>[]>;
  /** The time zone of its days, if that is not the programme's. When a record is edited, its values are among them. */
  zoneOf?(call: KnownCall, values: Values<Shape, Name>): Promise<string>;
  /** Runs before records are read: posts what is due. */
  beforeReading?(call: KnownCall): Promise<void>;
  /** Verbs that have a handler of their own. */
  readonly without?: readonly Verb[];
  /** The field that names the parent in a tree of these records: no record becomes its own ancestor. */
  readonly hierarchyField?: string;
  /** Fields that do not change while other records refer to it: amounts would mean something else. */
  readonly fixedInUse?: readonly string[];
  /** Fields whose value no two of its records share. */
  readonly unique?: readonly string[];
  /** Adding, editing and deleting are for administrators. */
  readonly administrators?: boolean;
  /** Whether customers may add, edit and delete below their own profile; reading they may. */
  readonly customers?: 'write';
  /** Verbs that a link opens without a token. Failed lookups are limited. */
  readonly byLink?: Partial<Readonly<Record<Verb, Pick<Route, 'byLink'>>>>;
  /** The field whose value is answered once, by `added`: audits and stored answers leave it out. */
  readonly secretField?: string;
  /** Answers all records when no page is asked for (spec 4.2, 4.3). */
  readonly complete?: boolean;
  /** Checks or changes the values of a new record, in the transaction that writes it. */
  adding?(call: KnownCall, values: Values<Shape, Name>): Promise<Values<Shape, Name>>;
  /** The same for a record that is changed. */
  editing?(
    call: KnownCall,
    record: Stored<Shape, Name>,
    values: Values<Shape, Name>,
  ): Promise<Values<Shape, Name>>;
  /** Runs before a record is deleted, in the same transaction. */
  removing?(call: KnownCall, record: Stored<Shape, Name>): Promise<void>;
  /** Runs after a record was written. May answer the record as it is then. */
  added?(call: KnownCall, record: Stored<Shape, Name>): Promise<Stored<Shape, Name> | void>;
}

/**
 * A model at an address. Which of browse, add, read, edit and delete there are, below a profile or not, follows from the
 * endpoints of the catalogue whose ids begin with `id`.
 */
export interface Resource<Shape extends AnyShape = AnyShape, Name extends string = string> extends Model<
  Shape,
  Name
> {
  /** What its operation ids begin with: `brands`, `profiles.addresses`. */
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
