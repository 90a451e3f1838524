import type { TenantFile } from './tenant-file.ts';

/** Of a tenant file: how the service treats writes. Pages behind a proxy get it in the header `Loyalty-Writes`, as JSON. */
export type WriteRules = Pick<TenantFile, 'lag' | 'idempotency'>;

/** The header with the `WriteRules` of a proxy with a tenant file. */
export const WRITES_HEADER = 'Loyalty-Writes';

export const MAX_LAG_SECONDS = 30;

/** What is known of the service's writes. */
export interface Guarantees {
  /** Until reads show a write, in milliseconds; `undefined` where nothing is known. */
  readonly lagMs: number | undefined;
  /** A write that is repeated with its idempotency key has one effect; `undefined` where nothing is known. */
  readonly keysAreHonoured: boolean | undefined;
}

export const guaranteesOf = ({ lag, idempotency }: WriteRules): Guarantees => ({
  lagMs: lag === undefined ? undefined : Math.min(lag, MAX_LAG_SECONDS) * 1_000,
  keysAreHonoured: idempotency?.honoured,
});
