import { profileIdentities, profiles, searchProfile } from '../../services/contract/endpoints/index.ts';
import { holdsIdentity, identityQuery } from '../../services/transport/identities.ts';
import { unavailable } from '../guard/answer.ts';
import type { Service, ServiceCall } from '../upstream/service.ts';
import { readProfile, type ServiceProfile } from './service-profile.ts';

interface IdentityQuery {
  /** Namespace of the platform's customer ids, and the id of the customer in it. */
  readonly namespace: string;
  readonly value: string;
  /** For a second search where the search by value finds another person's profile. */
  readonly email: string;
  readonly signal: AbortSignal;
}

/** A service that ignores the filter answers with any profiles: at most this many of them are checked. */
const MAX_CANDIDATES = 5;

/**
 * The profile that has the customer's identity; `undefined` when there is none. The interface searches by value only, in any
 * namespace (spec 4.6 search-profile), and shows one profile. So the identities of each found profile are checked, and where the
 * search shows another person's profile, the profiles with this external id and this e-mail are checked as well.
 */
export async function findByIdentity(
  service: Service,
  query: IdentityQuery,
): Promise<ServiceProfile | undefined> {
  const { value, email, signal } = query;
  const found = await fetchJson(service, searchProfile, { path: { identifier: value }, signal });
  // 404: no profile has it, in any namespace.
  if (found === undefined) return undefined;
  if (!readProfile(found)) throw unavailable();
  if (await isOwn(service, found, query)) return readProfile(found);

  for (const [name, text] of [
    ['external_id', value],
    ['email', email],
  ] as const) {
    if (text === '') continue;
    const { data } = Object(
      await fetchJson(service, profiles, { query: { [`filter[${name}]`]: text }, signal }),
    ) as { data?: unknown };
    const matching = (Array.isArray(data) ? data : []).filter(
      (one) => String(Object(one)[name]).toLowerCase() === text.toLowerCase(),
    );
    for (const candidate of matching.slice(0, MAX_CANDIDATES)) {
      if (await isOwn(service, { data: candidate }, query)) return readProfile({ data: candidate });
    }
  }
  return undefined;
}

/** The JSON of an answer; `undefined` for 404. */
async function fetchJson(
  service: Service,
  endpoint: Parameters<Service>[0],
  call: ServiceCall,
): Promise<unknown> {
  const { status, json } = await service(endpoint, call);
  if (status === 404) return undefined;
  if (status !== 200) throw unavailable();
  return json;
}

/** Whether a profile has the identity: by the identities in the answer, or else by those of the profile's own endpoint. */
async function isOwn(
  service: Service,
  json: unknown,
  { namespace, value, signal }: IdentityQuery,
): Promise<boolean> {
  const { identities } = Object(Object(json).data) as { identities?: unknown };
  if (Array.isArray(identities)) return holdsIdentity(identities, namespace, value);
  const profile = readProfile(json)?.id;
  if (profile === undefined) return false;
  const query = identityQuery(namespace, value);
  const browsed = await fetchJson(service, profileIdentities, { path: { profile }, query, signal });
  return holdsIdentity(Object(browsed).data, namespace, value);
}
