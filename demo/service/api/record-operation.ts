import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type { Principal } from '../auth/principal.ts';
import { compiledStatement } from '../database/compiled-statement.ts';
import type { Database } from '../database/tables.ts';
import { endpointEventOf } from '../events/endpoint-events.ts';
import { eventValueNames, eventValues, eventWithJob, type EventValues } from '../events/publish.ts';
import type { Route } from './route.ts';

/** A request that changed something, or the work of a job that replaces one. */
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
 * The statement that writes the audit entry of an operation, and the event with its job if it created or changed a record. Execute it
 * in the transaction of the operation. A repeated create answers the existing record: only a record that this
 * transaction created is new.
 */
export function recordOf(work: Database, operation: Operation): CompiledQuery {
  const audit = auditValues(operation);
  const endpointEvent = endpointEventOf(operation.route, operation.reply, operation.profileId);
  if (!endpointEvent) return insertAudit.of(work, audit);
  return insertAuditAndEvent.of(work, {
    ...audit,
    ...eventValues(endpointEvent.event),
    createdAt: endpointEvent.createdAt ?? null,
  });
}

interface AuditValues {
  readonly action: string;
  readonly userId: number | null;
  readonly auditedProfileId: string | null;
  readonly model: string;
  readonly modelId: string | null;
  readonly requestId: string;
  readonly fields: string;
}

const auditValueNames = [
  'action',
  'userId',
  'auditedProfileId',
  'model',
  'modelId',
  'requestId',
  'fields',
] as const;

/**
 * The values of an audit entry: principal, action and record. Values of the record are stored if the handler notes them
 * under `changes`; otherwise only the names of the fields, because a value may be a secret.
 */
function auditValues(operation: Operation): AuditValues {
  const { principal, route, path, body, reply, requestId, noted } = operation;
  const answered = propertyOf(propertyOf(reply, 'data'), 'id');
  const [, lastParameter = ''] = /\{(\w+)\}[^{]*$/.exec(route.endpoint.path) ?? [];
  const named = path[lastParameter];
  const sent = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  return {
    action: route.endpoint.id,
    userId: principal.userId,
    auditedProfileId: operation.profileId ?? null,
    model: route.model ?? route.endpoint.id.split('.').slice(0, -1).join('.'),
    modelId: idText(answered) ?? named ?? null,
    requestId,
    fields: JSON.stringify({ changes: { fields: sent }, ...noted }),
  };
}

const auditInsert = (values: AuditValues): RawBuilder<unknown> => sql`
    insert into audits (action, user_id, profile_id, model, model_id, request_id, fields)
    values (${values.action}, ${values.userId}, ${values.auditedProfileId}, ${values.model}, ${values.modelId},
      ${values.requestId}, ${values.fields})`;

const insertAudit = compiledStatement<AuditValues, unknown>(auditValueNames, auditInsert);

interface AuditAndEventValues extends AuditValues, EventValues {
  /** When the record was created, as it is shown; null for an event that is not about a new record. */
  readonly createdAt: string | null;
}

const insertAuditAndEvent = compiledStatement<AuditAndEventValues, unknown>(
  [...auditValueNames, ...eventValueNames, 'createdAt'],
  (values) => {
    // The interface shows milliseconds, the database stores microseconds.
    const isNew = sql<boolean>`(${values.createdAt}::timestamptz is null
      or date_trunc('milliseconds', now()) = ${values.createdAt}::timestamptz)`;
    return sql`with audit as (${auditInsert(values)}), ${eventWithJob(values, isNew)} select from event`;
  },
);

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const idText = (id: unknown): string | undefined =>
  typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
