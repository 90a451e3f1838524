// Runs programs so that none outlives this one: npm passes a signal to its own child only, and a shell passes it to nobody.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** Time for a clean end, such as the stop of a database, before what is left is killed. */
const GRACE_MS = 15_000;
const PARENT_CHECK_MS = 500;

/** Process groups of the running programs, by the id of their first process. */
const groups = new Set();
let isEnding = false;

/** Starts a program in a process group of its own, which ends with this process. */
export function start(program, words, options = {}) {
  const child = spawn(program, words, { stdio: 'inherit', ...options, detached: true });
  const { pid } = child;
  if (pid === undefined) return child; // its `error` event says why
  groups.add(pid);
  child.once('exit', () => {
    if (!isEnding) groups.delete(pid);
  });
  return child;
}

/** Runs a program to its end, and returns its exit status. */
export function run(program, words, options) {
  return new Promise((resolve, reject) => {
    const child = start(program, words, options);
    child.once('error', reject);
    // While this process ends, what follows the program must not start.
    child.once('exit', (status) => isEnding || resolve(status ?? 1));
  });
}

/** Runs a program to its end, and returns its exit status and all that it printed. */
export function runCollected(program, words) {
  return new Promise((resolve) => {
    const chunks = [];
    const child = start(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
    child.once('error', (error) => chunks.push(Buffer.from(String(error))));
    // As above.
    child.once(
      'close',
      (status) => isEnding || resolve({ status: status ?? 1, output: Buffer.concat(chunks) }),
    );
  });
}

/** Whether the group had a process to signal; 0 only asks. */
function signalGroup(id, signal) {
  try {
    return process.kill(-id, signal);
  } catch {
    return false;
  }
}

async function end(signal) {
  // A terminal signals all processes, and npm passes it on: the second signal is the same one.
  if (isEnding) return;
  isEnding = true;
  for (const id of groups) signalGroup(id, 'SIGTERM');
  const deadline = Date.now() + GRACE_MS;
  while (Date.now() < deadline && [...groups].some((id) => signalGroup(id, 0))) await wait(50);
  for (const id of groups) signalGroup(id, 'SIGKILL');
  process.exit(128 + constants.signals[signal]);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(signal));

// Where the shell between npm and this process ends without passing the signal on.
const parent = process.ppid;
if (process.env.npm_lifecycle_event)
  setInterval(() => {
    if (process.ppid !== parent) void end('SIGTERM');
  }, PARENT_CHECK_MS).unref();
