import { readProfile, searchProfile } from '../../services/contract/endpoints/index.ts';
import { notFound } from '../guard/answer.ts';
import type { PathTo } from '../settings/settings.ts';
import type { Session } from '../storage/sessions.ts';
import { isProfileScoped } from './allow-list.ts';
import type { Match } from './matcher.ts';

/**
 * The path to ask the service for. The profile in it is the session's own; another one does not exist, and is not asked for
 * (spec 1 rule 5).
 */
export function boundPath({ endpoint, parameters }: Match, session: Session, pathTo: PathTo): string {
  if (isProfileScoped(endpoint)) {
    const [profile] = Object.values(parameters);
    if (profile !== session.profileId) throw notFound();
  }
  if (endpoint !== searchProfile) return pathTo(endpoint, parameters);
  // A customer is found under the names they go by. The service is asked by profile id: its search matches a customer id in any
  // namespace, so it may answer with another person's profile.
  if (!session.names.includes(parameters['identifier'] ?? '')) throw notFound();
  return pathTo(readProfile, { profile: session.profileId });
}
