import {
  automationActionShape,
  automationShape,
  targetShape,
  triggerActionShape,
  triggerShape,
} from '../../../src/services/contract/automation.ts';
import { sql } from 'kysely';
import { checkReadable, scopesOfEvent } from '../auth/record-scopes.ts';
import { scopeFor } from '../auth/scopes.ts';
import { checkActions } from './actions.ts';
import { TEXT_SETTINGS } from '../messages/message-texts.ts';
import { checkAction, checkTemplates, onlyKnown, type CheckedAction } from './check-action.ts';
import { faultOfSchedule, nextTime } from './cron.ts';
import { asOf, checkQuery } from './profiles.ts';
import { checkConditions } from '../events/condition-names.ts';
import { channels } from '../messages/queue-message.ts';
import { resendOf } from '../events/resend-delivery.ts';
import { checkUrl, webhookResource } from '../events/webhooks.ts';
import { invalid } from '../api/problem.ts';
import type { Database } from '../database/tables.ts';
import type { KnownCall } from '../api/route.ts';
import { defineResource, type Resource } from '../crud/resource.ts';
import type { Stored, Values } from '../crud/tables.ts';
import { timestamp } from '../api/formats.ts';

type TargetValues = Values<typeof targetShape, 'target'>;
type TriggerValues = Values<typeof triggerShape, 'trigger'>;
type AutomationValues = Values<typeof automationShape, 'automation'>;
type StoredTarget = Stored<typeof targetShape, 'target'>;

const actionDefaults = { is_active: true, position: 0 };

/** Plain resources of the section Automation (spec 6). */
export const automationResources: readonly Resource[] = [
  webhookResource,
  defineResource({
    id: 'targets',
    model: 'target',
    shape: targetShape,
    defaults: { is_default: false },
    adding: async (call, values) => checkedTarget(call, values),
    editing: async (call, before, values) => {
      if (values.url !== undefined && values.url !== before.url) await checkMayRedirect(call, before.id);
      const checkedValues = await checkedTarget(call, values, before);
      await resendOf(call, `target:${before.id}`, true);
      return checkedValues;
    },
  }),
  defineResource({
    id: 'triggers',
    model: 'trigger',
    shape: triggerShape,
    defaults: { is_active: true },
    adding: async ({ db }, values) => checkedTrigger(db, values, String(values.event)),
    editing: async ({ db, principal }, { id, event, condition }, values) => {
      await checkActions(db, principal, `trigger:${id}`);
      // Another event may lack what the stored conditions read.
      await checkedTrigger(
        db,
        values.event === undefined ? values : { condition, ...values },
        String(values.event ?? event),
      );
      return values;
    },
  }),
  defineResource({
    id: 'triggers.actions',
    model: 'trigger-action',
    shape: triggerActionShape,
    parent: { model: 'trigger', field: 'trigger_id' },
    defaults: actionDefaults,
    adding: async (call, values) => checkedAction(call, values),
    editing: async (call, before, values) => checkedAction(call, values, before),
  }),
  defineResource({
    id: 'automations',
    model: 'automation',
    shape: automationShape,
    defaults: { is_active: true, frequency: 'always' },
    // Automations that are older than this field have none.
    computed: { frequency: ({ frequency }) => frequency ?? 'always' },
    adding: async (call, values) => withNextRun(call, values),
    editing: async (call, { id }, values) => {
      await checkActions(call.db, call.principal, `automation:${id}`);
      return await withNextRun(call, values);
    },
  }),
  defineResource({
    id: 'automations.actions',
    model: 'automation-action',
    shape: automationActionShape,
    parent: { model: 'automation', field: 'automation_id' },
    defaults: actionDefaults,
    adding: async (call, values) => checkedAction(call, values),
    editing: async (call, before, values) => checkedAction(call, values, before),
  }),
];

/**
 * Throws 403 for a new address of a target that gets what the caller may not read: actions send there with the scopes of their authors,
 * and credits send their events.
 */
async function checkMayRedirect({ db, principal }: KnownCall, targetId: number | string): Promise<void> {
  const { rows } = await sql<{ event: string }>`
    select distinct trigger.fields ->> 'event' as event
    from records as action join records as trigger on action.parent = 'trigger:' || trigger.id
    where action.resource = 'trigger-action' and trigger.resource = 'trigger'
      and action.fields ->> 'target_id' = ${String(targetId)}`.execute(db);
  const scopes = [
    scopeFor('profiles', false),
    scopeFor('incentives', false),
    ...rows.flatMap(({ event }) => scopesOfEvent(event)),
  ];
  checkReadable(principal, scopes, 'Another address for a target');
}

async function checkedTarget(
  call: KnownCall,
  values: TargetValues,
  before?: StoredTarget,
): Promise<TargetValues> {
  const { url, settings } = values;
  const type = values.type ?? before?.type;
  if (settings && channels.some((one) => one === type))
    onlyKnown(settings, [...TEXT_SETTINGS, 'transactional']);
  await checkTemplates(settings);
  if (url) await checkUrl('url', url, call.settings);
  return values;
}

async function checkedTrigger(db: Database, values: TriggerValues, event: string): Promise<TriggerValues> {
  const { condition } = values;
  if (condition) await checkConditions(db, condition, event);
  return values;
}

/**
 * Checks an action of a trigger or an automation, and stores the scopes of the token that writes it: the action runs with these.
 * Otherwise a user with only automation.write could issue points.
 */
async function checkedAction<Given extends CheckedAction>(
  { db, principal }: KnownCall,
  values: Given,
  before?: CheckedAction,
) {
  const isChanged = (['type', 'target_id', 'settings'] as const).some((name) => values[name] !== undefined);
  // An older action that would be refused today can still be switched off.
  if (!before || isChanged) await checkAction(db, { ...before, ...values });
  return { ...values, user_id: principal.userId, scopes: [...principal.scopes] };
}

/** Checks schedule and query of an automation, and stores its next time. */
async function withNextRun({ db }: KnownCall, values: AutomationValues): Promise<AutomationValues> {
  const { schedule, query } = values;
  const at = await asOf(db);
  if (query) await checkQuery(db, query, at);
  if (!schedule) return values;
  const fault = faultOfSchedule(schedule);
  if (fault) throw invalid({ schedule: [fault] });
  return {
    ...values,
    next_run_at: timestamp(nextTime(schedule, at.now, at.settings['programme.timezone']) ?? null),
  };
}
