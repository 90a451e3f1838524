import type { Data, Page } from '../../shapes/envelope.ts';
import type { Interaction, interactionShape } from '../../shapes/records/profiles.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses interactions of all profiles (spec 4.6 Business). */
export const interactions = endpoint('GET', '/v3/interactions', 'interactions.index', of<Page<Interaction>>);

/** Adds an interaction (spec 4.6 Business). */
export const addInteraction = endpoint(
  'POST',
  '/v3/interactions',
  'interactions.store',
  of<Data<Interaction>>,
  of<Adding<typeof interactionShape>>,
);

/** Reads an interaction (spec 4.6 Business). */
export const readInteraction = endpoint(
  'GET',
  '/v3/interactions/{interaction}',
  'interactions.show',
  of<Data<Interaction>>,
);

/** Edits an interaction (spec 4.6 Business). */
export const editInteraction = endpoint(
  'PUT',
  '/v3/interactions/{interaction}',
  'interactions.update',
  of<Data<Interaction>>,
  of<Editing<typeof interactionShape>>,
);

/** Deletes an interaction (spec 4.6 Business). */
export const deleteInteraction = endpoint('DELETE', '/v3/interactions/{interaction}', 'interactions.destroy');

/** Browses interactions of a profile (spec 4.6 Profile sub-resources). */
export const profileInteractions = endpoint(
  'GET',
  '/v3/profiles/{profile}/interactions',
  'profiles.interactions.index',
  of<Page<Interaction>>,
);

/** Reads an interaction of a profile (spec 4.6 Profile sub-resources). */
export const readProfileInteraction = endpoint(
  'GET',
  '/v3/profiles/{profile}/interactions/{interaction}',
  'profiles.interactions.show',
  of<Data<Interaction>>,
);

/** Deletes an interaction of a profile (spec 4.6 Profile sub-resources). */
export const deleteProfileInteraction = endpoint(
  'DELETE',
  '/v3/profiles/{profile}/interactions/{interaction}',
  'profiles.interactions.destroy',
);
