import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../demo/service/database/migrate.ts';
import { seed } from '../../demo/service/seed/seed.ts';
import { freshDatabase, SECRET, SECRET_KEYS, type FreshDatabase } from '../support/database-fresh.ts';

/** On a machine without other work. */
const LIMIT_MS = 5_000;

describe('seeding a database', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase({ empty: true });
    await migrate(database.db);
  });
  afterAll(() => database?.drop());

  const time = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };

  test('takes less than five seconds for the sample data, twice at once', async () => {
    const twice = () => [
      seed(database.db, { secret: SECRET, secretKeys: SECRET_KEYS }),
      seed(database.db, { secret: SECRET, secretKeys: SECRET_KEYS }),
    ];
    expect(await time(() => Promise.all(twice()))).toBeLessThan(LIMIT_MS);
  });

  test('takes less than five seconds for 1,000 generated profiles', async () => {
    expect(
      await time(() => seed(database.db, { secret: SECRET, secretKeys: SECRET_KEYS, profiles: 1_000 })),
    ).toBeLessThan(LIMIT_MS);
  });
});
