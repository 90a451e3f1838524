import { contractOf } from '../../../src/services/shapes/contracts/index.ts';
import type { Machine } from '../auth/principal.ts';
import { endpointOf } from '../catalogue.ts';
import { perform } from '../jobs/perform.ts';
import type { Runtime } from '../jobs/runtime.ts';
import { fit, type Mapping } from './fit.ts';
import { importModels } from './models.ts';
import type { FileRow } from './read-file.ts';
import { upserts } from './upserts.ts';

/** What rows come from: how they are read, and in whose name they are written. */
export interface RowSource {
  readonly model: string;
  readonly existing: 'fail' | 'change';
  readonly userId: number;
  readonly scopes: readonly string[];
}

export interface GivenRow {
  readonly fields: FileRow;
  readonly mapping: Mapping | null;
  readonly principal: Machine;
  readonly cause: string;
}

/** Writes a row as the endpoint of its model does, or changes the record with its external id where that was asked for. */
export async function bringIn(
  runtime: Runtime,
  { model, existing }: Pick<RowSource, 'model' | 'existing'>,
  { fields, mapping, principal, cause }: GivenRow,
): Promise<'added' | 'changed'> {
  const endpointId = importModels[model] ?? '';
  const endpoint = endpointOf(endpointId);
  const body = fit(fields, mapping, endpoint && contractOf(endpoint)?.body);
  const upsert = existing === 'change' ? upserts[model] : undefined;
  let outcome: 'added' | 'changed' = 'added';
  await perform(runtime, runtime.db, {
    ...{ endpointId, body, principal, cause },
    ...(upsert && {
      instead: async (call) => {
        if (await upsert.isThere(call)) outcome = 'changed';
        return await upsert.write(call);
      },
    }),
  });
  return outcome;
}
