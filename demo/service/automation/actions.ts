import { sql } from 'kysely';
import { targetShape, triggerActionShape } from '../../../src/services/contract/automation.ts';
import {
  addCredit,
  addPoint,
  addProfileCustomEvent,
  addReminder,
  addReward,
  editProfile,
} from '../../../src/services/contract/endpoints/index.ts';
import type { ListedEndpoint } from '../../../src/services/contract/endpoint.ts';
import { mayUse, principalFor, type Principal } from '../auth/principal.ts';
import { scopesOfEvent } from '../auth/record-scopes.ts';
import { EVERYTHING, scopeFor, type Scope } from '../auth/scopes.ts';
import type { Database, Row } from '../database/tables.ts';
import { queueDeliveries } from '../events/queue-deliveries.ts';
import { messageOf } from '../events/message.ts';
import { publish, checkName } from '../events/publish.ts';
import { forbidden, invalid, toProblem } from '../api/problem.ts';
import { scopeOf, type Origin } from '../api/route.ts';
import { perform, type Runtime } from '../jobs/perform.ts';
import { inSavepoint } from '../database/transactions.ts';
import { channelOf, channels, guestAlertOf, queueMessage } from '../messages/queue-message.ts';
import { rowsWithin } from '../crud/store.ts';
import { fromRow, type Stored, tableOf } from '../crud/tables.ts';
import { addInstance } from '../platform/batches/instances.ts';
import { changeTags } from '../platform/batches/labels.ts';
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

interface ActionType {
  run(call: ActionCall): Promise<unknown>;
  /** The scope that its author needs: that of the endpoint which changes the same records. */
  readonly scope?: Scope;
}

/** The types of actions, which the interface does not name. The settings are the fields of the new record. */
export const actionTypes = {
  webhook: { run: sendToTarget },
  // Its texts have fields of the profile, and the target may be a gateway with an address.
  message: { run: messageToCustomer, scope: scopeFor('profiles', false) },
  'custom-event': { run: publishCustomEvent, scope: scopeOf(addProfileCustomEvent) },
  'add-tag': { run: (call) => tag(call, 'add'), scope: scopeOf(editProfile) },
  'remove-tag': { run: (call) => tag(call, 'remove'), scope: scopeOf(editProfile) },
  'issue-reward': { run: (call) => issue(call, addReward), scope: scopeOf(addReward) },
  'issue-benefit': { run: issueBenefit, scope: scopeOf(addReward) },
  'issue-credit': { run: (call) => issue(call, addCredit), scope: scopeOf(addCredit) },
  'issue-points': { run: (call) => issue(call, addPoint), scope: scopeOf(addPoint) },
  'add-reminder': { run: (call) => issue(call, addReminder), scope: scopeOf(addReminder) },
} as const satisfies Readonly<Record<string, ActionType>>;

const scopeOfType = (type: string | null | undefined): Scope | undefined =>
  isActionType(type) ? (actionTypes[type] as ActionType).scope : undefined;

interface ActionCall extends ActionCause {
  /** With the transaction as `db`. */
  readonly runtime: Runtime;
  readonly action: Action;
  /** The trigger or the automation that the action belongs to, such as `trigger:5`. */
  readonly parent: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly profileId: string | null;
}

const rowsOf = (work: Database, parent: string) =>
  rowsWithin(work, tableOf(`${parent.split(':')[0]}-action`, triggerActionShape), { parent });

/**
 * Throws 403 where the caller may not do what the actions of a trigger or an automation do. They run with the scopes of their author, so
 * whoever decides when and for whom they run needs these scopes too: otherwise `automation.write` would be enough to issue points.
 */
export async function checkActions(work: Database, principal: Principal, parent: string): Promise<void> {
  const actions = (await rowsOf(work, parent).execute()).map(fromRow);
  const scopes = new Set(actions.flatMap(({ type }) => scopeOfType(type) ?? []));
  const beyond = [...scopes].filter((scope) => !mayUse(principal, scope));
  if (beyond.length) throw forbidden(`Its actions need scopes that this token lacks: ${beyond.join(', ')}.`);
}

/** The active actions of a trigger or an automation, in their order. */
async function actionsOf(work: Database, parent: string): Promise<readonly Action[]> {
  const rows = await rowsOf(work, parent)
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
      // A webhook gets the records of the event.
      const scopes =
        type === 'webhook' ? scopesOfEvent(cause.event.trigger) : [scopeOfType(type) ?? []].flat();
      const author = scopes.length > 0 && (await authorOf(runtime.db, action));
      const scope = scopes.find((one) => author && !mayUse(author, one));
      if (scope) throw forbidden(`The author of the action lacks the scope ${scope}.`);
      await actionTypes[type].run({ runtime, action, parent, settings: settings ?? {}, ...cause });
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

const isActionType = (type: string | null | undefined): type is keyof typeof actionTypes =>
  typeof type === 'string' && Object.hasOwn(actionTypes, type);

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
  const { db, settings: service } = runtime;
  await queueMessage(db, {
    event,
    profileId: guestAlertOf(event) === null ? required(profileId) : profileId,
    target,
    channel,
    settings,
    baseUrl: service.baseUrl,
  });
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
const authorOf = (db: Database, { user_id, scopes }: Action) =>
  principalFor(db, user_id ?? 0, scopes ?? [EVERYTHING]);

/** Adds a record through its endpoint, in the name of the action's author. */
async function issue(call: ActionCall, { id }: ListedEndpoint): Promise<void> {
  const { runtime, action, settings, profileId, event } = call;
  await perform(runtime, runtime.db, {
    endpointId: id,
    principal: await authorOf(runtime.db, action),
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
  const { runtime, action, settings, profileId } = call;
  const principal = await authorOf(runtime.db, action);
  await addInstance(runtime.db, principal, 'benefits', { ...settings, profile_id: required(profileId) });
}

function required(profileId: string | null): string {
  if (profileId === null) throw invalid({ profile_id: ['This event is about no profile.'] });
  return profileId;
}
