import type { Data, Page } from '../../shapes/envelope.ts';
import type { System, systemShape } from '../../shapes/records/configuration.ts';
import type { Adding } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses systems (spec 4.6 Configuration). */
export const systems = endpoint('GET', '/v3/systems', 'systems.index', of<Page<System>>);

/** Adds a system (spec 4.6 Configuration). */
export const addSystem = endpoint(
  'POST',
  '/v3/systems',
  'systems.store',
  of<Data<System>>,
  of<Adding<typeof systemShape>>,
);

/** Reads a system (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const readSystem = endpoint('GET', '/v3/systems/{system}', 'systems.show', of<Data<System>>);

/** Deletes a system (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const deleteSystem = endpoint('DELETE', '/v3/systems/{system}', 'systems.destroy');
