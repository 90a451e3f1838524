import { sql } from 'kysely';
import * as on from '../../../src/services/contract/endpoints/index.ts';
import {
  identityShape,
  interactionShape,
  profileConnectionShape,
  profileShape,
} from '../../../src/services/contract/profiles.ts';
import { publish } from '../events/publish.ts';
import { browse } from '../api/paging.ts';
import { forbidden, invalid } from '../api/problem.ts';
import {
  acting,
  route,
  toAdministrators,
  toCustomers,
  type KnownCall,
  type ProfileCall,
  type Route,
} from '../api/route.ts';
import { writable } from '../crud/fields.ts';
import { defineResource, type Resource } from '../crud/resource.ts';
import { settleDue } from '../points/settle.ts';
import { isConnected } from '../platform/sync/connections.ts';
import { syncProfiles } from '../platform/sync/run.ts';
import { addressResource, addressRoutes } from './addresses.ts';
import { aggregationRoutes, calculate } from './aggregations.ts';
import { appearanceAndCommsRoutes } from './appearance-and-comms.ts';
import { dateResource, dateRoutes } from './dates.ts';
import { mergeInto } from './merge.ts';
import { findProfile, identityValue, isKnown, readProfileRow } from './profile-rows.ts';
import { profileAttributes, profileView, profileViews } from './profile-views.ts';
import { purge } from './purge.ts';
import { validationRulesFor } from './validation-rules.ts';
import { addProfileRow, editProfileRow } from './write-profile.ts';
import type { Values } from '../crud/tables.ts';
import { survivorOf } from './merged-names.ts';
import { timestamp } from '../api/formats.ts';

const interaction: Omit<Resource, 'id'> = {
  model: 'interaction',
  shape: interactionShape,
  adding: async (_, values) => ({ occurred_at: timestamp(new Date()), ...values }),
};

/** An e-mail address is stored without upper case: two profiles cannot have the same one. */
const identityResource = defineResource({
  id: 'profiles.identities',
  model: 'identity',
  shape: identityShape,
  adding: async (_, values) => ({ ...values, value: identityValue(values.namespace, values.value) }),
  editing: async (_, record, values) => {
    const { namespace = record.namespace, value = record.value } = values;
    return { ...values, value: identityValue(namespace, value) };
  },
});

/** Resources of the section Profiles; the routes of the profile itself are below. */
export const profileResources: readonly Resource[] = [
  addressResource,
  identityResource,
  { id: 'profiles.connections', model: 'profile-connection', shape: profileConnectionShape },
  dateResource,
  { id: 'interactions', ...interaction },
  { id: 'profiles.interactions', ...interaction },
];

const asProfile = (answered: Route): Route => ({ ...answered, model: 'profile' });

/** The profile itself. */
const ownRoutes: readonly Route[] = [
  route(on.profiles, (call) =>
    browse(
      call,
      call.db.selectFrom('profiles').selectAll().where('deleted_at', 'is', null),
      (rows) => profileViews(call, rows),
      { attributes: profileAttributes(call) },
    ),
  ),
  route(on.addProfile, async (call) => {
    const view = await profileView(call, { ...(await addProfileRow(call, call.body)) });
    call.note({ changes: { is: view.data } });
    return view;
  }),
  route(on.readProfile, async (call) => profileView(call, await readProfileRow(call.db, call.profileId))),
  toCustomers(
    route(on.editProfile, async (call) => {
      const values = writable(profileShape, call.body, call.principal);
      if (call.principal.kind === 'customer') await checkEmailUnchanged(call, values);
      return profileView(call, { ...(await editProfileRow(call, call.profileId, values)) });
    }),
  ),
  // A deleted profile is hidden until it is purged: its tokens end, its ledger and identifiers stay.
  route(on.deleteProfile, async ({ db, profileId }) => {
    await db
      .updateTable('profiles')
      .set({ deleted_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
      .where('id', '=', profileId)
      .execute();
    await db
      .updateTable('tokens')
      .set({ revoked_at: sql<Date>`now()` })
      .where('profile_id', '=', profileId)
      .execute();
    const payload = { id: profileId };
    await publish(db, { trigger: 'profile.deleted', namespace: 'loyalty', profileId, payload });
    return undefined;
  }),
  {
    ...toAdministrators(
      route(on.purgeProfile, async ({ db, profileId }) => {
        await purge(db, profileId);
        return undefined;
      }),
    ),
    evenDeleted: true,
    locksProfiles: true,
  },
  route(on.editProfileType, async (call) => {
    const { type } = call.body;
    return profileView(call, { ...(await editProfileRow(call, call.profileId, { type })) });
  }),
  {
    ...route(on.mergeProfiles, async (call) => {
      await mergeInto(call.db, call.profileId, call.body.profiles);
      return profileView(call, await readProfileRow(call.db, call.profileId));
    }),
    locksProfiles: true,
  },
].map(asProfile);

/** Throws 422 for a customer who changes the e-mail address: it is unverified, and identifies the profile of its owner. */
async function checkEmailUnchanged({ db, profileId }: ProfileCall, { email }: Values): Promise<void> {
  if (email === undefined || email === (await readProfileRow(db, profileId)).email) return;
  throw invalid({
    email: ['The e-mail address is changed by the shop, which has to check that it is yours.'],
  });
}

/** Finding profiles by identifiers. */
const searchRoutes: readonly Route[] = [
  toCustomers(route(on.searchProfile, (call) => byIdentity(call, call.path.identifier, false))),
  toCustomers(route(on.readProfileByIdentity, (call) => byIdentity(call, call.path.identifier, true))),
  route(on.profileExists, async ({ db, body }) => {
    const exists = await isKnown(db, body, { deleted: false });
    return { data: { exists, is_reserved: !exists && (await isKnown(db, body, { deleted: true })) } };
  }),
  // The identifiers of a deleted profile stay reserved until it is purged.
  route(on.checkProfileAvailability, async ({ db, body }) => ({
    data: { available: !(await isKnown(db, body, { deleted: true })) },
  })),
];

/** A profile with its identities. A customer finds only their own. */
async function byIdentity(call: KnownCall, identifier: string, byId: boolean) {
  const row = await findProfile(call.db, { identifier, within: call.profileId, byId });
  const { data } = await profileView(call, row);
  const identities = await call.db
    .selectFrom('identities')
    .select(['namespace', 'value'])
    .where('profile_id', '=', row.id)
    .orderBy('id')
    .execute();
  return { data: { ...data, identities } };
}

/** Synchronising profiles with connected systems. */
const syncRoutes: readonly Route[] = [
  asProfile(acting(route(on.resyncProfile, resync))),
  {
    ...route(on.syncProfiles, async ({ db, body, principal, settings }) => {
      if (principal.kind !== 'machine') throw forbidden();
      const profiles = body.profiles && (await Promise.all(body.profiles.map((id) => survivorOf(db, id))));
      if (profiles?.length) {
        const found = await db
          .selectFrom('profiles')
          .select('id')
          .where('id', 'in', profiles)
          .where('deleted_at', 'is', null)
          .execute();
        const missing = profiles.filter((id) => !found.some((row) => row.id === id));
        if (missing.length) throw invalid({ profiles: missing.map((id) => `There is no profile ${id}.`) });
      }
      const directory = settings?.syncDirectory;
      return { data: { id: await syncProfiles(db, { principal, directory, profiles }), status: 'accepted' } };
    }),
    status: 202,
  },
];

/** A GET that acts: settles due points, calculates aggregations, and reads the profile from connected systems. */
async function resync(call: ProfileCall) {
  const { db, profileId, principal, settings } = call;
  const directory = settings?.syncDirectory;
  await settleDue(db, profileId);
  await calculate(db, profileId);
  if (principal.kind === 'machine' && (await isConnected(db, profileId, directory)))
    await syncProfiles(db, { principal, directory, profiles: [profileId] });
  return profileView(call, await readProfileRow(db, profileId));
}

/** Routes of the section Profiles, except those of its resources. */
export const profileRoutes: readonly Route[] = [
  ...ownRoutes,
  ...searchRoutes,
  ...appearanceAndCommsRoutes,
  ...dateRoutes,
  route(on.profileValidationRules, async ({ principal }) => ({ data: validationRulesFor(principal) })),
  ...aggregationRoutes,
  ...addressRoutes,
  ...syncRoutes,
];
