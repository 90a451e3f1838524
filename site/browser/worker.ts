/** Whether this browser runs a service worker here: on https and on localhost only, and not in every private window. */
export const workersRun = 'serviceWorker' in navigator;

/** Resolves when the service worker answers this page's requests. `root` is the site's folder, where the worker stands. */
export async function answersAreReady(root: string): Promise<void> {
  const { serviceWorker } = navigator;
  const answered = new Promise<void>((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
  });
  await serviceWorker.register(new URL('answers.js', new URL(root, location.href)));
  const { active } = await serviceWorker.ready;
  if (serviceWorker.controller) return;
  active?.postMessage('claim');
  await answered;
}
