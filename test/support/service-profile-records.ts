import { placesOf } from '../../demo/service/records/families.ts';
import { resources } from '../../demo/service/resources/index.ts';
import { addRecord } from '../../demo/service/records/store.ts';
import { tableOf } from '../../demo/service/records/tables.ts';
import type { Database } from '../../demo/service/database/tables.ts';
import type { Endpoint } from '../../src/services/endpoints/index.ts';
import { referredIn } from './service-referred.ts';
import { bodyToAdd } from './service-samples.ts';
import type { Sent } from './service-open.ts';

/**
 * What a call to a plain resource below a profile needs, with a record of that profile that is made for it: undefined
 * where the endpoint is not one of a plain resource.
 */
export async function plainNeed(
  db: Database,
  endpoint: Endpoint,
  profileId: string,
): Promise<Pick<Sent, 'path' | 'body'> | undefined> {
  const resource = resources.find(({ id }) => endpoint.id.replace(/\.\w+$/, '') === id);
  if (!resource) return undefined;
  const number = 1_000 + Math.floor(Math.random() * 1_000_000);
  const body = await bodyToAdd(resource, number, referredIn(db));
  const { record } = placesOf(endpoint);
  const sent = endpoint.method === 'POST' || endpoint.method === 'PUT' ? { body } : {};
  if (!record) return sent;
  const made = await addRecord(db, tableOf(resource.model), { ...body, profile_id: profileId });
  return { ...sent, path: { [record]: String(made[resource.key ?? 'id']) } };
}
