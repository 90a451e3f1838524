import { addProfile, addProfileIdentity } from '../../services/contract/endpoints/index.ts';
import { digest } from '../hashes.ts';
import type { Service } from '../upstream/service.ts';
import type { PlatformCustomer } from './directory.ts';

/** A profile of the loyalty service: its id, and the fields that are synchronised with the platform. */
export interface ServiceProfile {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Reads `{data: profile}`. A number as id is read as its text. */
export function readProfile(json: unknown): ServiceProfile | undefined {
  const { data } = Object(json) as { data?: unknown };
  const { id, email, first_name, last_name } = Object(data) as Record<string, unknown>;
  if ((typeof id !== 'string' && typeof id !== 'number') || id === '') return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { id: String(id), email: text(email), firstName: text(first_name), lastName: text(last_name) };
}

/**
 * Creates the profile of a customer and the identity by which it is found again. A retry after the first of the two continues
 * with the second: the same idempotency key returns the same profile.
 *
 * @returns the profile's id, or the status with which the service refused
 */
export async function createProfile(
  service: Service,
  { id, email, firstName, lastName }: PlatformCustomer,
  namespace: string,
  signal: AbortSignal,
): Promise<{ readonly id: string } | { readonly status: number }> {
  const key = (await digest(`${namespace} ${id}`)).slice(0, 32);
  const added = await service(addProfile, {
    body: {
      external_id: id,
      // The service refuses an empty text. A proof may know no e-mail: then the service decides whether a profile needs one.
      ...(email && { email }),
      ...(firstName && { first_name: firstName }),
      ...(lastName && { last_name: lastName }),
    },
    idempotencyKey: `profile-${key}`,
    signal,
  });
  const profile = added.status < 300 ? readProfile(added.json) : undefined;
  if (!profile) return { status: added.status };
  const identity = await service(addProfileIdentity, {
    path: { profile: profile.id },
    body: { namespace, value: id },
    idempotencyKey: `identity-${key}`,
    signal,
  });
  return identity.status < 300 ? { id: profile.id } : { status: identity.status };
}
