/** Section Automation (spec 1 rule 4). */
export * from './automation-actions.ts';
export * from './automations.ts';
export * from './targets.ts';
export * from './trigger-actions.ts';
export * from './triggers.ts';
export * from './webhooks.ts';
