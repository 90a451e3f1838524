import type { Data, Page } from '../../shapes/envelope.ts';
import type { Audit, auditShape } from '../../shapes/records/platform.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses audit entries (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const audits = endpoint('GET', '/v3/audits', 'audits.index', of<Page<Audit>>);

/** Adds an audit entry (spec 4.6 Settings). */
export const addAudit = endpoint(
  'POST',
  '/v3/audits',
  'audits.store',
  of<Data<Audit>>,
  of<Adding<typeof auditShape>>,
);

/** Reads an audit entry (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readAudit = endpoint('GET', '/v3/audits/{auditId}', 'audits.show', of<Data<Audit>>);

/** Edits an audit entry (spec 4.6 Settings). */
export const editAudit = endpoint(
  'PUT',
  '/v3/audits/{auditId}',
  'audits.update',
  of<Data<Audit>>,
  of<Editing<typeof auditShape>>,
);

/** Deletes an audit entry (spec 4.6 Settings). */
export const deleteAudit = endpoint('DELETE', '/v3/audits/{auditId}', 'audits.destroy');
