import type { Data, Page } from '../../shapes/envelope.ts';
import type { ImportJob, importJobShape } from '../../shapes/records/platform.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses import jobs (spec 4.6 Business). Path: ASSUMPTION G12. */
export const importJobs = endpoint('GET', '/v3/imports/jobs', 'imports.jobs.index', of<Page<ImportJob>>);

/** Adds an import job (spec 4.6 Business). Path: ASSUMPTION G12. */
export const addImportJob = endpoint(
  'POST',
  '/v3/imports/jobs',
  'imports.jobs.store',
  of<Data<ImportJob>>,
  of<Adding<typeof importJobShape>>,
);

/** Reads an import job (spec 4.6 Business). Path: ASSUMPTION G12. */
export const readImportJob = endpoint(
  'GET',
  '/v3/imports/jobs/{importjob}',
  'imports.jobs.show',
  of<Data<ImportJob>>,
);

/** Edits an import job (spec 4.6 Business). Path: ASSUMPTION G12. */
export const editImportJob = endpoint(
  'PUT',
  '/v3/imports/jobs/{importjob}',
  'imports.jobs.update',
  of<Data<ImportJob>>,
  of<Editing<typeof importJobShape>>,
);

/** Deletes an import job (spec 4.6 Business). Path: ASSUMPTION G12. */
export const deleteImportJob = endpoint('DELETE', '/v3/imports/jobs/{importjob}', 'imports.jobs.destroy');
