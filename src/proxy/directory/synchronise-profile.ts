import {
  checkProfileAvailability,
  editProfile,
  searchProfile,
} from '../../services/contract/endpoints/index.ts';
import { accountRefused, unavailable } from '../guard/answer.ts';
import { createDeadline, until } from '../guard/deadline.ts';
import { digest } from '../hashes.ts';
import type { Log } from '../log.ts';
import type { TextStore } from '../storage/storage.ts';
import type { Service } from '../upstream/service.ts';
import type { PlatformCustomer } from './directory.ts';
import { findByIdentity } from './find-by-identity.ts';
import { createProfile, type ServiceProfile } from './service-profile.ts';

interface ProfileSyncSettings {
  readonly service: Service;
  readonly texts: TextStore;
  /** Namespace of the platform's customer ids among a profile's identities. */
  readonly platform: string;
  readonly log: Log;
}

export interface ProfileSync {
  /** Finds the profile of a platform customer and updates it, or creates it. Returns its id. */
  profileOf(customer: PlatformCustomer, signal: AbortSignal): Promise<string>;
  /** Whether any profile has this identity, such as an e-mail, in any namespace. */
  exists(identifier: string, signal: AbortSignal): Promise<boolean>;
}

const LOCK_MS = 8_000;
const LOCK_POLL_MS = 100;

/**
 * Synchronises the platform with the service at each login (spec 5.4): a missing profile is created, once, however many
 * logins arrive together. A name or e-mail that changed on the platform is copied to the profile, because the platform has the
 * authoritative data.
 */
export function createProfileSync({ service, texts, platform, log }: ProfileSyncSettings): ProfileSync {
  const find = ({ id, email }: PlatformCustomer, signal: AbortSignal) =>
    findByIdentity(service, { namespace: platform, value: id, email, signal });

  async function findOrCreate(customer: PlatformCustomer, signal: AbortSignal): Promise<string> {
    const lock = `making-profile:${await digest(customer.id)}`;
    // Another login, or another instance, may be creating it: then the profile appears, or the lock expires.
    while (!(await texts.add(lock, '1', LOCK_MS))) {
      await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
      signal.throwIfAborted();
    }
    try {
      const existing = await find(customer, signal);
      if (existing) return existing.id;
      const created = await createProfile(service, customer, platform, signal);
      if ('id' in created) return created.id;
      // 404: the stored answer of the first creation names a profile that was deleted since.
      if (![404, 409, 422].includes(created.status)) throw unavailable();
      // Another customer's profile has this e-mail, or a deleted one until it is purged. The shop's staff decide who owns it.
      log({ level: 'warn', event: 'profile_conflict', status: created.status });
      throw accountRefused(409, 'This account isn’t in the programme. Contact the shop.');
    } finally {
      await texts.delete(lock);
    }
  }

  async function update(
    customer: PlatformCustomer,
    profile: ServiceProfile,
    signal: AbortSignal,
  ): Promise<void> {
    // A field that the platform does not know is empty. The service refuses an empty name with 422, so the profile's own one stays.
    const changed = (theirs: string, ours: string) => Boolean(theirs) && theirs !== ours;
    const body = {
      ...(changed(customer.email, profile.email) && { email: customer.email }),
      ...(changed(customer.firstName, profile.firstName) && { first_name: customer.firstName }),
      ...(changed(customer.lastName, profile.lastName) && { last_name: customer.lastName }),
    };
    if (Object.keys(body).length === 0) return;
    const { status } = await service(editProfile, { path: { profile: profile.id }, body, signal });
    // The login still succeeds: the next one retries.
    if (status >= 300) log({ level: 'warn', event: 'profile_conflict', status });
  }

  /** Has its own deadline: a creation that was sent is not aborted with the request that started it. */
  function findOrCreateOnce(customer: PlatformCustomer): Promise<string> {
    const deadline = createDeadline(LOCK_MS);
    return findOrCreate(customer, deadline.signal).finally(deadline.clear);
  }

  return {
    async profileOf(customer, signal) {
      const profile = await find(customer, signal);
      if (profile) {
        await update(customer, profile, signal);
        return profile.id;
      }
      return until(findOrCreateOnce(customer), signal);
    },
    async exists(identifier, signal) {
      const { status } = await service(searchProfile, { path: { identifier }, signal });
      if (status !== 200 && status !== 404) throw unavailable();
      if (status === 200) return true;
      // A deleted profile is not found, and keeps its identities until it is purged.
      const availability = await service(checkProfileAvailability, { body: { email: identifier }, signal });
      const { available } = Object(Object(availability.json).data) as { available?: unknown };
      return availability.status === 200 && available === false;
    },
  };
}
