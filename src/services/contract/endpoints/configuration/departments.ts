import type { Data, Page } from '../../shapes/envelope.ts';
import type { Department, departmentShape } from '../../shapes/records/configuration.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses departments (spec 4.6 Configuration). */
export const departments = endpoint('GET', '/v3/departments', 'departments.index', of<Page<Department>>);

/** Adds a department (spec 4.6 Configuration). */
export const addDepartment = endpoint(
  'POST',
  '/v3/departments',
  'departments.store',
  of<Data<Department>>,
  of<Adding<typeof departmentShape>>,
);

/** Reads a department (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const readDepartment = endpoint(
  'GET',
  '/v3/departments/{department}',
  'departments.show',
  of<Data<Department>>,
);

/** Edits a department (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const editDepartment = endpoint(
  'PUT',
  '/v3/departments/{department}',
  'departments.update',
  of<Data<Department>>,
  of<Editing<typeof departmentShape>>,
);

/** Deletes a department (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const deleteDepartment = endpoint('DELETE', '/v3/departments/{department}', 'departments.destroy');
