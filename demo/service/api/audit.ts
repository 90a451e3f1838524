import { sql, type RawBuilder } from 'kysely';
import type { Principal } from '../platform/auth/principal.ts';
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
 * Who did what to which record, as a statement for the transaction of the deed. What a handler notes under `changes` is
 * kept with its values; otherwise the names of the fields are, for a value may be a secret.
 */
export function auditing(deed: Deed): RawBuilder<unknown> {
  const { principal, route, path, body, reply, requestId, noted } = deed;
  const parameters = [...route.endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const answered = (reply as { data?: { id?: unknown } } | undefined)?.data?.id;
  const named = path[parameters.at(-1) ?? ''];
  const sent = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  const model = route.model ?? route.endpoint.id.split('.').slice(0, -1).join('.');
  const fields = JSON.stringify({ changes: { fields: sent }, ...noted });
  return sql`
    insert into audits (action, user_id, profile_id, model, model_id, request_id, fields)
    values (${route.endpoint.id}, ${principal.userId}, ${deed.profileId ?? null}, ${model},
      ${idText(answered) ?? named ?? null}, ${requestId}, ${fields})`;
}

const idText = (id: unknown): string | undefined =>
  typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
