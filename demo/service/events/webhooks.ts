import { setTimeout as wait } from 'node:timers/promises';
import { webhookShape } from '../../../src/services/contract/automation.ts';
import { invalid } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { defineResource } from '../crud/resource.ts';
import type { ServiceSettings } from '../settings.ts';
import { checkReadable, scopesOfEvent } from '../auth/record-scopes.ts';
import { faultOfUrl } from './addresses.ts';
import { checkConditions } from './condition-names.ts';
import { checkedAddress } from './post.ts';
import { resendOf } from './resend-delivery.ts';
import { faultOfTemplate } from './template.ts';

/** A host name that does not resolve within this time is accepted: it may resolve later. */
const RESOLVE_TIMEOUT_MS = 1_000;

/** Webhooks (spec 2.1, 2.2, 4.1). Fields that are not sent stay null; only `is_active` has a default: ASSUMPTION. */
export const webhookResource = defineResource({
  id: 'webhooks',
  model: 'webhook',
  shape: webhookShape,
  defaults: { is_active: true },
  adding: async (call, values) => {
    checkReadable(call.principal, scopesOfEvent(String(values.trigger)), 'This webhook');
    await check(call, values, String(values.trigger));
    return values;
  },
  editing: async (call, { id, trigger, is_active: isActive, ...stored }, values) => {
    const triggers = [String(trigger), String(values.trigger ?? trigger)];
    checkReadable(call.principal, triggers.flatMap(scopesOfEvent), 'This webhook');
    // Another event may lack what the stored conditions and template read.
    const { condition, extra_data_template } = stored;
    const changed = values.trigger === undefined ? values : { condition, extra_data_template, ...values };
    await check(call, changed, String(values.trigger ?? trigger));
    await resendOf(call, `webhook:${id}`, (values.is_active ?? isActive) !== false);
    return values;
  },
});

interface Checked {
  readonly url?: string | null | undefined;
  readonly condition?: readonly unknown[] | null | undefined;
  readonly extra_data_template?: string | null | undefined;
}

/** Throws 422 for a webhook that can never work, or that leads to a private address. */
async function check(
  { db, settings }: KnownCall,
  { url, condition, extra_data_template: template }: Checked,
  trigger: string,
): Promise<void> {
  if (url) await checkUrl('url', url, settings);
  if (condition) await checkConditions(db, condition.map(String), trigger);
  const templateFault = template ? faultOfTemplate(template, { trigger }) : undefined;
  if (templateFault) throw invalid({ extra_data_template: [templateFault] });
}

/** Throws 422 for a URL that is invalid, or whose host is or resolves to an address that is not public. */
export async function checkUrl(
  field: string,
  url: string,
  { allowPrivateWebhooks = false, resolve }: Partial<ServiceSettings> = {},
): Promise<void> {
  if (allowPrivateWebhooks) return;
  const fault = faultOfUrl(url);
  if (fault) throw invalid({ [field]: [fault] });
  const timeout = wait(RESOLVE_TIMEOUT_MS, undefined, { ref: false });
  const outcome = await Promise.race([
    timeout,
    checkedAddress(new URL(url), { ...(resolve && { resolve }) }).then(
      () => undefined,
      (error: Error) => error.message,
    ),
  ]);
  if (outcome?.includes('public network')) throw invalid({ [field]: [outcome] });
}
