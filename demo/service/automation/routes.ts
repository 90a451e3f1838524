import {
  addProfileCustomEvent,
  addTenantCustomEvent,
  receiveExtensionWebhook,
  sampleAutomationQuery,
  triggerAutomation,
} from '../../../src/services/contract/endpoints/index.ts';
import type { BodyOf } from '../../../src/services/contract/catalogue.ts';
import { asOf, checkQuery, profileAsShape, profilesOfQuery } from './profiles.ts';
import { checkActions } from './actions.ts';
import { checkReadable } from '../auth/record-scopes.ts';
import { scopeFor } from '../auth/scopes.ts';
import { startAutomation } from './run.ts';
import { CUSTOMER_NAMESPACE } from '../events/customer-events.ts';
import { checkName, publish } from '../events/publish.ts';
import { receive } from '../events/extensions.ts';
import { accepting, openRoute, route, toCustomers, type KnownCall, type Route } from '../api/route.ts';
import { findRecord } from '../crud/store.ts';
import { fromRow, tableOf } from '../crud/tables.ts';
import { timestamp } from '../api/formats.ts';

const DEFAULT_SAMPLES = 10;
const PROFILES_READ = scopeFor('profiles', false);

/** Routes of triggers, automations and events, except those of their resources (spec 4.6, 6). */
export const automationRoutes: readonly Route[] = [
  accepting(
    route(triggerAutomation, async ({ db, path, principal }) => {
      const { id } = await findRecord(db, tableOf('automation'), {}, path.automation, { lock: 'update' });
      await checkActions(db, principal, `automation:${id}`);
      return { data: { id: await startAutomation(db, Number(id)), status: 'accepted' } };
    }),
  ),

  route(sampleAutomationQuery, async ({ db, body, principal }) => {
    checkReadable(principal, [PROFILES_READ], 'A sample of profiles');
    const { query, limit = DEFAULT_SAMPLES } = body;
    const at = await asOf(db);
    await checkQuery(db, query, at);
    const rows = await profilesOfQuery(db, query, at).limit(limit).execute();
    return { data: rows.map((row) => profileAsShape(fromRow(row), principal)) };
  }),

  toCustomers(
    route(addProfileCustomEvent, async (call) => ({ data: await publishCustomEvent(call, call.profileId) })),
  ),
  route(addTenantCustomEvent, async (call) => ({ data: await publishCustomEvent(call, null) })),

  accepting(openRoute(receiveExtensionWebhook, receive)),
];

type CustomEventCall = KnownCall<string, BodyOf<typeof addTenantCustomEvent>>;

/** Publishes a custom event of the tenant. */
async function publishCustomEvent(
  { db, body, principal }: Pick<CustomEventCall, 'db' | 'body' | 'principal'>,
  profileId: string | null,
) {
  const trigger = checkName(body.name);
  const data = body.data ?? {};
  const namespace = principal.kind === 'customer' ? CUSTOMER_NAMESPACE : 'custom';
  const id = await publish(db, { trigger, namespace, profileId, payload: { name: trigger, data } });
  return {
    id: String(id),
    profile_id: profileId,
    name: trigger,
    data,
    created_at: timestamp(new Date()),
  };
}
