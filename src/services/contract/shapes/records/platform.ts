import * as v from 'valibot';
import {
  anyArray,
  anything,
  boolean,
  count,
  integer,
  longText,
  namedValues,
  oneOf,
  text,
  timestamp,
} from '../kinds.ts';
import {
  always,
  byCustomer,
  defaulted,
  given,
  optional,
  optionalOnce,
  required,
  requiredOnce,
  shape,
  type Reading,
} from '../shape.ts';
import { dated, numbered } from './common.ts';

// Records of the section Platform: ASSUMPTION G4.

/** Which field of a record each column of a file fills. */
const mapping = namedValues;
/** The resource that the rows are, such as `profile` or `transaction`. */
const model = requiredOnce(text(50));
/** A load that comes in several uploads: its name, and which of them this one is, from 1 on. */
const load = text(100);
const part = count(1, 1_000_000);
/** Rows of all its uploads together: how far a load is, before the last of them came. */
const loadRows = count(1, 1_000_000_000);

/** A file, or rows, that came in. */
export const importShape = shape({
  ...numbered,
  model,
  /** `upload` or `manual`. */
  type: always(text()),
  file_name: given(text()),
  status: always(text()),
  rows: given(integer),
  mapping: given(mapping),
  load: given(load),
  part: given(part),
  ...dated,
});
export type Import = Reading<typeof importShape>;
/** A file's text with the format it has: large loads come this way (spec 1 rule 8). */
export const uploadImport = v.object({
  model: text(50).write,
  file_name: v.optional(text().write),
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
});
export type UploadImport = v.InferInput<typeof uploadImport>;
export const manualImport = v.object({ model: text(50).write, records: v.array(namedValues.write) });
export type ManualImport = v.InferInput<typeof manualImport>;
export const uploadMapping = v.object({ model: text(50).write, mapping: mapping.write });
export type UploadMapping = v.InferInput<typeof uploadMapping>;

/** The work of bringing an import in: it can be stopped, and goes on where it was. */
export const importJobShape = shape({
  ...numbered,
  import_id: requiredOnce(count(1, Number.MAX_SAFE_INTEGER)),
  status: defaulted(oneOf('queued', 'running', 'paused', 'done', 'failed')),
  mapping: optional(mapping),
  model: given(text(50)),
  file_name: given(text()),
  load: given(load),
  part: given(part),
  load_rows: given(loadRows),
  total: given(integer),
  done: given(integer),
  /** Those of the done ones that changed what was there. */
  changed: given(integer),
  failed: given(integer),
  failures: given(anyArray),
  started_at: given(timestamp),
  finished_at: given(timestamp),
  ...dated,
});
export type ImportJob = Reading<typeof importJobShape>;

/** Who did what to which record. */
export const auditShape = shape({
  ...numbered,
  user_id: given(integer),
  action: requiredOnce(text(100)),
  model: requiredOnce(text(50)),
  model_id: optionalOnce(text()),
  /** What was and what is, by field; never a secret. */
  changes: given(namedValues),
  note: optional(longText),
  ...dated,
});
export type Audit = Reading<typeof auditShape>;

/** An action of a trigger or an automation that was run, or the run of an automation itself, which has the type `run`. */
export const actionHistoryShape = shape({
  ...numbered,
  /** The run of an automation that an action was part of. */
  run_id: given(integer),
  /** How many profiles a run found. */
  profiles: given(integer),
  trigger_id: given(integer),
  automation_id: given(integer),
  action_id: given(integer),
  type: always(text()),
  profile_id: given(text()),
  status: always(text()),
  message: given(text()),
  created_at: given(timestamp),
});
export type ActionHistory = Reading<typeof actionHistoryShape>;

export const settingShape = shape({
  ...numbered,
  /** Names the setting, such as `shop.name`. */
  key: requiredOnce(text(100)),
  value: required(anything),
  ...dated,
});
export type Setting = Reading<typeof settingShape>;
export const environment = v.looseObject({ name: v.string(), version: v.string() });
export type Environment = v.InferOutput<typeof environment>;

export const reminderShape = shape({
  ...numbered,
  profile_id: optionalOnce(text()),
  subject: byCustomer(required(text())),
  note: byCustomer(optional(longText)),
  due_at: byCustomer(required(timestamp)),
  is_done: byCustomer(defaulted(boolean)),
  ...dated,
});
export type Reminder = Reading<typeof reminderShape>;

/** Whether the service can do its work, and each part that it needs. */
export const health = v.looseObject({
  /** `ok` or `failing`. */
  status: v.string(),
  checks: v.nullish(v.record(v.string(), v.unknown())),
});
export type Health = v.InferOutput<typeof health>;

/** What another system sends to an extension: any JSON object (spec 4.6, path: G13). */
export const extensionEvent = v.looseObject({});
export type ExtensionEvent = v.InferInput<typeof extensionEvent>;
