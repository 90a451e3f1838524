import {
  addManualImport,
  uploadImport,
  uploadImportMapping,
} from '../../../../src/services/contract/endpoints/index.ts';
import type { Machine, Principal } from '../auth/principal.ts';
import { MAX_BATCH_BYTES } from '../../../../src/services/contract/envelope.ts';
import { forbidden, invalid } from '../../api/problem.ts';
import { route, type Route } from '../../api/route.ts';
import { readFile, type FileFormat } from './read-file.ts';
import { addImport, addMapping, importView } from './store.ts';

/** Large loads (spec 1 rule 8): a file or rows come in, and a job brings them to where they belong. */
export const importRoutes: readonly Route[] = [
  route(uploadImport, async ({ db, body, principal }) => {
    const { model, file_name = null, content, mapping = null, existing, load, part, load_rows } = body;
    const rows = await readFile(content, body.format ?? formatOf(file_name));
    const user = asUser(principal);
    const record = await addImport(db, user, {
      model,
      type: 'upload',
      file_name,
      rows,
      mapping,
      existing,
      load,
      part,
      load_rows,
    });
    return { data: importView(record, principal) };
  }),

  route(addManualImport, async ({ db, body, principal }) => {
    const { model, records: rows } = body;
    if (rows.length === 0) throw invalid({ records: ['There are no records.'] });
    const given = { model, type: 'manual', file_name: null, rows, mapping: null } as const;
    return { data: importView(await addImport(db, asUser(principal), given), principal) };
  }),

  route(uploadImportMapping, async ({ db, body, principal }) => {
    const record = await addMapping(db, asUser(principal), body.model, body.mapping);
    return { data: importView(record, principal) };
  }),
].map((one) => ({ ...one, model: 'import', maxBytes: MAX_BATCH_BYTES }));

const formatOf = (fileName: string | null): FileFormat =>
  /\.(ndjson|jsonl)$/i.test(fileName ?? '') ? 'ndjson' : 'csv';

/** Customers do not get here; who does is a user. */
function asUser(principal: Principal): Machine {
  if (principal.kind !== 'machine') throw forbidden();
  return principal;
}
