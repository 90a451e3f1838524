import {
  allocationShape,
  benefitShape,
} from '../../../../src/services/contract/shapes/records/incentives.ts';
import type { AnyShape } from '../../../../src/services/contract/shapes/shape.ts';
import type { Machine } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { raise } from '../events/raise.ts';
import { MAX_BODY_BYTES, readBody } from '../../api/body.ts';
import { checkReferences } from '../../crud/references.ts';
import type { Resource } from '../../crud/resource.ts';
import { type Values, tableOf } from '../../crud/tables.ts';
import { addRecord } from '../../crud/store.ts';
import { withWholeDays } from '../../crud/whole-days.ts';
import { programmeOf } from '../../programme/programme.ts';
import { resources } from '../../resources.ts';

/** Records that no endpoint takes one by one, with what they are where no plain resource says more. */
const instances: Readonly<Record<'benefits' | 'allocations', Resource & { readonly shape: AnyShape }>> = {
  benefits: { id: 'benefits', model: 'benefit', shape: benefitShape },
  allocations: {
    ...{ id: 'allocations', model: 'allocation', shape: allocationShape },
    defaults: { quantity: 1 },
  },
};

/** Adds a benefit, or what is set aside of one, as its resource does: checked, with its references. Throws 422. */
export async function addInstance(
  work: Database,
  principal: Machine,
  id: keyof typeof instances,
  sent: Readonly<Values>,
): Promise<void> {
  const resource = resources.find((one) => one.id === id) ?? instances[id];
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
  await raise(work, { trigger: 'benefit.issued', namespace: 'loyalty', profileId, payload: { ...record } });
}
