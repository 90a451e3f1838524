import { targetShape, type Target } from '../../../src/services/contract/automation.ts';
import { notFound } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { viewOf } from '../crud/fields.ts';
import { findRecord, rowsWithin } from '../crud/store.ts';
import { fromRow, tableOf } from '../crud/tables.ts';

/** What messages there are about an instance, as the fields of a credit definition name them (spec 2.6). */
const messages = ['issue', 'expiry', 'release', 'remind', 'extend'];

/**
 * Where messages of a type about a reward or a benefit go: the target whose handle says so, such as `reward-issue`,
 * otherwise the default one (G11). Throws 404 for an unknown type, or without any.
 */
export async function triggerTarget(
  call: KnownCall,
  model: 'reward' | 'benefit',
  id: string,
  type: string,
): Promise<Target> {
  const { db, principal } = call;
  await findRecord(db, tableOf(model), {}, id);
  if (!messages.includes(type)) throw notFound();
  const rows = await rowsWithin(db, tableOf('target'), {}).orderBy('id').execute();
  const targets = rows.map(fromRow);
  const target =
    targets.find((one) => one['handle'] === `${model}-${type}`) ??
    targets.find((one) => one['is_default'] === true);
  if (!target) throw notFound();
  // The view has the fields of the shape.
  return viewOf(targetShape, target, principal) as Target;
}
