import { profileIdentities, profiles, searchProfile } from '../../services/contract/endpoints/index.ts';
import { holdsIdentity, identityQuery } from '../../services/transport/identities.ts';
import { unavailable } from '../guard/answer.ts';
import type { Service, ServiceCall } from '../upstream/service.ts';
import { readProfile, type ServiceProfile } from './profile.ts';

interface Wanted {
  /** Namespace of the platform's customer ids, and the id of the customer in it. */
  readonly namespace: string;
  readonly value: string;
  /** A second way to the profile where the search by value finds another person's. */
  readonly email: string;
  readonly signal: AbortSignal;
}

/** A service that ignores the filter answers with profiles of all kinds: no more of them than this are looked into. */
const MAX_CANDIDATES = 5;

/**
 * The profile that holds the customer's identity; `undefined` when there is none. The interface searches by value alone, in any
 * namespace (spec 4.6 search-profile), and shows one profile. So each profile that is found has to prove the identity, and where
 * the search shows another person's, the profiles with this external id and this e-mail are looked into as well.
 */
export async function findByIdentity(service: Service, wanted: Wanted): Promise<ServiceProfile | undefined> {
  const { value, email, signal } = wanted;
  const found = await ask(service, searchProfile, { path: { identifier: value }, signal });
  // In no namespace at all.
  if (found === undefined) return undefined;
  if (!readProfile(found)) throw unavailable();
  if (await isOwn(service, found, wanted)) return readProfile(found);

  for (const [name, text] of [
    ['external_id', value],
    ['email', email],
  ] as const) {
    if (text === '') continue;
    const { data } = Object(
      await ask(service, profiles, { query: { [`filter[${name}]`]: text }, signal }),
    ) as { data?: unknown };
    const fitting = (Array.isArray(data) ? data : []).filter(
      (one) => String(Object(one)[name]).toLowerCase() === text.toLowerCase(),
    );
    for (const candidate of fitting.slice(0, MAX_CANDIDATES)) {
      if (await isOwn(service, { data: candidate }, wanted)) return readProfile({ data: candidate });
    }
  }
  return undefined;
}

/** The reply; `undefined` for 404. */
async function ask(service: Service, endpoint: Parameters<Service>[0], call: ServiceCall): Promise<unknown> {
  const { status, json } = await service(endpoint, call);
  if (status === 404) return undefined;
  if (status !== 200) throw unavailable();
  return json;
}

/** Whether a profile holds the identity: as the reply says, or else as its identities do. */
async function isOwn(
  service: Service,
  json: unknown,
  { namespace, value, signal }: Wanted,
): Promise<boolean> {
  const { identities } = Object(Object(json).data) as { identities?: unknown };
  if (Array.isArray(identities)) return holdsIdentity(identities, namespace, value);
  const profile = readProfile(json)?.id;
  if (profile === undefined) return false;
  const query = identityQuery(namespace, value);
  const browsed = await ask(service, profileIdentities, { path: { profile }, query, signal });
  return holdsIdentity(Object(browsed).data, namespace, value);
}
