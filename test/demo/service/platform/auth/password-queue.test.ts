import { expect, it, vi } from 'vitest';
import { fitsPassword } from '../../../../../demo/service/platform/auth/passwords.ts';

type Done = (error: Error | null, key: Buffer) => void;
const pending = vi.hoisted(() => [] as (() => void)[]);

// Ends when it is let: the queue is under test, not the hash.
vi.mock('node:crypto', async (original) => ({
  ...(await original<object>()),
  scrypt: (_password: string, _salt: Buffer, bytes: number, _cost: object, done: Done) =>
    void pending.push(() => done(null, Buffer.alloc(bytes))),
}));

const turn = () => new Promise((resolve) => setImmediate(resolve));

it.each(['open', 'proven'] as const)(
  'password checks in the queue %s: two run, 32 wait, more are refused, and the other queue is free',
  async (lane) => {
    const other = lane === 'open' ? 'proven' : 'open';
    const flood = Promise.allSettled(Array.from({ length: 40 }, () => fitsPassword('x', undefined, lane)));
    await turn();
    expect(pending).toHaveLength(2);
    const beside = fitsPassword('x', undefined, other);
    await turn();
    expect(pending).toHaveLength(3);
    while (pending.length > 0) {
      pending.shift()?.();
      await turn();
    }
    expect(await beside).toBe(false);
    const refused = (await flood).filter(({ status }) => status === 'rejected');
    expect(refused).toEqual(
      Array(6).fill({ status: 'rejected', reason: expect.objectContaining({ status: 503 }) }),
    );
  },
);

it('password checks without a queue wait with those of the dashboard', async () => {
  const flood = Promise.allSettled(Array.from({ length: 34 }, () => fitsPassword('x', undefined, 'open')));
  await expect(fitsPassword('x', undefined)).rejects.toMatchObject({ status: 503 });
  while (pending.length > 0) {
    pending.shift()?.();
    await turn();
  }
  await flood;
});
