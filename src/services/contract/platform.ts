import * as v from 'valibot';
import * as on from './endpoints/platform.ts';
import * as kind from './kinds.ts';
import { accepted, dated, numbered, recordShape } from './common.ts';
import { clause, contract, crud, onlyNamed, verbsNotNamed, onlySectionNamed } from './contract.ts';
import { data, page } from './envelope.ts';
import { ledgerShape } from './incentives/points.ts';
import { customEventShape } from './profiles.ts';
import {
  always,
  byCustomer,
  defaulted,
  given,
  optional,
  optionalOnce,
  refersTo,
  required,
  requiredOnce,
  scoped,
} from './fields.ts';
import { about, body, named, reply, shape, type Reading } from './shape.ts';

export const batchShape = shape('Batch', {
  id: always(kind.text()),
  status: always(kind.text()),
  resource: given(kind.text()),
  total: given(kind.integer),
  done: given(kind.integer),
  failed: given(kind.integer),
  failures: given(
    {
      ...kind.namedValues,
      read: v.array(v.unknown()),
      sent: v.array(v.looseObject({ index: v.number(), message: v.string() })),
    },
    'Errors, each with the index of its record in the array.',
  ),
  warnings: given(kind.anyArray, 'What was left out of records that were written, each with its index.'),
  ...dated,
});
export type Batch = Reading<typeof batchShape>;

// Records of the section Platform: ASSUMPTION.
/** Which field of a record each column of a file fills. */
const mapping = kind.namedValues;

/** The resource that the rows are, such as `profile` or `transaction`. */
const model = requiredOnce(kind.text(50));

/** A load consists of several uploads: its name, and the number of this upload, from 1. */
const load = kind.text(100);

const part = kind.count(1, 1_000_000);

/** Rows of all uploads of a load, to report progress before the last one arrives. */
const loadRows = kind.count(1, 1_000_000_000);

export const importShape = recordShape('Import', {
  [about]: 'An imported file, or imported records.',
  model,
  type: always(kind.text(), '`upload` or `manual`.'),
  file_name: given(kind.text()),
  status: always(kind.text()),
  rows: given(kind.integer),
  mapping: given(mapping),
  load: given(load),
  part: given(part),
});
export type Import = Reading<typeof importShape>;

export const uploadImport = body('UploadImport', {
  [about]: 'Content and format of a file, for large loads (spec 1 rule 8).',
  model: kind.text(50).write,
  file_name: v.optional(kind.text().write),
  format: v.optional(v.picklist(['csv', 'ndjson'])),
  /** The file itself. */
  content: v.string(),
  mapping: v.optional(mapping.write),
  /** For a row whose external id exists: `fail` (default) reports an error, `change` updates the record. */
  existing: v.optional(v.picklist(['fail', 'change'])),
  /** With `load` and `part` the upload is idempotent: a repeated part returns the stored import. */
  load: v.optional(load.write),
  part: v.optional(part.write),
  load_rows: v.optional(loadRows.write),
  /** Versions of one file: a row that another load of the series has imported is not imported again. */
  series: v.optional(load.write),
});
export type UploadImport = v.InferInput<typeof uploadImport>;

export const manualImport = body('ManualImport', {
  model: kind.text(50).write,
  records: v.array(kind.namedValues.read),
});
export type ManualImport = v.InferInput<typeof manualImport>;

export const uploadMapping = body('UploadMapping', { model: kind.text(50).write, mapping: mapping.write });
export type UploadMapping = v.InferInput<typeof uploadMapping>;

export const importJobShape = recordShape('ImportJob', {
  [about]: 'The job that processes an import; it can be paused and resumed.',
  import_id: refersTo('import')(requiredOnce(kind.reference)),
  status: defaulted(kind.oneOf('queued', 'running', 'paused', 'done', 'failed')),
  mapping: optional(mapping),
  model: given(kind.text(50)),
  file_name: given(kind.text()),
  load: given(load),
  part: given(part),
  load_rows: given(loadRows),
  total: given(kind.integer),
  done: given(kind.integer),
  changed: given(kind.integer, 'Number of processed rows that updated an existing record.'),
  unchanged: given(kind.integer, 'Number of processed rows that an earlier load of the series had imported.'),
  failed: given(kind.integer),
  failures: given(kind.anyArray),
  warnings: given(kind.anyArray, 'What was left out of rows that were written, each with its row.'),
  started_at: given(kind.timestamp),
  finished_at: given(kind.timestamp),
});
export type ImportJob = Reading<typeof importJobShape>;

export const auditShape = recordShape('Audit', {
  [about]: 'An audit entry: who changed which record, and how.',
  user_id: given(kind.integer),
  action: requiredOnce(kind.text(100)),
  model: requiredOnce(kind.text(50)),
  model_id: optionalOnce(kind.text()),
  changes: given(kind.namedValues, 'Old and new value of each changed field; never a secret.'),
  note: optional(kind.longText),
});
export type Audit = Reading<typeof auditShape>;

export const actionHistoryShape = shape('ActionHistory', {
  [about]: 'Result of an action of a trigger or automation; of type `run`: the run of an automation itself.',
  ...numbered,
  run_id: given(kind.integer, 'The automation run that the action was part of.'),
  profiles: given(kind.integer, 'Number of profiles of the run.'),
  trigger_id: given(kind.integer),
  automation_id: given(kind.integer),
  action_id: given(kind.integer),
  webhook_id: given(kind.integer, 'The webhook of a delivery, or of a condition that was false.'),
  target_id: given(kind.integer, 'The target of a delivery.'),
  event: given(kind.text(), 'Name of the event, such as `reward.claimed`.'),
  event_id: given(kind.integer),
  delivery_id: given(kind.integer),
  attempts: given(kind.integer, 'Attempts at the delivery until now.'),
  answer: scoped('profiles.read')(
    given(
      kind.text(2_000),
      'What the receiver answered to the last attempt: at most 2,000 characters, without keys and signatures.',
    ),
  ),
  type: always(
    kind.text(),
    '`webhook` for a delivery, `condition` for one that was false, `run`, or the type of an action.',
  ),
  profile_id: given(kind.text()),
  status: always(
    kind.text(),
    'Of a delivery: `retrying` after an attempt that failed, then `delivered`, `failed` or `dropped`; `resending` until the attempt that `resend` asks for. Of a condition: `skipped`.',
  ),
  message: given(kind.text()),
  created_at: given(kind.timestamp),
});
export type ActionHistory = Reading<typeof actionHistoryShape>;

export const settingShape = recordShape('Setting', {
  key: requiredOnce(kind.text(100), 'Name of the setting, such as `shop.name`.'),
  value: required(kind.anything),
});
export type Setting = Reading<typeof settingShape>;

export const environment = reply('Environment', { name: v.string(), version: v.string() });
export type Environment = v.InferOutput<typeof environment>;

export const reminderShape = recordShape('Reminder', {
  profile_id: refersTo('profile')(optionalOnce(kind.text())),
  subject: byCustomer(required(kind.text())),
  note: byCustomer(optional(kind.longText)),
  due_at: byCustomer(required(kind.timestamp)),
  is_done: byCustomer(defaulted(kind.boolean)),
});
export type Reminder = Reading<typeof reminderShape>;

export const health = reply('Health', {
  [about]: 'Health of the service and of each part that it needs.',
  /** `ok` or `failing`. */
  status: v.string(),
  checks: v.nullish(v.record(v.string(), v.unknown())),
});
export type Health = v.InferOutput<typeof health>;

export const extensionEvent = named(
  'ExtensionEvent',
  v.looseObject({}),
  'Event that another system sends to an extension: any JSON object (spec 4.6; the path is assumed).',
);
export type ExtensionEvent = v.InferInput<typeof extensionEvent>;

export const platformSection = {
  summary: 'Imports, batches, ledgers, audits, settings, health.',
  contracts: [
    ...clause('4.6 Settings', [
      ...crud(on, 'action-history', actionHistoryShape, {
        one: 'an action that was run',
        many: 'actions that were run',
      }),
      ...crud(on, 'audits', auditShape, { one: 'an audit entry', except: ['index', 'show'] }),
      ...crud(on, 'reminders', reminderShape, { one: 'a reminder', many: 'reminders' }),
      contract(on.addSetting, 'Adds a setting', { reply: data(settingShape), body: settingShape.add }),
      contract(on.settingsEnvironment, 'Reads the environment that the service runs in', {
        reply: data(environment),
      }),
      contract(on.addTenantCustomEvent, 'Publishes a custom event of the tenant', {
        shown: '4.6 Settings, 6',
        reply: data(customEventShape),
        body: customEventShape.add,
      }),
    ]),
    ...clause('4.6 Configuration', verbsNotNamed, [
      contract(on.audits, 'Browses audit entries', { reply: page(auditShape) }),
      contract(on.readAudit, 'Reads an audit entry', { reply: data(auditShape) }),
      ...crud(on, 'settings', settingShape, { one: 'a setting', many: 'settings', except: ['store'] }),
    ]),
    ...clause('4.6 Business', onlyNamed, [
      ...crud(on, 'imports.jobs', importJobShape, { one: 'an import job', many: 'import jobs' }),
      contract(on.imports, 'Browses imports', { reply: page(importShape) }),
      contract(on.addManualImport, 'Imports the records in the body', {
        reply: data(importShape),
        body: manualImport,
      }),
      contract(on.uploadImportMapping, 'Uploads a mapping of the columns of a file to fields', {
        reply: data(importShape),
        body: uploadMapping,
      }),
      contract(on.uploadImport, 'Imports a file, for large loads', {
        shown: '4.6 Business, 1 rule 8',
        reply: data(importShape),
        body: uploadImport,
      }),
    ]),
    ...clause('4.6 Profile sub-resources', [
      ...crud(on, 'profiles.ledgers', ledgerShape, {
        one: 'a ledger entry of a profile',
        many: 'ledger entries of a profile',
      }),
    ]),
    ...clause('1 rule 4', onlySectionNamed, [
      contract(on.readBatch, 'Reads the progress and the errors of a batch', { reply: data(batchShape) }),
      contract(on.health, 'Reads the health of the service', { reply: data(health) }),
      contract(on.ledgers, 'Browses the ledger of all profiles', { reply: page(ledgerShape) }),
    ]),
    ...clause('4.6', [
      contract(
        on.receiveExtensionWebhook,
        'Receives an event from another system, signed and without a token (ASSUMPTION)',
        { assumed: { verb: true, path: true }, open: true, reply: data(accepted), body: extensionEvent },
      ),
    ]),
  ],
};
