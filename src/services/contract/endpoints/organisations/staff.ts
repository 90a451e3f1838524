import type { Data, Page } from '../../shapes/envelope.ts';
import type { Staff, staffShape } from '../../shapes/records/organisations.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses staff (spec 4.6 Business). Path: ASSUMPTION G12. */
export const staff = endpoint('GET', '/v3/staff', 'staff.index', of<Page<Staff>>);

/** Adds a member of staff (spec 4.6 Business). Path: ASSUMPTION G12. */
export const addStaff = endpoint(
  'POST',
  '/v3/staff',
  'staff.store',
  of<Data<Staff>>,
  of<Adding<typeof staffShape>>,
);

/** Reads a member of staff (spec 4.6 Business). */
export const readStaff = endpoint('GET', '/v3/staff/{staffIdentifier}', 'staff.show', of<Data<Staff>>);

/** Edits a member of staff (spec 4.6 Business). Path: ASSUMPTION G12. */
export const editStaff = endpoint(
  'PUT',
  '/v3/staff/{staffIdentifier}',
  'staff.update',
  of<Data<Staff>>,
  of<Editing<typeof staffShape>>,
);

/** Deletes a member of staff (spec 4.6 Business). Path: ASSUMPTION G12. */
export const deleteStaff = endpoint('DELETE', '/v3/staff/{staffIdentifier}', 'staff.destroy');
