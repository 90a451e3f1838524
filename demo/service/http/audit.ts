import type { Principal } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import type { Route } from './route.ts';

export interface Deed {
  readonly principal: Principal;
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly reply: unknown;
  readonly profileId: string | undefined;
  readonly requestId: string;
  readonly noted: Readonly<Record<string, unknown>>;
}

/**
 * Writes down who did what to which record, in the transaction of the deed. What a handler notes under `changes` is kept
 * with its values; otherwise the names of the fields are, for a value may be a secret.
 */
export async function writeAudit(work: Database, deed: Deed): Promise<void> {
  const { principal, route, path, body, reply, requestId, noted } = deed;
  const parameters = [...route.endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const answered = (reply as { data?: { id?: unknown } } | undefined)?.data?.id;
  const named = path[parameters.at(-1) ?? ''];
  const sent = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  await work
    .insertInto('audits')
    .values({
      action: route.endpoint.id,
      user_id: principal.userId,
      profile_id: deed.profileId ?? null,
      model: route.model ?? route.endpoint.id.split('.').slice(0, -1).join('.'),
      model_id: idText(answered) ?? named ?? null,
      request_id: requestId,
      fields: JSON.stringify({ changes: { fields: sent }, ...noted }),
    })
    .execute();
}

const idText = (id: unknown): string | undefined =>
  typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
