import type { Data, Page } from '../../shapes/envelope.ts';
import type { User, userShape } from '../../shapes/records/organisations.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses users (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const users = endpoint('GET', '/v3/users', 'users.index', of<Page<User>>);

/** Adds a user (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addUser = endpoint(
  'POST',
  '/v3/users',
  'users.store',
  of<Data<User>>,
  of<Adding<typeof userShape>>,
);

/** Reads a user (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readUser = endpoint('GET', '/v3/users/{user}', 'users.show', of<Data<User>>);

/** Edits a user (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editUser = endpoint(
  'PUT',
  '/v3/users/{user}',
  'users.update',
  of<Data<User>>,
  of<Editing<typeof userShape>>,
);

/** Deletes a user (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteUser = endpoint('DELETE', '/v3/users/{user}', 'users.destroy');

/** Reads the user whose token is used (spec 4.6 Configuration). Path: ASSUMPTION G12. */
export const authenticatedUser = endpoint('GET', '/v3/users/me', 'users.me', of<Data<User>>);
