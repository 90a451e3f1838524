import { defineConfig } from 'vitest/config';
import { GROUPS } from './scripts/guards/table.mjs';

// What StrykerJS runs for each mutant: the tests of one group of guards. `scripts/guards/run.mjs` names the group.
const group = GROUPS.find(({ name }) => name === process.env['GUARD_GROUP']);

export default defineConfig({
  test: {
    include: [...(group?.tests ?? [])],
    globalSetup: group?.database ? ['test/support/service-global-setup.ts'] : [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
