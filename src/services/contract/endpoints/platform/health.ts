import type { Data } from '../../shapes/envelope.ts';
import type { Health } from '../../shapes/records/platform.ts';
import { endpoint, of } from '../endpoint.ts';

/** Whether the service can do its work (spec 1 rule 4). Verb and path: ASSUMPTION J19, G12. */
export const health = endpoint('GET', '/v3/health', 'health.show', of<Data<Health>>);
