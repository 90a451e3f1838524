import type { Resource } from '../resource.ts';

/** Resolves when the resource is not loading. */
export function settled(resource: Resource<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (resource.state.status === 'pending') return;
      stop();
      resolve();
    };
    const stop = resource.subscribe(check);
    check();
  });
}
