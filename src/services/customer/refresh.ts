import type { Loyalty } from './loyalty.ts';
import type { Resource } from './resource.ts';

/**
 * Loads the resources again that were loaded before. Never rejects: a failure is a state.
 *
 * @param isDue asked again when the interval of a resource is over, because an action may have changed it meanwhile
 * @param intervalMs the shortest time between two loads of a resource
 */
export async function refresh(
  loyalty: Loyalty,
  isDue: (key: string, resource: Resource<unknown>) => boolean = () => true,
  intervalMs = 0,
): Promise<void> {
  const loaded = [...loyalty.resources()].filter(([, { state }]) => state.status !== 'initial');
  await Promise.all(
    loaded.map(async ([key, resource]) => {
      if (!isDue(key, resource)) return;
      const delayMs = resource.changedAt + intervalMs - performance.now();
      if (delayMs > 0) {
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        if (!isDue(key, resource)) return;
      }
      await resource.refresh();
    }),
  );
}
