import type { Data, Page } from '../../shapes/envelope.ts';
import type { Import, ManualImport, UploadImport, UploadMapping } from '../../shapes/records/platform.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses imports (spec 4.6 Business). Path: ASSUMPTION G12. */
export const imports = endpoint('GET', '/v3/imports', 'imports.index', of<Page<Import>>);

/** Imports a file: the way for large loads (spec 4.6 Business, 1 rule 8). Path: ASSUMPTION G12. */
export const uploadImport = endpoint(
  'POST',
  '/v3/imports/upload',
  'imports.upload',
  of<Data<Import>>,
  of<UploadImport>,
);

/** Imports the records in the body (spec 4.6 Business). Path: ASSUMPTION G12. */
export const addManualImport = endpoint(
  'POST',
  '/v3/imports/manual',
  'imports.manual',
  of<Data<Import>>,
  of<ManualImport>,
);

/** Uploads which column of a file fills which field (spec 4.6 Business). Path: ASSUMPTION G12. */
export const uploadImportMapping = endpoint(
  'POST',
  '/v3/imports/mapping',
  'imports.mapping',
  of<Data<Import>>,
  of<UploadMapping>,
);
