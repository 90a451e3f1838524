import * as of from '../../../../src/services/contract/automation.ts';
import { actionTypes } from './actions.ts';
import { faultOfSchedule, nextTime } from './cron.ts';
import { asOf, profilesOfQuery } from './profiles.ts';
import { faultOfConditions } from '../events/conditions.ts';
import { faultOfTemplate } from '../events/template.ts';
import { checkUrl, webhookResource } from '../events/webhooks.ts';
import { invalid } from '../../api/problem.ts';
import type { KnownCall } from '../../api/route.ts';
import type { Resource } from '../../crud/resource.ts';
import type { Values, Stored } from '../../crud/tables.ts';
import { timestamp } from '../../api/formats.ts';

/** Plain resources of the section Automation (spec 6). */
export const automationResources: readonly Resource[] = [
  webhookResource,
  {
    id: 'targets',
    model: 'target',
    shape: of.targetShape,
    defaults: { is_default: false },
    adding: async (call, values) => withReachableUrl(call, withReadableText(values)),
    editing: async (call, _, values) => withReachableUrl(call, withReadableText(values)),
  },
  {
    id: 'triggers',
    model: 'trigger',
    shape: of.triggerShape,
    defaults: { is_active: true },
    adding: async (_, values) => withReadableConditions(values),
    editing: async (_, __, values) => withReadableConditions(values),
  },
  {
    id: 'triggers.actions',
    model: 'trigger-action',
    shape: of.triggerActionShape,
    parent: { model: 'trigger', field: 'trigger_id' },
    ...action(),
  },
  {
    id: 'automations',
    model: 'automation',
    shape: of.automationShape,
    defaults: { is_active: true, frequency: 'always' },
    // Automations from before there was a frequency have none.
    computed: { frequency: (record) => record['frequency'] ?? 'always' },
    adding: async (call, values) => withTimes(call, values),
    editing: async (call, _, values) => withTimes(call, values),
  },
  {
    id: 'automations.actions',
    model: 'automation-action',
    shape: of.automationActionShape,
    parent: { model: 'automation', field: 'automation_id' },
    ...action(),
  },
];

/** What actions of triggers and of automations have in common. */
function action() {
  const checked = (call: KnownCall, type: unknown, values: Values) =>
    onBehalf(call, withKnownType(type === 'message' ? withReadableText(values) : values));
  return {
    defaults: { is_active: true, position: 0 },
    adding: async (call: KnownCall, values: Values) => checked(call, values['type'], values),
    editing: async (call: KnownCall, record: Stored, values: Values) =>
      checked(call, values['type'] ?? record['type'], values),
  };
}

/** An action runs with the rights of the token that wrote it last: automation.write alone issues no points. */
const onBehalf = ({ principal }: KnownCall, values: Values): Values => ({
  ...values,
  user_id: principal.userId,
  scopes: [...principal.scopes],
});

function withKnownType(values: Values): Values {
  const { type } = values;
  if (type !== undefined && !Object.hasOwn(actionTypes, String(type))) {
    throw invalid({ type: [`There is no such action: one of ${Object.keys(actionTypes).join(', ')}.`] });
  }
  return values;
}

async function withReachableUrl(call: KnownCall, values: Values): Promise<Values> {
  if (typeof values['url'] === 'string') await checkUrl('url', values['url'], call.settings);
  return values;
}

/** Subject and text of a message are templates. */
function withReadableText(values: Values): Values {
  const settings = (values['settings'] ?? {}) as Values;
  for (const name of ['subject', 'text']) {
    const template = settings[name];
    if (template === undefined || template === null) continue;
    const fault = typeof template === 'string' ? faultOfTemplate(template) : 'It has to be text.';
    if (fault) throw invalid({ [`settings.${name}`]: [fault] });
  }
  return values;
}

function withReadableConditions(values: Values): Values {
  const { condition } = values;
  const fault = Array.isArray(condition) ? faultOfConditions(condition as string[]) : undefined;
  if (fault) throw invalid({ condition: [fault] });
  return values;
}

/** An automation knows when it runs next, and its query can be asked. */
async function withTimes({ db }: KnownCall, values: Values): Promise<Values> {
  const { schedule, query } = values;
  const at = await asOf(db);
  if (typeof query === 'object' && query !== null) profilesOfQuery(db, query as Values, at);
  if (typeof schedule !== 'string') return values;
  const fault = faultOfSchedule(schedule);
  if (fault) throw invalid({ schedule: [fault] });
  return {
    ...values,
    next_run_at: timestamp(nextTime(schedule, at.now, at.settings['programme.timezone']) ?? null),
  };
}
