import type { Machine } from '../../auth/principal.ts';
import type { Database } from '../../database/tables.ts';
import { publish } from '../../events/publish.ts';
import { readBody } from '../../api/body.ts';
import type { KnownCall } from '../../api/route.ts';
import { refuseAmountsOutside } from '../../api/unknown-amounts.ts';
import { checkReferences } from '../../crud/references.ts';
import { type Values, tableOf } from '../../crud/tables.ts';
import { addRecord } from '../../crud/store.ts';
import { withWholeDays } from '../../crud/whole-days.ts';
import { programmeOf } from '../../programme/programme.ts';
import { incentiveResources } from '../../programme/resources.ts';
import { record } from '../../../../src/services/transport/read.ts';

/** Adds a benefit or an allocation as its resource does: no endpoint adds a single one. Throws 422. */
export async function addInstance(
  work: Database,
  principal: Machine,
  id: 'benefits' | 'allocations',
  sent: Readonly<Values>,
): Promise<void> {
  const resource = incentiveResources.find((one) => one.id === id);
  if (!resource) throw new Error(`There is no resource ${id}.`);
  const { shape, model, defaults, table = tableOf(model) } = resource;
  const body = record(readBody(shape.add, 'application/json', JSON.stringify(sent)));
  const moments = await withWholeDays(shape, body, async () => (await programmeOf(work)).timezone);
  const given = Object.fromEntries(Object.entries(moments).filter(([, value]) => value !== null));
  let values: Values = { ...defaults, ...given };
  values = await checkReferences(work, model, values);
  const call: KnownCall = {
    db: work,
    principal,
    profileId: undefined,
    path: {},
    body,
    url: new URL('http://batch/'),
    shopOrigin: undefined,
    note: () => {},
  };
  if (resource.adding) values = await resource.adding(call, values);
  const added = await addRecord(work, table, values);
  refuseAmountsOutside(shape.add, sent, added);
  if (id !== 'benefits') return;
  const profileId = String(added['profile_id']);
  await publish(work, { trigger: 'benefit.issued', namespace: 'loyalty', profileId, payload: { ...added } });
}
