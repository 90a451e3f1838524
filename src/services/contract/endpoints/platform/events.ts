import type { Data } from '../../shapes/envelope.ts';
import type { Accepted } from '../../shapes/records/automation.ts';
import type { ExtensionEvent } from '../../shapes/records/platform.ts';
import type { CustomEvent, customEventShape } from '../../shapes/records/profiles.ts';
import type { Adding } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Raises an event of one's own about the tenant (spec 4.6 Settings, 6). */
export const addTenantCustomEvent = endpoint(
  'POST',
  '/v3/tenants/custom-event',
  'tenants.custom-event.store',
  of<Data<CustomEvent>>,
  of<Adding<typeof customEventShape>>,
);

/**
 * Receives what another system sends; signed, not with a token (ASSUMPTION G13) (spec 4.6). Verb and path:
 * ASSUMPTION G13, G12.
 */
export const receiveExtensionWebhook = endpoint(
  'POST',
  '/v3/extensions/{extension}/webhook',
  'extensions.webhook.receive',
  of<Data<Accepted>>,
  of<ExtensionEvent>,
);
