import type { ReactiveControllerHost } from 'lit';

/**
 * Loads what most pages do not need with the first call, and renders the element again when it is there. Calls return it from then on;
 * `null` if the file did not load: a content blocker may stop it.
 */
export function lazyImport<Loaded>(
  host: ReactiveControllerHost,
  load: () => Promise<Loaded>,
): () => Loaded | null | undefined {
  let request: Promise<void> | undefined;
  let result: Loaded | null | undefined;
  return () => {
    request ??= load()
      .catch(() => null)
      .then((loaded) => {
        result = loaded;
        host.requestUpdate();
      });
    return result;
  };
}
