import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refresh } from '../../../src/services/customer/refresh.ts';
import type { Loyalty } from '../../../src/services/customer/loyalty.ts';
import { createResource, type Resource } from '../../../src/services/customer/resource.ts';

describe('refresh', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function open(names: readonly string[]) {
    const loads: string[] = [];
    const resources = new Map<string, Resource<unknown>>(
      names.map((name) => [name, createResource(async () => loads.push(name))]),
    );
    const loyalty = { resources: () => resources } as unknown as Loyalty;
    for (const resource of resources.values()) resource.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(1_000);
    loads.length = 0;
    return { loyalty, resources, loads };
  }

  it('loads all, or only those that are due', async () => {
    const { loyalty, loads } = await open(['balances', 'wishlist']);
    await refresh(loyalty);
    await refresh(loyalty, (key) => key === 'wishlist');
    expect(loads).toEqual(['balances', 'wishlist', 'wishlist']);
  });

  it('waits until the interval since the last load is over, also when asked often', async () => {
    const { loyalty, loads } = await open(['balances']);
    const since = performance.now();
    const isDue = (_: string, { changedAt }: Resource<unknown>) => changedAt < since;
    for (let count = 0; count < 5; count++) void refresh(loyalty, isDue, 5_000);
    await vi.advanceTimersByTimeAsync(3_900);
    expect(loads).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(loads).toEqual(['balances']);
  });

  it('drops a load that an action has made needless meanwhile', async () => {
    const { loyalty, resources, loads } = await open(['balances']);
    const since = performance.now();
    void refresh(loyalty, (_, { changedAt }) => changedAt < since, 5_000);
    await vi.advanceTimersByTimeAsync(2_000);
    resources.get('balances')!.set(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(loads).toEqual([]);
  });
});
