import { emulateMedia } from '@web/test-runner-commands';

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
