// Differences between a server and a browser, without Lit.

/** `false` on a server, which has no document or a simulated one without elements. */
export const inBrowser = Boolean(globalThis.document?.documentElement);

let hydrating = false;

/** Whether an element is in its first update on nodes that a server rendered. */
export const isHydrating = (): boolean => hydrating;

export function whileHydrating(update: () => void): void {
  hydrating = true;
  try {
    update();
  } finally {
    hydrating = false;
  }
}
