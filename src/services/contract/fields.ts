import type { Kind } from './kinds.ts';

// The fields of records: whether a value is there, who may send it, who sees it.

/** Whether a record has the field: `always` with a value, `nullable` perhaps without one, `never` for what is only written. */
export type Presence = 'always' | 'nullable' | 'never';
/** Whether a client may send it: when adding (`once`: and not later), or never. */
type Write = 'required' | 'optional' | 'requiredOnce' | 'optionalOnce' | 'never';

/** The model that the value of a field, or each value of a list, names. */
export interface Reference {
  readonly model: string;
  /** The fields by one of which it is named. */
  readonly by: readonly string[];
  /** Whether the record has to exist when the field is written: otherwise the value may also be a name that the service does not know. */
  readonly mustExist: boolean;
  /** The record with the field is a part of the one that it names, and is deleted with it. */
  readonly isPart?: true;
}

/** One field of a record. */
export interface Field<K extends Kind = Kind, P extends Presence = Presence, W extends Write = Write> {
  readonly kind: K;
  readonly presence: P;
  readonly write: W;
  /** What a customer's own token may do with it; staff read every field, and write what `write` allows. */
  readonly customers: 'read' | 'write' | 'nothing';
  /** Its description in the API document. */
  readonly text?: string | undefined;
  /** The scope that a token needs to see the value; others see null. */
  readonly scope?: string;
  /** The record that its value names. */
  readonly refersTo?: Reference;
  /** Models of the records that values inside of it name by their ids. */
  readonly contains?: Readonly<Record<string, string>>;
  /** The default of responses for a missing value. Without this setting it is null. */
  readonly none?: readonly never[];
}
export type Fields = Readonly<Record<string, Field>>;

const field =
  <P extends Presence, W extends Write>(presence: P, write: W) =>
  <K extends Kind>(kind: K, text?: string): Field<K, P, W> => ({
    kind,
    presence,
    write,
    customers: 'read',
    ...(text && { text }),
  });

/** Set by the service; there may be no value. */
export const given = field('nullable', 'never');
/** Set by the service, and always there. */
export const always = field('always', 'never');
/** Must be sent when a record is added, and is always there. */
export const required = field('always', 'required');
/** May be sent; null or left out where there is no value. */
export const optional = field('nullable', 'optional');
/** May be sent; the service has a default, so it is always there. */
export const defaulted = field('always', 'optional');
/** As `required`, and stays what it was when the record was added. */
export const requiredOnce = field('always', 'requiredOnce');
/** As `optional`, and stays what it was when the record was added. */
export const optionalOnce = field('nullable', 'optionalOnce');
/** Sent, and never returned. */
export const secret = field('never', 'required');

/** Its value names a record, by the id if no other field is given: the record has to exist, and is not deleted as long as it is named. */
export const refersTo =
  (model: string, by = 'id') =>
  <F extends Field>(one: F): F => ({ ...one, refersTo: { model, by: [by], mustExist: true } });
/** As `refersTo`; the record is a part of the one that it names, and is deleted with it. */
export const partOf =
  (model: string) =>
  <F extends Field>(one: F): F => ({
    ...one,
    refersTo: { model, by: ['id'], mustExist: true, isPart: true },
  });
/** As `refersTo`, by one of these fields; there may be no such record, as for a currency of which the tenant has no settings. */
export const mayName =
  (model: string, ...by: readonly string[]) =>
  <F extends Field>(one: F): F => ({ ...one, refersTo: { model, by, mustExist: false } });
/** Values inside of it name records of these models by their ids. */
export const containing =
  (contains: Readonly<Record<string, string>>) =>
  <F extends Field>(one: F): F => ({ ...one, contains });
/** Customers never see it: notes, security codes, credit numbers. */
export const staffOnly = <F extends Field>(one: F): F => ({ ...one, customers: 'nothing' });
/** A value that proves possession, such as a security code: visible only with the scope to use it. */
export const scoped =
  (scope: string) =>
  <F extends Field>(one: F): F => ({ ...one, scope });
/** A list that is empty where nothing was set: spec 2.6 has `meta` and `tags` as arrays. */
export const listed = <F extends Field>(one: F): F => ({ ...one, none: [] });
/** Customers may set it on their own records. */
export const byCustomer = <F extends Field>(one: F): F => ({ ...one, customers: 'write' });
