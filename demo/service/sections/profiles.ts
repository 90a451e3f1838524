import { searchProfile } from '../../../src/services/endpoints/index.ts';
import type { Row } from '../database/tables.ts';
import { notFound } from '../http/problem.ts';
import { route, toCustomers, type Route } from '../http/route.ts';
import { timestamp } from '../views.ts';

export const profileRoutes: readonly Route[] = [
  toCustomers(
    route(searchProfile, async ({ path, profileId, db }) => {
      const profile = await db
        .selectFrom('profiles')
        .selectAll('profiles')
        .innerJoin('identities', 'identities.profile_id', 'profiles.id')
        .where('identities.value', '=', path.identifier)
        .where('profiles.deleted_at', 'is', null)
        // A customer finds nobody else.
        .$if(profileId !== undefined, (query) => query.where('profiles.id', '=', profileId ?? ''))
        .executeTakeFirst();
      if (!profile) throw notFound();
      return { data: profileView(profile) };
    }),
  ),
];

function profileView(profile: Row<'profiles'>) {
  const { id, first_name, last_name, email } = profile;
  return {
    id,
    first_name,
    last_name,
    full_name: [first_name, last_name].filter(Boolean).join(' '),
    email,
    statuses: [],
    created_at: timestamp(profile.created_at),
    updated_at: timestamp(profile.updated_at),
  };
}
