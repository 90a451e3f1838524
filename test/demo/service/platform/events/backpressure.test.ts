import { describe, expect, it } from 'vitest';
import { createBackpressure } from '../../../../../demo/service/platform/events/backpressure.ts';

/** Work that lasts until it is ended; `begun` has the names of all that has begun. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
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
  it('begins as many as it may, and one more whenever one is done', async () => {
    const { begin } = createBackpressure(2);
    const { begun, work, end } = works();
    for (const name of ['a', 'b', 'c', 'd']) void begin(work(name));
    await Promise.resolve();
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('a');
    await end('c');
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('stores results at once, and begins nothing until few are left', async () => {
    const { begin, store } = createBackpressure(2);
    const { begun, work, end } = works();
    const stored = ['1', '2', '3'].map((name) => store(work(name)));
    void begin(work('a'));
    await Promise.resolve();
    expect(begun).toEqual(['1', '2', '3']);
    await end('1');
    expect(begun).toEqual(['1', '2', '3']);
    await end('2');
    expect(begun).toEqual(['1', '2', '3', 'a']);
    await end('3');
    expect(await Promise.all(stored)).toEqual(['1', '2', '3']);
  });

  it('goes on after work that fails', async () => {
    const { begin } = createBackpressure(1);
    const { begun, work, end } = works();
    const failing = begin(work('a'));
    void begin(work('b'));
    const failed = expect(failing).rejects.toThrow('away');
    await end('a', new Error('away'));
    await failed;
    expect(begun).toEqual(['a', 'b']);
  });
});
