import * as v from 'valibot';
import type { Database } from '../database/tables.ts';
import { invalid } from '../../api/problem.ts';
import { type Values, tableOf } from '../../crud/tables.ts';
import { findRecord } from '../../crud/store.ts';
import { adapters } from './run.ts';

/** Throws 422 for settings that the definition of a connection does not name, or that its adapter cannot use. */
export async function checkConnection(db: Database, values: Values): Promise<void> {
  const definition = await findRecord(
    db,
    tableOf('connection-definition'),
    {},
    String(values['connection_definition_id']),
  );
  const named = (definition['settings'] ?? []) as readonly string[];
  const settings = (values['settings'] ?? {}) as Values;
  const unknown = Object.keys(settings).filter((name) => !named.includes(name));
  if (named.length > 0 && unknown.length > 0)
    throw invalid({
      settings: [`Its definition has no setting ${unknown.join(', ')}. It has: ${named.join(', ')}.`],
    });
  const adapter = adapters.find(({ type }) => type === definition['type']);
  if (adapter && !v.is(adapter.settings, settings)) throw invalid({ settings: [`${adapter.hint}.`] });
}
