import * as on from '../../endpoints/platform/index.ts';
import { data, page } from '../envelope.ts';
import { accepted, batchShape } from '../records/automation.ts';
import { ledgerShape } from '../records/incentives.ts';
import {
  actionHistoryShape,
  auditShape,
  environment,
  extensionEvent,
  health,
  importJobShape,
  importShape,
  manualImport,
  reminderShape,
  settingShape,
  uploadImport,
  uploadMapping,
} from '../records/platform.ts';
import { customEventShape } from '../records/profiles.ts';
import { contract, plain } from './contract.ts';

/** What each endpoint of the section takes and answers. */
export const platformContracts = [
  ...plain(actionHistoryShape, { browse: on.actionHistory, read: on.readActionHistory }),
  ...plain(auditShape, {
    browse: on.audits,
    add: on.addAudit,
    read: on.readAudit,
    edit: on.editAudit,
    remove: on.deleteAudit,
  }),
  ...plain(importJobShape, {
    browse: on.importJobs,
    add: on.addImportJob,
    read: on.readImportJob,
    edit: on.editImportJob,
    remove: on.deleteImportJob,
  }),
  ...plain(ledgerShape, { browse: on.profileLedgers, read: on.readProfileLedger }),
  ...plain(reminderShape, {
    browse: on.reminders,
    add: on.addReminder,
    read: on.readReminder,
    edit: on.editReminder,
    remove: on.deleteReminder,
  }),
  ...plain(settingShape, {
    browse: on.settings,
    add: on.addSetting,
    read: on.readSetting,
    edit: on.editSetting,
    remove: on.deleteSetting,
  }),
  contract(on.readBatch, data(batchShape.record)),
  contract(on.receiveExtensionWebhook, data(accepted), extensionEvent),
  contract(on.health, data(health)),
  contract(on.imports, page(importShape.record)),
  contract(on.addManualImport, data(importShape.record), manualImport),
  contract(on.uploadImportMapping, data(importShape.record), uploadMapping),
  contract(on.uploadImport, data(importShape.record), uploadImport),
  contract(on.ledgers, page(ledgerShape.record)),
  contract(on.settingsEnvironment, data(environment)),
  contract(on.addTenantCustomEvent, data(customEventShape.record), customEventShape.add),
];
