import { existsSync } from 'node:fs';
import { describe, it } from 'vitest';
import { expectNpmToEnd } from '../support/npm-signals.ts';

describe.skipIf(!existsSync('/proc/self/stat'))('npm that is told to end', () => {
  it('ends the shop', () =>
    expectNpmToEnd({ command: 'start', isRunning: (output) => output.includes('Stop with Ctrl+C') }));
});
