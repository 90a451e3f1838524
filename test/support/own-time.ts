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
