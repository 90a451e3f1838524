import { benefitShape } from '../../../src/services/contract/incentives/benefits.ts';
import { creditShape } from '../../../src/services/contract/incentives/credits.ts';
import { pointShape } from '../../../src/services/contract/incentives/points.ts';
import { rewardShape } from '../../../src/services/contract/incentives/rewards.ts';
import { targetShape } from '../../../src/services/contract/automation.ts';
import { reminderShape } from '../../../src/services/contract/platform.ts';
import type { AnyShape } from '../../../src/services/contract/shape.ts';
import { readBody } from '../api/body.ts';
import { invalid, Problem } from '../api/problem.ts';
import { checkReferences } from '../crud/references.ts';
import { findRecord, rowsWithin } from '../crud/store.ts';
import { fromRow, tableOf, type Values } from '../crud/tables.ts';
import { valueOfCredit } from '../credits/credits.ts';
import type { Database } from '../database/tables.ts';
import { checkName } from '../events/publish.ts';
import { checkTexts, TEXT_SETTINGS } from '../messages/message-texts.ts';
import { channelOf, channels } from '../messages/queue-message.ts';
import { pointsOf } from '../points/routes.ts';
import { checkIssuable } from '../programme/definitions.ts';
import type { actionTypes } from './actions.ts';

type Settings = Readonly<Record<string, unknown>>;

/** An action as it will be stored. */
export interface CheckedAction {
  readonly type?: string | null | undefined;
  readonly target_id?: number | null | undefined;
  readonly settings?: Settings | null | undefined;
}

type Check = (db: Database, settings: Settings, action: CheckedAction) => Promise<void>;

/** The check of each type of action, before the action is saved: it would otherwise fail only when it runs. */
const checks: Readonly<Record<keyof typeof actionTypes, Check>> = {
  // Its settings are sent as they are.
  webhook: async (db, _, action) => {
    const target = await targetOf(db, action);
    if (!target.url) throw invalid({ target_id: ['The target has no address: set its url.'] });
  },
  message: async (db, settings, action) => {
    onlyKnown(settings, TEXT_SETTINGS);
    const target = await targetOf(db, action);
    if (!channelOf(target))
      throw invalid({ target_id: [`A message needs a target of the type ${channels.join(', ')}.`] });
    await checkTemplates(settings);
    if (!settings['text'] && !target.settings?.['text'])
      throw invalid({ 'settings.text': ['A message needs a text, here or in the settings of its target.'] });
  },
  'custom-event': async (_, settings) => {
    onlyKnown(settings, ['name', 'data']);
    await inSettings(async () => void checkName(settings['name']));
    const { data = {} } = settings;
    if (typeof data !== 'object' || data === null || Array.isArray(data))
      throw invalid({ 'settings.data': ['The data field has to be an object.'] });
  },
  'add-tag': async (_, settings) => checkTags(settings),
  'remove-tag': async (_, settings) => checkTags(settings),
  'issue-reward': recordCheck('reward', rewardShape, { also: issuable('reward') }),
  'issue-benefit': recordCheck('benefit', benefitShape, { also: issuable('benefit') }),
  'issue-credit': recordCheck('credit', creditShape, { also: valueOfCredit }),
  'issue-points': recordCheck('point', pointShape, {
    needed: ['value', 'point_definition_id'],
    also: pointsOf,
  }),
  'add-reminder': recordCheck('reminder', reminderShape),
};

/** Throws 422 for an action that could only fail; the errors name the field and what is allowed. */
export async function checkAction(db: Database, action: CheckedAction): Promise<void> {
  const { type, settings } = action;
  if (typeof type !== 'string' || !Object.hasOwn(checks, type))
    throw invalid({ type: [`There is no such action: one of ${Object.keys(checks).join(', ')}.`] });
  await checks[type as keyof typeof checks](db, settings ?? {}, action);
}

/** Throws 422 for texts of a message that are invalid, in any of its languages. */
export const checkTemplates = (settings: Settings | null | undefined): Promise<void> =>
  inSettings(async () => checkTexts(settings ?? {}));

/** Throws 422 for settings that nothing reads. */
export function onlyKnown(settings: Settings, known: readonly string[]): void {
  const unknown = Object.keys(settings).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const errors = unknown.map((name) => [
    `settings.${name}`,
    [`There is no field ${name} here: one of ${known.join(', ')}.`],
  ]);
  throw invalid(Object.fromEntries(errors));
}

interface RecordRules {
  /** One of these fields has to be there. */
  readonly needed?: readonly string[];
  /** Throws 422 as the endpoint of the record does, for what fails with every profile. */
  readonly also?: (db: Database, settings: Settings) => Promise<unknown>;
}

/** The settings are the fields of a new record, except the profile. */
function recordCheck(
  model: string,
  { fields, add }: AnyShape,
  { needed = [], also }: RecordRules = {},
): Check {
  const known = Object.entries(fields).flatMap(([name, { write }]) =>
    write === 'never' || name === 'profile_id' ? [] : [name],
  );
  return async (db, settings) => {
    onlyKnown(settings, known);
    const [first] = needed;
    if (
      first !== undefined &&
      needed.every((name) => settings[name] === undefined || settings[name] === null)
    )
      throw invalid({ [`settings.${first}`]: [`One of the fields ${needed.join(', ')} is required.`] });
    await inSettings(async () => {
      // The profile is the one of the event.
      readBody(add, 'application/json', JSON.stringify({ ...settings, profile_id: 'profile' }));
      await checkReferences(db, model, settings);
      await also?.(db, settings);
    });
  };
}

/** Throws 422 for an archived definition: nothing of it is issued any more. */
function issuable(model: 'reward' | 'benefit') {
  const field = `${model}_definition_id`;
  return async (db: Database, settings: Settings): Promise<void> => {
    const definition: Values = await findRecord(
      db,
      tableOf(`${model}-definition`),
      {},
      String(settings[field]),
    );
    checkIssuable(definition, field);
  };
}

function checkTags(settings: Settings): void {
  onlyKnown(settings, ['tags', 'tag']);
  const tags = [settings['tags'] ?? settings['tag'] ?? []].flat();
  if (tags.length === 0 || tags.some((tag) => typeof tag !== 'string' || tag === ''))
    throw invalid({ 'settings.tags': ['The tags field has to be a list of texts with one tag at least.'] });
}

async function targetOf(db: Database, { target_id: id }: CheckedAction) {
  const row = id
    ? await rowsWithin(db, tableOf('target', targetShape), { id }).executeTakeFirst()
    : undefined;
  if (!row) throw invalid({ target_id: ['This action needs the id of a target.'] });
  return fromRow(row);
}

/** Errors about fields of the settings name them so. */
async function inSettings(check: () => Promise<unknown>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof Problem) || !error.details.errors) throw error;
    const errors = Object.entries(error.details.errors);
    throw invalid(Object.fromEntries(errors.map(([name, texts]) => [`settings.${name}`, texts])));
  }
}
