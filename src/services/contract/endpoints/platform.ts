import { endpoint } from '../endpoint.ts';

export const actionHistory = endpoint('GET', '/v3/action-history', 'action-history.index');
export const readActionHistory = endpoint('GET', '/v3/action-history/{action_history}', 'action-history.show');

export const audits = endpoint('GET', '/v3/audits', 'audits.index');
export const addAudit = endpoint('POST', '/v3/audits', 'audits.store');
export const readAudit = endpoint('GET', '/v3/audits/{auditId}', 'audits.show');
export const editAudit = endpoint('PUT', '/v3/audits/{auditId}', 'audits.update');
export const deleteAudit = endpoint('DELETE', '/v3/audits/{auditId}', 'audits.destroy');

export const readBatch = endpoint('GET', '/v3/batches/{batch}', 'batches.show');

export const addTenantCustomEvent = endpoint('POST', '/v3/tenants/custom-event', 'tenants.custom-event.store');
export const receiveExtensionWebhook = endpoint('POST', '/v3/extensions/{extension}/webhook', 'extensions.webhook.receive');

export const health = endpoint('GET', '/v3/health', 'health.show');

export const importJobs = endpoint('GET', '/v3/imports/jobs', 'imports.jobs.index');
export const addImportJob = endpoint('POST', '/v3/imports/jobs', 'imports.jobs.store');
export const readImportJob = endpoint('GET', '/v3/imports/jobs/{importjob}', 'imports.jobs.show');
export const editImportJob = endpoint('PUT', '/v3/imports/jobs/{importjob}', 'imports.jobs.update');
export const deleteImportJob = endpoint('DELETE', '/v3/imports/jobs/{importjob}', 'imports.jobs.destroy');

export const imports = endpoint('GET', '/v3/imports', 'imports.index');
export const uploadImport = endpoint('POST', '/v3/imports/upload', 'imports.upload');
export const addManualImport = endpoint('POST', '/v3/imports/manual', 'imports.manual');
export const uploadImportMapping = endpoint('POST', '/v3/imports/mapping', 'imports.mapping');

export const ledgers = endpoint('GET', '/v3/ledgers', 'ledgers.index');
export const profileLedgers = endpoint('GET', '/v3/profiles/{profile}/ledgers', 'profiles.ledgers.index');
export const readProfileLedger = endpoint('GET', '/v3/profiles/{profile}/ledgers/{ledger}', 'profiles.ledgers.show');

export const reminders = endpoint('GET', '/v3/reminders', 'reminders.index');
export const addReminder = endpoint('POST', '/v3/reminders', 'reminders.store');
export const readReminder = endpoint('GET', '/v3/reminders/{reminder}', 'reminders.show');
export const editReminder = endpoint('PUT', '/v3/reminders/{reminder}', 'reminders.update');
export const deleteReminder = endpoint('DELETE', '/v3/reminders/{reminder}', 'reminders.destroy');

export const settings = endpoint('GET', '/v3/settings', 'settings.index');
export const addSetting = endpoint('POST', '/v3/settings', 'settings.store');
export const readSetting = endpoint('GET', '/v3/settings/{setting}', 'settings.show');
export const editSetting = endpoint('PUT', '/v3/settings/{setting}', 'settings.update');
export const deleteSetting = endpoint('DELETE', '/v3/settings/{setting}', 'settings.destroy');
export const settingsEnvironment = endpoint('GET', '/v3/settings/environment', 'settings.environment');
