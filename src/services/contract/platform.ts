import * as v from 'valibot';
import * as on from './endpoints/platform.ts';
import * as kind from './kinds.ts';
import { accepted, dated, numbered } from './common.ts';
import { contract, crud, G12, J15, J19 } from './contract.ts';
import { data, page } from './envelope.ts';
import { ledgerShape } from './incentives/points.ts';
import { customEventShape } from './profiles.ts';
import {
  always,
  byCustomer,
  defaulted,
  given,
  named,
  optional,
  optionalOnce,
  type Reading,
  required,
  requiredOnce,
  shape,
} from './shape.ts';

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
    'What was wrong, by place in the array that was sent.',
  ),
  ...dated,
});
export type Batch = Reading<typeof batchShape>;

// Records of the section Platform: ASSUMPTION G4.
/** Which field of a record each column of a file fills. */
const mapping = kind.namedValues;

/** The resource that the rows are, such as `profile` or `transaction`. */
const model = requiredOnce(kind.text(50));

/** A load that comes in several uploads: its name, and which of them this one is, from 1 on. */
const load = kind.text(100);

const part = kind.count(1, 1_000_000);

/** Rows of all its uploads together: how far a load is, before the last of them came. */
const loadRows = kind.count(1, 1_000_000_000);

export const importShape = shape('Import', 'A file, or rows, that came in.', {
  ...numbered,
  model,
  type: always(kind.text(), '`upload` or `manual`.'),
  file_name: given(kind.text()),
  status: always(kind.text()),
  rows: given(kind.integer),
  mapping: given(mapping),
  load: given(load),
  part: given(part),
  ...dated,
});
export type Import = Reading<typeof importShape>;

export const uploadImport = named(
  'UploadImport',
  v.object({
    model: kind.text(50).write,
    file_name: v.optional(kind.text().write),
    format: v.optional(v.picklist(['csv', 'ndjson'])),
    /** The file itself. */
    content: v.string(),
    mapping: v.optional(mapping.write),
    /** What becomes of a row whose external id is there already: it fails, which is the default, or changes what is there. */
    existing: v.optional(v.picklist(['fail', 'change'])),
    /** With both, the upload is done once: the same part of the same load again answers what is there. */
    load: v.optional(load.write),
    part: v.optional(part.write),
    load_rows: v.optional(loadRows.write),
  }),
  "A file's text with the format it has: large loads come this way (spec 1 rule 8).",
);
export type UploadImport = v.InferInput<typeof uploadImport>;

export const manualImport = named(
  'ManualImport',
  v.object({ model: kind.text(50).write, records: v.array(kind.namedValues.write) }),
);
export type ManualImport = v.InferInput<typeof manualImport>;

export const uploadMapping = named(
  'UploadMapping',
  v.object({ model: kind.text(50).write, mapping: mapping.write }),
);
export type UploadMapping = v.InferInput<typeof uploadMapping>;

export const importJobShape = shape(
  'ImportJob',
  'The work of bringing an import in: it can be stopped, and goes on where it was.',
  {
    ...numbered,
    import_id: requiredOnce(kind.count(1, Number.MAX_SAFE_INTEGER)),
    status: defaulted(kind.oneOf('queued', 'running', 'paused', 'done', 'failed')),
    mapping: optional(mapping),
    model: given(kind.text(50)),
    file_name: given(kind.text()),
    load: given(load),
    part: given(part),
    load_rows: given(loadRows),
    total: given(kind.integer),
    done: given(kind.integer),
    changed: given(kind.integer, 'Those of the done ones that changed what was there.'),
    failed: given(kind.integer),
    failures: given(kind.anyArray),
    started_at: given(kind.timestamp),
    finished_at: given(kind.timestamp),
    ...dated,
  },
);
export type ImportJob = Reading<typeof importJobShape>;

export const auditShape = shape('Audit', 'Who did what to which record.', {
  ...numbered,
  user_id: given(kind.integer),
  action: requiredOnce(kind.text(100)),
  model: requiredOnce(kind.text(50)),
  model_id: optionalOnce(kind.text()),
  changes: given(kind.namedValues, 'What was and what is, by field; never a secret.'),
  note: optional(kind.longText),
  ...dated,
});
export type Audit = Reading<typeof auditShape>;

export const actionHistoryShape = shape(
  'ActionHistory',
  'An action of a trigger or an automation that was run, or the run of an automation itself, which has the type `run`.',
  {
    ...numbered,
    run_id: given(kind.integer, 'The run of an automation that an action was part of.'),
    profiles: given(kind.integer, 'How many profiles a run found.'),
    trigger_id: given(kind.integer),
    automation_id: given(kind.integer),
    action_id: given(kind.integer),
    type: always(kind.text()),
    profile_id: given(kind.text()),
    status: always(kind.text()),
    message: given(kind.text()),
    created_at: given(kind.timestamp),
  },
);
export type ActionHistory = Reading<typeof actionHistoryShape>;

export const settingShape = shape('Setting', {
  ...numbered,
  key: requiredOnce(kind.text(100), 'Names the setting, such as `shop.name`.'),
  value: required(kind.anything),
  ...dated,
});
export type Setting = Reading<typeof settingShape>;

export const environment = named('Environment', v.looseObject({ name: v.string(), version: v.string() }));
export type Environment = v.InferOutput<typeof environment>;

export const reminderShape = shape('Reminder', {
  ...numbered,
  profile_id: optionalOnce(kind.text()),
  subject: byCustomer(required(kind.text())),
  note: byCustomer(optional(kind.longText)),
  due_at: byCustomer(required(kind.timestamp)),
  is_done: byCustomer(defaulted(kind.boolean)),
  ...dated,
});
export type Reminder = Reading<typeof reminderShape>;

export const health = named(
  'Health',
  v.looseObject({
    /** `ok` or `failing`. */
    status: v.string(),
    checks: v.nullish(v.record(v.string(), v.unknown())),
  }),
  'Whether the service can do its work, and each part that it needs.',
);
export type Health = v.InferOutput<typeof health>;

export const extensionEvent = named(
  'ExtensionEvent',
  v.looseObject({}),
  'What another system sends to an extension: any JSON object (spec 4.6, path: G13).',
);
export type ExtensionEvent = v.InferInput<typeof extensionEvent>;

export const platformSection = {
  summary: 'Imports, batches, ledgers, audits, settings, health.',
  contracts: [
    ...crud(actionHistoryShape, [on.actionHistory, on.readActionHistory], '4.6 Settings', {
      one: 'an action that was run',
      many: 'actions that were run',
    }),
    ...crud(auditShape, [on.audits, on.readAudit], '4.6 Configuration', {
      one: 'an audit entry',
      many: 'audit entries',
      assumed: J15,
    }),
    ...crud(auditShape, [on.addAudit, on.editAudit, on.deleteAudit], '4.6 Settings', {
      one: 'an audit entry',
    }),
    ...crud(
      importJobShape,
      [on.importJobs, on.addImportJob, on.readImportJob, on.editImportJob, on.deleteImportJob],
      '4.6 Business',
      { one: 'an import job', many: 'import jobs', assumed: G12 },
    ),
    ...crud(ledgerShape, [on.profileLedgers, on.readProfileLedger], '4.6 Profile sub-resources', {
      one: 'a ledger entry of a profile',
      many: 'ledger entries of a profile',
    }),
    ...crud(
      reminderShape,
      [on.reminders, on.addReminder, on.readReminder, on.editReminder, on.deleteReminder],
      '4.6 Settings',
      { one: 'a reminder', many: 'reminders' },
    ),
    ...crud(
      settingShape,
      [on.settings, on.readSetting, on.editSetting, on.deleteSetting],
      '4.6 Configuration',
      { one: 'a setting', many: 'settings', assumed: J15 },
    ),
    ...crud(settingShape, [on.addSetting], '4.6 Settings', { one: 'a setting' }),
    contract(on.readBatch, '1 rule 4', 'Reads how far a batch is, and what failed in it', {
      assumed: J19,
      reply: data(batchShape.record),
    }),
    contract(
      on.receiveExtensionWebhook,
      '4.6',
      'Receives what another system sends; signed, not with a token (ASSUMPTION G13)',
      { assumed: { verb: 'G13', path: 'G12' }, open: true, reply: data(accepted), body: extensionEvent },
    ),
    contract(on.health, '1 rule 4', 'Whether the service can do its work', {
      assumed: J19,
      reply: data(health),
    }),
    contract(on.imports, '4.6 Business', 'Browses imports', {
      assumed: G12,
      reply: page(importShape.record),
    }),
    contract(on.addManualImport, '4.6 Business', 'Imports the records in the body', {
      assumed: G12,
      reply: data(importShape.record),
      body: manualImport,
    }),
    contract(on.uploadImportMapping, '4.6 Business', 'Uploads which column of a file fills which field', {
      assumed: G12,
      reply: data(importShape.record),
      body: uploadMapping,
    }),
    contract(on.uploadImport, '4.6 Business, 1 rule 8', 'Imports a file: the way for large loads', {
      assumed: G12,
      reply: data(importShape.record),
      body: uploadImport,
    }),
    contract(on.ledgers, '1 rule 4', 'Browses the ledger of all profiles', {
      assumed: J19,
      reply: page(ledgerShape.record),
    }),
    contract(on.settingsEnvironment, '4.6 Settings', 'Reads the environment that the service runs in', {
      reply: data(environment),
    }),
    contract(on.addTenantCustomEvent, '4.6 Settings, 6', "Raises an event of one's own about the tenant", {
      reply: data(customEventShape.record),
      body: customEventShape.add,
    }),
  ],
};
