import * as on from '../../endpoints/automation/index.ts';
import { data, page, records } from '../envelope.ts';
import {
  accepted,
  automationActionShape,
  automationShape,
  sampleQuery,
  targetShape,
  triggerActionShape,
  triggerShape,
} from '../records/automation.ts';
import { profileShape } from '../records/profiles.ts';
import { storeWebhook, webhook, webhookShape } from '../webhook.ts';
import { contract, nothing, plain } from './contract.ts';

/** What each endpoint of the section takes and answers. */
export const automationContracts = [
  ...plain(automationShape, {
    browse: on.automations,
    add: on.addAutomation,
    read: on.readAutomation,
    edit: on.editAutomation,
    remove: on.deleteAutomation,
  }),
  ...plain(automationActionShape, {
    browse: on.automationActions,
    add: on.addAutomationAction,
    read: on.readAutomationAction,
    edit: on.editAutomationAction,
    remove: on.deleteAutomationAction,
  }),
  ...plain(targetShape, {
    browse: on.targets,
    add: on.addTarget,
    read: on.readTarget,
    edit: on.editTarget,
    remove: on.deleteTarget,
  }),
  ...plain(triggerShape, {
    browse: on.triggers,
    add: on.addTrigger,
    read: on.readTrigger,
    edit: on.editTrigger,
    remove: on.deleteTrigger,
  }),
  ...plain(triggerActionShape, {
    browse: on.triggerActions,
    add: on.addTriggerAction,
    read: on.readTriggerAction,
    edit: on.editTriggerAction,
    remove: on.deleteTriggerAction,
  }),
  contract(on.sampleAutomationQuery, page(profileShape.record), sampleQuery),
  contract(on.triggerAutomation, data(accepted)),
  contract(on.batchWebhooks, data(accepted), records(webhookShape.add)),
  contract(on.deleteWebhook, nothing),
  contract(on.webhooks, page(webhook)),
  contract(on.readWebhook, data(webhook)),
  contract(on.addWebhook, data(webhook), storeWebhook),
  contract(on.editWebhook, data(webhook), webhookShape.edit),
];
