import { searchProfile } from '../../../src/services/endpoints/index.ts';
import type { Row } from '../database/tables.ts';
import { notFound } from '../http/problem.ts';
import { section, type Route } from '../http/route.ts';
import { timestamp } from '../views.ts';

const route = section('profiles');

export const profileRoutes: readonly Route[] = [
  route(searchProfile, async ({ path, profileId, db }) => {
    const profile = await db
      .selectFrom('profiles')
      .selectAll('profiles')
      .innerJoin('identities', 'identities.profile_id', 'profiles.id')
      .where('profiles.id', '=', profileId)
      .where('identities.value', '=', path.identifier)
      .executeTakeFirst();
    if (!profile) throw notFound();
    return { data: profileView(profile) };
  }),
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
