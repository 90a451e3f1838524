import { endpoint } from '../endpoint.ts';

export const automationActions = endpoint('GET', '/v3/automations/{automation}/actions', 'automations.actions.index');
export const addAutomationAction = endpoint('POST', '/v3/automations/{automation}/actions', 'automations.actions.store');
export const readAutomationAction = endpoint('GET', '/v3/automations/{automation}/actions/{action}', 'automations.actions.show');
export const editAutomationAction = endpoint('PUT', '/v3/automations/{automation}/actions/{action}', 'automations.actions.update');
export const deleteAutomationAction = endpoint('DELETE', '/v3/automations/{automation}/actions/{action}', 'automations.actions.destroy');

export const automations = endpoint('GET', '/v3/automations', 'automations.index');
export const addAutomation = endpoint('POST', '/v3/automations', 'automations.store');
export const readAutomation = endpoint('GET', '/v3/automations/{automation}', 'automations.show');
export const editAutomation = endpoint('PUT', '/v3/automations/{automation}', 'automations.update');
export const deleteAutomation = endpoint('DELETE', '/v3/automations/{automation}', 'automations.destroy');
export const sampleAutomationQuery = endpoint('POST', '/v3/automations/queries/samples', 'automations.queries.samples');
export const triggerAutomation = endpoint('POST', '/v3/automations/{automation}/trigger', 'automations.trigger');

export const targets = endpoint('GET', '/v3/targets', 'targets.index');
export const addTarget = endpoint('POST', '/v3/targets', 'targets.store');
export const readTarget = endpoint('GET', '/v3/targets/{target}', 'targets.show');
export const editTarget = endpoint('PUT', '/v3/targets/{target}', 'targets.update');
export const deleteTarget = endpoint('DELETE', '/v3/targets/{target}', 'targets.destroy');

export const triggerActions = endpoint('GET', '/v3/triggers/{triggerId}/actions', 'triggers.actions.index');
export const addTriggerAction = endpoint('POST', '/v3/triggers/{triggerId}/actions', 'triggers.actions.store');
export const readTriggerAction = endpoint('GET', '/v3/triggers/{triggerId}/actions/{action}', 'triggers.actions.show');
export const editTriggerAction = endpoint('PUT', '/v3/triggers/{triggerId}/actions/{action}', 'triggers.actions.update');
export const deleteTriggerAction = endpoint('DELETE', '/v3/triggers/{triggerId}/actions/{action}', 'triggers.actions.destroy');

export const triggers = endpoint('GET', '/v3/triggers', 'triggers.index');
export const addTrigger = endpoint('POST', '/v3/triggers', 'triggers.store');
export const readTrigger = endpoint('GET', '/v3/triggers/{triggerId}', 'triggers.show');
export const editTrigger = endpoint('PUT', '/v3/triggers/{triggerId}', 'triggers.update');
export const deleteTrigger = endpoint('DELETE', '/v3/triggers/{triggerId}', 'triggers.destroy');

export const webhooks = endpoint('GET', '/v3/webhooks', 'webhooks.index');
export const addWebhook = endpoint('POST', '/v3/webhooks', 'webhooks.store');
export const readWebhook = endpoint('GET', '/v3/webhooks/{webhook}', 'webhooks.show');
export const editWebhook = endpoint('PUT', '/v3/webhooks/{webhook}', 'webhooks.update');
export const deleteWebhook = endpoint('DELETE', '/v3/webhooks/{webhook}', 'webhooks.destroy');
export const batchWebhooks = endpoint('POST', '/v3/webhooks/batch.json', 'webhooks.batch.store');
