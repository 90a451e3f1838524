import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, measured, seedOf } from '../support/counts.ts';
import { openTabs, type OpenTabs } from '../support/tabs-open.ts';
import { race } from '../support/tabs-race.ts';

const SEED = seedOf();
const ROUNDS = countOf('RACE_ROUNDS', { share: 50, full: 500 });
const LIMIT_MS = 60 * 60_000;

// Firefox is the system's own: `apt-get install firefox-esr`.
const ENGINES = (['chromium', 'firefox'] as const).filter(
  (engine) => engine === 'chromium' || existsSync('/usr/bin/firefox-esr'),
);

describe.each(ENGINES)(`8 tabs with 25 elements each open at once in %s (seed ${SEED})`, (engine) => {
  let open: OpenTabs;
  beforeAll(async () => {
    open = await openTabs(engine);
  });
  afterAll(() => open?.close());

  test(`cause one token request in each of ${ROUNDS} rounds`, { timeout: LIMIT_MS }, async ({ task }) => {
    const results = await race(open, { rounds: ROUNDS, tabs: 8, elements: 25, seed: SEED });
    measured(task, {
      tried: `${results.length} rounds of 8 tabs with 25 elements in ${engine} (seed ${SEED})`,
      result: `${results.filter(({ tokenCalls }) => tokenCalls === 1).length} with one token request`,
    });
    expect(results.filter(({ tokenCalls }) => tokenCalls !== 1)).toEqual([]);
    expect(results.filter(({ shown }) => shown !== 200)).toEqual([]);
  });
});

if (ENGINES.length === 1) {
  test('8 tabs with 25 elements each cause one token request in firefox', ({ skip }) =>
    skip('needs Firefox: install firefox-esr'));
}
