import { hashPassword, isPassword } from '../hashes.ts';
import { emailTaken, type CustomerDirectory, type PlatformCustomer } from './directory.ts';

export interface MemoryCustomer extends PlatformCustomer {
  readonly password: string;
}

export interface MemoryDirectory extends CustomerDirectory {
  /** Changes a customer, like the shop's own account page. */
  change(id: string, fields: Partial<Omit<PlatformCustomer, 'id'>>): void;
}

interface MemoryDirectorySettings {
  /** Rounds of the password hash. Few make tests fast. */
  readonly passwordRounds?: number;
}

/** Customers in the memory of this process: for demos and tests. They sign in with their e-mail. */
export function memoryDirectory(
  customers: readonly MemoryCustomer[] = [],
  { passwordRounds }: MemoryDirectorySettings = {},
): MemoryDirectory {
  const known = new Map<string, { customer: PlatformCustomer; password: Promise<string> }>();
  const nameOf = (email: string) => email.trim().toLowerCase();
  const add = ({ password, ...customer }: MemoryCustomer) =>
    known.set(nameOf(customer.email), { customer, password: hashPassword(password, passwordRounds) });
  customers.forEach(add);

  return {
    async authenticate(username, password) {
      const entry = known.get(nameOf(username));
      return (await isPassword(password, await entry?.password, passwordRounds))
        ? entry?.customer
        : undefined;
    },
    async create(customer) {
      if (known.has(nameOf(customer.email))) throw emailTaken();
      const created = { ...customer, id: crypto.randomUUID() };
      add(created);
      const { password: _, ...rest } = created;
      return rest;
    },
    change(id, fields) {
      for (const [name, { customer, password }] of known) {
        if (customer.id !== id) continue;
        known.delete(name);
        const changed = { ...customer, ...fields };
        known.set(nameOf(changed.email), { customer: changed, password });
        return;
      }
    },
  };
}
