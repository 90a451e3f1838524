import type { Data } from '../../shapes/envelope.ts';
import type { Batch } from '../../shapes/records/automation.ts';
import { endpoint, of } from '../endpoint.ts';

/** Reads how far a batch is, and what failed in it (spec 1 rule 4). Verb and path: ASSUMPTION J19, G12. */
export const readBatch = endpoint('GET', '/v3/batches/{batch}', 'batches.show', of<Data<Batch>>);
