const STEP_MS = 20;

/**
 * Duration of `work` in milliseconds, counted in timer steps of this process or page. While a busy machine gives the process no
 * processor time, this clock stops like the timers under test, so that a test of a deadline does not fail because of load.
 */
export async function ownTime(work: () => Promise<unknown>): Promise<number> {
  let time = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const step = (): void => {
    timer = setTimeout(() => {
      time += STEP_MS;
      step();
    }, STEP_MS);
  };
  step();
  try {
    await work();
  } finally {
    clearTimeout(timer);
  }
  return time;
}

/** Processor time in milliseconds that this Node process spends on `work`, independent of other programs. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * The most processor time in milliseconds that this process spent without letting another event through, while `work` was done. Other
 * programs on the machine slow a processor down: what takes longer than `enough` is done again, at most three times, and the least counts.
 */
export async function longestTurn(work: () => Promise<unknown>, enough: number): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < 3 && least > enough; attempt++)
    least = Math.min(least, await longestTurnOnce(work));
  return least;
}

async function longestTurnOnce(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let before = process.cpuUsage();
  const turn = (): void => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.cpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await work();
  } finally {
    isOver = true;
    turn();
  }
  return longest;
}
