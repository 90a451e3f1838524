import { targetShape, type Target } from '../../../src/services/contract/automation.ts';
import { notFound } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { viewOf } from '../crud/fields.ts';
import { findRecord, rowsWithin } from '../crud/store.ts';
import { fromRow, tableOf } from '../crud/tables.ts';

/** Types of messages about an instance, as the fields of a credit definition name them (spec 2.6). */
const messageTypes = ['issue', 'expiry', 'release', 'remind', 'extend'];

/**
 * The target of messages of a type about a reward or a benefit: the one with the handle for it, such as `reward-issue`,
 * otherwise the default target. Throws 404 for an unknown type, and without a target.
 */
export async function triggerTarget(
  call: KnownCall,
  model: 'reward' | 'benefit',
  id: string,
  type: string,
): Promise<Target> {
  const { db, principal } = call;
  await findRecord(db, tableOf(model), {}, id);
  if (!messageTypes.includes(type)) throw notFound();
  const rows = await rowsWithin(db, tableOf('target', targetShape), {}).orderBy('id').execute();
  const targets = rows.map(fromRow);
  const target =
    targets.find(({ handle }) => handle === `${model}-${type}`) ??
    targets.find(({ is_default: isDefault }) => isDefault === true);
  if (!target) throw notFound();
  return viewOf(targetShape, target, principal);
}
