import type { Data, Page } from '../../shapes/envelope.ts';
import type { Environment, Setting, settingShape } from '../../shapes/records/platform.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses settings (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const settings = endpoint('GET', '/v3/settings', 'settings.index', of<Page<Setting>>);

/** Adds a setting (spec 4.6 Settings). */
export const addSetting = endpoint(
  'POST',
  '/v3/settings',
  'settings.store',
  of<Data<Setting>>,
  of<Adding<typeof settingShape>>,
);

/** Reads a setting (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readSetting = endpoint('GET', '/v3/settings/{setting}', 'settings.show', of<Data<Setting>>);

/** Edits a setting (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editSetting = endpoint(
  'PUT',
  '/v3/settings/{setting}',
  'settings.update',
  of<Data<Setting>>,
  of<Editing<typeof settingShape>>,
);

/** Deletes a setting (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteSetting = endpoint('DELETE', '/v3/settings/{setting}', 'settings.destroy');

/** Reads the environment that the service runs in (spec 4.6 Settings). */
export const settingsEnvironment = endpoint(
  'GET',
  '/v3/settings/environment',
  'settings.environment',
  of<Data<Environment>>,
);
