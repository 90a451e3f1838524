import type { Data, Page, Records } from '../../shapes/envelope.ts';
import type { Accepted } from '../../shapes/records/automation.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import type { StoreWebhook, Webhook, webhookShape } from '../../shapes/webhook.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses webhooks (spec 4.6 Configuration). Path: ASSUMPTION G12. */
export const webhooks = endpoint('GET', '/v3/webhooks', 'webhooks.index', of<Page<Webhook>>);

/** Adds a webhook (spec 4.1): body 2.1, success 200, reply 2.2. */
export const addWebhook = endpoint(
  'POST',
  '/v3/webhooks',
  'webhooks.store',
  of<Data<Webhook>>,
  of<StoreWebhook>,
);

/** Reads a webhook (spec 4.6 Configuration). Path: ASSUMPTION G12. */
export const readWebhook = endpoint('GET', '/v3/webhooks/{webhook}', 'webhooks.show', of<Data<Webhook>>);

/** Edits a webhook (spec 4.6 Configuration). Path: ASSUMPTION G12. */
export const editWebhook = endpoint(
  'PUT',
  '/v3/webhooks/{webhook}',
  'webhooks.update',
  of<Data<Webhook>>,
  of<Editing<typeof webhookShape>>,
);

/** Deletes a webhook (spec 4.6 Configuration). Path: ASSUMPTION G12. */
export const deleteWebhook = endpoint('DELETE', '/v3/webhooks/{webhook}', 'webhooks.destroy');

/** Adds webhooks in a batch (spec 4.6 Configuration). */
export const batchWebhooks = endpoint(
  'POST',
  '/v3/webhooks/batch.json',
  'webhooks.batch.store',
  of<Data<Accepted>>,
  of<Records<Adding<typeof webhookShape>>>,
);
