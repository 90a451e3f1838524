import {
  addManualImport,
  uploadImport,
  uploadImportMapping,
} from '../../../src/services/contract/endpoints/index.ts';
import { machineOf } from '../auth/principal.ts';
import { MAX_BATCH_BYTES } from '../../../src/services/contract/envelope.ts';
import { invalid } from '../api/problem.ts';
import { route, type Route } from '../api/route.ts';
import { addColumns, formatOf, readFile } from './read-file.ts';
import { addImport, addMapping, importView } from './store.ts';

/** Imports of large data (spec 1 rule 8): the routes store files or rows, and a job processes them. */
export const importRoutes: readonly Route[] = [
  route(uploadImport, async ({ db, body, principal }) => {
    const {
      model,
      file_name = null,
      content,
      mapping = null,
      existing,
      load,
      part,
      load_rows,
      series,
    } = body;
    const { rows, columns } = await readFile(content, body.format ?? formatOf(file_name));
    const user = machineOf(principal);
    const record = await addImport(db, user, {
      model,
      type: 'upload',
      file_name,
      rows,
      columns,
      mapping,
      existing,
      load,
      part,
      load_rows,
      series,
    });
    return { data: importView(record, principal) };
  }),

  route(addManualImport, async ({ db, body, principal }) => {
    const { model, records: rows } = body;
    if (rows.length === 0) throw invalid({ records: ['There are no records.'] });
    const columns = new Set<string>();
    for (const row of rows) addColumns(columns, row);
    const given = { model, type: 'manual', file_name: null, rows, columns, mapping: null } as const;
    return { data: importView(await addImport(db, machineOf(principal), given), principal) };
  }),

  route(uploadImportMapping, async ({ db, body, principal }) => {
    const record = await addMapping(db, machineOf(principal), body.model, body.mapping);
    return { data: importView(record, principal) };
  }),
].map((one) => ({ ...one, model: 'import', maxBytes: MAX_BATCH_BYTES }));
