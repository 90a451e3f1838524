import {
  automationActionShape,
  automationShape,
  targetShape,
  triggerActionShape,
  triggerShape,
} from '../../../../src/services/contract/automation.ts';
import { actionTypes, checkActions } from './actions.ts';
import { faultOfSchedule, nextTime } from './cron.ts';
import { asOf, profilesOfQuery } from './profiles.ts';
import { faultOfConditions } from '../events/conditions.ts';
import { faultOfTemplate } from '../events/template.ts';
import { checkUrl, webhookResource } from '../events/webhooks.ts';
import { invalid } from '../../api/problem.ts';
import type { KnownCall } from '../../api/route.ts';
import { defineResource, type Resource } from '../../crud/resource.ts';
import type { Values } from '../../crud/tables.ts';
import { timestamp } from '../../api/formats.ts';

type TargetValues = Values<typeof targetShape, 'target'>;
type TriggerValues = Values<typeof triggerShape, 'trigger'>;
type AutomationValues = Values<typeof automationShape, 'automation'>;
type ActionValues = Values<typeof triggerActionShape, 'trigger-action'>;

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
    editing: async (call, _, values) => checkedTarget(call, values),
  }),
  defineResource({
    id: 'triggers',
    model: 'trigger',
    shape: triggerShape,
    defaults: { is_active: true },
    adding: async (_, values) => checkedTrigger(values),
    editing: async ({ db, principal }, { id }, values) => {
      await checkActions(db, principal, `trigger:${id}`);
      return checkedTrigger(values);
    },
  }),
  defineResource({
    id: 'triggers.actions',
    model: 'trigger-action',
    shape: triggerActionShape,
    parent: { model: 'trigger', field: 'trigger_id' },
    defaults: actionDefaults,
    adding: async (call, values) => checkedAction(call, values, values.type),
    editing: async (call, { type }, values) => checkedAction(call, values, values.type ?? type),
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
    adding: async (call, values) => checkedAction(call, values, values.type),
    editing: async (call, { type }, values) => checkedAction(call, values, values.type ?? type),
  }),
];

async function checkedTarget(call: KnownCall, values: TargetValues): Promise<TargetValues> {
  const { url, settings } = values;
  checkTemplates(settings);
  if (url) await checkUrl('url', url, call.settings);
  return values;
}

function checkedTrigger(values: TriggerValues): TriggerValues {
  const { condition } = values;
  const fault = condition && faultOfConditions(condition);
  if (fault) throw invalid({ condition: [fault] });
  return values;
}

/**
 * Checks an action of a trigger or an automation, and stores the scopes of the token that writes it: the action runs with these.
 * Otherwise a user with only automation.write could issue points.
 */
function checkedAction<Given extends Pick<ActionValues, 'type' | 'settings'>>(
  { principal }: KnownCall,
  values: Given,
  type: string | null | undefined,
) {
  if (type === 'message') checkTemplates(values.settings);
  if (values.type !== undefined && !Object.hasOwn(actionTypes, String(values.type))) {
    throw invalid({ type: [`There is no such action: one of ${Object.keys(actionTypes).join(', ')}.`] });
  }
  return { ...values, user_id: principal.userId, scopes: [...principal.scopes] };
}

/** Throws 422 for an invalid template in the subject or text of a message. */
function checkTemplates(settings: Readonly<Record<string, unknown>> | null | undefined): void {
  for (const name of ['subject', 'text']) {
    const template = settings?.[name];
    if (template === undefined || template === null) continue;
    const fault = typeof template === 'string' ? faultOfTemplate(template) : 'It has to be text.';
    if (fault) throw invalid({ [`settings.${name}`]: [fault] });
  }
}

/** Checks schedule and query of an automation, and stores its next time. */
async function withNextRun({ db }: KnownCall, values: AutomationValues): Promise<AutomationValues> {
  const { schedule, query } = values;
  const at = await asOf(db);
  if (query) profilesOfQuery(db, query, at);
  if (!schedule) return values;
  const fault = faultOfSchedule(schedule);
  if (fault) throw invalid({ schedule: [fault] });
  return {
    ...values,
    next_run_at: timestamp(nextTime(schedule, at.now, at.settings['programme.timezone']) ?? null),
  };
}
