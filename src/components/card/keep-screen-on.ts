/** Keeps the screen on, where the browser can, until the returned function is called. A hidden page has no lock: it is asked for on return. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const isHeld = (): boolean => lock?.released === false;
  const request = async (): Promise<void> => {
    if (isOver || document.hidden || isHeld()) return;
    try {
      const given = await (navigator as Partial<Navigator>).wakeLock?.request('screen');
      if (isOver || isHeld()) await given?.release();
      else lock = given;
    } catch {
      // The battery is low, or the page may not: the screen turns off as it would.
    }
  };
  document.addEventListener('visibilitychange', request);
  void request();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', request);
    void lock?.release().catch(() => {});
  };
}
