/** Section Platform (spec 1 rule 4). */
export * from './action-history.ts';
export * from './audits.ts';
export * from './batches.ts';
export * from './events.ts';
export * from './health.ts';
export * from './import-jobs.ts';
export * from './imports.ts';
export * from './ledgers.ts';
export * from './reminders.ts';
export * from './settings.ts';
