import { get, post, put, remove } from '../endpoint.ts';

export const actionHistory = get('/v3/action-history', 'action-history.index');
export const readActionHistory = get('/v3/action-history/{action_history}', 'action-history.show');

export const audits = get('/v3/audits', 'audits.index');
export const addAudit = post('/v3/audits', 'audits.store');
export const readAudit = get('/v3/audits/{auditId}', 'audits.show');
export const editAudit = put('/v3/audits/{auditId}', 'audits.update');
export const deleteAudit = remove('/v3/audits/{auditId}', 'audits.destroy');

export const readBatch = get('/v3/batches/{batch}', 'batches.show');

export const addTenantCustomEvent = post('/v3/tenants/custom-event', 'tenants.custom-event.store');
export const receiveExtensionWebhook = post('/v3/extensions/{extension}/webhook', 'extensions.webhook.receive');

export const health = get('/v3/health', 'health.show');

export const importJobs = get('/v3/imports/jobs', 'imports.jobs.index');
export const addImportJob = post('/v3/imports/jobs', 'imports.jobs.store');
export const readImportJob = get('/v3/imports/jobs/{importjob}', 'imports.jobs.show');
export const editImportJob = put('/v3/imports/jobs/{importjob}', 'imports.jobs.update');
export const deleteImportJob = remove('/v3/imports/jobs/{importjob}', 'imports.jobs.destroy');

export const imports = get('/v3/imports', 'imports.index');
export const uploadImport = post('/v3/imports/upload', 'imports.upload');
export const addManualImport = post('/v3/imports/manual', 'imports.manual');
export const uploadImportMapping = post('/v3/imports/mapping', 'imports.mapping');

export const ledgers = get('/v3/ledgers', 'ledgers.index');
export const profileLedgers = get('/v3/profiles/{profile}/ledgers', 'profiles.ledgers.index');
export const readProfileLedger = get('/v3/profiles/{profile}/ledgers/{ledger}', 'profiles.ledgers.show');

export const reminders = get('/v3/reminders', 'reminders.index');
export const addReminder = post('/v3/reminders', 'reminders.store');
export const readReminder = get('/v3/reminders/{reminder}', 'reminders.show');
export const editReminder = put('/v3/reminders/{reminder}', 'reminders.update');
export const deleteReminder = remove('/v3/reminders/{reminder}', 'reminders.destroy');

export const settings = get('/v3/settings', 'settings.index');
export const addSetting = post('/v3/settings', 'settings.store');
export const readSetting = get('/v3/settings/{setting}', 'settings.show');
export const editSetting = put('/v3/settings/{setting}', 'settings.update');
export const deleteSetting = remove('/v3/settings/{setting}', 'settings.destroy');
export const settingsEnvironment = get('/v3/settings/environment', 'settings.environment');
