import { describe, expect, it } from 'vitest';
import { createBackpressure } from '../../../../demo/service/events/backpressure.ts';

/** Work that runs until `end` is called; `started` has the names of all started work. */
function controlledWork() {
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    started,
    work: (name: string) => () => {
      started.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve(name))),
      );
    },
    end: async (name: string, error?: Error) => {
      ends.get(name)!(error);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('backpressure of deliveries', () => {
  it('starts at most its limit of deliveries, and the next one when one ends', async () => {
    const { begin } = createBackpressure(2);
    const { started, work, end } = controlledWork();
    for (const name of ['a', 'b', 'c', 'd']) void begin(work(name));
    await Promise.resolve();
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(started).toEqual(['a', 'b', 'c']);
    await end('a');
    await end('c');
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('stores results at once, and starts no delivery until few results are left', async () => {
    const { begin, store } = createBackpressure(2);
    const { started, work, end } = controlledWork();
    const stored = ['1', '2', '3'].map((name) => store(work(name)));
    void begin(work('a'));
    await Promise.resolve();
    expect(started).toEqual(['1', '2', '3']);
    await end('1');
    expect(started).toEqual(['1', '2', '3']);
    await end('2');
    expect(started).toEqual(['1', '2', '3', 'a']);
    await end('3');
    expect(await Promise.all(stored)).toEqual(['1', '2', '3']);
  });

  it('continues after work that fails', async () => {
    const { begin } = createBackpressure(1);
    const { started, work, end } = controlledWork();
    const failing = begin(work('a'));
    void begin(work('b'));
    const failed = expect(failing).rejects.toThrow('away');
    await end('a', new Error('away'));
    await failed;
    expect(started).toEqual(['a', 'b']);
  });
});
