import { sql } from 'kysely';
import * as on from '../../../src/services/contract/endpoints/index.ts';
import { profileShape } from '../../../src/services/contract/shapes/records/profiles.ts';
import { raise } from '../platform/events/raise.ts';
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
import { settleDue } from '../points/settle.ts';
import { browseAggregations, calculate, calculateAggregations, putAggregations } from './aggregations.ts';
import { putDates } from './dates.ts';
import { findProfile, isKnown, readProfileRow } from './find.ts';
import { mergeInto } from './merge.ts';
import { purge } from './purge.ts';
import { singleAttributeRoutes } from './single-attributes.ts';
import { isConnected, syncProfiles } from '../platform/sync/run.ts';
import { upsertAddress } from './upsert-address.ts';
import { validationRulesFor } from './validation-rules.ts';
import { profileAttributes, profileView, profileViews } from './views.ts';
import { addProfileRow, editProfileRow } from './write.ts';
import { writable } from '../crud/fields.ts';
import type { Values } from '../crud/tables.ts';

const asProfile = (made: Route): Route => ({ ...made, model: 'profile' });

/** A customer has not proven another address: with it they would be found as its owner. Throws 422. */
async function keepEmail({ db, profileId }: ProfileCall, { email }: Values): Promise<void> {
  if (email === undefined || email === (await readProfileRow(db, profileId)).email) return;
  throw invalid({
    email: ['The e-mail address is changed by the shop, which has to check that it is yours.'],
  });
}

/** The profile itself. */
const profileItself: readonly Route[] = [
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
      if (call.principal.kind === 'customer') await keepEmail(call, values);
      return profileView(call, { ...(await editProfileRow(call, call.profileId, values)) });
    }),
  ),
  // Hidden until it is purged: its tokens end with it, its books and its names stay.
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
    await raise(db, { trigger: 'profile.deleted', namespace: 'loyalty', profileId, payload });
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

/** Profiles by their names. */
const named: readonly Route[] = [
  toCustomers(route(on.searchProfile, (call) => byIdentity(call, call.path.identifier, false))),
  toCustomers(route(on.readProfileByIdentity, (call) => byIdentity(call, call.path.identifier, true))),
  route(on.profileExists, async ({ db, body }) => {
    const exists = await isKnown(db, body, { deleted: false });
    return { data: { exists, is_reserved: !exists && (await isKnown(db, body, { deleted: true })) } };
  }),
  // The names of a deleted profile are taken until it is purged.
  route(on.checkProfileAvailability, async ({ db, body }) => ({
    data: { available: !(await isKnown(db, body, { deleted: true })) },
  })),
];

/** A customer finds nobody else. */
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

/** Attributes and numbers of a profile. */
const attributes: readonly Route[] = [
  ...singleAttributeRoutes,
  toCustomers(route(on.editProfileDates, (call) => putDates(call) as Promise<never>)),
  route(on.profileValidationRules, async ({ principal }) => ({ data: validationRulesFor(principal) })),
  route(on.profileAggregations, browseAggregations),
  route(on.editProfileAggregations, putAggregations),
  acting(route(on.calculateProfileAggregations, calculateAggregations)),
  toCustomers(route(on.upsertProfileAddress, upsertAddress)),
];

/** Bringing profiles in line with the systems they come from. */
const synchronised: readonly Route[] = [
  asProfile(acting(route(on.resyncProfile, resync))),
  {
    ...route(on.syncProfiles, async ({ db, body: { profiles }, principal, settings }) => {
      if (principal.kind !== 'machine') throw forbidden();
      if (profiles?.length) {
        const there = await db
          .selectFrom('profiles')
          .select('id')
          .where('id', 'in', profiles)
          .where('deleted_at', 'is', null)
          .execute();
        const missing = profiles.filter((id) => !there.some((row) => row.id === id));
        if (missing.length) throw invalid({ profiles: missing.map((id) => `There is no profile ${id}.`) });
      }
      const directory = settings?.syncDirectory;
      return { data: { id: await syncProfiles(db, { principal, directory, profiles }), status: 'accepted' } };
    }),
    status: 202,
  },
];

/** A GET that acts (rule R77): points that fell due and numbers are as they would be if read anew, and so is what connected systems have. */
async function resync(call: ProfileCall) {
  const { db, profileId, principal, settings } = call;
  const directory = settings?.syncDirectory;
  await settleDue(db, profileId);
  await calculate(db, profileId);
  if (principal.kind === 'machine' && (await isConnected(db, profileId, directory)))
    await syncProfiles(db, { principal, directory, profiles: [profileId] });
  return profileView(call, await readProfileRow(db, profileId));
}

export const profileRoutes: readonly Route[] = [...profileItself, ...named, ...attributes, ...synchronised];
