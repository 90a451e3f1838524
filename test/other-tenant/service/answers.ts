import type { Dialect, Kind, Kinds, Refusal, Tenant } from './dialect.ts';
import type { Member } from './records.ts';
import type { World } from './world.ts';

/** One request, after authentication: what a handler needs to answer it. */
export interface Ask {
  tenant: Tenant;
  world: World;
  dialect: Dialect;
  /** Undefined for machine tokens. */
  caller: Member | undefined;
  /** The member that `{profile}` names; reading it where the path has none is a fault of this service. */
  readonly member: Member;
  params: Record<string, string>;
  query: URLSearchParams;
  /** The body's fields by the names of `Dialect.bodies`. */
  input: Record<string, unknown>;
  body: unknown;
}

export type Answer =
  | { one: Kind; record: unknown }
  | { many: Kind; records: unknown[] }
  | { raw: object; status?: number }
  | { empty: true };
export type Handler = (ask: Ask) => Answer;

export const one = <K extends Kind>(kind: K, record: Kinds[K]): Answer => ({ one: kind, record });
export const many = <K extends Kind>(kind: K, records: Kinds[K][]): Answer => ({ many: kind, records });
export const raw = (body: object, status?: number): Answer => ({
  raw: body,
  ...(status !== undefined && { status }),
});
export const empty: Answer = { empty: true };

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}
export const invalid = (fields: Record<string, string>): Refused =>
  new Refused({ status: 422, message: 'The given data was invalid.', fields });
export const missing = (what: string): Refused => new Refused({ status: 404, message: `${what} not found.` });

/** A field of the body that the operation cannot do without. */
export function text(ask: Ask, field: string): string {
  const value = ask.input[field];
  if (value === undefined || value === null || value === '')
    throw invalid({ [field]: 'This field is required.' });
  return String(value);
}

export function amount(ask: Ask, field: string, fallback: number): number {
  const value = ask.input[field];
  if (value === undefined || value === null) return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0)
    throw invalid({ [field]: 'This field must be a whole number.' });
  return number;
}

/** The record with this id, or a 404. */
export function find<T extends { id: string | number }>(records: readonly T[], id: unknown, what: string): T {
  const found = records.find((record) => String(record.id) === String(id));
  if (!found) throw missing(what);
  return found;
}

/** The value at `reward.definition_id` or `0.product_id`. */
export function valueAt(body: unknown, place: string): unknown {
  let value = body;
  for (const step of place.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[step];
  return value;
}
