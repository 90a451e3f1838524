import { importJobShape, importShape } from '../../../src/services/contract/platform.ts';
import { invalid } from '../api/problem.ts';
import { rowsLeft } from './rows.ts';
import { send } from '../jobs/boss.ts';
import { defineResource, type Resource } from '../crud/resource.ts';
import { findRecord } from '../crud/store.ts';
import { tableOf } from '../crud/tables.ts';

/** Imports, and the jobs that process their rows. A job can be paused and continued. */
export const importResources: readonly Resource[] = [
  { id: 'imports', model: 'import', shape: importShape },
  defineResource({
    id: 'imports.jobs',
    model: 'import-job',
    shape: importJobShape,
    defaults: { status: 'queued' },
    // An additional job processes the remaining rows, such as failed ones with another mapping.
    adding: async ({ db }, values) => {
      const source = await findRecord(db, tableOf('import', importShape), {}, String(values.import_id));
      const total = await rowsLeft(db, source.id);
      if (total === 0)
        throw invalid({ import_id: ['All its rows are imported or deleted already: upload them again.'] });
      const status: 'paused' | 'queued' = values.status === 'paused' ? 'paused' : 'queued';
      const mapping = values.mapping ?? source.mapping ?? null;
      const { model, file_name, load = null, part = null } = source;
      const about = { model, file_name, load, part };
      return {
        ...values,
        ...about,
        status,
        mapping,
        total,
        done: 0,
        changed: 0,
        unchanged: 0,
        failed: 0,
        failures: [],
      };
    },
    added: async ({ db }, { id, status }) => {
      if (status === 'queued') await send(db, 'imports', { jobId: id });
    },
    editing: async ({ db }, { id, status: before }, values) => {
      const { status } = values;
      if (status === undefined || status === before) return values;
      const continues = before === 'paused' && status === 'queued';
      const pauses = (before === 'queued' || before === 'running') && status === 'paused';
      if (!continues && !pauses)
        throw invalid({ status: [`A job that is ${before} cannot become ${status}.`] });
      if (continues) await send(db, 'imports', { jobId: id });
      return values;
    },
  }),
];
