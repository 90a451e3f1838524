import { defineConfig } from 'vitest/config';
import { BREAKS } from './breaks.mjs';
import { GROUPS } from './table.mjs';

// What `scripts/guards/run.mjs` runs: for StrykerJS the tests of one group of guards, for a guard that is broken by hand one test file.
const { GUARD_GROUP, GUARD_TEST, GUARD_BREAK, GUARD_DATABASE } = process.env;
const group = GROUPS.find(({ name }) => name === GUARD_GROUP);
const broken = GUARD_BREAK === undefined ? undefined : BREAKS[Number(GUARD_BREAK)];

export default defineConfig({
  plugins: [
    {
      name: 'broken-guard',
      enforce: 'pre',
      transform: (code, id) =>
        broken && id.endsWith(`/${broken.file}`)
          ? { code: code.replace(broken.text, () => broken.replacement), map: null }
          : undefined,
    },
  ],
  test: {
    include: GUARD_TEST === undefined ? [...(group?.tests ?? [])] : [GUARD_TEST],
    provide: GUARD_DATABASE ? (JSON.parse(GUARD_DATABASE) as Record<string, string>) : {},
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The default of one second is too short for a password on a machine with other work.
    expect: { poll: { timeout: 20_000 } },
  },
});
