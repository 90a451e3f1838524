// Runs test files of the working directory until the first fails: element tests in Chromium, the others in Vitest.
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createVitest } from 'vitest/node';
import { start } from '../run.mjs';

const isElementTest = (file) => file.startsWith('test/components/');

async function openVitest(provide) {
  return createVitest('test', {
    root: process.cwd(),
    config: false,
    watch: false,
    include: ['test/**/*.test.ts'],
    provide,
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    bail: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    reporters: [{}],
    silent: true,
  });
}

/** With a Vitest of its own: its workers keep the modules of the run before, also those that have changed since. */
async function nodeFailure(files, { limitMs, provide }) {
  const vitest = await openVitest(provide);
  const project = vitest.getRootProject();
  const run = vitest.runTestSpecifications(
    files.map((file) => project.createSpecification(path.resolve(file))),
  );
  run.catch(() => {});
  try {
    const result = await Promise.race([run, wait(limitMs, 'late', { ref: false })]);
    if (result === 'late') return { late: true };
    const failed = result.testModules.find((module) => module.state() === 'failed');
    return { failed: failed && path.relative(process.cwd(), failed.moduleId) };
  } finally {
    await vitest.close();
  }
}

const WTR = [
  'node_modules/@web/test-runner/dist/bin.js',
  '--config',
  'scripts/mutants/web-test-runner.config.mjs',
];

/** For the end of a runner and its browser. */
const RUNNER_END_MS = 10_000;

/** In a process of its own: it can be ended with its browser. */
async function elementFailure(files, { limitMs }) {
  const child = start(process.execPath, [...WTR, '--files', ...files], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const ended = new Promise((resolve) => child.once('close', () => resolve({})));
  const result = await Promise.race([ended, wait(limitMs, { late: true }, { ref: false })]);
  // Asked to end, the runner closes its browser, which has a process group of its own.
  if (result.late && child.kill('SIGTERM'))
    await Promise.race([ended, wait(RUNNER_END_MS, undefined, { ref: false })]);
  const [, failed] = /^FAILED (\S+)$/m.exec(output) ?? [];
  return failed ? { failed } : result;
}

/**
 * Runs test files, at most for a time. `failed` is the first that failed, `late` says that the time was over.
 */
export async function firstFailure(files, options) {
  const end = Date.now() + options.limitMs;
  const node = files.filter((file) => !isElementTest(file));
  const elements = files.filter(isElementTest);
  if (node.length) {
    const result = await nodeFailure(node, options);
    if (result.failed || result.late) return result;
  }
  return elements.length ? elementFailure(elements, { limitMs: Math.max(1_000, end - Date.now()) }) : {};
}
