import { existsSync } from 'node:fs';
import { beforeEach, describe, it } from 'vitest';
import { expectNpmToEnd } from '../support/npm-signals.ts';

describe('npm that is told to end', () => {
  beforeEach(({ skip }) =>
    skip(!existsSync('/proc/self/stat'), 'needs /proc, as on Linux, to find the processes'),
  );

  it('ends the shop', () =>
    expectNpmToEnd({ command: 'start', isRunning: (output) => output.includes('Stop with Ctrl+C') }));
});
