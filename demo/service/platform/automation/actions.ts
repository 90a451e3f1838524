import { sql } from 'kysely';
import { targetShape, triggerActionShape } from '../../../../src/services/contract/automation.ts';
import { mayUse, principalFor } from '../auth/principal.ts';
import { EVERYTHING } from '../auth/scopes.ts';
import type { Database, Row } from '../database/tables.ts';
import { queueDeliveries } from '../events/queue-deliveries.ts';
import { messageOf } from '../events/message.ts';
import { publish, checkName } from '../events/publish.ts';
import { forbidden, invalid, toProblem } from '../../api/problem.ts';
import type { Origin } from '../../api/route.ts';
import { perform, type Runtime } from '../jobs/perform.ts';
import { inSavepoint } from '../database/transactions.ts';
import { channelOf, channels, queueMessage } from '../messages/queue-message.ts';
import { rowsWithin } from '../../crud/store.ts';
import { fromRow, type Stored, tableOf } from '../../crud/tables.ts';
import { addInstance } from '../batches/instances.ts';
import { changeTags } from '../batches/labels.ts';
import { writeHistory } from './action-history.ts';

/** An action of a trigger or automation. Both have the same fields, except the id of their parent. */
type Action = Stored<typeof triggerActionShape, 'trigger-action'> & {
  /** Scopes of the token that wrote it; missing on actions that are older than this field. */
  readonly scopes?: readonly string[];
};

/** The cause of an action. */
export interface ActionCause {
  readonly profileId: string | null;
  /** The event; an automation adds one for each profile. */
  readonly event: Row<'events'>;
  /** The run of an automation: its entry in the action history. */
  readonly runId?: number;
}

/** The function for each type of action. G19: the types are ours. The settings are the fields of the new record. */
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

interface ActionCall extends ActionCause {
  /** With the transaction as `db`. */
  readonly runtime: Runtime;
  readonly action: Action;
  /** The trigger or the automation that the action belongs to, such as `trigger:5`. */
  readonly parent: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly profileId: string | null;
}

/** The active actions of a trigger or an automation, in their order. */
async function actionsOf(work: Database, parent: string): Promise<readonly Action[]> {
  const [model = ''] = parent.split(':');
  const rows = await rowsWithin(work, tableOf(`${model}-action`, triggerActionShape), { parent })
    .where(sql<boolean>`coalesce(fields ->> 'is_active', 'true') = 'true'`)
    .orderBy(sql`coalesce((fields ->> 'position')::integer, 0)`)
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

/** Numbers of actions that succeeded and failed. */
export interface Outcome {
  readonly done: number;
  readonly failed: number;
}

/** Runs actions one after the other. Only a failed action is rolled back; the history has its error. */
export async function runActions(runtime: Runtime, parent: string, cause: ActionCause): Promise<Outcome> {
  const [model = '', id] = parent.split(':');
  const outcomes = { done: 0, failed: 0 };
  for (const action of await actionsOf(runtime.db, parent)) {
    if (!(await isFirstRun(runtime.db, cause.event, action))) continue;
    const { type = '', settings } = action;
    const outcome = await inSavepoint(runtime.db, async () => {
      if (!isActionType(type)) return;
      await actionTypes[type]({ runtime, action, parent, settings: settings ?? {}, ...cause });
    });
    const failed = 'error' in outcome;
    outcomes[failed ? 'failed' : 'done']++;
    await writeHistory(runtime.db, {
      [`${model}_id`]: Number(id),
      action_id: action.id,
      type: String(type),
      profile_id: cause.profileId,
      status: failed ? 'failed' : 'done',
      message: failed ? reasonOf(outcome.error) : null,
      ...(cause.runId !== undefined && { run_id: cause.runId }),
    });
  }
  return outcomes;
}

const isActionType = (type: string | null): type is keyof typeof actionTypes =>
  type !== null && Object.hasOwn(actionTypes, type);

/** Marks an action as run for an event, in the transaction of the action, so that an event that is handled twice runs it once. */
async function isFirstRun(work: Database, { id }: Row<'events'>, action: Action): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await work
    .insertInto('action_runs')
    .values({ event_id: id, action_id: action.id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** The message of an error, as the reply of a request would have it. */
export function reasonOf(error: unknown): string {
  const { message, details } = toProblem(error);
  const more = Object.values(details.errors ?? {}).flat();
  return more.length ? more.join(' ') : message;
}

async function sendToTarget({ runtime, action, event }: ActionCall): Promise<void> {
  const id = action.target_id ?? 0;
  const target = await targetBy(runtime.db, id);
  const url = target?.url;
  if (!url) throw invalid({ target_id: ['The target has no address.'] });
  await queueDeliveries(runtime.db, event, [
    {
      receiver: `target:${id}`,
      url,
      queue: 'default',
      retryHourly: true,
      retryDaily: false,
      body: JSON.stringify({ ...messageOf(event), extra: action.settings ?? null }),
    },
  ]);
}

async function targetBy(db: Database, id: number) {
  const row = await rowsWithin(db, tableOf('target', targetShape), { id }).executeTakeFirst();
  return row && fromRow(row);
}

async function messageToCustomer({ runtime, action, settings, profileId, event }: ActionCall): Promise<void> {
  const target = await targetBy(runtime.db, action.target_id ?? 0);
  const channel = target && channelOf(target);
  if (!target || !channel)
    throw invalid({ target_id: [`A message needs a target of the type ${channels.join(', ')}.`] });
  await queueMessage(runtime.db, { event, profileId: required(profileId), target, channel, settings });
}

async function publishCustomEvent({ runtime, settings, profileId }: ActionCall): Promise<void> {
  const { name, data = {} } = settings;
  const trigger = checkName(name);
  await publish(runtime.db, { trigger, namespace: 'custom', profileId, payload: { name: trigger, data } });
}

async function tag({ runtime, settings, profileId }: ActionCall, change: 'add' | 'remove'): Promise<void> {
  const tags = [settings['tags'] ?? settings['tag'] ?? []].flat().map(String);
  await changeTags(runtime.db, required(profileId), tags, change);
}

/** The user who wrote the action, with the scopes of the token that was used. Actions without stored scopes have all of the user's. */
const authorOf = ({ runtime, action }: ActionCall) =>
  principalFor(runtime.db, action.user_id ?? 0, action.scopes ?? [EVERYTHING]);

/** Adds a record through its endpoint, in the name of the action's author. */
async function issue(call: ActionCall, endpointId: string): Promise<void> {
  const { runtime, settings, profileId, event } = call;
  const principal = await authorOf(call);
  await perform(runtime, runtime.db, {
    endpointId,
    principal,
    cause: `event:${event.id}`,
    origin: await originOf(call),
    body: { ...settings, profile_id: required(profileId) },
  });
}

/** The source of points in the ledger. */
async function originOf({ runtime, action, parent }: ActionCall): Promise<Origin> {
  const [type = '', id = ''] = parent.split(':');
  const row = await rowsWithin(runtime.db, tableOf(type), { id: Number(id) }).executeTakeFirst();
  const name = String(row?.fields['name'] ?? parent);
  return { type, id, name, rule: `${type} ${id} "${name}", action ${action.id}` };
}

/** No endpoint adds a single benefit, so it is added as a batch adds it. */
async function issueBenefit(call: ActionCall): Promise<void> {
  const { runtime, settings, profileId } = call;
  const principal = await authorOf(call);
  if (!mayUse(principal, 'incentives.write')) throw forbidden();
  await addInstance(runtime.db, principal, 'benefits', { ...settings, profile_id: required(profileId) });
}

function required(profileId: string | null): string {
  if (profileId === null) throw invalid({ profile_id: ['This event is about no profile.'] });
  return profileId;
}
