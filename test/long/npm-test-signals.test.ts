import { existsSync } from 'node:fs';
import { beforeEach, describe, it } from 'vitest';
import { expectNpmToEnd } from '../support/npm-signals.ts';

const PARTS = ['--type=renderer', 'postgres', 'workers/forks.js'];

// Not in `npm test`, which it would start a second time: `npm start` ends its processes by the same script.
describe('npm that is told to end', () => {
  beforeEach(({ skip }) =>
    skip(!existsSync('/proc/self/stat'), 'needs /proc, as on Linux, to find the processes'),
  );
  it('ends the browser of the element tests, the database of the others and their processes', () =>
    expectNpmToEnd({
      command: 'test',
      ownDatabase: true,
      isRunning: (_output, all) => PARTS.every((text) => all.some(({ command }) => command.includes(text))),
    }));
});
