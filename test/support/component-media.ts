import { emulateMedia, setViewport } from '@web/test-runner-commands';

/** The runner emulates media features over the protocol of Chromium alone. */
const canEmulate = navigator.userAgent.includes('Chrome/');

/** Emulates reduced motion in a test; skips it by name in a browser where the runner cannot. */
export async function reduceMotion(test: Mocha.Context): Promise<void> {
  if (canEmulate) await emulateMedia({ reducedMotion: 'reduce' });
  else test.skip();
}

export async function allowMotion(): Promise<void> {
  if (canEmulate) await emulateMedia({ reducedMotion: 'no-preference' });
}

/** The size of the window, and whether controls are for fingers: `loyalty.css` says so where the pointer is coarse. */
export async function resize({
  width,
  height = 900,
  touch = false,
}: {
  width: number;
  height?: number;
  touch?: boolean;
}): Promise<void> {
  await setViewport({ width, height });
  const { style } = document.documentElement;
  if (touch) style.setProperty('--_touch', '44px');
  else style.removeProperty('--_touch');
}
