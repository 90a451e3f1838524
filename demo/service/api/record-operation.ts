import { sql, type RawBuilder } from 'kysely';
import type { Principal } from '../platform/auth/principal.ts';
import type { Database } from '../platform/database/tables.ts';
import { endpointEventOf } from '../platform/events/endpoint-events.ts';
import { eventInsert, queueEvent } from '../platform/events/publish.ts';
import type { Route } from './route.ts';

/** A request that changed something, or work of a job in its place. */
export interface Operation {
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
 * Writes the audit entry of an operation, and the event if it created or changed a record, in one statement and in the
 * transaction of the operation. A repeated create answers the record that is there (G54): only a record that this
 * transaction created is new.
 */
export async function recordOperation(work: Database, operation: Operation): Promise<void> {
  const endpointEvent = endpointEventOf(operation.route, operation.reply, operation.profileId);
  if (!endpointEvent) {
    await auditStatement(operation).execute(work);
    return;
  }
  // The interface shows milliseconds, the database stores microseconds.
  const isNew =
    endpointEvent.createdAt === undefined
      ? undefined
      : sql<boolean>`date_trunc('milliseconds', now()) = ${endpointEvent.createdAt}::timestamptz`;
  const { rows } = await sql<{ id: number }>`
    with audit as (${auditStatement(operation)}) ${eventInsert(endpointEvent.event, isNew)}`.execute(work);
  for (const { id } of rows) await queueEvent(work, id);
}

/**
 * Who did what to which record. Values that a handler notes under `changes` are stored; without them only the names of the
 * fields are, because a value may be a secret.
 */
function auditStatement(operation: Operation): RawBuilder<unknown> {
  const { principal, route, path, body, reply, requestId, noted } = operation;
  const parameters = [...route.endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const answered = propertyOf(propertyOf(reply, 'data'), 'id');
  const named = path[parameters.at(-1) ?? ''];
  const sent = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  const model = route.model ?? route.endpoint.id.split('.').slice(0, -1).join('.');
  const fields = JSON.stringify({ changes: { fields: sent }, ...noted });
  return sql`
    insert into audits (action, user_id, profile_id, model, model_id, request_id, fields)
    values (${route.endpoint.id}, ${principal.userId}, ${operation.profileId ?? null}, ${model},
      ${idText(answered) ?? named ?? null}, ${requestId}, ${fields})`;
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const idText = (id: unknown): string | undefined =>
  typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
