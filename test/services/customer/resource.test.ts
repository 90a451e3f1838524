import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { LoyaltyError } from '../../../src/services/transport/errors.ts';
import { createResource, type Resource } from '../../../src/services/customer/resource.ts';
import { later, settled } from '../../support/client-fetch.ts';

/** A resource whose loads a test answers one by one, and the states it went through. */
function open() {
  const loads: ReturnType<typeof later<number>>[] = [];
  const resource = createResource<number>(() => {
    const load = later<number>();
    loads.push(load);
    return load.promise;
  });
  const seen: Resource<number>['state'][] = [];
  const watch = () => resource.subscribe(() => seen.push(resource.state));
  return { resource, loads, seen, watch };
}

describe('states', () => {
  it('is initial, and loads nothing before the first subscriber', async () => {
    const { resource, loads } = open();
    await settled();
    expect([resource.state, loads.length]).toEqual([{ status: 'initial' }, 0]);
  });

  it('goes from pending to complete', async () => {
    const { loads, seen, watch } = open();
    watch();
    loads[0]!.resolve(5);
    await settled();
    expect(seen).toEqual([
      { status: 'pending', value: undefined, isSnapshot: false },
      { status: 'complete', value: 5 },
    ]);
  });

  it('goes from pending to error for any thrown value', async () => {
    for (const thrown of [new LoyaltyError('timeout'), new TypeError('x'), 'text', undefined]) {
      const { loads, resource, watch } = open();
      watch();
      loads[0]!.reject(thrown);
      await settled();
      const code = thrown instanceof LoyaltyError ? 'timeout' : 'bad_response';
      expect(resource.state).toMatchObject({
        status: 'error',
        value: undefined,
        error: { name: 'LoyaltyError', code },
      });
    }
  });

  it('is error if the load throws synchronously', async () => {
    const resource = createResource(() => {
      throw new LoyaltyError('forbidden');
    });
    await resource.refresh();
    expect(resource.state).toMatchObject({ status: 'error', error: { code: 'forbidden' } });
  });
});

describe('subscribers', () => {
  it('a hundred share one load, and all are notified', async () => {
    const { resource, loads } = open();
    const listeners = Array.from({ length: 100 }, () => vi.fn());
    for (const listener of listeners) resource.subscribe(listener);
    loads[0]!.resolve(5);
    await settled();
    expect(loads).toHaveLength(1);
    expect(listeners.at(0)).toHaveBeenCalledTimes(2);
    expect(listeners.at(-1)).toHaveBeenCalledTimes(1); // it came while the load was pending
  });

  it('a late one reads the state and loads nothing, after an error too', async () => {
    for (const outcome of ['resolve', 'reject'] as const) {
      const { resource, loads, watch } = open();
      watch();
      if (outcome === 'resolve') loads[0]!.resolve(5);
      else loads[0]!.reject(new LoyaltyError('offline'));
      await settled();
      const late = vi.fn();
      resource.subscribe(late);
      await settled();
      expect([loads.length, late.mock.calls.length]).toEqual([1, 0]);
    }
  });

  it('an unsubscribed one is not notified, and can unsubscribe twice', async () => {
    const { resource, loads, seen, watch } = open();
    const stop = watch();
    const other = vi.fn();
    resource.subscribe(other);
    stop();
    stop();
    loads[0]!.resolve(5);
    await settled();
    expect(seen.map(({ status }) => status)).toEqual(['pending']);
    expect(other).toHaveBeenCalledTimes(1);
    expect(resource.state.value).toBe(5);
  });

  it('one that unsubscribes during the notification does not stop that of the others', async () => {
    const { resource, loads } = open();
    const heard: string[] = [];
    let stop = () => {};
    stop = resource.subscribe(() => {
      heard.push('first');
      stop();
    });
    resource.subscribe(() => heard.push('second'));
    loads[0]!.resolve(5);
    await settled();
    expect(heard).toContain('second');
  });
});

describe('refresh', () => {
  it('keeps the value while a newer one loads, and if that fails', async () => {
    const { resource, loads, seen, watch } = open();
    watch();
    loads[0]!.resolve(5);
    await settled();
    seen.length = 0;
    const refreshed = resource.refresh();
    loads[1]!.reject(new LoyaltyError('offline'));
    await expect(refreshed).resolves.toBeUndefined();
    expect(seen).toEqual([
      { status: 'pending', value: 5, isSnapshot: false },
      { status: 'error', value: 5, error: expect.objectContaining({ code: 'offline' }) },
    ]);
    void resource.refresh();
    loads[2]!.resolve(6);
    await settled();
    expect(seen.slice(2)).toEqual([
      { status: 'pending', value: 5, isSnapshot: false },
      { status: 'complete', value: 6 },
    ]);
  });
});

describe('set', () => {
  it('makes a load in flight outdated, successful or failed', async () => {
    for (const outcome of ['resolve', 'reject'] as const) {
      const { resource, loads, seen, watch } = open();
      watch();
      resource.set(9);
      if (outcome === 'resolve') loads[0]!.resolve(5);
      else loads[0]!.reject(new LoyaltyError('offline'));
      await settled();
      expect(resource.state).toEqual({ status: 'complete', value: 9 });
      expect(seen.map(({ status }) => status)).toEqual(['pending', 'complete']);
    }
  });

  it('before the first subscriber avoids the load', async () => {
    const { resource, loads, watch } = open();
    resource.set(9);
    watch();
    await settled();
    expect([resource.state.value, loads.length]).toEqual([9, 0]);
  });

  it('ends an error', async () => {
    const { resource, loads, watch } = open();
    watch();
    loads[0]!.reject(new LoyaltyError('offline'));
    await settled();
    resource.set(9);
    expect(resource.state).toEqual({ status: 'complete', value: 9 });
  });
});

it('the newest value wins in any order of responses and set values', async () => {
  const step = fc.record({ kind: fc.constantFrom('refresh', 'set', 'answer', 'fail'), pick: fc.nat(20) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { resource, loads, watch } = open();
      watch();
      let newest: { load: number } | { value: number } = { load: 0 };
      const answered = new Map<number, 'answer' | 'fail'>();
      for (const [at, { kind, pick }] of steps.entries()) {
        const load = pick % loads.length;
        if (kind === 'refresh') {
          void resource.refresh();
          newest = { load: loads.length - 1 };
        } else if (kind === 'set') {
          resource.set(1_000 + at);
          newest = { value: 1_000 + at };
        } else if (!answered.has(load)) {
          answered.set(load, kind as 'answer' | 'fail');
          if (kind === 'answer') loads[load]!.resolve(load);
          else loads[load]!.reject(new LoyaltyError('offline'));
          await Promise.resolve();
        }
      }
      await settled();
      const outcome = 'load' in newest ? answered.get(newest.load) : undefined;
      if ('value' in newest) expect(resource.state).toEqual({ status: 'complete', value: newest.value });
      else if (outcome === 'answer')
        expect(resource.state).toEqual({ status: 'complete', value: newest.load });
      else expect(resource.state.status).toBe(outcome === 'fail' ? 'error' : 'pending');
    }),
    { numRuns: 500 },
  );
});

describe('snapshot', () => {
  it('is the value while the first load is pending', async () => {
    const resource = createResource(() => Promise.resolve(2), 1);
    resource.subscribe(() => {});
    expect(resource.state).toEqual({ status: 'pending', value: 1, isSnapshot: true });
    await settled();
    expect(resource.state).toEqual({ status: 'complete', value: 2 });
  });

  it('is removed when the first load fails', async () => {
    const resource = createResource(() => Promise.reject(new Error('offline')), 1);
    resource.subscribe(() => {});
    await settled();
    expect(resource.state).toMatchObject({ status: 'error', value: undefined });
  });
});
