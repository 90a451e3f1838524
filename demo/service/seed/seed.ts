import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { calendarFrom } from './calendar.ts';
import { seedAutomation } from './automation.ts';
import { seedCampaigns } from './campaigns.ts';
import { seedCredits } from './credits.ts';
import { seedCustomers } from './customers.ts';
import { seedGenerated } from './generated.ts';
import { seedIncentives } from './incentives.ts';
import { seedReference } from './reference.ts';
import { seedRegistries } from './registries.ts';
import { seedRoles, seedUsers } from './users.ts';
import { seedProducts, seedProgramme, seedShop, seedVariants } from './programme.ts';
import type { SecretKeys } from '../auth/secret-keys.ts';
import type { ShopSecrets } from '../auth/shop-secrets.ts';

export interface SeedOptions extends ShopSecrets {
  readonly secretKeys: SecretKeys;
  /** Number of generated profiles in addition to the sample customers, for tests with much data. */
  readonly profiles?: number;
  /** Adds the sample users, whose passwords are public: not for a service that others can reach. */
  readonly users?: boolean;
  /**
   * Adds the sample benefits, achievements, purchases, credits, redemptions, campaigns and registries. Tests of single subjects count their
   * own.
   */
  readonly incentives?: boolean;
  readonly log?: (line: string) => void;
}

/** Key of the advisory lock; any number that nothing else in this database uses. */
const SEED_KEY = 7_201_937;

/** Adds the sample data that does not exist yet. A second start changes nothing that a customer did. */
export async function seed(db: Database, options: SeedOptions): Promise<void> {
  const calendar = calendarFrom(new Date());
  await db.transaction().execute(async (work) => {
    await sql`select pg_advisory_xact_lock(${SEED_KEY})`.execute(work);
    await seedShop(work, options.secretKeys, options);
    await seedProducts(work);
    await seedVariants(work);
    await seedProgramme(work, calendar);
    const incentives = options.incentives ?? false;
    await seedCustomers(work, calendar, incentives);
    await seedReference(work);
    await seedRoles(work);
    if (options.users ?? false) await seedUsers(work);
    await seedAutomation(work);
    if (incentives) {
      await seedCredits(work, calendar);
      await seedIncentives(work, calendar);
      await seedCampaigns(work, calendar);
      await seedRegistries(work, calendar);
    }
  });
  const { profiles = 0, log } = options;
  const progress = (done: number) => log?.(`Sample data: ${done} of ${profiles} generated profiles`);
  if (profiles > 0) await seedGenerated(db, profiles, { progress });
}
