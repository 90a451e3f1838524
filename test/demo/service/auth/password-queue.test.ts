import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fitsPassword } from '../../../../demo/service/auth/passwords.ts';

type Done = (error: Error | null, key: Buffer) => void;
const pending: (() => void)[] = [];

// A hash ends when the test calls its function in `pending`, because this file tests the queue. Not a mock of the module: the other files
// of the process have imported the service already.
beforeAll(() => {
  vi.spyOn(crypto, 'scrypt').mockImplementation(
    ((_password: string, _salt: Buffer, bytes: number, _cost: object, done: Done) =>
      void pending.push(() => done(null, Buffer.alloc(bytes)))) as typeof crypto.scrypt,
  );
  syncBuiltinESMExports();
});
afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const nextTask = () => new Promise((resolve) => setImmediate(resolve));

it.each(['open', 'proven'] as const)(
  'password checks in the queue %s › run two at once, queue 32, refuse more, and do not block the other queue',
  async (lane) => {
    const other = lane === 'open' ? 'proven' : 'open';
    const checks = Promise.allSettled(Array.from({ length: 40 }, () => fitsPassword('x', undefined, lane)));
    await nextTask();
    expect(pending).toHaveLength(2);
    const beside = fitsPassword('x', undefined, other);
    await nextTask();
    expect(pending).toHaveLength(3);
    while (pending.length > 0) {
      pending.shift()?.();
      await nextTask();
    }
    expect(await beside).toBe(false);
    const refused = (await checks).filter(({ status }) => status === 'rejected');
    expect(refused).toEqual(
      Array(6).fill({ status: 'rejected', reason: expect.objectContaining({ status: 503 }) }),
    );
  },
);

it('password checks without a queue › share the queue of the dashboard', async () => {
  const checks = Promise.allSettled(Array.from({ length: 34 }, () => fitsPassword('x', undefined, 'open')));
  await expect(fitsPassword('x', undefined)).rejects.toMatchObject({ status: 503 });
  while (pending.length > 0) {
    pending.shift()?.();
    await nextTask();
  }
  await checks;
});
