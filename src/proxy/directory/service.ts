import { searchProfile } from '../../services/contract/endpoints/index.ts';
import { hashPassword, isPassword } from '../hashes.ts';
import type { Service } from '../upstream/service.ts';
import { emailTaken, type CustomerDirectory } from './directory.ts';
import { findByIdentity } from './find-by-identity.ts';
import { createProfile } from './service-profile.ts';

/** Stores the password hashes of customers, by name in lower case. It has to be permanent: use a database. */
export interface PasswordBook {
  find(name: string): Promise<string | undefined>;
  /** Stores a hash where the name has none. Returns whether it did. */
  add(name: string, hash: string): Promise<boolean>;
}

/** For demos and tests. */
export function memoryPasswordBook(
  entries: Iterable<readonly [name: string, hash: string]> = [],
): PasswordBook {
  const hashes = new Map(entries);
  return {
    find: async (name) => hashes.get(name),
    async add(name, hash) {
      if (hashes.has(name)) return false;
      hashes.set(name, hash);
      return true;
    },
  };
}

interface ServiceDirectorySettings {
  readonly passwords: PasswordBook;
  /** Namespace of the e-mails among a profile's identities: the `platform` of the proxy's settings. */
  readonly namespace: string;
  /** Rounds of the password hash. Few make tests fast. */
  readonly passwordRounds?: number;
}

/**
 * For a shop without its own platform: its customers are the profiles of the loyalty service, found by their e-mail with
 * the proxy's own token. The interface has no passwords of customers (spec 4, 5), so the shop stores their hashes here.
 */
export function serviceDirectory({ passwords, namespace, passwordRounds }: ServiceDirectorySettings) {
  return (service: Service): CustomerDirectory => ({
    async authenticate(username, password, signal) {
      const name = username.trim().toLowerCase();
      if (!(await isPassword(password, await passwords.find(name), passwordRounds))) return undefined;
      // A password without a profile: the profile has been deleted since.
      const profile = await findByIdentity(service, { namespace, value: name, email: name, signal });
      return profile && { ...profile, id: name, email: profile.email || name };
    },

    async create({ email, password, firstName, lastName }, signal) {
      const name = email.trim().toLowerCase();
      if ((await passwords.find(name)) !== undefined) throw emailTaken();
      const existing = await service(searchProfile, { path: { identifier: name }, signal });
      // An existing profile belongs to another person: knowing its e-mail must not be enough to get it.
      if (existing.status !== 404) throw emailTaken();
      const customer = { id: name, email: name, firstName, lastName };
      const created = await createProfile(service, customer, namespace, signal);
      if (!('id' in created)) {
        if (created.status === 409 || created.status === 422) throw emailTaken();
        throw new Error(`The service answered with status ${created.status}.`);
      }
      if (!(await passwords.add(name, await hashPassword(password, passwordRounds)))) throw emailTaken();
      return customer;
    },
  });
}
