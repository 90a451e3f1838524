import { get, post, put, remove } from '../endpoint.ts';

export const automationActions = get('/v3/automations/{automation}/actions', 'automations.actions.index');
export const addAutomationAction = post('/v3/automations/{automation}/actions', 'automations.actions.store');
export const readAutomationAction = get('/v3/automations/{automation}/actions/{action}', 'automations.actions.show');
export const editAutomationAction = put('/v3/automations/{automation}/actions/{action}', 'automations.actions.update');
export const deleteAutomationAction = remove('/v3/automations/{automation}/actions/{action}', 'automations.actions.destroy');

export const automations = get('/v3/automations', 'automations.index');
export const addAutomation = post('/v3/automations', 'automations.store');
export const readAutomation = get('/v3/automations/{automation}', 'automations.show');
export const editAutomation = put('/v3/automations/{automation}', 'automations.update');
export const deleteAutomation = remove('/v3/automations/{automation}', 'automations.destroy');
export const sampleAutomationQuery = post('/v3/automations/queries/samples', 'automations.queries.samples');
export const triggerAutomation = post('/v3/automations/{automation}/trigger', 'automations.trigger');

export const targets = get('/v3/targets', 'targets.index');
export const addTarget = post('/v3/targets', 'targets.store');
export const readTarget = get('/v3/targets/{target}', 'targets.show');
export const editTarget = put('/v3/targets/{target}', 'targets.update');
export const deleteTarget = remove('/v3/targets/{target}', 'targets.destroy');

export const triggerActions = get('/v3/triggers/{triggerId}/actions', 'triggers.actions.index');
export const addTriggerAction = post('/v3/triggers/{triggerId}/actions', 'triggers.actions.store');
export const readTriggerAction = get('/v3/triggers/{triggerId}/actions/{action}', 'triggers.actions.show');
export const editTriggerAction = put('/v3/triggers/{triggerId}/actions/{action}', 'triggers.actions.update');
export const deleteTriggerAction = remove('/v3/triggers/{triggerId}/actions/{action}', 'triggers.actions.destroy');

export const triggers = get('/v3/triggers', 'triggers.index');
export const addTrigger = post('/v3/triggers', 'triggers.store');
export const readTrigger = get('/v3/triggers/{triggerId}', 'triggers.show');
export const editTrigger = put('/v3/triggers/{triggerId}', 'triggers.update');
export const deleteTrigger = remove('/v3/triggers/{triggerId}', 'triggers.destroy');

export const webhooks = get('/v3/webhooks', 'webhooks.index');
export const addWebhook = post('/v3/webhooks', 'webhooks.store');
export const readWebhook = get('/v3/webhooks/{webhook}', 'webhooks.show');
export const editWebhook = put('/v3/webhooks/{webhook}', 'webhooks.update');
export const deleteWebhook = remove('/v3/webhooks/{webhook}', 'webhooks.destroy');
export const batchWebhooks = post('/v3/webhooks/batch.json', 'webhooks.batch.store');
