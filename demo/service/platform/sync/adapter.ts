import type * as v from 'valibot';

/** One customer or order of another system, as a row of an import. */
export interface SyncRow {
  readonly model: 'profile' | 'order';
  /** The id there. */
  readonly externalId: string;
  /** When it changed there, RFC 3339: what is older than what was brought in is left out. */
  readonly changedAt: string;
  /** The id there of the customer whose order it is. */
  readonly customerId?: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What an adapter reads by: the connection, and what the process says about this kind of system. */
export interface SyncSource {
  /** The handle of the connection: ids of its system are unique with it before them. */
  readonly handle: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Where exported files are (`SYNC_DIRECTORY`); undefined where the process names none. */
  readonly directory: string | undefined;
}

/**
 * A kind of system that profiles and orders are kept in line with: docs/guides/sync.md is its contract. An adapter only
 * translates; checks, rights, order, repetition and failures are the service's.
 */
export interface SyncAdapter {
  /** The `type` of a connection definition. */
  readonly type: string;
  readonly settings: v.GenericSchema;
  /** What to configure, for a connection whose settings are not as they have to be. */
  readonly hint: string;
  /**
   * Customers and orders, customers before their orders. With `customers`, ids there, what is about those alone. Throws
   * `NotConfigured` where it cannot read.
   */
  readonly read: (source: SyncSource, customers?: readonly string[]) => Promise<SyncRow[]>;
  /** What a signed message says; none where it is about something else. */
  readonly receive: (source: SyncSource, message: unknown) => SyncRow[];
}

/** There is nothing to read from: says what to configure. */
export class NotConfigured extends Error {}
