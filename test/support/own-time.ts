const STEP_MS = 20;

/**
 * How long something took, in milliseconds counted in steps of this process's (or page's) own timers. While a busy machine gives the
 * process no time, this clock stands, like the timers whose promise is measured; a wait that is too long shows on any machine.
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

/** Milliseconds of processor time that this Node process spends on `work`: other programs do not count. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
