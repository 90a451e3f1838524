import * as v from 'valibot';

/** One customer or order of another system, as a row of an import. */
export interface SyncRow {
  readonly model: 'profile' | 'order';
  /** Its id in the other system. */
  readonly externalId: string;
  /** When it changed there, RFC 3339: versions that are older than the imported one are skipped. */
  readonly changedAt: string;
  /** Of an order: the id of its customer in the other system. */
  readonly customerId?: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const syncRow = v.object({
  model: v.picklist(['profile', 'order']),
  externalId: v.string(),
  changedAt: v.string(),
  customerId: v.exactOptional(v.string()),
  fields: v.record(v.string(), v.unknown()),
});

/** A row of an import that `SyncAdapter` returned. */
export const readSyncRow = (fields: unknown): SyncRow => v.parse(syncRow, fields);

/** The source that an adapter reads: the connection, and the settings of the process. */
export interface SyncSource {
  /** The handle of the connection, a prefix that makes external ids unique. */
  readonly handle: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** The folder of exported files (`SYNC_DIRECTORY`), if it is set. */
  readonly directory: string | undefined;
}

/**
 * A kind of system from which profiles and orders are synchronised; docs/guides/sync.md describes it. An adapter only translates;
 * the service does checks, rights, ordering, retries and failures.
 */
export interface SyncAdapter {
  /** The `type` of a connection definition. */
  readonly type: string;
  readonly settings: v.GenericSchema;
  /** What to configure, for the error of invalid settings. */
  readonly hint: string;
  /**
   * Customers and orders, customers before their orders; with `customers` (ids in the other system) only theirs. Throws
   * `NotConfigured` if it cannot read.
   */
  readonly read: (source: SyncSource, customers?: readonly string[]) => Promise<SyncRow[]>;
  /** The rows of a signed message; none for a message about something else. */
  readonly receive: (source: SyncSource, message: unknown) => SyncRow[];
}

/** The source cannot be read; the message says what to configure. */
export class NotConfigured extends Error {}
