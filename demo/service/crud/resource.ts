import type { AnyShape } from '../../../src/services/contract/shapes/shape.ts';
import type { Principal } from '../platform/auth/principal.ts';
import type { Database } from '../platform/database/tables.ts';
import type { KnownCall, Route } from '../api/route.ts';
import type { Attributes } from '../api/query/attribute.ts';
import type { Stored, Table } from './table.ts';

export type Values = Record<string, unknown>;

/** Who is shown records, and where they are read. */
export interface Viewing {
  readonly db: Database;
  readonly principal: Principal;
}

export type Verb = 'browse' | 'add' | 'read' | 'edit' | 'remove';

/**
 * A plain resource: a row of data from which its routes are made. Which of browse, add, read, edit and delete there are,
 * below a profile or not, follows from the constants of the catalogue whose ids begin with `id`.
 */
export interface Resource {
  /** What its operation ids begin with: `brands`, `profiles.addresses`. */
  readonly id: string;
  /** Its singular name, by which records, custom fields and audits know it: `brand`. */
  readonly model: string;
  readonly shape: AnyShape;
  /** Where its records are; the common table without it. */
  readonly table?: Table;
  /** What stands in the path for a record, where that is not its id: `identifier`. */
  readonly key?: string;
  /** The id of the record that the path names, where it is not simply its id or its key. Throws 404. */
  readonly idOf?: (call: KnownCall, named: string) => Promise<number | string>;
  /** The model whose record stands before it in the path, and the field that shows it. */
  readonly parent?: { readonly model: string; readonly field: string; readonly key?: string };
  /** What its records are part of, where the path says it in another way: `transaction:5`. */
  readonly partOf?: (call: KnownCall) => Promise<string>;
  /** What every statement is bound to, where neither the profile of the path nor a parent says it all. */
  readonly boundsOf?: (call: KnownCall) => Promise<Readonly<Record<string, string | number>>>;
  /** Values of fields that are left out when a record is added. */
  readonly defaults?: Readonly<Values>;
  /** Fields that are calculated. */
  readonly computed?: Readonly<Record<string, (record: Stored) => unknown>>;
  /** What they are filtered and sorted by where a field of theirs is stored nowhere as it is shown. */
  readonly attributes?: Attributes;
  /** Brings records together with what is kept elsewhere, such as their definitions, before they are shown. */
  readonly joined?: (viewing: Viewing, records: readonly Stored[]) => Promise<Stored[]>;
  /** The time zone of its days, where that is not the programme's; of a record that is edited with its values. */
  readonly zoneOf?: (call: KnownCall, values: Values) => Promise<string>;
  /** Books what is due before its records are read. */
  readonly settles?: boolean;
  /** Verbs that have a handler of their own. */
  readonly without?: readonly Verb[];
  /** The field that names the record above it: no record is its own ancestor. */
  readonly above?: string;
  /** Fields that do not change while other records refer to it: amounts would mean something else. */
  readonly fixedInUse?: readonly string[];
  /** Fields that no two of its records have in common. */
  readonly unique?: readonly string[];
  /** Adding, editing and deleting are for administrators. */
  readonly administrators?: boolean;
  /** Whether customers may add, edit and delete below their own profile; reading they may. */
  readonly customers?: 'write';
  /** What a link opens without a token. Tries of links are counted. */
  readonly byLink?: Partial<Readonly<Record<Verb, Pick<Route, 'byLink'>>>>;
  /** The field whose value is answered once, by `added`: no audit and no stored answer has it. */
  readonly secretField?: string;
  /** Answers all records when no page is asked for (spec 4.2, 4.3). */
  readonly complete?: boolean;
  /** More that has to be so, or happens with it, in the same transaction. May change the values. */
  readonly adding?: (call: KnownCall, values: Values) => Promise<Values>;
  readonly editing?: (call: KnownCall, record: Stored, values: Values) => Promise<Values>;
  readonly removing?: (call: KnownCall, record: Stored) => Promise<void>;
  /** May answer the record as it is then. */
  readonly added?: (call: KnownCall, record: Stored) => Promise<Stored | void>;
}
