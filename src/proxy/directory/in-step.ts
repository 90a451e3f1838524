import {
  checkProfileAvailability,
  editProfile,
  searchProfile,
} from '../../services/contract/endpoints/index.ts';
import { unavailable, Refusal } from '../guard/answer.ts';
import { createDeadline, until } from '../guard/deadline.ts';
import type { Log } from '../log.ts';
import { digest } from '../storage/random.ts';
import type { TextStore } from '../storage/storage.ts';
import type { Service } from '../upstream/service.ts';
import type { PlatformCustomer } from './directory.ts';
import { findByIdentity } from './find-by-identity.ts';
import { makeProfile } from './make-profile.ts';
import type { ServiceProfile } from './profile.ts';

interface InStepSettings {
  readonly service: Service;
  readonly texts: TextStore;
  /** Namespace of the platform's customer ids among a profile's identities. */
  readonly platform: string;
  readonly log: Log;
}

export interface InStep {
  /** Finds or makes the profile of a platform customer and answers its id. */
  profileOf(customer: PlatformCustomer, signal: AbortSignal): Promise<string>;
  /** Whether any profile has this identity, such as an e-mail, in whatever namespace. */
  knows(name: string, signal: AbortSignal): Promise<boolean>;
}

const LOCK_MS = 8_000;
const WAIT_MS = 100;

/**
 * Keeps the platform and the service in step at each login (spec 5.4): a profile that is missing is made, once, however many
 * logins come together; a name or e-mail that changed on the platform is copied to the profile. The platform leads.
 */
export function createInStep({ service, texts, platform, log }: InStepSettings): InStep {
  const making = new Map<string, Promise<string>>();

  const find = ({ id, email }: PlatformCustomer, signal: AbortSignal) =>
    findByIdentity(service, { namespace: platform, value: id, email, signal });

  async function make(customer: PlatformCustomer, signal: AbortSignal): Promise<string> {
    const lock = `making-profile:${await digest(customer.id)}`;
    // Another instance may be at it: then its profile appears, or its lock ends.
    while (!(await texts.add(lock, '1', LOCK_MS))) {
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
      signal.throwIfAborted();
    }
    try {
      const there = await find(customer, signal);
      if (there) return there.id;
      const made = await makeProfile(service, customer, platform, signal);
      if ('id' in made) return made.id;
      if (made.status !== 409 && made.status !== 422) throw unavailable();
      // Somebody else's profile has this e-mail. Whose it is, a person decides.
      log({ level: 'warn', event: 'profile_conflict', status: made.status });
      throw new Refusal(
        409,
        'This account cannot be connected to the loyalty programme. Please contact the shop.',
      );
    } finally {
      await texts.delete(lock);
    }
  }

  async function copy(
    customer: PlatformCustomer,
    profile: ServiceProfile,
    signal: AbortSignal,
  ): Promise<void> {
    // A field that the platform does not know is empty: the service refuses an empty name with 422, and keeps the one it has.
    const changed = (theirs: string, ours: string) => Boolean(theirs) && theirs !== ours;
    const body = {
      ...(changed(customer.email, profile.email) && { email: customer.email }),
      ...(changed(customer.firstName, profile.firstName) && { first_name: customer.firstName }),
      ...(changed(customer.lastName, profile.lastName) && { last_name: customer.lastName }),
    };
    if (Object.keys(body).length === 0) return;
    const { status } = await service(editProfile, { path: { profile: profile.id }, body, signal });
    // Not worth a login: the next one tries again.
    if (status >= 300) log({ level: 'warn', event: 'profile_conflict', status });
  }

  /** Under a deadline of its own: whoever began it may leave while others wait. */
  function makeOnce(customer: PlatformCustomer): Promise<string> {
    const deadline = createDeadline(LOCK_MS);
    return make(customer, deadline.signal).finally(() => {
      deadline.clear();
      making.delete(customer.id);
    });
  }

  return {
    async profileOf(customer, signal) {
      const profile = await find(customer, signal);
      if (profile) {
        await copy(customer, profile, signal);
        return profile.id;
      }
      const inFlight = making.get(customer.id) ?? makeOnce(customer);
      making.set(customer.id, inFlight);
      return until(inFlight, signal);
    },
    async knows(identifier, signal) {
      const { status } = await service(searchProfile, { path: { identifier }, signal });
      if (status !== 200 && status !== 404) throw unavailable();
      if (status === 200) return true;
      // A deleted profile is not found, and has its names until it is purged.
      const free = await service(checkProfileAvailability, { body: { email: identifier }, signal });
      const { available } = Object(Object(free.json).data) as { available?: unknown };
      return free.status === 200 && available === false;
    },
  };
}
