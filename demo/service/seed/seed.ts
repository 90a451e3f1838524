import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { calendarFrom } from './calendar.ts';
import { seedAutomation } from './automation.ts';
import { seedCustomers } from './customers.ts';
import { seedGenerated } from './generated.ts';
import { seedReference } from './reference.ts';
import { seedRoles, seedUsers } from './users.ts';
import { seedProducts, seedProgramme, seedShop, type ShopSecrets } from './programme.ts';

export interface SeedOptions extends ShopSecrets {
  /** Generated profiles beside the sample customers, for large data. */
  readonly profiles?: number;
  /** Makes the sample users, with passwords everyone knows: not where others can reach the service. */
  readonly users?: boolean;
  readonly say?: (line: string) => void;
}

/** Any number that nothing else in this database locks. */
const SEED_KEY = 7_201_937;

/** The sample data, where it is not there yet. A second start changes nothing that a customer did. */
export async function seed(db: Database, options: SeedOptions): Promise<void> {
  const calendar = calendarFrom(new Date());
  await db.transaction().execute(async (work) => {
    await sql`select pg_advisory_xact_lock(${SEED_KEY})`.execute(work);
    await seedShop(work, options);
    await seedProducts(work);
    await seedProgramme(work, calendar);
    await seedCustomers(work, calendar);
    await seedReference(work);
    await seedRoles(work);
    if (options.users ?? false) await seedUsers(work);
    await seedAutomation(work);
  });
  const { profiles = 0, say } = options;
  const progress = (there: number) => say?.(`Sample data: ${there} of ${profiles} generated profiles`);
  if (profiles > 0) await seedGenerated(db, profiles, { progress });
}
