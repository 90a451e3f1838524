import { afterAll, beforeAll, expect, it } from 'vitest';
import { countOf, measured, seedOf } from '../support/counts.ts';
import { openOperations } from './operations.ts';
import { openProgramme, type Programme } from '../support/service-programme.ts';

const OPERATIONS = countOf('OPERATIONS', { share: 300, full: 10_000 });
const CHECK_INTERVAL = OPERATIONS > 1_000 ? 250 : 25;
const SEED = seedOf();

let programme: Programme;
beforeAll(async () => {
  programme = await openProgramme();
});
afterAll(() => programme.service.drop());

it(`ledgers, balances, tiers and stock agree after ${OPERATIONS} operations in random order (SEED=${SEED})`, async ({
  task,
}) => {
  const operations = await openOperations(programme, SEED);
  let done = 0;
  let faults: readonly unknown[] = [];
  while (done < OPERATIONS && faults.length === 0) {
    await operations.next();
    done++;
    if (done % CHECK_INTERVAL === 0 || done === OPERATIONS) faults = await operations.faults();
  }
  measured(task, { tried: `${done} operations, SEED=${SEED}`, result: `${faults.length} differences` });
  expect(faults, `after operation ${done}, SEED=${SEED}`).toEqual([]);
});
