import type { Machine } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { publish } from '../events/publish.ts';
import { MAX_BODY_BYTES, readBody } from '../../api/body.ts';
import { checkReferences } from '../../crud/references.ts';
import { type Values, tableOf } from '../../crud/tables.ts';
import { addRecord } from '../../crud/store.ts';
import { withWholeDays } from '../../crud/whole-days.ts';
import { programmeOf } from '../../programme/programme.ts';
import { incentiveResources } from '../../programme/resources.ts';

/** Records that no endpoint takes one by one. */
type InstanceFamily = 'benefits' | 'allocations';

/** Adds a benefit or an allocation as its resource does, with checked references. Throws 422. */
export async function addInstance(
  work: Database,
  principal: Machine,
  id: InstanceFamily,
  sent: Readonly<Values>,
): Promise<void> {
  const resource = incentiveResources.find((one) => one.id === id);
  if (!resource) throw new Error(`There is no resource ${id}.`);
  const { shape, model, defaults, adding, table = tableOf(model) } = resource;
  const text = JSON.stringify(sent);
  const sentBody = readBody(shape.add, 'application/json', text, { maxBytes: MAX_BODY_BYTES }) as Values;
  const body = await withWholeDays(shape, sentBody, async () => (await programmeOf(work)).timezone);
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  let values: Values = { ...defaults, ...given };
  await checkReferences(work, model, values);
  if (adding) values = await adding({ db: work, principal } as never, values);
  const record = await addRecord(work, table, values);
  if (id !== 'benefits') return;
  const profileId = String(record['profile_id']);
  await publish(work, { trigger: 'benefit.issued', namespace: 'loyalty', profileId, payload: { ...record } });
}
