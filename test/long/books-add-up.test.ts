import { afterAll, beforeAll, expect, it } from 'vitest';
import { countOf, report } from '../support/long-counts.ts';
import { openOperations } from '../support/service-operations.ts';
import { openProgramme, type Programme } from '../support/service-programme.ts';

// LONG_OPERATIONS operations in an order that OPERATIONS_SEED decides: another one in each run, unless it is set.
const OPERATIONS = countOf('LONG_OPERATIONS', 10_000);
const SEED = countOf('OPERATIONS_SEED', 1 + Math.floor(Math.random() * 1_000_000));
const CHECKED_EVERY = 250;

let programme: Programme;
beforeAll(async () => {
  programme = await openProgramme();
});
afterAll(() => programme.service.drop());

it(`ledgers, balances, tiers and stock agree after ${OPERATIONS} operations`, async () => {
  report(`seed: ${SEED}`);
  const operations = await openOperations(programme, SEED);
  const outcomes = new Map<string, number>();
  for (let done = 1; done <= OPERATIONS; done++) {
    const outcome = await operations.next();
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (done % CHECKED_EVERY === 0 || done === OPERATIONS)
      expect(await operations.faults(), `after operation ${done}, seed ${SEED}`).toEqual([]);
  }
  for (const [outcome, count] of [...outcomes].sort()) report(`${outcome} × ${count}`);
});
