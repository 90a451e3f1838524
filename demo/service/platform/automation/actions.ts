import { sql } from 'kysely';
import { mayUse, principalFor } from '../auth/principal.ts';
import type { Database, Row } from '../database/tables.ts';
import { queueDeliveries } from '../events/queue-deliveries.ts';
import { messageOf } from '../events/message.ts';
import { publish, checkName } from '../events/publish.ts';
import { forbidden, invalid, toProblem } from '../../api/problem.ts';
import type { Origin } from '../../api/route.ts';
import { perform } from '../jobs/perform.ts';
import type { Runtime } from '../jobs/runtime.ts';
import { inSavepoint } from '../database/transactions.ts';
import { channelOf, channels, queueMessage } from '../messages/queue-message.ts';
import { findRecord, rowsWithin } from '../../crud/store.ts';
import { fromRow, type Stored, tableOf } from '../../crud/tables.ts';
import { addInstance } from '../batches/instances.ts';
import { changeTags } from '../batches/labels.ts';
import { writeHistory } from './action-history.ts';

/** What an action is about. */
export interface Occasion {
  readonly profileId: string | null;
  /** The event behind it; for an automation one that is made for the occasion. */
  readonly event: Row<'events'>;
  /** The run of an automation: the entry of the action history that lists it. */
  readonly runId?: number;
}

/** What an action of each type does. G19: the types are ours. Settings are the fields of what is made. */
export const actionTypes = {
  webhook: sendToTarget,
  message: messageToCustomer,
  'custom-event': publishCustomEvent,
  'add-tag': (call: ActionCall) => tag(call, 'add'),
  'remove-tag': (call: ActionCall) => tag(call, 'remove'),
  'issue-reward': (call: ActionCall) => issue(call, 'rewards.store'),
  'issue-benefit': issueBenefit,
  'issue-credit': (call: ActionCall) => issue(call, 'credits.store'),
  'issue-points': (call: ActionCall) => issue(call, 'points.store'),
  'add-reminder': (call: ActionCall) => issue(call, 'reminders.store'),
} as const satisfies Readonly<Record<string, (call: ActionCall) => Promise<unknown>>>;

interface ActionCall extends Occasion {
  /** Its `db` is the transaction. */
  readonly runtime: Runtime;
  readonly action: Stored;
  /** The trigger or the automation that the action belongs to, such as `trigger:5`. */
  readonly parent: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly profileId: string | null;
}

/** The active actions of a trigger or an automation, in their order. */
async function actionsOf(work: Database, parent: string): Promise<readonly Stored[]> {
  const [model = ''] = parent.split(':');
  const rows = await rowsWithin(work, tableOf(`${model}-action`), { parent })
    .where(sql<boolean>`coalesce(fields ->> 'is_active', 'true') = 'true'`)
    .orderBy(sql`coalesce((fields ->> 'position')::integer, 0)`)
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

/** How many of the actions were done, and how many failed. */
export interface Outcome {
  readonly done: number;
  readonly failed: number;
}

/** Runs actions one after the other: one that fails is written down, and undone, alone. */
export async function runActions(runtime: Runtime, parent: string, occasion: Occasion): Promise<Outcome> {
  const [model = '', id] = parent.split(':');
  const outcomes = { done: 0, failed: 0 };
  for (const action of await actionsOf(runtime.db, parent)) {
    if (!(await isFirstRun(runtime.db, occasion.event, action))) continue;
    const settings = (action['settings'] ?? {}) as Readonly<Record<string, unknown>>;
    const run = actionTypes[String(action['type']) as keyof typeof actionTypes];
    const outcome = await inSavepoint(runtime.db, async () =>
      run?.({ runtime, action, parent, settings, ...occasion }),
    );
    const failed = 'error' in outcome;
    outcomes[failed ? 'failed' : 'done']++;
    await writeHistory(runtime.db, {
      [`${model}_id`]: Number(id),
      action_id: Number(action.id),
      type: String(action['type']),
      profile_id: occasion.profileId,
      status: failed ? 'failed' : 'done',
      message: failed ? reasonOf(outcome.error) : null,
      ...(occasion.runId !== undefined && { run_id: occasion.runId }),
    });
  }
  return outcomes;
}

/** An event runs an action once, however often it is handled: the mark is in the transaction of what the action does. */
async function isFirstRun(work: Database, { id }: Row<'events'>, action: Stored): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await work
    .insertInto('action_runs')
    .values({ event_id: id, action_id: Number(action.id) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** What went wrong, in the words a request would have been answered with. */
export function reasonOf(error: unknown): string {
  const { message, details } = toProblem(error);
  const more = Object.values(details.errors ?? {}).flat();
  return more.length ? more.join(' ') : message;
}

async function sendToTarget({ runtime, action, event }: ActionCall): Promise<void> {
  const id = Number(action['target_id'] ?? 0);
  const target = await rowsWithin(runtime.db, tableOf('target'), { id }).executeTakeFirst();
  const url = target?.fields['url'];
  if (typeof url !== 'string') throw invalid({ target_id: ['The target has no address.'] });
  await queueDeliveries(runtime.db, event, [
    {
      receiver: `target:${id}`,
      url,
      queue: 'default',
      retryHourly: true,
      retryDaily: false,
      body: JSON.stringify({ ...messageOf(event), extra: action['settings'] ?? null }),
    },
  ]);
}

async function messageToCustomer({ runtime, action, settings, profileId, event }: ActionCall): Promise<void> {
  const target = await findRecord(runtime.db, tableOf('target'), {}, String(action['target_id'] ?? 0)).catch(
    () => undefined,
  );
  const channel = target && channelOf(target);
  if (!target || !channel)
    throw invalid({ target_id: [`A message needs a target of the type ${channels.join(', ')}.`] });
  await queueMessage(runtime.db, { event, profileId: needed(profileId), target, channel, settings });
}

async function publishCustomEvent({ runtime, settings, profileId }: ActionCall): Promise<void> {
  const { name, data = {} } = settings;
  const trigger = checkName(name);
  await publish(runtime.db, { trigger, namespace: 'custom', profileId, payload: { name: trigger, data } });
}

async function tag({ runtime, settings, profileId }: ActionCall, change: 'add' | 'remove'): Promise<void> {
  const tags = [settings['tags'] ?? settings['tag'] ?? []].flat().map(String);
  await changeTags(runtime.db, needed(profileId), tags, change);
}

/** Who wrote the action, with the scopes of the token it was written with; older actions have none, and so all. */
const authorOf = ({ runtime, action }: ActionCall) =>
  principalFor(runtime.db, Number(action['user_id'] ?? 0), (action['scopes'] ?? ['*']) as string[]);

/** Makes a record through its endpoint, in the name of who wrote the action. */
async function issue(call: ActionCall, endpointId: string): Promise<void> {
  const { runtime, settings, profileId, event } = call;
  const principal = await authorOf(call);
  await perform(runtime, runtime.db, {
    endpointId,
    principal,
    cause: `event:${event.id}`,
    origin: await originOf(call),
    body: { ...settings, profile_id: needed(profileId) },
  });
}

/** What the ledger names as the source of points. */
async function originOf({ runtime, action, parent }: ActionCall): Promise<Origin> {
  const [type = '', id = ''] = parent.split(':');
  const row = await rowsWithin(runtime.db, tableOf(type), { id: Number(id) }).executeTakeFirst();
  const name = String(row?.fields['name'] ?? parent);
  return { type, id, name, rule: `${type} ${id} "${name}", action ${action.id}` };
}

/** No endpoint takes one benefit: it is added as a batch adds it. */
async function issueBenefit(call: ActionCall): Promise<void> {
  const { runtime, settings, profileId } = call;
  const principal = await authorOf(call);
  if (!mayUse(principal, 'incentives.write')) throw forbidden();
  await addInstance(runtime.db, principal, 'benefits', { ...settings, profile_id: needed(profileId) });
}

function needed(profileId: string | null): string {
  if (profileId === null) throw invalid({ profile_id: ['This event is about no profile.'] });
  return profileId;
}
