import { waitUntil } from '@open-wc/testing';
import { executeServerCommand, emulateMedia, setViewport } from '@web/test-runner-commands';

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

/** The size of the window, and whether the shopper has a finger in place of a mouse; such a window is a mouse's in other browsers. */
export async function resize({ width, touch = false }: { width: number; touch?: boolean }): Promise<void> {
  await setViewport({ width, height: 900 });
  if (!canEmulate) return;
  await executeServerCommand('touch', touch); // a new size has ended the emulation
  await waitUntil(() => matchMedia('(pointer: coarse)').matches === touch, 'the pointer');
}
