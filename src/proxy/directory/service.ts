import { searchProfile } from '../../services/contract/endpoints/index.ts';
import type { Service } from '../upstream/service.ts';
import { emailTaken, type CustomerDirectory } from './directory.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { findByIdentity } from './find-by-identity.ts';
import { makeProfile } from './make-profile.ts';

/** Where the hashed passwords of customers are kept, by name in lower case. It has to last: back it with a database. */
export interface PasswordBook {
  find(name: string): Promise<string | undefined>;
  /** Keeps a hash where the name has none; whether it did. */
  add(name: string, hash: string): Promise<boolean>;
}

/** For demos and tests. */
export function memoryPasswordBook(
  entries: Iterable<readonly [name: string, hash: string]> = [],
): PasswordBook {
  const book = new Map(entries);
  return {
    find: async (name) => book.get(name),
    async add(name, hash) {
      if (book.has(name)) return false;
      book.set(name, hash);
      return true;
    },
  };
}

interface ServiceDirectorySettings {
  readonly passwords: PasswordBook;
  /** Namespace of the e-mails among a profile's identities: the `platform` of the proxy's settings. */
  readonly namespace: string;
  /** Fewer make tests quick. */
  readonly passwordRounds?: number;
}

/**
 * For a shop without a platform of its own: its customers are the profiles of the loyalty service, found by their e-mail with
 * the proxy's own token. The interface has no passwords of customers (spec 4, 5), so the shop keeps them here, hashed.
 */
export function serviceDirectory({ passwords, namespace, passwordRounds }: ServiceDirectorySettings) {
  return (service: Service): CustomerDirectory => ({
    async authenticate(username, password, signal) {
      const name = username.trim().toLowerCase();
      if (!(await isPassword(password, await passwords.find(name), passwordRounds))) return undefined;
      // A password without a profile: one that has been deleted since.
      const profile = await findByIdentity(service, { namespace, value: name, email: name, signal });
      return profile && { ...profile, id: name, email: profile.email || name };
    },

    async create({ email, password, firstName, lastName }, signal) {
      const name = email.trim().toLowerCase();
      if ((await passwords.find(name)) !== undefined) throw emailTaken();
      const existing = await service(searchProfile, { path: { identifier: name }, signal });
      // A profile that is there belongs to somebody: whoever knows its e-mail does not get it.
      if (existing.status !== 404) throw emailTaken();
      const customer = { id: name, email: name, firstName, lastName };
      const made = await makeProfile(service, customer, namespace, signal);
      if (!('id' in made)) {
        if (made.status === 409 || made.status === 422) throw emailTaken();
        throw new Error(`The service answered with status ${made.status}.`);
      }
      if (!(await passwords.add(name, await hashPassword(password, passwordRounds)))) throw emailTaken();
      return customer;
    },
  });
}
