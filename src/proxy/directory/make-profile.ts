import { digest } from '../storage/random.ts';
import { addProfile, addProfileIdentity } from '../../services/contract/endpoints/index.ts';
import type { Service } from '../upstream/service.ts';
import type { PlatformCustomer } from './directory.ts';
import { readProfile } from './profile.ts';

/**
 * Makes the profile of a customer and the identity by which it is found again. Tried again after half a failure it goes on
 * where it stopped: the same key gives the same profile (G54). Payloads: G11.
 *
 * @returns the profile's id, or the status with which the service refused
 */
export async function makeProfile(
  service: Service,
  { id, email, firstName, lastName }: PlatformCustomer,
  namespace: string,
  signal: AbortSignal,
): Promise<{ readonly id: string } | { readonly status: number }> {
  const key = (await digest(`${namespace} ${id}`)).slice(0, 32);
  const added = await service(addProfile, {
    body: {
      ...{ external_id: id, email },
      // A name that nobody gave is no name.
      ...(firstName && { first_name: firstName }),
      ...(lastName && { last_name: lastName }),
    },
    idempotencyKey: `profile-${key}`,
    signal,
  });
  const profile = added.status < 300 ? readProfile(added.json) : undefined;
  if (!profile) return { status: added.status };
  const known = await service(addProfileIdentity, {
    path: { profile: profile.id },
    body: { namespace, value: id },
    idempotencyKey: `identity-${key}`,
    signal,
  });
  return known.status < 300 ? { id: profile.id } : { status: known.status };
}
