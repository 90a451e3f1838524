import { afterAll, beforeAll, expect, it } from 'vitest';
import { countOf } from '../../support/long-counts.ts';
import { openOperations } from '../../support/service-operations.ts';
import { openProgramme, type Programme } from '../../support/service-programme.ts';

// OPERATIONS_SEED repeats a run of test/long/books-add-up.test.ts from its beginning.
const SEED = countOf('OPERATIONS_SEED', 1);
const OPERATIONS = 300;
const CHECKED_EVERY = 25;

let programme: Programme;
beforeAll(async () => {
  programme = await openProgramme();
});
afterAll(() => programme.service.drop());

it(`ledgers, balances, tiers and stock agree after any of ${OPERATIONS} operations (seed ${SEED})`, async () => {
  const operations = await openOperations(programme, SEED);
  for (let done = 1; done <= OPERATIONS; done++) {
    const name = await operations.next();
    if (done % CHECKED_EVERY === 0)
      expect(await operations.faults(), `after ${name}, number ${done}, seed ${SEED}`).toEqual([]);
  }
});
