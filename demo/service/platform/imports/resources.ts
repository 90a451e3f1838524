import * as of from '../../../../src/services/contract/platform.ts';
import { invalid } from '../../api/problem.ts';
import { rowsLeft } from './rows.ts';
import { send } from '../jobs/boss.ts';
import type { Resource } from '../../crud/resource.ts';
import { findRecord } from '../../crud/store.ts';
import { tableOf } from '../../crud/tables.ts';

/** What came in, and the jobs that bring it to where it belongs: they can be paused, and go on where they were. */
export const importResources: readonly Resource[] = [
  { id: 'imports', model: 'import', shape: of.importShape },
  {
    id: 'imports.jobs',
    model: 'import-job',
    shape: of.importJobShape,
    defaults: { status: 'queued' },
    // A job of one's own brings in what is left: rows that failed, with another mapping for example.
    adding: async ({ db }, values) => {
      const source = await findRecord(db, tableOf('import'), {}, String(values['import_id']));
      const total = await rowsLeft(db, Number(source.id));
      if (total === 0)
        throw invalid({ import_id: ['All its rows are brought in or no longer kept: upload them again.'] });
      const status = values['status'] === 'paused' ? 'paused' : 'queued';
      const mapping = values['mapping'] ?? source['mapping'] ?? null;
      const { model, file_name, load = null, part = null } = source;
      const about = { model, file_name, load, part };
      return { ...values, ...about, status, mapping, total, done: 0, changed: 0, failed: 0, failures: [] };
    },
    added: async ({ db }, { id, status }) => {
      if (status === 'queued') await send(db, 'imports', { jobId: Number(id) });
    },
    editing: async ({ db }, { id, status: was }, values) => {
      const { status } = values;
      if (status === undefined || status === was) return values;
      const goesOn = was === 'paused' && status === 'queued';
      const pauses = (was === 'queued' || was === 'running') && status === 'paused';
      if (!goesOn && !pauses)
        throw invalid({ status: [`A job that is ${String(was)} cannot become ${String(status)}.`] });
      if (goesOn) await send(db, 'imports', { jobId: Number(id) });
      return values;
    },
  },
];
