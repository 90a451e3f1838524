import { setTimeout as wait } from 'node:timers/promises';
import { webhookShape } from '../../../../src/services/contract/automation.ts';
import { invalid } from '../../api/problem.ts';
import type { KnownCall } from '../../api/route.ts';
import type { Resource } from '../../crud/resource.ts';
import type { Values } from '../../crud/tables.ts';
import type { ServiceSettings } from '../../settings.ts';
import { faultOfUrl } from './addresses.ts';
import { faultOfConditions } from './conditions.ts';
import { checkedAddress } from './post.ts';
import { faultOfTemplate } from './template.ts';

/** A name that does not resolve now may do so later; one that resolves to the inside is refused. */
const RESOLVE_PATIENCE_MS = 1_000;

/** Webhooks (spec 2.1, 2.2, 4.1). What is not sent stays null; only `is_active` has a default: ASSUMPTION G3. */
export const webhookResource: Resource = {
  id: 'webhooks',
  model: 'webhook',
  shape: webhookShape,
  defaults: { is_active: true },
  adding: async (call, values) => checked(call, values),
  editing: async (call, _, values) => checked(call, values),
};

/** Throws 422 with the reason where a webhook could never work, or would reach the inside (rule D10). */
async function checked(call: KnownCall, values: Values): Promise<Values> {
  const { url, condition, extra_data_template: template } = values;
  if (typeof url === 'string') await checkUrl('url', url, call.settings);
  const fault = Array.isArray(condition) ? faultOfConditions(condition as string[]) : undefined;
  if (fault) throw invalid({ condition: [fault] });
  const wrong = typeof template === 'string' ? faultOfTemplate(template) : undefined;
  if (wrong) throw invalid({ extra_data_template: [wrong] });
  return values;
}

/** Throws 422 on a field that holds an address inside, or one that resolves to it. */
export async function checkUrl(
  field: string,
  url: string,
  { allowPrivateWebhooks = false, resolve }: Partial<ServiceSettings> = {},
): Promise<void> {
  if (allowPrivateWebhooks) return;
  const fault = faultOfUrl(url);
  if (fault) throw invalid({ [field]: [fault] });
  const patience = wait(RESOLVE_PATIENCE_MS, undefined, { ref: false });
  const outcome = await Promise.race([
    patience,
    checkedAddress(new URL(url), { ...(resolve && { resolve }) }).then(
      () => undefined,
      (error: Error) => error.message,
    ),
  ]);
  if (outcome?.includes('public network')) throw invalid({ [field]: [outcome] });
}
